/**
 * Automatic hyphenation (css-text-3 §5.4): finds break points in words with the TeX patterns of the `hyphen` package.
 * Patterns of a language are loaded when a document first needs them.
 */
import type { TextStyle } from '../css/computed-style.ts';
import { HyphenatedWords } from './hyphenated-words.ts';
import { BreakClass } from './paragraph.ts';
import { lazily } from '../lazily.ts';

/** Maps languages to the package's names of their patterns. An unknown tag is shortened until it matches. */
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

const SPACE = 0x20;
const SOFT_HYPHEN = 0xad;
/** The limits for `auto`, which css-text-4 §6.3.3 leaves open: a whole word, before and after a break. */
const AUTO_LIMITS = [5, 2, 2] as const;
/** English patterns assume at least three letters after a break. */
const ENGLISH_LIMITS = [5, 2, 3] as const;

const CAPITAL = lazily(() => /^\p{Lu}/u);
const LETTER = lazily(() => /^[\p{L}\p{M}]$/u);

/** Returns the name of a language's patterns, or null. */
function patternsOf(language: string): string | null {
  let tag = language.toLowerCase().replaceAll('_', '-');
  for (;;) {
    const name = PATTERNS.get(tag);
    if (name !== undefined) return name;
    const end = tag.lastIndexOf('-');
    if (end < 0) return null;
    tag = tag.slice(0, end);
  }
}

/** Returns the hyphenator of a style; null if it doesn't hyphenate automatically or its language has no patterns. */
export function hyphenatorOf(style: TextStyle, language: string): StyleHyphenator | null {
  const { hyphens, hyphenateLimitChars, pagewrightHyphenateCapitals } = style;
  if (hyphens !== 'auto') return null;
  const name = patternsOf(language);
  const words = name === null ? null : HyphenatedWords.of(name);
  if (name === null || words === null) return null;
  const defaults = name.startsWith('en-') ? ENGLISH_LIMITS : AUTO_LIMITS;
  const [word, before, after] = defaults.map((limit, i) => {
    const given = hyphenateLimitChars[i] ?? 'auto';
    return given === 'auto' ? limit : given;
  });
  return new StyleHyphenator(words, word!, before!, after!, pagewrightHyphenateCapitals === 'none');
}

/** Hyphenates words of one language within a style's `hyphenate-limit-chars`. */
export class StyleHyphenator {
  private readonly words: HyphenatedWords;
  private readonly least: readonly [word: number, before: number, after: number];

  private readonly keepsCapitals: boolean;

  constructor(words: HyphenatedWords, word: number, before: number, after: number, keepsCapitals: boolean) {
    this.words = words;
    this.keepsCapitals = keepsCapitals;
    this.least = [word, before, after];
  }

  /**
   * Marks each hyphenation point in `text` from `start` to `end` that isn't set in `breaks` yet. Skips words that
   * continue outside, and addresses.
   */
  markBreaks(text: string, start: number, end: number, breaks: Uint8Array): void {
    const [least] = this.least;
    for (let i = start; i < end;) {
      if (known[text.charCodeAt(i)] === Known.Other || !isWordUnit(text.charCodeAt(i))) {
        i++;
        continue;
      }
      const from = i;
      // Soft hyphens in a word replace automatic opportunities (css-text-3 §5.4).
      let hasSoftHyphen = false;
      let unit = text.charCodeAt(i);
      do {
        if (unit === SOFT_HYPHEN) hasSoftHyphen = true;
        i++;
        // PERF: no call for known characters.
      } while (i < end && (known[(unit = text.charCodeAt(i))] === Known.Word || isWordUnit(unit)));
      if (hasSoftHyphen || i - from < least) continue;
      if (this.keepsCapitals && CAPITAL().test(text.slice(from, from + 2))) continue;
      const isCut = (from === start && isWordPart(text, from - 1)) || (i === end && isWordPart(text, i));
      if (!isCut && !isInAddress(text, from, i)) this.breakWord(text, from, i, breaks);
    }
  }

  private breakWord(text: string, from: number, to: number, breaks: Uint8Array): void {
    const offsets = this.words.breaksIn(text, from, to);
    const before = this.least[1];
    const after = this.least[2];
    for (let i = 0; i < offsets.length; i++) {
      const offset = offsets[i]!;
      if (offset >= before && to - from - offset >= after && breaks[from + offset] === BreakClass.None)
        breaks[from + offset] = BreakClass.Hyphen;
    }
  }
}

/** Characters that join the parts of addresses, paths and program names. */
const JOINTS = '@./_\\:#&=?%~';

/**
 * Returns whether the word `[from, to)` is a part of an address. A hyphen in it would be read as part of the address.
 */
function isInAddress(text: string, from: number, to: number): boolean {
  return joins(text, from - 1, from - 2) || joins(text, to, to + 1);
}

/** Returns whether the character at an index joins a word to the character beyond it. */
function joins(text: string, at: number, beyond: number): boolean {
  if (at < 0 || at >= text.length || text.charCodeAt(at) === SPACE) return false;
  return JOINTS.includes(text[at]!) && isNamePart(text, beyond);
}

function isNamePart(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 0x30 && code <= 0x39) || isWordPart(text, at);
}

const isWordPart = (text: string, at: number): boolean =>
  at >= 0 && at < text.length && isWordUnit(text.charCodeAt(at));

/** Cached classification of each UTF-16 code unit. */
const Known = { Nothing: 0, Word: 1, Other: 2 } as const;
const known = new Uint8Array(0x10000);

/** Returns whether a code unit is part of words: a letter, a mark or a soft hyphen. */
const isWordUnit = (unit: number): boolean => (known[unit] || kindOf(unit)) === Known.Word;

function kindOf(unit: number): number {
  const kind = unit === SOFT_HYPHEN || LETTER().test(String.fromCharCode(unit)) ? Known.Word : Known.Other;
  known[unit] = kind;
  return kind;
}
