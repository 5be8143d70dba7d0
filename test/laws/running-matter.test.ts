/**
 * Compares page numbers, named strings, running elements, references and forced breaks of random books with a model
 * that does no layout.
 */
import { linesOf, fragmentText } from '../books/pages.ts';
import { layoutDocument } from '../../engine/render.ts';
import type { Page, PlacedFragment } from '../../engine/pages/page.ts';
import {
  type Assignment,
  breaksBefore,
  counterAt,
  isNote,
  isRunning,
  KEYWORDS,
  type Outline,
  outlineOf,
  pageName,
  pageNumbers,
  pageOfGroup,
  shownOn,
  valueOf,
} from './book-model.ts';
import { generateBook } from './generate-book.ts';
import { upholdOver } from './law.ts';
import { type Sample, type Specimen, write } from './specimen.ts';

const HEAD = `<!DOCTYPE html><style>
@page{margin:20px;
@bottom-left{content:counter(page-of-a) "," counter(page-of-b)}
@top-left{content:counter(page) "," counter(c) "," counter(pages)}
@top-center{content:${KEYWORDS.map((keyword) => `string(s, ${keyword})`).join(' "," ')}}
@top-right{content:"" string(t, last)}
@left-top{content:element(r)}@left-middle{content:element(r, start)}@left-bottom{content:element(r, last)}@right-top{content:element(r, first-except)}}
*{margin:0;padding:0}html{font:8px/10px Arial;counter-reset:c}p{orphans:1;widows:1}table{border-spacing:0}td{vertical-align:top}a{font-size:4px;white-space:nowrap}
a[href]::after{content:"(" target-counter(attr(href), page) "," target-counter(attr(href), c) "," target-text(attr(href)) "," attr(href) ")"}
</style>`;

/** Lines are long enough for any inline content. */
function html({ body }: Sample): string {
  const mode = valueOf(body, 'writing-mode');
  return `${HEAD}<style>@page{size:${mode === null ? '640px 80px' : '80px 640px'}}</style>${write(body)}`;
}

/** Returns the words on a page, in order. */
function wordsOn(page: Page): string[] {
  return textOf([...(page.root === null ? [] : [page.root]), ...page.positioned]).match(/w\d+/g) ?? [];
}

const textOf = (placed: readonly PlacedFragment[]): string =>
  linesOf(placed)
    .map((line) => line.text)
    .join(' ')
    .replace(/\([^)]*\)/g, ' ');

const marginText = (page: Page, name: string): string =>
  page.marginBoxes
    .filter(({ fragment }) => fragment.box.pseudo === name)
    .map(({ fragment }) => fragmentText(fragment).replace(/\s+/g, ''))
    .join('');

/** Random references lead nowhere, and strings of whole chapters are longer than their margins. */
const EXPECTED: ReadonlySet<string> = new Set(['content/unknown-target', 'layout/clipped-text']);

async function violation(sample: Sample): Promise<string | null> {
  const outline = outlineOf(sample.body);
  if (hasEmptyLines(outline)) return null;
  const { pages, diagnostics } = await layoutDocument(html(sample), { limits: { deadlineMs: 30_000, maxPages: 300 } });
  const found = pages.map(wordsOn);
  const pageOf = outline.words.map((word) => found.findIndex((words) => words.includes(word)));
  const codes = diagnostics.list().flatMap(({ code, message }) => (EXPECTED.has(code) ? [] : `${code} ${message}`));
  return (
    (codes.length > 0 ? codes.join('; ') : null) ??
    wrongWords(outline, found) ??
    wrongNotes(outline, pages, pageOf) ??
    wrongBreaks(outline, pages, pageOf) ??
    wrongNumbers(outline, pages, pageOf) ??
    wrongGroups(outline, pages, pageOf) ??
    wrongStrings(outline, pages, pageOf) ??
    wrongReferences(outline, pages, pageOf)
  );
}

