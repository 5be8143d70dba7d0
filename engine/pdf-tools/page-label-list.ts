/** The labels of pages (ISO 32000-1 §12.4.2). */
import type { Budget } from '../budget.ts';
import type { PdfReader } from '../pdf-source/pdf-reader.ts';
import { numberOf, readDictionary } from '../pdf-source/pdf-syntax.ts';
import { numbersOf } from './trees.ts';

export interface PageLabel {
  /** `/D`, `/r` and the like; null: the label is only its prefix. */
  readonly style: string | null;
  /** As written. */
  readonly prefix: string | null;
  readonly number: number;
}

/** Returns the label of every page, or null if the file has none. */
export function pageLabelsOf(reader: PdfReader, budget: Budget, count: number): PageLabel[] | null {
  const root = reader.dictionary(reader.trailer.get('Root')).get('PageLabels');
  if (root === undefined) return null;
  const ranges = numbersOf(reader, budget, root);
  const labels: PageLabel[] = [];
  for (let page = 0, range = -1; page < count; page++) {
    budget.tick();
    while (range + 1 < ranges.length && ranges[range + 1]![0] <= page) range++;
    labels.push(range < 0 ? plainLabel(page + 1) : labelIn(reader, ranges[range]!, page));
  }
  return labels;
}

export const plainLabel = (number: number): PageLabel => ({ style: '/D', prefix: null, number });

function labelIn(reader: PdfReader, [first, given]: [number, string], page: number): PageLabel {
  const value = reader.resolve(given);
  const entries = value.startsWith('<<') ? readDictionary(value) : new Map<string, string>();
  const start = numberOf(reader.resolve(entries.get('St')), 1);
  const prefix = entries.has('P') ? reader.resolve(entries.get('P')) : null;
  return { style: entries.get('S') ?? null, prefix, number: start + page - first };
}

/** Writes labels as a number tree with a range wherever one doesn't continue the label before it. */
export function pageLabelTree(labels: readonly PageLabel[]): string {
  const ranges = labels.flatMap(({ style, prefix, number }, page) => {
    const before = labels[page - 1];
    if (before && before.style === style && before.prefix === prefix && before.number + 1 === number) return [];
    const entries = `${style === null ? '' : `/S${style}`}${prefix === null ? '' : `/P ${prefix}`}/St ${Math.max(1, number)}`;
    return [`${page}<<${entries}>>`];
  });
  return `<</Nums[${ranges.join(' ')}]>>`;
}
