/** Optimal Huffman codes for a JPEG (ISO 10918-1 annex K.2). */

/** A Huffman table by symbol, in the forms for the segment and for encoding. */
export interface HuffmanTable {
  /** The number of codes of each length from 1 to 16. */
  readonly counts: readonly number[];
  /** In code order. */
  readonly symbols: readonly number[];
  /** By symbol. */
  readonly codes: Uint16Array;
  readonly lengths: Uint8Array;
}

const SYMBOLS = 256;
const MAX_LENGTH = 16;

/**
 * Returns a table for symbols with these frequencies, at least one of which must be greater than 0. No code consists of
 * ones only.
 */
export function huffmanTable(frequencies: Uint32Array): HuffmanTable {
  const counts = limited(countsOf(lengthsFor(frequencies)));
  const wanted = Array.from({ length: SYMBOLS }, (_, symbol) => symbol).filter((symbol) => frequencies[symbol]! > 0);
  const symbols = wanted.sort((a, b) => frequencies[b]! - frequencies[a]! || a - b);
  const codes = new Uint16Array(SYMBOLS);
  const lengths = new Uint8Array(SYMBOLS);
  let code = 0;
  let next = 0;
  counts.forEach((count, i) => {
    for (let k = 0; k < count; k++) {
      const symbol = symbols[next++]!;
      codes[symbol] = code++;
      lengths[symbol] = i + 1;
    }
    code <<= 1;
  });
  return { counts, symbols, codes, lengths };
}

/** Returns the code length of each symbol. The tree has an extra leaf, which reserves the code of all ones. */
function lengthsFor(frequencies: Uint32Array): Uint8Array {
  const weights = Array.from(frequencies, Number);
  weights.push(1);
  const lengths = new Uint8Array(weights.length);
  /** The symbols of the tree that each symbol represents. */
  const trees = weights.map((_, symbol) => [symbol]);
  for (let [a, b] = lightest(weights); b >= 0; [a, b] = lightest(weights)) {
    weights[a]! += weights[b]!;
    weights[b] = 0;
    const joined = trees[a]!.concat(trees[b]!);
    trees[a] = joined;
    for (const symbol of joined) lengths[symbol]!++;
  }
  return lengths;
}

/** Returns the two smallest positive weights, or -1 for a missing one. Of equal weights, the last wins. */
function lightest(weights: readonly number[]): [number, number] {
  let least = -1;
  let next = -1;
  weights.forEach((weight, symbol) => {
    if (weight === 0) return;
    if (least < 0 || weight <= weights[least]!) [least, next] = [symbol, least];
    else if (next < 0 || weight <= weights[next]!) next = symbol;
  });
  return [least, next];
}

function countsOf(lengths: Uint8Array): number[] {
  const counts = new Array<number>(Math.max(MAX_LENGTH, ...lengths)).fill(0);
  for (const length of lengths) if (length > 0) counts[length - 1]!++;
  return counts;
}

/**
 * Limits codes to 16 bits. For each pair of longer codes that moves up, a shorter code moves down. Removes the code of
 * all ones.
 */
function limited(counts: number[]): number[] {
  for (let i = counts.length - 1; i >= MAX_LENGTH; i--) {
    while (counts[i]! > 0) {
      let above = i - 2;
      while (counts[above] === 0) above--;
      counts[i]! -= 2;
      counts[i - 1]!++;
      counts[above + 1]! += 2;
      counts[above]!--;
    }
  }
  const used = counts.slice(0, MAX_LENGTH);
  for (let i = MAX_LENGTH - 1; i >= 0; i--) {
    if (used[i] === 0) continue;
    used[i]!--;
    break;
  }
  return used;
}
