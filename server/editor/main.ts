/** The editor: the source texts, a live preview of the pages, and what the engine reports. */
import { CodeTabs } from './code-tabs.ts';
import { byId, onClick } from './dom.ts';
import { fileNameOf, save, savePictures, saveSource } from './downloads.ts';
import { FileShelf } from './file-shelf.ts';
import { FilesPanel } from './files-panel.ts';
import { FIRST_DOCUMENT, NEW_DOCUMENT } from './first-document.ts';
import { Gallery } from './gallery.ts';
import { Inspector } from './inspector.ts';
import type { Answer, Refusal, Rendered, Request, StartedWorker } from './messages.ts';
import { connectMenu } from './menu.ts';
import { workOffline } from './offline.ts';
import { OptionsPanel } from './options-panel.ts';
import { notify } from './notice.ts';
import { type Fit, PageView, type SourcePlace } from './page-view.ts';
import { type Problem, ProblemList, type ProblemText } from './problem-list.ts';
import {
  CSS_TAB,
  DATA_FILE,
  fitsIntoLink,
  isInDocument,
  type Linked,
  linkOf,
  onSavedElsewhere,
  type Project,
  projectOf,
  projectOfLink,
  remember,
  remembered,
} from './project.ts';
import { SourceEditor } from './source-editor.ts';
import { isLink } from './share.ts';
import { connectSplitter } from './splitter.ts';
import { offerThemes } from './theme.ts';

/** Delay after the last keystroke while an earlier version is still rendering, in milliseconds. */
const WAIT_MS = 60;

const started = (window as unknown as { readonly pagewright: StartedWorker }).pagewright;
const ask = (request: Request): void => started.worker.postMessage(request);
const shelf = await FileShelf.open(() =>
  notify('Not all files were saved: browser storage is full. They are lost when you close the page.'),
);
const pagesElement = byId('pages');
const status = byId('status');
let version = started.firstPages === null ? 0 : 1;
/** The last version that was rendered or refused. */
let answered = 0;
let shown: Rendered | null = null;
let shownVersion = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let isRemembered = true;
/** Whether the texts are being replaced as a whole, which renders only once. */
let isOpening = false;
/** Whether markup was inserted since the last render, which the preview then scrolls to. */
let isInserted = false;

const pages = new PageView({
  container: pagesElement,
  thumbnails: byId('thumbnails'),
  paint: (page, scale, use) => {
    // Prepared pages have a picture.
    if (shown !== null) ask({ ask: 'paint', version: shownVersion, page, scale, use });
  },
  chosen: ({ selector }, place) => {
    inspector.select(selector);
    go('html', place);
  },
  turned: (page, of) => {
    byId<HTMLInputElement>('page').value = String(page);
    byId('page-count').textContent = `of ${of}`;
  },
});

/** Returns what the link of the address contains, or null. Notes a link that is damaged or too long. */
async function linkedByAddress(): Promise<Linked | null> {
  const linked = await projectOfLink(location.hash);
  if (linked === null && isLink(location.hash)) notify('The link contains no document: it is damaged or too long.');
  return linked;
}

/** Adds the files of a link, except those whose names the user's own files have. */
function addLinkedFiles({ files }: Linked): void {
  for (const [path, content] of files) if (!shelf.has(path)) shelf.set(path, content);
}

const saved = remembered();
const address = location.hash;
const first = await linkedByAddress();
if (first !== null) addLinkedFiles(first);
const given = first?.project ?? saved ?? projectOf(FIRST_DOCUMENT);
/** The project as it was opened. One that differs from it has been edited, and perhaps one of an earlier visit, too. */
let opened: Project | null = given === saved ? null : given;

const html = new SourceEditor({
  host: byId('source'),
  language: 'html',
  text: given.html,
  onChange: changed,
  onMove: (place, isCursor) => {
    const selector = pages.mark(place, isCursor);
    if (selector !== null && isCursor) inspector.select(selector);
  },
  isOwn: isInDocument,
});
const css = new SourceEditor({
  host: byId('css-source'),
  language: 'css',
  text: given.css,
  onChange: changed,
  isOwn: (source) => source === CSS_TAB,
});
const data = new SourceEditor({
  host: byId('data-source'),
  language: 'json',
  text: given.data,
  onChange: changed,
  isOwn: (source) => source === DATA_FILE,
});
const tabs = new CodeTabs();
const panel = new OptionsPanel({
  project,
  files: () => [...shelf.all.keys()],
  onChange: changed,
  setHtml: (text) => {
    html.text = text;
  },
  setCss: (text) => {
    css.text = text;
  },
  turnTo: (page, block) => pages.turnTo(page, block),
});
const texts = { html, css, data };
const problems = new ProblemList({
  go,
  fix: (text, problem) => texts[text].fix(problem),
});
const inspector = new Inspector({
  ask: (selector) => ask({ ask: 'explain', version: shownVersion, selector }),
  outline: (boxes) => pages.outline(boxes),
  go,
});
panel.options = given.options;

