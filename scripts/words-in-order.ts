/** The words of one text that another has in the same order: longest common subsequences, block by block. */
export interface WordsInOrder {
  readonly found: number;
  /** Words that aren't there, in order. */
  readonly missing: readonly string[];
}

/** Texts that differ in more places are compared in blocks of this many words. */
const BLOCK = 400;

export function wordsInOrder(wanted: readonly string[], given: readonly string[]): WordsInOrder {
  const missing: string[] = [];
  let found = 0;
  let at = 0;
  // Block by block: words that wandered further than a block count as missing.
  for (let start = 0; start < wanted.length; start += BLOCK) {
    const block = wanted.slice(start, start + BLOCK);
    const { pairs, end } = common(block, given.slice(at, at + 3 * BLOCK));
    const matched = new Set(pairs);
    block.forEach((word, i) => !matched.has(i) && missing.push(word));
    found += pairs.length;
    at += end;
  }
  return { found, missing };
}

/** Indices of the words of `a` in a longest common subsequence, and where in `b` the last of them ends. */
function common(a: readonly string[], b: readonly string[]): { readonly pairs: number[]; readonly end: number } {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const pairs: number[] = [];
  let end = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      pairs.push(i++);
      end = ++j;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return { pairs, end };
}
