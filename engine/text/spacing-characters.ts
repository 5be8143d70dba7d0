/** Characters with special treatment in word and letter spacing. */

/** Returns whether it is U+0020, U+00A0 or a word separator of another script (css-text-3 §8.1). */
export function isWordSeparator(code: number): boolean {
  return (
    code === 0x20 ||
    code === 0xa0 ||
    code === 0x1361 ||
    code === 0x10100 ||
    code === 0x10101 ||
    code === 0x1039f ||
    code === 0x1091f
  );
}

/** Returns whether it is a zero-width character. These get no spacing, and their neighbors count as adjacent. */
export const isInvisible = (code: number): boolean =>
  code === 0xad ||
  code === 0x61c ||
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x2069) ||
  code === 0xfeff;