function project(): Project {
  return { html: html.text, css: css.text, data: data.text, options: panel.options };
}

function changed(): void {
  if (isOpening) return;
  isRemembered = remember(project());
  leaveLink();
  renderSoon();
}

/** Replaces everything. */
function open(next: Project): void {
  isOpening = true;
  html.text = next.html;
  css.text = next.css;
  data.text = next.data;
  panel.options = next.options;
  isOpening = false;
  opened = project();
  isRemembered = remember(opened);
  leaveLink();
  tabs.show('html');
  render();
}

/** Moves the cursor of a text. */
function go(text: ProblemText, place: SourcePlace): void {
  tabs.show(text);
  showView('code');
  texts[text].go(place);
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
  ask({ ask: 'render', version: ++version, project: project(), files: shelf.all });
}

function receive(answer: Answer): void {
  if (answer.say === 'painted') {
    if (answer.version === shownVersion) pages.draw(answer.page, answer.image, answer.use);
    return;
  }
  if (answer.say === 'explained') {
    if (answer.version === shownVersion) inspector.show(answer.selector, answer.explained);
    return;
  }
  if (answer.say === 'loaded') return loaded?.(answer.urls);
  if (answer.say === 'pictures') return savePictures(answer.files, fileName());
  if (answer.version !== version) return;
  answered = version;
  if (answer.say === 'rendered') show(answer.rendered, answer.version);
  else refuse(answer.refusal);
}
void started.failed.then(() => refuse({ message: 'The renderer could not be started.', source: null, place: null }));

/** Takes the URLs that the worker has loaded. */
let loaded: ((urls: readonly string[]) => void) | null = null;
/** Whether the service worker has been registered, which waits for the first page. */
let isOffline = false;

function loadedByWorker(): Promise<readonly string[]> {
  ask({ ask: 'loaded' });
  return new Promise((resolve) => (loaded = resolve));
}

function show(rendered: Rendered, ofVersion: number): void {
  if (!isOffline) {
    isOffline = true;
    void workOffline(loadedByWorker);
  }
  shown = rendered;
  shownVersion = ofVersion;
  setStale(false);
  pages.show(rendered.pages);
  if (isInserted) pages.mark(html.cursor, true);
  isInserted = false;
  const diagnostics = rendered.diagnostics.map(asServed);
  showProblems(diagnostics);
  inspector.rendered(rendered.pages);
  const count = rendered.pages.length;
  const size = Math.ceil(rendered.pdf.length / 1024);
  const made = `${counted(count, 'page')}, ${size} KB, ${Math.round(rendered.ms)} ms.${isRemembered ? '' : ' The text was not saved: browser storage is full.'}`;
  const isRefused = diagnostics.some(({ severity }) => severity === 'error');
  say(isRefused ? `${made} External resources are missing. The service refuses this document.` : made, isRefused);
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-needs-pages]')) button.disabled = false;
}

/**
 * Raises external resources to errors. The editor skips them to show the rest, but the service and the library refuse
 * the document.
 */
