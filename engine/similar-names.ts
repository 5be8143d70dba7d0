/** Suggests the name that a misspelled one probably means, for messages. */

import type { Fix } from './diagnostics.ts';

/** The maximum edit distance of a suggested name. */
const MISSPELT = 2;
/** Longer names aren't compared, because the time grows with the square of the length. */
const MAX_LENGTH = 60;

/** Returns `Did you mean margin?` after a space, or '' if no name is similar. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const meant = similarName(given, known);
  return meant === null ? '' : suggested(meant);
}

/** Returns `Did you mean margin?` after a space. */
export const suggested = (meant: string): string => ` Did you mean ${meant}?`;

/**
 * Returns the correction of a misspelled name, or null if no name is similar. `sign`: the characters before the name.
 */
export function fixOf(given: string, known: Iterable<string>, sign = ''): Fix | null {
  const meant = similarName(given, known);
  return meant === null ? null : { replace: sign + given, by: sign + meant };
}

/**
 * Returns the known name that `given` probably means, or null: the same letters with other dashes, underscores or case,
 * or the nearest name. Names that share neither their first nor their last letter with it aren't similar.
 */
export function similarName(given: string, known: Iterable<string>): string | null {
  if (given.length > MAX_LENGTH) return null;
  const key = given.toLowerCase();
  const letters = plain(key);
  let best: string | null = null;
  let least = Math.min(MISSPELT, Math.floor(key.length / 3)) + 1;
  for (const name of known) {
    if (Math.abs(name.length - key.length) > 3) continue;
    const lower = name.toLowerCase();
    if (lower.at(0) !== key.at(0) && lower.at(-1) !== key.at(-1)) continue;
    if (plain(lower) === letters) return name;
    if (Math.abs(name.length - key.length) >= least) continue;
    const distance = editDistance(key, lower);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

const plain = (lower: string): string => lower.replaceAll(/[-_]/g, '');

/**
 * Returns the number of inserted, deleted, changed or swapped letters (optimal string alignment, after Damerau and
 * Levenshtein).
 */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let distance = Math.min(changed, row[j]! + 1, next[j - 1]! + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        distance = Math.min(distance, before[j - 2]! + 1);
      next.push(distance);
    }
    before = row;
    row = next;
  }
  return row[b.length]!;
}
