/** Reports of a golden run: a self-contained HTML page and JUnit XML. */
import { shellWord } from '../commands/given-options.ts';
import { escapeHtml } from '../html.ts';
import { visible } from '../terminal.ts';
import { type Change, inLines } from './change.ts';
import type { GoldenResult, PageResult } from './golden-document.ts';

/** A document of a run. */
export interface Reported {
  readonly name: string;
  /** null: rendering failed. */
  readonly result: GoldenResult | null;
  readonly error: string | null;
  /** The new document of a difference. */
  readonly pdf?: Uint8Array | null;
}

/** Bytes up to which a PDF is part of the report. */
const LARGEST_PDF = 4e6;

export const isFailure = ({ result }: Reported): boolean => result === null || result.status === 'different';

export interface ReportForm {
  /** Whether a server behind the page accepts changes. Default: the page names the command that does. */
  readonly accepts?: boolean;
  /** The options of the run, quoted for a shell. The command needs them to render the same documents. */
  readonly options?: string;
}

/**
 * Returns one page with all changed documents: an overview, and each changed page side by side, under a slider, or as a
 * difference. The file needs no others, so that it can be kept as an artifact of a CI run.
 */
export function htmlReport(documents: readonly Reported[], { accepts = false, options = '' }: ReportForm = {}): string {
  const indexOf = new Map(documents.map((one, index) => [one, index]));
  const acceptorOf = (one: Reported): Acceptor => (accepts ? acceptButtons(indexOf.get(one)!) : acceptCommand(options));
  const changed = documents.filter((one) => isFailure(one) || one.result?.status === 'updated');
  const same = documents.filter((one) => !changed.includes(one));
  const page = [
    HEAD,
    '<main>',
    `<h1>${changed.length} of ${documents.length} ${documents.length === 1 ? 'document' : 'documents'} ${changed.length === 1 ? 'differs' : 'differ'}</h1>`,
    '<p class="tools"><label>Filter <input id="filter" type="search" placeholder="name or sentence"></label>',
    '<button type="button" data-step="-1">Previous change (k)</button><button type="button" data-step="1">Next change (j)</button></p>',
    `<ol class="overview" aria-label="Documents">${changed.map(cardHtml).join('')}</ol>`,
    ...changed.map((one, index) => documentHtml(one, index, acceptorOf(one))),
    same.length === 0
      ? ''
      : `<details class="same"><summary>${sameWords(same.length)}</summary><ul>${same.map(({ name }) => `<li>${escapeHtml(name)}</li>`).join('')}</ul></details>`,
    '</main>',
    SCRIPT,
  ].join('\n');
  // Names and quoted texts could change the order in which the page shows its words.
  return visible(page);
}

const sameWords = (count: number): string =>
  count === 1 ? '1 document matches its snapshot' : `${count} documents match their snapshots`;

/** The link to a document in the report. It stays the same while the list of documents does. */
const idOf = (index: number): string => `document-${index + 1}`;

/** A picture of the first changed page that still exists, with the first sentence. */
function cardHtml({ name, result, error }: Reported, index: number): string {
  const page = result?.pages.find(({ same, actual }) => !same && actual !== null);
  const picture = page?.actual ? `<img alt="" loading="lazy" src="${pngUrl(page.actual)}">` : '';
  const words = error ?? result?.changes[0]?.text ?? '';
  return `<li data-document="${idOf(index)}"><a href="#${idOf(index)}">${picture}<b>${escapeHtml(name)}</b><span>${codeSpans(words)}</span></a></li>`;
}

const pngUrl = (png: Uint8Array): string => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;

/** How a document or a page is accepted, as HTML. */
interface Acceptor {
  readonly document: (name: string) => string;
  readonly page: (page: PageResult) => string;
}

