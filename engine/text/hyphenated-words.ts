/**
 * The words of a language and their break points, kept across renders. They depend on the word alone, so sharing them
 * is safe. The tables never grow: a full table is cleared.
 */
import { BoundedCache } from '../bounded-cache.ts';
import { host } from '../platform/host.ts';
import { HyphenationPatterns, type Offsets, type PatternFile } from './hyphenation-patterns.ts';

const MAX_WORDS = 1 << 14;
const MAX_CHARACTERS = 1 << 17;
/** Four slots per word keep collisions rare. */
const SLOTS = MAX_WORDS * 4;
const MAX_LANGUAGES = 8;

const NONE: Offsets = [];
/** Longer words are rare, and are not kept. */
const MAX_KEPT = 60;

export class HyphenatedWords {
  private readonly patterns: HyphenationPatterns;
  /** Words with non-ASCII characters, in lower case. */
  private readonly others = new Map<string, Offsets>();
  // Words of ASCII, which can be looked up without creating a string.
  private readonly breaks: Offsets[] = [];
  private readonly characters = new Uint8Array(MAX_CHARACTERS);
  private readonly starts = new Uint32Array(MAX_WORDS + 1);
  /** Word numbers plus one; 0 is free. */
  private readonly slots = new Uint16Array(SLOTS);

  private constructor(patterns: HyphenationPatterns) {
    this.patterns = patterns;
  }

  /** Returns the words of a language by the package's name of its patterns; null if they aren't installed. */
  static of(name: string): HyphenatedWords | null {
    const known = shared.get(name);
    if (known !== undefined) return known;
    const words = HyphenatedWords.load(name);
    if (words !== null) shared.set(name, words, 1);
    return words;
  }

  private static load(name: string): HyphenatedWords | null {
    const patterns = host().hyphenationPatterns(name);
    return patterns === null ? null : new HyphenatedWords(new HyphenationPatterns(patterns as PatternFile));
  }

  /** Returns the offsets of break points in the word `[from, to)` of a text. */
  breaksIn(text: string, from: number, to: number): Offsets {
    if (to - from > MAX_KEPT) return this.breaksInLong(text.slice(from, to));
    const { slots, starts, characters } = this;
    let hash = 0;
    for (let i = from; i < to; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= 0x80) return this.breaksBeyondAscii(text.slice(from, to));
      hash = Math.imul(hash ^ LOWER_CASE[unit]!, 0x01000193);
    }
    let slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    for (; slots[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
      const word = slots[slot]! - 1;
      const start = starts[word]!;
      if (starts[word + 1]! - start !== to - from) continue;
      let i = from;
      while (i < to && characters[start + i - from] === LOWER_CASE[text.charCodeAt(i)]) i++;
      if (i === to) return this.breaks[word]!;
    }
    return this.add(text.slice(from, to).toLowerCase(), slot);
  }

  private breaksInLong(word: string): Offsets {
    const lower = word.toLowerCase();
    return lower.length === word.length ? this.patterns.breaksOf(lower) : NONE;
  }

  private breaksBeyondAscii(word: string): Offsets {
    const lower = word.toLowerCase();
    if (lower.length !== word.length) return NONE;
    let found = this.others.get(lower);
    if (found === undefined) {
      if (this.others.size >= MAX_WORDS) this.others.clear();
      this.others.set(lower, (found = this.patterns.breaksOf(lower)));
    }
    return found;
  }

  /** Stores a word of ASCII in a free slot. */
  private add(word: string, slot: number): Offsets {
    const { starts } = this;
    const found = this.patterns.breaksOf(word);
    const number = this.breaks.length;
    if (number === MAX_WORDS || starts[number]! + word.length > MAX_CHARACTERS) {
      this.breaks.length = 0;
      this.slots.fill(0);
      return found;
    }
    this.breaks.push(found);
    for (let i = 0; i < word.length; i++) this.characters[starts[number]! + i] = word.charCodeAt(i);
    starts[number + 1] = starts[number]! + word.length;
    this.slots[slot] = number + 1;
    return found;
  }
}

/** Keyed by the names of patterns. */
const shared = new BoundedCache<string, HyphenatedWords>(MAX_LANGUAGES, MAX_LANGUAGES);

/** PERF: a table, because each character of a text is looked up. */
const LOWER_CASE = Uint8Array.from({ length: 128 }, (_, unit) => (unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit));
