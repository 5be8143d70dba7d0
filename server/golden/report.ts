/** Reports of a golden run: a self-contained HTML page and JUnit XML. */
import { escapeHtml } from '../html.ts';
import type { GoldenResult, PageResult } from './golden-document.ts';

/** A document of a run. */
export interface Reported {
  readonly name: string;
  /** null: rendering failed. */
  readonly result: GoldenResult | null;
  readonly error: string | null;
}

export const isFailure = ({ result }: Reported): boolean => result === null || result.status === 'different';

/** Returns one page with all changed documents: side by side, under a slider, or as a difference. */
export function htmlReport(documents: readonly Reported[]): string {
  const failures = documents.filter((one) => isFailure(one) || one.result?.status === 'updated');
  const same = documents.length - failures.length;
  return [
    HEAD,
    '<main>',
    `<h1>${failures.length} of ${documents.length} documents ${failures.length === 1 ? 'differs' : 'differ'}</h1>`,
    same === 0
      ? ''
      : `<p>${same === 1 ? '1 document matches its snapshot' : `${same} documents match their snapshots`}.</p>`,
    ...failures.map(documentHtml),
    '</main>',
    SCRIPT,
  ].join('\n');
}

function documentHtml({ name, result, error }: Reported): string {
  const changes = result?.changes.map((change) => `<li>${codeSpans(change)}</li>`) ?? [];
  const pages = result?.pages.filter(({ same }) => !same).map(pageHtml) ?? [];
  return [
    `<section><h2>${escapeHtml(name)}</h2>`,
    error === null ? '' : `<p class="error">${escapeHtml(error)}</p>`,
    changes.length === 0 ? '' : `<ul>${changes.join('')}</ul>`,
    ...pages,
    '</section>',
  ].join('\n');
}

/** Escapes a sentence and converts its backquotes to `code` elements. */
const codeSpans = (text: string): string =>
  escapeHtml(text)
    .split('`')
    .map((part, i) => (i % 2 === 1 ? `<code>${part}</code>` : part))
    .join('');

function pageHtml({ number, pixels, sizes, expected, actual, difference }: PageResult): string {
  const [then, now] = sizes;
  const amount =
    then === null
      ? 'new'
      : now === null
        ? 'gone'
        : pixels === Infinity
          ? `${now.join(' x ')} instead of ${then.join(' x ')} pixels`
          : `${pixels} pixels differ`;
  const picture = (png: Uint8Array | null, what: string): string =>
    png === null
      ? `<figure><figcaption>${what}: none</figcaption></figure>`
      : `<figure><figcaption>${what}</figcaption><img alt="${what}" src="data:image/png;base64,${Buffer.from(png).toString('base64')}"></figure>`;
  return [
    `<details open><summary>Page ${number}: ${amount}</summary>`,
    '<div class="modes"><button type="button" data-mode="side" aria-pressed="true">Side by side</button>',
    '<button type="button" data-mode="slider" aria-pressed="false">Slider</button><button type="button" data-mode="onion" aria-pressed="false">Onion skin</button>',
    '<label hidden>Actual <input type="range" min="0" max="100" value="50"></label></div>',
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
  :root { color-scheme: light dark }
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; background: light-dark(#f4f4f5, #18181b); color: light-dark(#18181b, #e4e4e7) }
  section { background: light-dark(#fff, #27272a); padding: 1rem 1.5rem; margin: 1rem 0; border-radius: 6px }
  code { overflow-wrap: anywhere }
  figure { margin: 0 } figcaption { font-size: 13px; color: light-dark(#52525b, #a1a1aa) }
  img { max-width: 100%; border: 1px solid #d4d4d8; background: #fff }
  .error { color: light-dark(#b91c1c, #fca5a5) }
  .side { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem }
  .slider, .onion { display: grid; width: fit-content; max-width: 60rem }
  .slider figure, .onion figure { grid-area: 1 / 1 }
  .slider figure:nth-child(3), .onion figure:nth-child(3) { display: none }
  .slider figure:nth-child(2) { clip-path: inset(0 calc(100% - var(--at, 50%)) 0 0) }
  .slider figcaption, .onion figcaption { visibility: hidden }
  .onion figure:nth-child(2) { opacity: var(--at, 50%) }
  .modes { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: .5rem 0 }
  button { font: inherit; padding: .2rem .7rem; border: 1px solid light-dark(#71717a, #a1a1aa); border-radius: 4px; background: none; color: inherit }
  button[aria-pressed=true] { background: light-dark(#18181b, #e4e4e7); color: light-dark(#fff, #18181b) }
  @media (max-width: 48rem) { body { margin: .5rem } section { padding: .5rem } .side { grid-template-columns: 1fr } }
</style>`;

const SCRIPT = `<script>
  for (const details of document.querySelectorAll('details')) {
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
    const message = one.error ?? one.result?.changes.join('\n') ?? '';
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

// XML 1.0 allows no control characters but tab, line feed and carriage return.
// oxlint-disable-next-line no-control-regex -- the characters to remove
const xml = (text: string): string => escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ''));
