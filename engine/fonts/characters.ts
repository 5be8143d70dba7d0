/** Character properties that fonts depend on. */

/**
 * Ranges (first, last) of characters that form a grapheme cluster of their own (UAX #29), unless the next character is
 * outside the ranges. They include letters, digits and punctuation without marks, jamo, emoji, controls and prefixes.
 */
const STANDALONE: readonly number[] = [
  0x20, 0x7e, 0xa0, 0xac, 0xae, 0x2ff, 0x370, 0x482, 0x48a, 0x52f, 0x531, 0x58a, 0x5d0, 0x5ea, 0x5ef, 0x5f4, 0x606,
  0x60f, 0x61b, 0x61b, 0x61e, 0x64a, 0x660, 0x66f, 0x671, 0x6d5, 0x6ee, 0x6ff, 0x10a0, 0x10ff, 0x1e00, 0x1fff, 0x2010,
  0x2027, 0x2030, 0x203b, 0x203d, 0x2048, 0x204a, 0x205f, 0x2070, 0x209c, 0x20a0, 0x20c0, 0x2100, 0x2121, 0x2123,
  0x2138, 0x213a, 0x218b, 0x2200, 0x22ff, 0x2500, 0x257f, 0x2e80, 0x2fd5, 0x3000, 0x3029, 0x3031, 0x303c, 0x3041,
  0x3096, 0x309b, 0x30ff, 0x3105, 0x312f, 0x3190, 0x31e3, 0x31f0, 0x31ff, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xac00,
  0xd7a3, 0xf900, 0xfad9, 0xfe30, 0xfe4f, 0xff01, 0xff9d, 0xffe0, 0xffe6,
];

/** One byte per UTF-16 unit. Built once, then immutable. */
let standalone: Uint8Array | null = null;

function standaloneTable(): Uint8Array {
  standalone = new Uint8Array(0x10000);
  for (let i = 0; i < STANDALONE.length; i += 2) standalone.fill(1, STANDALONE[i]!, STANDALONE[i + 1]! + 1);
  return standalone;
}

/** Returns whether a UTF-16 unit is in the ranges above. */
export const standsAlone = (unit: number): boolean => (standalone ?? standaloneTable())[unit] === 1;

/** Returns whether a character is private-use (Unicode General_Category Co). Icon fonts use these for their icons. */
export function isPrivateUse(code: number): boolean {
  return (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000;
}

/** Returns whether a character is invisible by default (Unicode Default_Ignorable_Code_Point and controls). */
export function isDefaultIgnorable(code: number): boolean {
  if (code < 0x80) return code < 0x20 || code === 0x7f;
  return (
    code === 0xad ||
    code === 0x34f ||
    code === 0x61c ||
    (code >= 0x180b && code <= 0x180f) ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    code === 0xfffc ||
    (code >= 0xe0000 && code <= 0xe0fff) ||
    (code >= 0x80 && code <= 0x9f)
  );
}

/** Returns whether the character at an index is a whole grapheme cluster, which can't combine with its neighbors. */
export const isWholeCharacter = (text: string, at: number, end: number): boolean =>
  standsAlone(text.charCodeAt(at)) && (at + 1 === end || standsAlone(text.charCodeAt(at + 1)));

/** Returns whether shaping can synthesise this space from U+0020 in any font, so that no fallback is needed. */
export const isSynthesisedSpace = (codePoint: number): boolean =>
  (codePoint >= 0x2000 && codePoint <= 0x200a) || codePoint === 0x202f || codePoint === 0x205f || codePoint === 0x3000;

/** Returns a character in Unicode notation: `U+0041`. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}
