/** Compares two sequences of texts, like a diff. */

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
