/** What the pages of the documentation do in a browser: search, copy samples, and open them in the editor. */
import MiniSearch from 'minisearch';
import { resultsFor, SEARCH_OPTIONS } from './search-options.ts';

const script = document.currentScript as HTMLScriptElement;
/** URL of the site's folder. */
const root = new URL('.', script.src);
/** A folder on disk and other hosts have no editor. */
const isServed = root.pathname.endsWith('/guides/');
/** Where a service runs by default. */
const LOCAL_SERVICE = 'http://127.0.0.1:8080/';
const MOST_RESULTS = 12;

interface Found {
  readonly id: string;
  readonly title: string;
  readonly page: string;
  readonly start: string;
}

/** Loads the index when the reader first searches. */
let loading: Promise<MiniSearch> | undefined;
const loadIndex = (): Promise<MiniSearch> =>
  (loading ??= new Promise((resolve, reject) => {
    Object.assign(window, {
      pagewrightSearch: (json: string) => resolve(MiniSearch.loadJSON(json, SEARCH_OPTIONS)),
    });
    const element = document.createElement('script');
    element.src = new URL('search-index.js', root).href;
    element.onerror = () => reject(new Error('The search index did not load.'));
    document.head.append(element);
  }));

function offerSearch(input: HTMLInputElement, box: HTMLElement): void {
  const status = box.querySelector('p')!;
  const list = box.querySelector('ol')!;
  const close = (): void => void (box.hidden = true);
  const show = async (): Promise<void> => {
    const query = input.value.trim();
    if (query === '') return close();
    try {
      const index = await loadIndex();
      if (query !== input.value.trim()) return;
      const found = resultsFor(index, query).slice(0, MOST_RESULTS) as unknown as Found[];
      list.replaceChildren(...found.map(resultItem));
      status.textContent =
        found.length === 0
          ? `Nothing found for “${query}”`
          : `${found.length} ${found.length === 1 ? 'result' : 'results'}`;
    } catch (error) {
      loading = undefined;
      status.textContent = (error as Error).message;
    }
    box.hidden = false;
  };
  input.addEventListener('focus', () => void loadIndex().catch(() => undefined));
  input.addEventListener('input', () => void show());
  const step = (by: number): void => {
    const places = [input, ...list.querySelectorAll('a')];
    places[places.indexOf(document.activeElement as HTMLAnchorElement) + by]?.focus();
  };
  input.parentElement!.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      step(event.key === 'ArrowDown' ? 1 : -1);
      event.preventDefault();
    } else if (event.key === 'Escape') {
      close();
      input.focus();
    } else if (event.key === 'Enter' && document.activeElement === input) list.querySelector('a')?.click();
  });
  document.addEventListener('click', ({ target }) => {
    if (!input.parentElement!.contains(target as Node)) close();
    else if ((target as Element).closest('a')) close();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === input) return;
    event.preventDefault();
    input.focus();
  });
}

function resultItem({ id, title, page, start }: Found): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = new URL(id, root).href;
  const more = document.createElement('small');
  more.textContent = title === page ? start : `${page}: ${start}`;
  link.append(title, more);
  item.append(link);
  return item;
}

const COPIED_MS = 1500;

function offerCopying(sample: Element): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', () => {
    navigator.clipboard.writeText(sample.querySelector('code')!.textContent.trimEnd()).then(
      () => (button.textContent = 'Copied'),
      () => (button.textContent = 'Copying is not allowed'),
    );
    setTimeout(() => (button.textContent = 'Copy'), COPIED_MS);
  });
  sample.querySelector('.tools')!.append(button);
}

/** Applies the theme that the reader chose in the editor. */
function applyTheme(): void {
  try {
    const theme = localStorage.getItem('pagewright theme');
    if (theme !== null) document.documentElement.dataset.theme = theme;
  } catch {
    // Without storage, the system's theme applies.
  }
}

/** Scrolls the list of all pages to the current one, if it has its own scroll bar. */
function showCurrentPage(list: HTMLElement): void {
  const current = list.querySelector<HTMLElement>('[aria-current]');
  if (current !== null && list.scrollHeight > list.clientHeight)
    list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

applyTheme();
showCurrentPage(document.querySelector('#all')!);
offerSearch(document.querySelector('#search')!, document.querySelector('#found')!);
// Browsers allow copying only on https and on this machine.
if (isSecureContext) for (const sample of document.querySelectorAll('.sample')) offerCopying(sample);
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-editor]'))
  if (!isServed) link.href = LOCAL_SERVICE + new URL(link.href).hash;
if (isServed) for (const link of document.querySelectorAll<HTMLElement>('[data-served]')) link.hidden = false;
