/** Compares texts: excerpts around the first difference, and whether only line breaks differ. */

/** Characters shown before and after a difference. */
const BEFORE = 24;
const BEHIND = 36;

/** Runs of dots are leaders, whose length depends on the layout. */
const LEADER = /(?:[.·_] ?){4,}/g;

/** Joins lines into words. Hyphens at line ends may come from hyphenation. */
export const unbroken = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(LEADER, ' … ')
    .replace(/[-\u2010\u00ad]?\s+|[\u2010\u00ad-]/g, '');

/** Returns whether two sets of lines contain the same text. */
export const saysTheSame = (before: readonly string[], after: readonly string[]): boolean =>
  unbroken(before) === unbroken(after);

/** Returns excerpts of two different texts around their first difference. */
export function excerpts(before: string, after: string): readonly [before: string, after: string] {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const word = Math.max(0, same - BEFORE);
  // Starts at a word boundary, if there is one nearby.
  const space = word === 0 ? 0 : before.indexOf(' ', word) + 1;
  const start = space > 0 && space <= same ? space : word;
  const cut = (text: string): string => {
    const end = same + BEHIND;
    return `${start === 0 ? '' : '…'}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  };
  return [cut(before), cut(after)];
}

/** Returns the words that differ, with the word before them, or after them at the start of a text. */
export function replacedWords(before: string, after: string): readonly [before: string, after: string] {
  const [a, b] = [before.split(' '), after.split(' ')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let same = 0;
  while (same < Math.min(a.length, b.length) - start && a[a.length - 1 - same] === b[b.length - 1 - same]) same++;
  if (start > 0) start--;
  else if (same > 0) same--;
  return [a.slice(start, a.length - same).join(' '), b.slice(start, b.length - same).join(' ')];
}