/** A reduced sample may have boxes without text, which get pages of their own that the model does not cover. */
function hasEmptyLines({ elements }: Outline): boolean {
  return elements.some(
    ({ node, node: { tag, children }, first, end }) =>
      (first === end && !['a', 'b', 'br', 'i'].includes(tag)) ||
      (['b', 'i'].includes(tag) && (children.length === 0 || !(isRunning(node) || isNote(node)))) ||
      children.some((child, i) => {
        const before = children[i - 1];
        return isBreak(child) && (before === undefined || isBreak(before) || i + 1 === children.length);
      }),
  );
}

const isBreak = (node: Specimen | string): boolean => typeof node !== 'string' && node.tag === 'br';

function wrongWords({ words }: Outline, found: readonly (readonly string[])[]): string | null {
  const all = found.flat();
  for (const word of words) {
    const count = all.filter((one) => one === word).length;
    if (count !== 1) return `${word} is found ${count} times`;
  }
  return all.length === words.length ? null : 'there are other words';
}

/** Each note must appear once, on the page of its call or a later one. */
function wrongNotes({ elements }: Outline, pages: readonly Page[], pageOf: readonly number[]): string | null {
  const found = pages.map(({ footnotes }) => textOf(footnotes).match(/n\d+/g) ?? []);
  for (const { node, first } of elements) {
    if (!isNote(node)) continue;
    const note = String(node.children[0]);
    const on = found.flatMap((notes, i) => notes.filter((one) => one === note).map(() => i));
    if (on.length !== 1) return `${note} is found ${on.length} times`;
    // The note follows the preceding word.
    if (on[0]! < pageOf[first - 1]!) return `${note} is on an earlier page than its call`;
  }
  return null;
}

/** Returns the side that a break requires, according to the page progression. */
function sideOf(value: string, { elements }: Outline): 'left' | 'right' | null {
  const { node } = elements[0]!;
  const isFromRight = valueOf(node, 'direction') === 'rtl' || valueOf(node, 'writing-mode') === 'vertical-rl';
  if (value === 'left' || value === 'right') return value;
  if (value !== 'recto' && value !== 'verso') return null;
  return (value === 'recto') === isFromRight ? 'left' : 'right';
}

function wrongBreaks(outline: Outline, pages: readonly Page[], pageOf: readonly number[]): string | null {
  for (const [i, page] of pages.entries()) {
    const first = pageOf.indexOf(i);
    if (first < 0 && page.footnotes.length > 0) continue;
    if (first < 0 && !page.blank) return `page ${i + 1} has nothing`;
    if (first < 0) {
      if (i + 1 === pages.length || pages[i + 1]!.blank) return `page ${i + 1} is blank before no page`;
      const breaks = breaksBefore(outline, pageOf.indexOf(i + 1));
      if (!breaks.some((value) => sideOf(value, outline) !== null))
        return `page ${i + 1} is blank though no side is asked for`;
      continue;
    }
    const name = pageName(outline.around[first]!);
    if (page.name !== name) return `page ${i + 1} has the name "${page.name}" of "${name}"`;
  }
  for (let word = 0; word < outline.words.length; word++) {
    const here = pages[pageOf[word]!]!;
    const breaks = breaksBefore(outline, word);
    const renamed = word > 0 && pageName(outline.around[word]!) !== pageName(outline.around[word - 1]!);
    if (word > 0 && (breaks.length > 0 || renamed) && pageOf[word] === pageOf[word - 1])
      return `no break before ${outline.words[word]}`;
    const side = breaks.flatMap((value) => sideOf(value, outline) ?? []).at(-1) ?? here.side;
    if (here.side !== side) return `${outline.words[word]} is on a ${here.side} page`;
  }
  return null;
}

