/** What is said of options that there are not. */
import { RenderError } from './errors.ts';

/** Letters that a misspelt name may have too many, too few or otherwise. */
const MISSPELT = 2;

/** @throws RenderError `invalid_options` for options that are none: JavaScript may pass anything. */
export function checkIsObject(options: unknown): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new RenderError('invalid_options', 'options: not an object');
}

/** `; did you mean margin?`; '' where nothing is alike. */
export function suggestion(key: string, known: readonly string[]): string {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');
  const meant = known.find((name) => plain(name) === plain(key)) ?? nearest(key, known);
  return meant === null ? '' : `; did you mean ${meant}?`;
}

function nearest(key: string, known: readonly string[]): string | null {
  const allowed = Math.min(MISSPELT, Math.floor(key.length / 3));
  let best: string | null = null;
  let least = allowed + 1;
  for (const name of known) {
    if (Math.abs(name.length - key.length) >= least) continue;
    const distance = editDistance(key, name);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** How many letters must be put in, left out or changed (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
