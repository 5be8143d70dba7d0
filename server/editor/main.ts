/** The editor: source text and a live preview of its pages. */
import type { Diagnostic } from 'pagewright/browser';
import { EXAMPLES } from './examples.ts';
import type { Answer, Rendered, Request } from './messages.ts';
import { isInDocument, PageView } from './page-view.ts';
import { fragmentOf, textOf } from './share.ts';
import { SourceEditor } from './source-editor.ts';

const SAVED = 'pagewright document';
/** Delay after the last keystroke while an earlier version is still rendering, in milliseconds. */
const WAIT_MS = 60;
const MOST_LISTED = 100;

function byId<T extends HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`there is no #${id}`);
  return element as T;
}

const worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
const ask = (request: Request): void => worker.postMessage(request);
const files = new Map<string, Uint8Array>();
const pagesElement = byId('pages');
const status = byId('status');
let version = 0;
/** The last version that was rendered or refused. */
let answered = 0;
let shown: Rendered | null = null;
let shownVersion = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let isRemembered = true;

const pages = new PageView({
  container: pagesElement,
  paint: (page, scale) => ask({ ask: 'paint', version: shownVersion, page, scale }),
  go: (place) => editor.go(place),
});

const editor = new SourceEditor({
  host: byId('source'),
  text: (await textOf(location.hash)) ?? remembered() ?? EXAMPLES[0].html,
  onChange: (text) => {
    remember(text);
    leaveLink();
    renderSoon();
  },
  onMove: (place) => pages.mark(place),
});

/** Returns the text of the last visit. Browsers may deny access to storage. */
function remembered(): string | null {
  try {
    return localStorage.getItem(SAVED);
  } catch {
    return null;
  }
}

/** Stores the text. A text that exceeds the storage quota is still rendered. */
function remember(text: string): void {
  try {
    localStorage.setItem(SAVED, text);
    isRemembered = true;
  } catch {
    isRemembered = false;
  }
}

/** Removes the shared document from the URL. Otherwise a reload would restore it over the edited text. */
function leaveLink(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
}

/** Renders at once if the worker is idle. While it renders, fast keystrokes would abort one render after another. */
function renderSoon(): void {
  clearTimeout(timer);
  if (answered === version) render();
  else timer = setTimeout(render, WAIT_MS);
}

function render(): void {
  clearTimeout(timer);
  ask({ ask: 'render', version: ++version, html: editor.text, files });
}

worker.onmessage = ({ data }: MessageEvent<Answer>) => {
  if (data.say === 'painted') {
    if (data.version === shownVersion) pages.draw(data.page, data.image);
    return;
  }
  if (data.version !== version) return;
  answered = version;
  if (data.say === 'rendered') show(data.rendered, data.version);
  else refuse(data.message);
};
worker.onerror = () => refuse('The renderer could not be started.');

function show(rendered: Rendered, ofVersion: number): void {
  shown = rendered;
  shownVersion = ofVersion;
  setStale(false);
  pages.show(rendered.pages);
  const diagnostics = inReadingOrder(rendered.diagnostics.map(asServed));
  editor.showDiagnostics(diagnostics);
  const count = rendered.pages.length;
  const size = Math.ceil(rendered.pdf.length / 1024);
  const made = `${count} ${count === 1 ? 'page' : 'pages'}, ${size} KB, ${Math.round(rendered.ms)} ms.${isRemembered ? '' : ' The text was not saved: browser storage is full.'}`;
  const isRefused = diagnostics.some(isError);
  say(isRefused ? `${made} External resources are missing. The service refuses this document.` : made, isRefused);
  byId('diagnostics').replaceChildren(...diagnostics.slice(0, MOST_LISTED).map(diagnosticItem));
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-needs-pages]')) button.disabled = false;
}

/**
 * Raises external resources to errors. The editor skips them to show the rest, but the service and the library refuse
 * the document.
 */
