/**
 * Implements Liang's algorithm with the patterns of one language (F. M. Liang, "Word Hy-phen-a-tion by Com-put-er",
 * 1983), in the format of the `hyphen` package. Patterns have numbers between their letters. The highest number at each
 * position counts, and odd ones are breaks.
 */

/**
 * Maps letters to the patterns that continue with them. A number, alone or next to a node, is the index in `numbers` of
 * the pattern that ends here.
 */
interface PatternNode {
  readonly [letter: string]: PatternNode | readonly [PatternNode, number] | number;
}

/**
 * The contents of a pattern file: the `numbers` of each pattern from its first letter on, the patterns as a tree, and
 * the breaks of exceptional words.
 */
export type PatternFile = readonly [
  numbers: readonly (readonly number[])[],
  patterns: PatternNode,
  exceptions?: Readonly<Record<string, readonly number[]>>,
];

export type Offsets = readonly number[];

const NONE: Offsets = [];
/** Stands for both ends of a word. */
const END = '.';

export class HyphenationPatterns {
  private readonly numbers: readonly (readonly number[])[];
  private readonly patterns: PatternNode;
  private readonly exceptions: ReadonlyMap<string, Offsets>;
  /** The highest number before each letter of the current word. */
  private highest = new Uint8Array(64);

  constructor([numbers, patterns, exceptions = {}]: PatternFile) {
    this.numbers = numbers;
    this.patterns = patterns;
    this.exceptions = new Map(Object.entries(exceptions));
  }

  /** Returns the break offsets in a lower-case word, excluding those next to its first and last letters. */
  breaksOf(word: string): Offsets {
    const { length } = word;
    const known = this.exceptions.get(word);
    if (known !== undefined) return known;
    if (this.highest.length <= length) this.highest = new Uint8Array(2 * length);
    const { highest } = this;
    highest.fill(0, 0, length + 1);
    // The positions before and after the word stand for its ends.
    for (let start = -1; start < length; start++) this.follow(word, start);
    let breaks: number[] | null = null;
    for (let i = 2; i < length - 1; i++) if ((highest[i]! & 1) === 1) (breaks ??= []).push(i);
    return breaks ?? NONE;
  }

  /** Applies the numbers of the patterns that begin at a position. */
  private follow(word: string, start: number): void {
    const { highest } = this;
    let node: PatternNode = this.patterns;
    for (let i = start; i <= word.length; i++) {
      // A single character never equals the name of an inherited property.
      const next = node[i < 0 || i === word.length ? END : word[i]!];
      if (next === undefined) return;
      let pattern = -1;
      if (typeof next === 'number') pattern = next;
      else if (isPair(next)) [node, pattern] = next;
      else node = next;
      if (pattern >= 0) {
        const numbers = this.numbers[pattern]!;
        const from = Math.max(0, start);
        for (let k = 0; k < numbers.length && from + k <= word.length; k++)
          if (numbers[k]! > highest[from + k]!) highest[from + k] = numbers[k]!;
      }
      if (typeof next === 'number') return;
    }
  }
}

const isPair = (next: PatternNode | readonly [PatternNode, number]): next is readonly [PatternNode, number] =>
  Array.isArray(next);
