/** What became of words: an excerpt around the first difference, and whether only lines end elsewhere. */

/** Letters shown before and behind a difference. */
const BEFORE = 24;
const BEHIND = 36;

/** Runs of dots are leaders, as long as there is room. */
const LEADER = /(?:[.·_] ?){4,}/g;

/** The words of lines, however they are broken: hyphens at their ends may be those of a break. */
const unbroken = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(LEADER, ' … ')
    .replace(/[-\u2010\u00ad]?\s+|[\u2010\u00ad-]/g, '');

/** Do the lines say the same? */
export const saysTheSame = (before: readonly string[], after: readonly string[]): boolean =>
  unbroken(before) === unbroken(after);

/** Two texts that differ, each cut to what is around the first difference. */
export function excerpts(before: string, after: string): readonly [before: string, after: string] {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same++;
  const word = Math.max(0, same - BEFORE);
  // Whole words, if one begins there.
  const space = word === 0 ? 0 : before.indexOf(' ', word) + 1;
  const start = space > 0 && space <= same ? space : word;
  const cut = (text: string): string => {
    const end = same + BEHIND;
    return `${start === 0 ? '' : '…'}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  };
  return [cut(before), cut(after)];
}
