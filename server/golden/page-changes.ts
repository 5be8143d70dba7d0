/** Changes of pages about which no box says anything: their words, their size and their pixels. */
import type { Change } from './change.ts';
import type { PageResult } from './golden-document.ts';
import { addTo } from './groups.ts';
import { excerpts, replacedWords, saysTheSame } from './text-changes.ts';

/** The words of a page before and after a change, in drawing order. */
export interface OtherWords {
  readonly number: number;
  readonly before: string;
  readonly after: string;
}

/** Returns the words of a page if they differ. null: the page doesn't exist. */
export function otherWords(number: number, expected: string | null, actual: string | null): OtherWords[] {
  const lines = (text: string): string[] => text.split(/[\r\n]+/).map((line) => line.trim());
  if (expected === null || actual === null || saysTheSame(lines(expected), lines(actual))) return [];
  return [{ number, before: oneLine(expected), after: oneLine(actual) }];
}

/** Reports pages with other words. Pages with the same replacement, such as in a header, share a sentence. */
export function wordChanges(pages: readonly OtherWords[]): string[] {
  const groups = new Map<string, OtherWords[]>();
  for (const page of pages) addTo(groups, replacedWords(page.before, page.after).join('\n'), page);
  return [...groups].map(([key, [first, ...others]]) => {
    const { number, before, after } = first!;
    const [from, to] = others.length === 0 ? excerpts(before, after) : key.split('\n');
    const where =
      others.length === 0 ? `Page ${number} says` : `${others.length + 1} pages, from page ${number} on, say`;
    return `${where} “${to}” instead of “${from}”.`;
  });
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Returns the described changes. Without any, returns the words that differ, such as those of a page header, and then how
 * much of each page differs.
 */
export function changesOrPixels(
  changes: readonly Change[],
  words: readonly OtherWords[],
  pages: readonly PageResult[],
  dpi: number,
): readonly Change[] {
  if (changes.length > 0) return changes;
  if (words.length > 0) return inSentences(wordChanges(words));
  return inSentences(pixelChanges(pages, dpi, ', but no box moved. Check colors, images and lines'));
}

export const inSentences = (texts: readonly string[]): Change[] => texts.map((text) => ({ text, consequences: [] }));

/** Reports pages that were added, removed or resized, or whose pixels differ. */
export function pixelChanges(pages: readonly PageResult[], dpi: number, more = ''): string[] {
  return pages
    .filter(({ same }) => !same)
    .map(({ number, pixels, sizes: [then, now] }) => {
      if (then === null) return `Page ${number} is new.`;
      if (now === null) return `Page ${number} is gone.`;
      return pixels === Infinity
        ? `Page ${number} is ${paper(now, dpi)} instead of ${paper(then, dpi)}.`
        : `${pixels.toLocaleString('en')} pixels of page ${number} differ${more}.`;
    });
}

/** Formats a paper size: `210 x 297 mm` */
function paper([width, height]: readonly [number, number], dpi: number): string {
  const mm = (pixels: number): number => Math.round((pixels / dpi) * 25.4);
  return `${mm(width)} x ${mm(height)} mm`;
}
