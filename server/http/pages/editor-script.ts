/** The editor's script, sent as it stands: plain JavaScript, no build step. */
export const EDITOR_SCRIPT = `
'use strict';
const byId = (id) => document.getElementById(id);
const source = byId('html'), preview = byId('preview'), report = byId('report'), button = byId('render'), download = byId('download');
let shown = null;

async function post(path) {
  return fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ html: source.value }) });
}

function line(text, className) {
  const p = document.createElement('p');
  p.textContent = text;
  p.className = className || '';
  return p;
}

function goTo(lineNumber, column) {
  const lines = source.value.split('\\n');
  let offset = 0;
  for (let i = 0; i < lineNumber - 1 && i < lines.length; i++) offset += lines[i].length + 1;
  source.focus();
  source.setSelectionRange(offset + column - 1, offset + column);
}

function diagnosticItem(diagnostic) {
  const item = document.createElement('li');
  if (diagnostic.line !== null) {
    const place = document.createElement('button');
    place.type = 'button';
    place.textContent = 'line ' + diagnostic.line + ', column ' + diagnostic.column;
    if (diagnostic.source === null || diagnostic.source === 'document') place.addEventListener('click', () => goTo(diagnostic.line, diagnostic.column));
    else place.textContent = diagnostic.source + ', ' + place.textContent;
    item.append(place, ' ');
  }
  item.append(diagnostic.severity + ': ' + diagnostic.message + (diagnostic.count > 1 ? ' (' + diagnostic.count + ' times)' : ''));
  return item;
}

async function showProblem(response) {
  const problem = await response.json().catch(() => ({ title: 'HTTP ' + response.status, detail: '' }));
  report.replaceChildren(line(problem.title + '. ' + problem.detail, 'problem'));
}

async function render() {
  button.disabled = true;
  report.replaceChildren(line('Rendering …'));
  try {
    const response = await post('v1/render');
    if (!response.ok) return await showProblem(response);
    const blob = await response.blob();
    if (shown) URL.revokeObjectURL(shown);
    shown = URL.createObjectURL(blob);
    preview.src = shown;
    download.href = shown;
    download.hidden = false;
    const pages = response.headers.get('X-Page-Count'), warnings = Number(response.headers.get('X-Render-Warnings'));
    report.replaceChildren(line(pages + (pages === '1' ? ' page, ' : ' pages, ') + Math.ceil(blob.size / 1024) + ' KB. ' + (warnings ? '' : 'Nothing was ignored.')));
    if (warnings) await listDiagnostics();
  } catch (error) {
    report.replaceChildren(line('The service did not answer: ' + error.message, 'problem'));
  } finally {
    button.disabled = false;
  }
}

async function listDiagnostics() {
  const response = await post('v1/check');
  if (!response.ok) return;
  const list = document.createElement('ul');
  for (const diagnostic of (await response.json()).diagnostics) list.append(diagnosticItem(diagnostic));
  report.append(list);
}

button.addEventListener('click', render);
source.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); render(); }
});
`;
