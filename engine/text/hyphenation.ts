/**
 * Automatic hyphenation (css-text-3 §5.4): where words of a language may be broken, by the patterns of TeX as the package `hyphen` has them. Patterns
 * of a language are read when the first document asks for them.
 */
import createHyphenator, { type HyphenationFunctionSync, type PatternsDefinition } from 'hyphen';
import type { TextStyle } from '../css/computed-style.ts';
import { host } from '../platform/host.ts';

/** Languages by the package's names for their patterns; a tag that isn't here is looked up by ever shorter parts of it. */
const PATTERNS: ReadonlyMap<string, string> = new Map([
  ...'af as be bg bn ca cop cs cu cy da es et eu fi fr fur ga gl grc gu hi hr hsb hu hy ia id is it ka kmr kn la lt lv mk ml mr nb nl nn no oc or pa pi pl pms pt rm ro ru sa sk sl sq sv ta te th tk tr uk'
    .split(' ')
    .map((name): [string, string] => [name, name]),
  ['am', 'mul-ethi'],
  ['bs', 'sh-latn'],
  ['de', 'de-1996'],
  ['de-1901', 'de-1901'],
  ['el', 'el-monoton'],
  ['el-polyton', 'el-polyton'],
  ['en', 'en-us'],
  ['en-au', 'en-gb'],
  ['en-gb', 'en-gb'],
  ['en-ie', 'en-gb'],
  ['en-in', 'en-gb'],
  ['en-nz', 'en-gb'],
  ['en-za', 'en-gb'],
  ['gez', 'mul-ethi'],
  ['ku', 'kmr'],
  ['mn', 'mn-cyrl'],
  ['sh', 'sh-latn'],
  ['sr', 'sr-cyrl'],
  ['sr-latn', 'sh-latn'],
  ['ti', 'mul-ethi'],
  ['zh-latn', 'zh-latn-pinyin'],
]);

const SOFT_HYPHEN = 0xad;
/** Words longer than any of a language cost time and room. */
const MAX_WORD = 60;
const MAX_KNOWN_WORDS = 20_000;
/** What css-text-4 §6.3.3 leaves open with `auto`: a whole word, before a break and after it. */
const AUTO_LIMITS = [5, 2, 2] as const;
/** English patterns were made for three letters after a break. */
const ENGLISH_LIMITS = [5, 2, 3] as const;

const LETTER = /^[\p{L}\p{M}]$/u;

/** The name of a language's patterns; null: there are none. */
export function patternsOf(language: string): string | null {
  let tag = language.toLowerCase().replaceAll('_', '-');
  for (;;) {
    const name = PATTERNS.get(tag);
    if (name !== undefined) return name;
    const end = tag.lastIndexOf('-');
    if (end < 0) return null;
    tag = tag.slice(0, end);
  }
}

/** Finds hyphenation opportunities for the styles of one render. */
export class Hyphenation {
  private readonly languages = new Map<string, WordHyphenator | null>();

  /** How a style hyphenates its words; null: not automatically, or its language has no patterns. */
  of({ hyphens, hyphenateLimitChars }: TextStyle, language: string): StyleHyphenator | null {
    if (hyphens !== 'auto') return null;
    const name = patternsOf(language);
    if (name === null) return null;
    let words = this.languages.get(name);
    if (words === undefined) this.languages.set(name, (words = WordHyphenator.load(name)));
    if (words === null) return null;
    const defaults = name.startsWith('en-') ? ENGLISH_LIMITS : AUTO_LIMITS;
    const [word, before, after] = defaults.map((limit, i) => {
      const given = hyphenateLimitChars[i] ?? 'auto';
      return given === 'auto' ? limit : given;
    });
    return new StyleHyphenator(words, word, before, after);
  }
}

/** The words of one language. */
class WordHyphenator {
  private readonly hyphenate: HyphenationFunctionSync;
  private readonly known = new Map<string, readonly number[]>();

  private constructor(hyphenate: HyphenationFunctionSync) {
    this.hyphenate = hyphenate;
  }

  /** null: the package isn't installed. */
  static load(name: string): WordHyphenator | null {
    const patterns = host().hyphenationPatterns(name);
    if (patterns === null) return null;
    const options = { hyphenChar: '\u00ad', minWordLength: 2 };
    return new WordHyphenator(createHyphenator(patterns as PatternsDefinition, options) as HyphenationFunctionSync);
  }

  /** Offsets in a word, in lower case, before which it may be broken. */
  breaksIn(word: string): readonly number[] {
    let breaks = this.known.get(word);
    if (breaks === undefined) {
      if (this.known.size >= MAX_KNOWN_WORDS) this.known.clear();
      this.known.set(word, (breaks = softHyphensIn(this.hyphenate(word))));
    }
    return breaks;
  }
}

function softHyphensIn(hyphenated: string): readonly number[] {
  const offsets: number[] = [];
  for (let i = 0; i < hyphenated.length; i++)
    if (hyphenated.charCodeAt(i) === SOFT_HYPHEN) offsets.push(i - offsets.length);
  return offsets;
}

/** The words of one language, with a style's `hyphenate-limit-chars`. */
export class StyleHyphenator {
  private readonly words: WordHyphenator;
  private readonly least: readonly [word: number, before: number, after: number];

  constructor(words: WordHyphenator, word: number, before: number, after: number) {
    this.words = words;
    this.least = [word, before, after];
  }

  /** Calls `mark` for each place in `text` from `start` to `end` before which a word may be broken. Words that go on outside, and addresses, are left alone. */
  forEachBreak(text: string, start: number, end: number, mark: (offset: number) => void): void {
    for (let i = start; i < end;) {
      if (!isWordPart(text, i)) {
        i++;
        continue;
      }
      const from = i;
      while (i < end && isWordPart(text, i)) i++;
      const isCut = (from === start && isWordPart(text, from - 1)) || (i === end && isWordPart(text, i));
      if (!isCut && !isInAddress(text, from, i)) this.breakWord(text.slice(from, i), from, mark);
    }
  }

  private breakWord(word: string, at: number, mark: (offset: number) => void): void {
    const [least, before, after] = this.least;
    // css-text-3 §5.4: soft hyphens in a word take the place of automatic opportunities.
    if (word.length < least || word.length > MAX_WORD || word.includes('\u00ad')) return;
    const lower = word.toLowerCase();
    if (lower.length !== word.length) return;
    for (const offset of this.words.breaksIn(lower))
      if (offset >= before && word.length - offset >= after) mark(at + offset);
  }
}

/** What joins the parts of addresses, paths and names of programs. */
const JOINTS = '@./_\\:#&=?%~';

/** Is the word `[from, to)` a part of an address? A hyphen in it would be read as one of its own. */
function isInAddress(text: string, from: number, to: number): boolean {
  const joins = (at: number, beyond: number): boolean =>
    at >= 0 && at < text.length && JOINTS.includes(text[at]!) && isNamePart(text, beyond);
  return joins(from - 1, from - 2) || joins(to, to + 1);
}

function isNamePart(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 0x30 && code <= 0x39) || isWordPart(text, at);
}

function isWordPart(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  const code = text.charCodeAt(at);
  if (code < 0x80) return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  return code === SOFT_HYPHEN || LETTER.test(text[at]);
}
