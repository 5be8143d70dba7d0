/** The words of one text that occur in another in the same order: a longest common subsequence. */
export interface WordsInOrder {
  readonly found: number;
  /** Missing words, in order. */
  readonly missing: readonly string[];
}

/** A matched word of the wanted text, and the match before it. */
interface Found {
  readonly index: number;
  readonly before: Found | null;
}

/**
 * Finds a longest common subsequence by the Hunt–Szymanski algorithm. For every length it keeps the common subsequence
 * that ends first in the wanted text: `ends[k]` is the end of the one with k + 1 words, and every word of the given
 * text can only make these ends earlier.
 */
export function wordsInOrder(wanted: readonly string[], given: readonly string[]): WordsInOrder {
  const places = new Map<string, number[]>();
  for (let i = wanted.length - 1; i >= 0; i--) {
    const known = places.get(wanted[i]!);
    if (known === undefined) places.set(wanted[i]!, [i]);
    else known.push(i);
  }
  const ends: Found[] = [];
  // Backwards in the wanted text, so that a word of the given one counts once.
  for (const word of given) {
    for (const index of places.get(word) ?? []) {
      const at = firstFrom(ends, index);
      ends[at] = { index, before: at === 0 ? null : ends[at - 1]! };
    }
  }
  const isFound = new Uint8Array(wanted.length);
  for (let last: Found | null = ends.at(-1) ?? null; last !== null; last = last.before) isFound[last.index] = 1;
  return { found: ends.length, missing: wanted.filter((_, i) => isFound[i] === 0) };
}

/** Returns the first of `ends` at or after a position. */
function firstFrom(ends: readonly Found[], index: number): number {
  let from = 0;
  let to = ends.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (ends[middle]!.index < index) from = middle + 1;
    else to = middle;
  }
  return from;
}