/** The command that accepts a document's changes, with the options that rendered it. */
const acceptCommand = (options: string): Acceptor => ({
  document: (name) => {
    const command = ['npx pagewright golden', shellWord(name), options, '--update'].filter(Boolean).join(' ');
    return `<p class="accept">To accept: <code>${escapeHtml(command)}</code> <button type="button" data-copy="${escapeHtml(command)}">Copy</button></p>`;
  },
  page: () => '',
});

/** Buttons that ask the server. A page that is new or gone is accepted with its document. */
const acceptButtons = (index: number): Acceptor => ({
  document: () =>
    `<p class="accept"><button type="button" data-accept="document=${index}">Accept document</button> <span role="status"></span></p>`,
  page: ({ number, sizes: [then, now] }) =>
    then === null || now === null
      ? ''
      : `<button type="button" data-accept="document=${index}&amp;page=${number}">Accept page</button> <span role="status"></span>`,
});

function documentHtml({ name, result, error, pdf }: Reported, index: number, acceptor: Acceptor): string {
  const changes = result?.changes.map(changeHtml) ?? [];
  const shown = changes.slice(0, MOST_SHOWN);
  const folded = changes.slice(MOST_SHOWN);
  const id = idOf(index);
  const pages = result?.pages.filter(({ same }) => !same).map((page) => pageHtml(page, id, acceptor)) ?? [];
  return [
    `<section id="${id}" tabindex="-1"><h2><a href="#${id}">${escapeHtml(name)}</a></h2>`,
    pdf ? pdfHtml(pdf, name) : '',
    error === null ? '' : `<p class="error">${escapeHtml(error)}</p>`,
    shown.length === 0 ? '' : `<ul>${shown.join('')}</ul>`,
    folded.length === 0
      ? ''
      : `<details><summary>${folded.length} more ${folded.length === 1 ? 'change' : 'changes'}</summary><ul>${folded.join('')}</ul></details>`,
    result?.status === 'different' ? acceptor.document(name) : '',
    ...pages,
    '</section>',
  ].join('\n');
}

/** A change, with the elements that moved because of it folded below. */
function changeHtml({ text, consequences }: Change): string {
  if (consequences.length === 0) return `<li>${codeSpans(text)}</li>`;
  const items = consequences.map((one) => `<li>${codeSpans(one)}</li>`).join('');
  return `<li>${codeSpans(text)}<details class="moved"><summary>${movedWords(consequences.length)}</summary><ul>${items}</ul></details></li>`;
}

const movedWords = (count: number): string => (count === 1 ? '1 consequence' : `${count} consequences`);

/** A link that saves the new PDF. */
function pdfHtml(pdf: Uint8Array, name: string): string {
  if (pdf.length > LARGEST_PDF)
    return `<p>The PDF (${(pdf.length / 1e6).toFixed(1)} MB) is too large for this report: render the document to see it.</p>`;
  const file = escapeHtml(name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '.pdf'));
  return `<p><a download="${file}" href="data:application/pdf;base64,${Buffer.from(pdf).toString('base64')}">Save the new PDF</a></p>`;
}

/** Sentences that are shown at once. Causes come before their consequences. */
const MOST_SHOWN = 5;

/** Escapes a sentence and converts its backquotes to `code` elements. */
const codeSpans = (text: string): string =>
  escapeHtml(text)
    .split('`')
    .map((part, i) => (i % 2 === 1 ? `<code>${part}</code>` : part))
    .join('');

function pageHtml(result: PageResult, within: string, acceptor: Acceptor): string {
  const { number, pixels, sizes, expected, actual, difference } = result;
  const [then, now] = sizes;
  const amount =
    then === null
      ? 'new'
      : now === null
        ? 'gone'
        : pixels === Infinity
          ? `${now.join(' x ')} instead of ${then.join(' x ')} pixels`
          : `${pixels.toLocaleString('en')} pixels differ`;
  const picture = (png: Uint8Array | null, what: string): string =>
    png === null
      ? `<figure><figcaption>${what}: none</figcaption></figure>`
      : `<figure><figcaption>${what}</figcaption><img alt="${what}" loading="lazy" src="${pngUrl(png)}"></figure>`;
  return [
    `<details open class="change" id="${within}-page-${number}"><summary>Page ${number}: ${amount}</summary>`,
    '<div class="modes"><button type="button" data-mode="side" aria-pressed="true">Side by side</button>',
    '<button type="button" data-mode="slider" aria-pressed="false">Slider</button><button type="button" data-mode="onion" aria-pressed="false">Onion skin</button>',
    '<label hidden>Actual <input type="range" min="0" max="100" value="50"></label>',
    `${acceptor.page(result)}</div>`,
    `<div class="page side">${picture(expected, 'expected')}${picture(actual, 'actual')}${picture(difference, 'difference')}</div>`,
    '</details>',
  ].join('\n');
}

