/**
 * Finds the page breaks of an earlier edition in a new one (`keepPages`), and tracks where its pages end and how they are
 * numbered. Paragraphs are compared by their text, so that pages keep their beginnings wherever it hasn't changed.
 */
import { type Box, BoxFlag, isInFlow } from '../boxes/box.ts';
import type { DocumentLayout, LaidOutPage } from '../document-layout.ts';
import type { Element } from '../document/node.ts';
import type { BlockBreakToken, BreakToken } from '../layout/contract/break-token.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import { BreakAppeal, type EarlyBreak } from '../layout/fragmentation/break-appeal.ts';
import { firstInFlowChild } from '../layout/fragmentation/break-values.ts';
import { flowToken } from '../layout/fragmentation/next-break.ts';
import { SectionTokenData } from '../layout/table/table-token.ts';
import { INDEFINITE } from '../units.ts';
import { alphabeticText } from '../boxes/counter-styles.ts';
import type { FilledArea } from './filled-area.ts';

/** The pages of an earlier edition. */
type EarlierPages = Pick<DocumentLayout, 'pages'>;

/** The beginning of a page of the earlier edition. */
interface KeptBreak {
  /** The index of the earlier page. */
  readonly page: number;
  /** The box before which the page begins, or that holds the line. */
  readonly box: Box;
  /** The line that begins the page, or -1 for the start of the box. */
  readonly line: number;
  /** The place as a path from the root element's box. */
  readonly path: EarlyBreak;
}

/** A paragraph of the earlier edition, and the pages that begin in it. */
interface OldParagraph {
  text: string;
  lines: number;
  readonly begins: { readonly page: number; readonly line: number }[];
}

/** Returns the beginnings of earlier pages that the new document has, in order. */
function keptBreaks(root: Box, earlier: EarlierPages): KeptBreak[] {
  const old = paragraphsOf(earlier.pages);
  const boxes = paragraphBoxes(root);
  const matches = matchedTexts(
    old.map(({ text }) => text),
    boxes.map((box) => plain(box.inline!.text)),
  );
  const found: KeptBreak[] = [];
  old.forEach(({ begins }, i) => {
    const match = matches[i] ?? null;
    if (match === null) return;
    for (const { page, line } of begins) {
      const kept = breakAt(root, boxes[match]!, page, line);
      if (kept !== null && page > (found.at(-1)?.page ?? 0)) found.push(kept);
    }
  });
  return found;
}

/** Returns the paragraphs of the earlier edition in order. Parts on several pages form one. */
function paragraphsOf(pages: readonly LaidOutPage[]): OldParagraph[] {
  const found: OldParagraph[] = [];
  const open = new Map<string, OldParagraph>();
  pages.forEach(({ boxes }, page) => {
    let isFirst = true;
    let copyDepth = Infinity;
    for (const { selector, lines, continued, repeated, depth } of boxes) {
      // The contents of a repeated copy aren't marked as repeated.
      if (depth <= copyDepth) copyDepth = repeated ? depth : Infinity;
      if (lines.length === 0 || copyDepth < Infinity) continue;
      let paragraph = continued ? open.get(selector) : undefined;
      if (paragraph === undefined) {
        paragraph = { text: '', lines: 0, begins: [] };
        open.set(selector, paragraph);
        found.push(paragraph);
      }
      if (isFirst && page > 0) paragraph.begins.push({ page, line: paragraph.lines > 0 ? paragraph.lines : -1 });
      isFirst = false;
      paragraph.text += plain(lines.map(({ text }) => text).join(''));
      paragraph.lines += lines.length;
    }
  });
  return found;
}

/** Spaces and hyphens depend on where lines end. */
const plain = (text: string): string => text.replace(/[\s\u00ad\u200b\u2010\ufffc-]+/g, '');

/** Returns the boxes that hold all the lines of an element, in document order. */
function paragraphBoxes(root: Box): Box[] {
  const found = new Map<Element, Box | null>();
  const visit = (box: Box): void => {
    if (box.inline !== null && box.element !== null && box.pseudo === null)
      found.set(box.element, found.has(box.element) ? null : box);
    for (const child of box.children) visit(child);
  };
  visit(root);
  return [...found.values()].filter((box) => box !== null);
}

function breakAt(root: Box, paragraph: Box, page: number, line: number): KeptBreak | null {
  let box = paragraph;
  // A page that begins with a paragraph begins with the boxes that begin there.
  if (line < 0)
    while (box.parent !== null && box.parent !== root && firstInFlowChild(box.parent) === box) box = box.parent;
  let path: EarlyBreak = { box, inside: null, line, appeal: BreakAppeal.Perfect, offset: INDEFINITE };
  for (let at: Box = box; at !== root; at = at.parent) {
    if (at.parent === null || !isInFlow(at) || at.has(BoxFlag.Monolithic)) return null;
    if (at !== box) path = { ...path, box: at, inside: path, line: -1 };
  }
  return box === root ? null : { page, box, line, path };
}

