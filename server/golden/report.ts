/** What a golden run says in files: an HTML page that needs nothing else, and JUnit XML. */
import { escapeHtml } from '../html.ts';
import type { GoldenResult, PageResult } from './golden-document.ts';

/** A document of a run. */
export interface Reported {
  readonly name: string;
  /** null: it could not be rendered. */
  readonly result: GoldenResult | null;
  readonly error: string | null;
}

export const isFailure = ({ result }: Reported): boolean => result === null || result.status === 'different';

/** One page with every document that isn't what it was: side by side, under a slider, or through each other. */
export function htmlReport(documents: readonly Reported[]): string {
  const failures = documents.filter((one) => isFailure(one) || one.result?.status === 'updated');
  const same = documents.length - failures.length;
  return [
    HEAD,
    `<h1>${failures.length} of ${documents.length} documents differ</h1>`,
    `<p>${same} look as they did.</p>`,
    ...failures.map(documentHtml),
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

/** Backquotes of a sentence as `code`. */
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
    '<div class="modes"><button type="button" data-mode="side">Side by side</button>',
    '<button type="button" data-mode="slider">Slider</button><button type="button" data-mode="onion">Onion skin</button>',
    '<label>Actual <input type="range" min="0" max="100" value="50"></label></div>',
    `<div class="page side">${picture(expected, 'expected')}${picture(actual, 'actual')}${picture(difference, 'difference')}</div>`,
    '</details>',
  ].join('\n');
}

const HEAD = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Golden documents</title>
<style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; background: #f4f4f5; color: #18181b }
  section { background: #fff; padding: 1rem 1.5rem; margin: 1rem 0; border-radius: 6px }
  figure { margin: 0 } figcaption { font-size: 13px; color: #52525b }
  img { max-width: 100%; border: 1px solid #d4d4d8; background: #fff }
  .error { color: #b91c1c }
  .side { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem }
  .slider, .onion { display: grid; width: fit-content; max-width: 60rem }
  .slider figure, .onion figure { grid-area: 1 / 1 }
  .slider figure:nth-child(3), .onion figure:nth-child(3) { display: none }
  .slider figure:nth-child(2) { clip-path: inset(0 calc(100% - var(--at, 50%)) 0 0) }
  .onion figure:nth-child(2) { opacity: var(--at, 50%) }
  .modes { display: flex; gap: .5rem; align-items: center; margin: .5rem 0 }
</style>`;

const SCRIPT = `<script>
  for (const details of document.querySelectorAll('details')) {
    const page = details.querySelector('.page');
    details.addEventListener('click', (event) => {
      const mode = event.target.dataset?.mode;
      if (mode) page.className = 'page ' + mode;
    });
    details.querySelector('input').addEventListener('input', (event) => page.style.setProperty('--at', event.target.value + '%'));
  }
</script>`;

/** As CI systems read it. */
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

// What XML 1.0 can't hold is left out.
// oxlint-disable-next-line no-control-regex
const xml = (text: string): string => escapeHtml(text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ''));
