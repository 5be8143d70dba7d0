/** Page numbers from 1: `1-3, 5, 8-`. */
export interface PageRange {
  readonly first: number;
  /** Infinity extends to the end. */
  readonly last: number;
}

const RANGE = /^(\d{1,6})?(?:\s*(-))?(?:\s*(\d{1,6}))?$/;

/** Parses page ranges. Returns null when they are invalid. Only white space means all pages. */
export function parsePageRanges(text: string): readonly PageRange[] | null {
  const ranges: PageRange[] = [];
  if (text.trim() === '') return ranges;
  for (const part of text.split(',')) {
    const match = RANGE.exec(part.trim());
    if (match === null || (match[1] === undefined && match[3] === undefined)) return null;
    const [, from, dash, to] = match;
    const first = from === undefined ? 1 : Number(from);
    const last = to !== undefined ? Number(to) : dash === undefined ? first : Infinity;
    if (first < 1 || last < first) return null;
    ranges.push({ first, last });
  }
  return ranges;
}

/** Returns whether a page is selected; without ranges all are. `page` counts from 1. */
export const isSelected = (ranges: readonly PageRange[], page: number): boolean =>
  ranges.length === 0 || ranges.some(({ first, last }) => page >= first && page <= last);
