/** The line breaking settings of a style (css-text-3 §5), and the line breaking classes of characters under them. */
import type { TextStyle } from '../css/computed-style.ts';
import { hyphenatorOf, type StyleHyphenator } from './hyphenation.ts';
import { isEastAsian } from './east-asian-width.ts';
import { LineClass as C, lineClassOf } from './unicode-properties.ts';

/** The line breaking settings of a style, for all text of an item. */
export interface BreakStyle {
  readonly wordBreak: 'normal' | 'break-all' | 'keep-all';
  readonly strictness: 'auto' | 'loose' | 'normal' | 'strict' | 'anywhere';
  /** Chinese or Japanese: more punctuation may begin a line (css-text-3 §5.2). */
  readonly cjk: boolean;
  /** Chinese, where “ opens and ” closes even without a strictness, as in ICU's rules for the language. */
  readonly chinese: boolean;
  /** How lines break by phrases: Japanese phrases, or words as written; null if they don't. */
  readonly phrases: 'japanese' | 'words' | null;
  /** Whether any grapheme cluster boundary is an opportunity when nothing else makes the line fit. */
  readonly emergency: boolean;
  /** Whether every preserved space is followed by an opportunity. */
  readonly breakSpaces: boolean;
  readonly hyphens: boolean;
  /** The hyphenator of the style, or null without automatic hyphenation. */
  readonly hyphenator: StyleHyphenator | null;
}

/** Languages for which `line-break` has rules (css-text-3 §5.3). */
const CJK_LANGUAGES: ReadonlySet<string> = new Set(['ja', 'zh', 'yue']);

export function breakStyleOf(text: TextStyle, language: string): BreakStyle {
  const { wordBreak, lineBreak, overflowWrap } = text;
  const primary = primaryLanguage(language);
  return {
    wordBreak: wordBreak === 'break-all' || wordBreak === 'keep-all' ? wordBreak : 'normal',
    strictness: lineBreak,
    phrases: wordBreak !== 'auto-phrase' ? null : primary === 'ja' ? 'japanese' : 'words',
    cjk: CJK_LANGUAGES.has(primary),
    chinese: primary === 'zh',
    emergency: overflowWrap !== 'normal' || wordBreak === 'break-word',
    breakSpaces: text.whiteSpaceCollapse === 'break-spaces',
    hyphens: text.hyphens !== 'none',
    hyphenator: hyphenatorOf(text, language),
  };
}

/** Returns a character's class under the style (css-text-3 §5.2, §5.3). */
export function tailoredClass(code: number, style: BreakStyle): number {
  const found = lineClassOf(code);
  // Words of complex scripts are found separately (LB1).
  const cls = found === C.SA ? C.AL : found;
  if (
    style.wordBreak === 'break-all' &&
    (cls === C.AL || cls === C.NU || cls === C.HL || cls === C.HY || code === 0x2b)
  )
    return C.ID;
  if (cls === C.CJ) return style.strictness === 'strict' ? C.NS : C.ID;
  const { strictness } = style;
  const isLooser = strictness === 'normal' || strictness === 'loose' || (strictness === 'auto' && style.chinese);
  return isLooser ? looserClass(code, cls, style) : cls;
}

/** Returns the class of characters that `normal` and `loose` allow to begin a line (css-text-3 §5.3). */
function looserClass(code: number, cls: number, { strictness, cjk }: BreakStyle): number {
  if (cjk && (code === 0x301c || code === 0x30a0)) return C.ID;
  // East Asian quotation marks open and close.
  if (cjk && cls === C.QU && code === 0x201c) return C.OP;
  if (cjk && cls === C.QU && code === 0x201d) return C.CL;
  if (strictness !== 'loose') return cls;
  if (isIterationMark(code)) return C.ID;
  return cjk && (LOOSE_PUNCTUATION.has(code) || (cls === C.PR && (LOOSE_SIGNS.has(code) || isEastAsian(code))))
    ? C.ID
    : cls;
}

const isIterationMark = (code: number): boolean =>
  code === 0x3005 || code === 0x303b || (code >= 0x309d && code <= 0x309e) || (code >= 0x30fd && code <= 0x30fe);

const LOOSE_PUNCTUATION: ReadonlySet<number> = new Set([
  0x30fb, 0xff1a, 0xff1b, 0xff65, 0x203c, 0x2047, 0x2048, 0x2049, 0xff01, 0xff1f,
]);
export const LOOSE_SIGNS: ReadonlySet<number> = new Set([0xb0, 0x2030, 0x2032, 0x2033, 0x2103, 0x2116, 0x20ac]);

/** Returns the primary subtag of a BCP 47 language tag in lower case: `zh` for `zh-Hant-TW`; '' for an empty tag. */
export function primaryLanguage(language: string): string {
  return language.split('-', 1)[0]!.toLowerCase();
}