function asServed(diagnostic: Problem): Problem {
  if (diagnostic.code !== 'document/external-resource') return diagnostic;
  const message = `${diagnostic.message} Add the file and use its name.`;
  return { ...diagnostic, severity: 'error', message };
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Shows why there are no pages. The previous ones stay, marked as outdated; their problems don't. */
function refuse({ message, source, place }: Refusal): void {
  pages.forgetFirstPicture();
  setStale(true);
  const { line, column } = place ?? (source === DATA_FILE ? data.mistake : null) ?? { line: null, column: null };
  showProblems([{ code: null, severity: 'error', message, source, line, column, count: 1 }]);
  say(shown ? 'The pages show an earlier version.' : 'There are no pages.', true);
}

/** Lists problems, and marks those with a position in their text. */
function showProblems(list: readonly Problem[]): void {
  for (const text of Object.values(texts)) text.showProblems(list);
  problems.show(list);
}

function setStale(isStale: boolean): void {
  pagesElement.classList.toggle('stale', isStale);
}

function say(text: string, isProblem: boolean): void {
  status.textContent = text;
  status.classList.toggle('problem', isProblem);
}

function pdfUrl(): string | null {
  return shown && URL.createObjectURL(new Blob([shown.pdf as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }));
}

const fileName = (): string => fileNameOf(html.text);

onClick('download', () => {
  if (shown !== null) save(shown.pdf, `${fileName()}.pdf`, 'application/pdf');
});

const formats = byId<HTMLSelectElement>('download-as');
formats.addEventListener('change', () => {
  const format = formats.value;
  // The list names the choices; the next one may be the same.
  formats.value = '';
  if (format === 'pdf') byId('download').click();
  else if (format === 'png') ask({ ask: 'pictures', version: shownVersion });
  else if (format === 'html') saveSource(project(), shelf.all, fileName());
});

onClick('format', async () => {
  if (tabs.shown === 'files') return;
  try {
    await texts[tabs.shown].format();
  } catch (error) {
    notify(`The text can't be formatted. ${(error as Error).message}`);
  }
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
  const files = shelf.all;
  history.replaceState(null, '', await linkOf({ project: project(), files }));
  const note =
    files.size === 0 ? '' : fitsIntoLink(files) ? ' and its files' : ', but not the files: they are too large';
  const what = `The link contains the document${note}.`;
  try {
    await navigator.clipboard.writeText(location.href);
    notify(`Link copied. ${what}`);
  } catch {
    notify(`The link is in the address bar. ${what}`);
  }
});

const fit = byId<HTMLSelectElement>('zoom');
fit.addEventListener('change', () => pages.setFit((Number(fit.value) || fit.value) as Fit));

const pageNumber = byId<HTMLInputElement>('page');
pageNumber.addEventListener('change', () => pages.turnTo(Math.max(1, Number(pageNumber.value) || 1)));

const search = byId<HTMLInputElement>('search');
let step = 0;
const find = (): void => {
  const count = search.value.trim() === '' ? 0 : pages.find(search.value.trim(), step);
  byId('found').textContent = search.value.trim() === '' ? '' : count === 0 ? 'Not found' : counted(count, 'line');
};
search.addEventListener('input', () => {
  step = 0;
  find();
});
search.addEventListener('keydown', ({ key, shiftKey }) => {
  if (key !== 'Enter') return;
  step += shiftKey ? -1 : 1;
  find();
});

const gallery = new Gallery({
  isEdited: () => html.text.trim() !== '' && JSON.stringify(project()) !== JSON.stringify(opened),
  open: (next) => open(next),
});
onClick('new', () => gallery.offer({ name: 'A new document', project: async () => projectOf(NEW_DOCUMENT) }));

const optionsDialog = byId<HTMLDialogElement>('options-panel');
onClick('options', () => {
  panel.describe();
  optionsDialog.show();
});
for (const closing of document.querySelectorAll<HTMLButtonElement>('dialog .close'))
  closing.addEventListener('click', () => closing.closest('dialog')?.close());
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') optionsDialog.close();
});

/** Shows the text or the pages on narrow screens, which have room for one. */
function showView(view: 'code' | 'pages'): void {
  byId('editor').dataset.view = view;
  for (const each of ['code', 'pages']) byId(`view-${each}`).setAttribute('aria-pressed', String(each === view));
}
onClick('view-code', () => showView('code'));
onClick('view-pages', () => showView('pages'));

const filesPanel = new FilesPanel({
  shelf,
  onChange: render,
  show: () => tabs.show('files'),
  openHtml: (text) => {
    html.text = text;
    tabs.show('html');
  },
  insert: (markup) => {
    tabs.show('html');
    isInserted = true;
    html.insert(markup);
  },
});
/** Offers the document of a link that was opened in this tab. */
async function offerLinked(): Promise<void> {
  const { hash } = location;
  const linked = await linkedByAddress();
  // Another link may have been opened meanwhile.
  if (linked === null || location.hash !== hash) return;
  const project = async (): Promise<Project> => {
    addLinkedFiles(linked);
    filesPanel.list();
    return linked.project;
  };
  gallery.offer({ name: 'The linked document', project });
}
addEventListener('hashchange', () => void offerLinked());
if (location.hash !== address) void offerLinked();

onSavedElsewhere(() => {
  const kept = 'The browser keeps only the one that is edited last: share or download the other.';
  notify(`Another tab has saved its document. ${kept}`, true);
});

offerThemes();
connectSplitter();
connectMenu();
started.listen(receive);
if (started.firstPages === null || first !== null || saved !== null) {
  // The first document is replaced if a link was opened, or another tab saved a document, meanwhile.
  document.documentElement.classList.remove('first-visit');
  render();
} else {
  const prepared = await started.firstPages;
  if (prepared !== null && answered === 0) pages.showPrepared(prepared);
}