function wrongNumbers(outline: Outline, pages: readonly Page[], pageOf: readonly number[]): string | null {
  const numbers = pageNumbers(outline, pageOf, pages.length);
  let counter = 0;
  for (const [i, page] of pages.entries()) {
    const first = pageOf.indexOf(i);
    if (first > 0) counter = counterAt(outline, 'c', first - 1);
    if (first < 0 && i > 0)
      counter = counterAt(outline, 'c', Math.max(...pageOf.flatMap((p, w) => (p < i ? w : [-1]))));
    const expected = `${numbers[i]},${counter},${pages.length}`;
    const found = marginText(page, 'top-left');
    if (found !== expected) return `page ${i + 1} says ${found}, not ${expected}`;
  }
  return null;
}

function wrongGroups(outline: Outline, pages: readonly Page[], pageOf: readonly number[]): string | null {
  const [a, b] = ['a', 'b'].map((name) => pageOfGroup(outline, pageOf, pages.length, name));
  for (const [i, page] of pages.entries()) {
    const expected = `${a![i]},${b![i]}`;
    const found = marginText(page, 'bottom-left');
    if (found !== expected) return `page ${i + 1} is ${found} of the groups, not ${expected}`;
  }
  return null;
}

function wrongStrings(outline: Outline, pages: readonly Page[], pageOf: readonly number[]): string | null {
  const strings: Assignment[] = [];
  const texts: Assignment[] = [];
  const running: Assignment[] = [];
  for (const { node, first, end } of outline.elements) {
    const set = valueOf(node, 'string-set');
    if (set?.startsWith('s ')) strings.push({ word: first, value: valueOf(node, 'title') ?? '' });
    if (set?.startsWith('t ')) texts.push({ word: first, value: outline.words.slice(first, end).join('') });
    if (isRunning(node)) running.push({ word: first, value: String(node.children[0]) });
  }
  const shown = shownOn(strings, pageOf, pages.length);
  const shownText = shownOn(texts, pageOf, pages.length);
  const elements = shownOn(running, pageOf, pages.length);
  for (const [i, page] of pages.entries()) {
    const expected = [
      ['top-center', KEYWORDS.map((keyword) => shown[i]![keyword]).join(',')],
      ['top-right', shownText[i]!.last],
      ['left-top', elements[i]!.first],
      ['left-middle', elements[i]!.start],
      ['left-bottom', elements[i]!.last],
      ['right-top', elements[i]!['first-except']],
    ] as const;
    for (const [box, value] of expected)
      if (marginText(page, box) !== value)
        return `page ${i + 1}: ${box} says "${marginText(page, box)}", not "${value}"`;
  }
  return null;
}

function wrongReferences(outline: Outline, pages: readonly Page[], pageOf: readonly number[]): string | null {
  const numbers = pageNumbers(outline, pageOf, pages.length);
  const text = pages
    .flatMap((page) => (page.root === null ? [] : linesOf([page.root])))
    .map((line) => line.text)
    .join(' ');
  for (const [, found, counter, target, id] of text.matchAll(/\((-?\d*),(-?\d*),([^,]*),#([^)]*)\)/g)) {
    const placed = outline.elements.find(({ node }) => valueOf(node, 'id') === id);
    if (placed === undefined) continue;
    const expected = [
      numbers[pageOf[placed.first]!],
      counterAtElement(outline, placed),
      outline.words.slice(placed.first, placed.end).join(' '),
    ].join();
    const said = [found, counter, target!.trim()].join();
    if (said !== expected) return `${id} is at ${expected}, not at ${said}`;
  }
  return null;
}

function counterAtElement(outline: Outline, placed: Outline['elements'][number]): number {
  const upTo = outline.elements.slice(0, outline.elements.indexOf(placed) + 1);
  return counterAt({ ...outline, elements: upTo }, 'c', placed.first);
}

describe('the law of running matter', function () {
  this.timeout(300_000);

  it('derives numbers, strings, running elements and references from the source and the pages', () =>
    upholdOver('running matter', 40, generateBook, violation, html));
});