function asServed(diagnostic: Diagnostic): Diagnostic {
  if (diagnostic.code !== 'document/external-resource') return diagnostic;
  const message = `${diagnostic.message} Add the file and use its name.`;
  return { ...diagnostic, severity: 'error', message };
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

/** Sorts errors first, then by position. Diagnostics without a position come last. */
function inReadingOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const place = ({ line, source }: Diagnostic): number => (line === null ? 2 : isInDocument(source) ? 0 : 1);
  return [...diagnostics].sort(
    (a, b) =>
      Number(isError(b)) - Number(isError(a)) ||
      place(a) - place(b) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
}

/** Shows an error. The previous pages stay, marked as outdated. */
function refuse(message: string): void {
  setStale(true);
  say(shown ? `${message} The pages show an earlier version.` : message, true);
}

function setStale(isStale: boolean): void {
  pagesElement.classList.toggle('stale', isStale);
}

function say(text: string, isProblem: boolean): void {
  status.textContent = text;
  status.classList.toggle('problem', isProblem);
}

function diagnosticItem({ code, severity, message, source, line, column, count }: Diagnostic): HTMLLIElement {
  const item = document.createElement('li');
  const words = `${severity}: ${message}${count > 1 ? ` (${count} times)` : ''}`;
  item.className = severity;
  if (line === null) {
    item.append(`${words} `, whatItMeans(code));
    return item;
  }
  const inDocument = isInDocument(source);
  const place = `${inDocument ? '' : `${source}, `}line ${line}, column ${column}`;
  if (inDocument) item.append(button(place, () => editor.go({ line, column: column ?? 1 })));
  else item.append(place);
  item.append(` ${words} `, whatItMeans(code));
  return item;
}

/** Returns a link to the guide on a diagnostic. */
function whatItMeans(code: string): HTMLElement {
  const link = document.createElement('a');
  link.className = 'code';
  link.href = `guides/diagnostics.html#${code.replaceAll('/', '')}`;
  link.target = '_blank';
  link.textContent = code;
  return link;
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.addEventListener('click', onClick);
  return element;
}

function pdfUrl(): string | null {
  return shown && URL.createObjectURL(new Blob([shown.pdf as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }));
}

function onClick(id: string, action: () => void): void {
  byId(id).addEventListener('click', action);
}

onClick('download', () => {
  const url = pdfUrl();
  if (url === null) return;
  const link = document.createElement('a');
  link.href = url;
  link.download = 'document.pdf';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
});

onClick('print', () => {
  const url = pdfUrl();
  if (url === null) return;
  const frame = document.createElement('iframe');
  frame.title = 'Pages to print';
  frame.className = 'printing';
  frame.src = url;
  frame.addEventListener('load', () => frame.contentWindow?.print());
  document.querySelector('iframe.printing')?.remove();
  document.body.append(frame);
});

onClick('share', async () => {
  history.replaceState(null, '', await fragmentOf(editor.text));
  const what = `The link contains the document${files.size === 0 ? '' : ', but not the added files'}.`;
  try {
    await navigator.clipboard.writeText(location.href);
    say(`Link copied. ${what}`, false);
  } catch {
    say(`The link is in the address bar. ${what}`, false);
  }
});

const zoom = byId<HTMLSelectElement>('zoom');
zoom.addEventListener('change', () => pages.setZoom(Number(zoom.value)));

const examples = byId<HTMLSelectElement>('examples');
for (const { name } of EXAMPLES) examples.append(new Option(name));
examples.addEventListener('change', () => {
  const example = EXAMPLES.find(({ name }) => name === examples.value);
  examples.selectedIndex = 0;
  if (example) editor.text = example.html;
});

/** Loads dropped files. An HTML document replaces the text. Other files become its resources, by name. */
async function take(list: Iterable<File>): Promise<void> {
  for (const file of list) {
    if (/\.html?$/i.test(file.name)) editor.text = await file.text();
    else files.set(file.name, new Uint8Array(await file.arrayBuffer()));
  }
  byId('files').replaceChildren(...[...files.keys()].map(fileItem));
  render();
}

function fileItem(name: string): HTMLLIElement {
  const item = document.createElement('li');
  const remove = button('remove', () => {
    files.delete(name);
    item.remove();
    render();
  });
  remove.setAttribute('aria-label', `remove ${name}`);
  item.append(`${name} `, remove);
  return item;
}

const chooser = byId<HTMLInputElement>('chooser');
chooser.addEventListener('change', () => {
  void take([...(chooser.files ?? [])]);
  // Without a reset, the browser wouldn't report the same file again after it has changed.
  chooser.value = '';
});
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  void take(event.dataTransfer?.files ?? []);
});
addEventListener('hashchange', async () => {
  const text = await textOf(location.hash);
  if (text !== null) editor.text = text;
});

render();