const HEAD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Golden documents</title>
<style>
  :root { color-scheme: light dark; --line: light-dark(#c9d1d1, #44504f); --paper: light-dark(#fff, #1b2221); --faint: light-dark(#566362, #9aa8a6); --accent: light-dark(#0b5d5e, #62c4c0) }
  * { box-sizing: border-box }
  body { font: 15px/1.5 system-ui, sans-serif; margin: 0; background: light-dark(#f3f6f6, #121716); color: light-dark(#1c2827, #e3ebea) }
  main { max-width: 90rem; margin: 0 auto; padding: 1.5rem 2rem; background: inherit }
  h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 0 } h2 a { color: inherit; text-decoration: none } h2 a:hover { text-decoration: underline }
  a { color: var(--accent) } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
  section { background: var(--paper); padding: 1rem 1.5rem; margin: 1rem 0; border: 1px solid var(--line); border-radius: 8px; scroll-margin-top: 4rem }
  section:focus { outline: 2px solid var(--accent) }
  section > ul { padding-left: 1.2rem } .moved { color: var(--faint); font-size: 14px } .moved ul { margin: .2rem 0; padding-left: 1.2rem }
  summary { cursor: pointer }
  code { overflow-wrap: anywhere; font-size: .92em }
  figure { margin: 0 } figcaption { font-size: 13px; color: var(--faint) } figcaption::first-letter { text-transform: uppercase }
  img { max-width: 100%; border: 1px solid var(--line); background: #fff }
  .tools { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; position: sticky; top: 0; margin: 0 0 .5rem; padding: .75rem 0; background: inherit; z-index: 1 }
  input[type=search] { font: inherit; padding: .25rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit; width: 18rem; max-width: 60vw }
  .overview { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem }
  .overview a { display: grid; align-content: start; gap: .3rem; height: 100%; padding: .75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: inherit; text-decoration: none; overflow-wrap: anywhere }
  .overview a:hover { border-color: var(--accent) }
  .overview img { width: 100%; height: 9rem; object-fit: contain; border: 0; background: none; margin-bottom: .3rem; filter: drop-shadow(0 0 1px #0009) }
  .overview span { font-size: 13px; color: var(--faint) }
  [hidden] { display: none !important }
  .error { color: light-dark(#a3261b, #ff9d90) }
  .change { margin-top: 1rem; padding-top: .75rem; border-top: 1px solid var(--line) } .change > summary { font-weight: 600 }
  .side { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem }
  .slider, .onion { display: grid; width: fit-content; max-width: 60rem }
  .slider figure, .onion figure { grid-area: 1 / 1 }
  .slider figure:nth-child(3), .onion figure:nth-child(3) { display: none }
  .slider figure:nth-child(2) { clip-path: inset(0 calc(100% - var(--at, 50%)) 0 0) }
  .slider figcaption, .onion figcaption { visibility: hidden }
  .onion figure:nth-child(2) { opacity: var(--at, 50%) }
  .modes { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .75rem 0 }
  button { font: inherit; font-size: 14px; padding: .2rem .75rem; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit; cursor: pointer }
  button:hover { border-color: var(--accent) }
  button[aria-pressed=true], button[data-accept] { border-color: var(--accent); background: var(--accent); color: light-dark(#fff, #10201f) }
  @media (max-width: 48rem) { main { padding: .75rem } section { padding: .75rem } .side { grid-template-columns: 1fr } .overview { grid-template-columns: 1fr 1fr } }
</style>`;

const SCRIPT = `<script>
  const changes = [...document.querySelectorAll('section')];
  const filter = document.getElementById('filter');
  filter.addEventListener('input', () => {
    const wanted = filter.value.trim().toLowerCase();
    for (const section of changes) {
      section.hidden = !section.textContent.toLowerCase().includes(wanted);
      document.querySelector('[data-document="' + section.id + '"]').hidden = section.hidden;
    }
  });
  const step = (by) => {
    const shown = changes.filter(({ hidden }) => !hidden);
    if (shown.length === 0) return;
    const now = shown.findIndex((section) => section.contains(document.activeElement));
    const next = shown[Math.max(0, Math.min(shown.length - 1, now < 0 ? (by > 0 ? 0 : shown.length - 1) : now + by))];
    next.focus({ preventScroll: true });
    next.scrollIntoView();
  };
  addEventListener('keydown', ({ key, target, ctrlKey, metaKey, altKey }) => {
    if (target.matches('input') || ctrlKey || metaKey || altKey) return;
    if (key === 'j' || key === 'n') step(1);
    else if (key === 'k' || key === 'p') step(-1);
    else if (key === '/') setTimeout(() => filter.focus());
  });
  const accept = async (button, asked) => {
    const say = (words) => (button.nextElementSibling.textContent = words);
    button.disabled = true;
    say('Accepting …');
    try {
      const answer = await fetch('/accept?' + asked, { method: 'POST', headers: { 'X-Pagewright': 'accept' } });
      if (!answer.ok) return say('The change was not stored. Reload the page and try again.');
      const { isAccepted, left } = await answer.json();
      if (!isAccepted) say('The document has changed since this report. Reload the page and look at it again.');
      else if (left > 0) location.reload();
      else document.querySelector('main').innerHTML = '<h1>All changes are accepted</h1><p>The command has ended.</p>';
    } catch {
      say('The command has ended. Run it again.');
    }
  };
  addEventListener('click', async ({ target }) => {
    const { step: by, copy, accept: asked } = target.dataset ?? {};
    if (by) step(Number(by));
    if (asked) await accept(target, asked);
    if (!copy) return;
    try {
      await navigator.clipboard.writeText(copy);
      target.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(target.previousElementSibling);
    }
  });
  for (const details of document.querySelectorAll('details.change')) {
    const page = details.querySelector('.page');
    details.addEventListener('click', (event) => {
      const mode = event.target.dataset?.mode;
      if (!mode) return;
      page.className = 'page ' + mode;
      details.querySelector('label').hidden = mode === 'side';
      for (const button of details.querySelectorAll('button')) button.ariaPressed = String(button === event.target);
    });
    details.querySelector('input').addEventListener('input', (event) => page.style.setProperty('--at', event.target.value + '%'));
  }
</script>`;

/** Returns the report in the JUnit format of CI systems. */
export function junitReport(documents: readonly Reported[], seconds: number): string {
  const cases = documents.map((one) => {
    const name = xml(one.name);
    if (!isFailure(one)) return `  <testcase classname="golden" name="${name}"/>`;
    const message = one.error ?? one.result?.changes.flatMap(inLines).join('\n') ?? '';
    const first = message.split('\n', 1)[0] ?? '';
    return `  <testcase classname="golden" name="${name}"><failure message="${xml(first)}">${xml(message)}</failure></testcase>`;
  });
  const failures = documents.filter(isFailure).length;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="pagewright golden" tests="${documents.length}" failures="${failures}" time="${seconds.toFixed(3)}">`,
    ...cases,
    '</testsuite>\n',
  ].join('\n');
}

/** Escapes text for XML 1.0, which allows no control characters but tab, line feed and carriage return. */
const xml = (text: string): string => escapeHtml(visible(text));
