import { expect } from 'chai';
import type { Fragment } from '../../engine/layout/contract/fragment.ts';
import type { Page, PlacedFragment } from '../../engine/pages/page.ts';
import { layoutDocument } from '../../engine/render.ts';

/** Pages of 200 x 100 px with margins of 20 px: six lines of 10 px, about thirty letters wide. */
const SHEET =
  '<style>@page{size:200px 100px;margin:20px}*{margin:0;padding:0}html{font:8px/10px Arial}p{orphans:1;widows:1}h1,h2,h3{font:inherit}.n{float:footnote}</style>';

/** Lays out a few lines of HTML as pages of a small book. */
export async function book(
  html: string,
): Promise<{ readonly pages: readonly Page[]; readonly diagnostics: readonly string[] }> {
  const { pages, diagnostics } = await layoutDocument(`<!DOCTYPE html>${SHEET}${html}`);
  return { pages, diagnostics: diagnostics.list().map(({ code }) => code) };
}

/**
 * Compares the pages of a few lines of HTML with the expected ones. Each page is a line: its text with lines separated
 * by slashes, its notes after `~`, then the margin boxes with text: `a b / c ~ 1. note [top-left: head]`. Diagnostics
 * not listed in `codes` are failures.
 */
export async function expectPages(
  html: string,
  expected: readonly string[],
  codes: readonly string[] = [],
): Promise<void> {
  const { pages, diagnostics } = await book(html);
  expect(pages.map(pageText)).to.deep.equal(expected);
  expect(diagnostics, 'diagnostics').to.deep.equal(codes);
}

/** Returns `count` paragraphs of one line: `1`, `2`, ... */
export const lines = (count: number, from = 1): string =>
  Array.from({ length: count }, (_, i) => `<p>${from + i}`).join('');

export function pageText(page: Page): string {
  const body = [...(page.root === null ? [] : [page.root]), ...page.positioned];
  const notes = textOf(page.footnotes);
  const margins = page.marginBoxes.map((placed) => {
    const text = textOf([placed]);
    return text === '' ? '' : ` [${placed.fragment.box.pseudo}: ${text}]`;
  });
  return `${textOf(body)}${notes === '' ? '' : ` ~ ${notes}`}${margins.join('')}`;
}

/** A line of text and its corner in CSS px. */
export interface Line {
  readonly y: number;
  readonly x: number;
  readonly text: string;
}

/** Returns the lines of text from top to bottom, then from left to right. */
function textOf(placed: readonly PlacedFragment[]): string {
  const found = linesOf(placed).toSorted((a, b) => a.y - b.y || a.x - b.x);
  return found.map(({ text }) => text).join(' / ');
}

/** Returns the lines that have text, in tree order. */
export function linesOf(placed: readonly PlacedFragment[]): Line[] {
  const found: Line[] = [];
  for (const { fragment, x, y } of placed) collect(fragment, x, y, found);
  return found;
}

function collect(fragment: Fragment, x: number, y: number, found: Line[]): void {
  if (fragment.type === 'text') return;
  if (fragment.type === 'line') {
    const text = fragmentText(fragment).replace(/\s+/g, ' ').trim();
    if (text !== '') found.push({ x: x / 64, y: y / 64, text });
    return;
  }
  fragment.children.forEach((child, i) =>
    collect(child, x + fragment.offsets[2 * i]!, y + fragment.offsets[2 * i + 1]!, found),
  );
}

/** Returns the text in a fragment as readers extract it. */
export function fragmentText(fragment: Fragment): string {
  if (fragment.type !== 'text') return fragment.children.map(fragmentText).join('');
  const { run, replacementText } = fragment;
  return replacementText ?? (run.item < 0 ? '' : run.text.slice(run.start, run.end));
}