/** Whether a page ends where a kept page begins. */
export function endsAt(token: BlockBreakToken | null, { box, line }: KeptBreak): boolean {
  for (let at = token; at !== null; at = flowToken(at)) {
    if (at.data instanceof SectionTokenData && line < 0 && beginsWithRow(at.data, box)) return true;
    if (at.box !== box) continue;
    if (line < 0) return at.isBreakBefore;
    return at.children.some((child: BreakToken) => child.type === 'inline' && child.lineNumber === line);
  }
  return false;
}

/** Whether the next part of a row group begins with a row. */
function beginsWithRow({ rows, state }: SectionTokenData, row: Box): boolean {
  return state.status !== 'begun' && rows.at(state.next)?.box === row;
}

/** Whether a kept page begins within the content of a page. */
export function begins(fragment: BoxFragment, { box, line }: KeptBreak): boolean {
  if (fragment.box === box) {
    if (line < 0) return true;
    const inline = fragment.breakToken?.children.find((child: BreakToken) => child.type === 'inline');
    return inline === undefined || inline.lineNumber > line;
  }
  return fragment.children.some((child) => child.type === 'box' && begins(child, { box, line } as KeptBreak));
}

/**
 * Returns for each text of `before` the index of the same text in `after`, or null. Matches keep their order. Texts that
 * occur once in both are matched first, then their neighbors.
 */
export function matchedTexts(before: readonly string[], after: readonly string[]): (number | null)[] {
  const matches = new Array<number | null>(before.length).fill(null);
  const unique = increasing(uniquePairs(before, after));
  let [oldStart, newStart] = [0, 0];
  for (const [i, j] of [...unique, [before.length, after.length] as const]) {
    let [a, b] = [oldStart, newStart];
    while (a < i && b < j && before[a] === after[b]) matches[a++] = b++;
    let [c, d] = [i - 1, j - 1];
    while (c >= a && d >= b && before[c] === after[d]) matches[c--] = d--;
    if (i < before.length) matches[i] = j;
    [oldStart, newStart] = [i + 1, j + 1];
  }
  return matches;
}

/** Returns the indexes of texts that occur once in both, in the order of `before`. */
function uniquePairs(before: readonly string[], after: readonly string[]): (readonly [number, number])[] {
  const places = onlyPlaces(after);
  const pairs: (readonly [number, number])[] = [];
  for (const [text, i] of onlyPlaces(before)) {
    const j = places.get(text);
    if (i >= 0 && j !== undefined && j >= 0) pairs.push([i, j]);
  }
  return pairs.sort(([a], [b]) => a - b);
}

/** Returns the index of each text; -1 for texts that occur more than once. */
function onlyPlaces(texts: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  texts.forEach((text, i) => places.set(text, places.has(text) ? -1 : i));
  return places;
}

/** Returns the longest subsequence whose second numbers increase. */
function increasing(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const tails: number[] = [];
  const before = new Array<number>(pairs.length).fill(-1);
  pairs.forEach(([, j], p) => {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < j) low = middle + 1;
      else high = middle;
    }
    before[p] = low === 0 ? -1 : tails[low - 1]!;
    tails[low] = p;
  });
  const found: (readonly [number, number])[] = [];
  for (let p = tails.at(-1) ?? -1; p >= 0; p = before[p]!) found.push(pairs[p]!);
  return found.reverse();
}

/** The numbering of a page: the increment of the counter `page`, and the letters after the number. */
export interface PageNumbering {
  readonly step: number;
  readonly suffix: string;
}

/** The letters of inserted pages: 12a, 12b. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

export const NEXT_NUMBER: PageNumbering = { step: 1, suffix: '' };

export class Edition {
  private readonly breaks: readonly KeptBreak[];
  /** The index in `breaks` of the next page that is kept. */
  private next = 0;
  /** The index of the last kept page in the earlier edition, and of the pages since. */
  private page = 0;
  private since = 0;
  private number = -1;

  constructor(root: Box, earlier: EarlierPages) {
    this.breaks = keptBreaks(root, earlier);
  }

  /**
   * Returns an area that ends where the next kept page begins, if it begins in the area. `fill` fills the area up to a
   * break.
   */
  fitted(natural: FilledArea, fill: (early: EarlyBreak) => FilledArea): FilledArea {
    for (let kept = this.breaks[this.next]; kept !== undefined; kept = this.breaks[++this.next]) {
      if (natural.root === null || endsAt(natural.token, kept)) break;
      if (!begins(natural.root.fragment, kept)) break;
      const shorter = fill(kept.path);
      if (endsAt(shorter.token, kept)) return shorter;
      // No break is possible at this place. The page may still end at the next one.
    }
    return natural;
  }

  /** Returns the numbering of a page, which is the next one. */
  numberingOf(area: FilledArea | null): PageNumbering {
    const until = this.breaks[this.next]?.page ?? Infinity;
    const index = Math.min(this.page + this.since, until - 1);
    const extra = this.page + this.since - index;
    const step = index - this.number;
    this.number = index;
    this.since++;
    const kept = this.breaks[this.next];
    if (area !== null && kept !== undefined && endsAt(area.token, kept)) {
      this.page = kept.page;
      this.since = 0;
      this.next++;
    }
    return { step, suffix: alphabeticText(extra, LETTERS) };
  }
}
