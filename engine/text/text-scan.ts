/** Finds the traits of a text in one pass, so that steps which most texts don't need can be skipped. */

/** The bits that `scanText` returns. */
export const TextTrait = {
  /** Right-to-left letters, explicit directional controls, or surrogates of such letters (UAX #9). */
  Bidi: 1 << 0,
  /** Tabs and separators of lines and paragraphs. */
  Separators: 1 << 1,
  /** Letters that aren't Latin, and anything else that may not be Latin or Common. */
  OtherScripts: 1 << 2,
  LatinLetters: 1 << 3,
  /** South East Asian scripts, written without spaces. */
  NeedsDictionary: 1 << 4,
  /** Anything beyond U+007F. */
  NonAscii: 1 << 5,
  /** Anything from U+0300 on. Characters below never combine with their neighbors. */
  MayCombine: 1 << 6,
  /**
   * Anything but letters of right-to-left scripts, their marks, spaces and punctuation. It may have another direction
   * or affect others.
   */
  MixedDirections: 1 << 7,
} as const;

const BIDI: readonly number[] = [
  0x590, 0x8ff, 0x200f, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069, 0xfb1d, 0xfdff, 0xfe70, 0xfeff, 0xd802, 0xd803, 0xd83a,
  0xd83b,
];
/**
 * ASCII punctuation that isn't part of numbers, Hebrew and Arabic letters with their marks, dashes and quotation marks.
 */
const RIGHT_TO_LEFT_TEXT: readonly number[] = [
  0x20, 0x22, 0x26, 0x2a, 0x3b, 0x40, 0x5b, 0x60, 0x7b, 0x7e, 0x591, 0x5c7, 0x5d0, 0x5ea, 0x60c, 0x60c, 0x61b, 0x61b,
  0x61f, 0x64a, 0x64b, 0x65f, 0x66e, 0x6d3, 0x6fa, 0x6ff, 0x2013, 0x2014, 0x2018, 0x201f, 0x2026, 0x2026,
];
const SEPARATORS: readonly number[] = [0x09, 0x0a, 0x2028, 0x2029];
/** Letters up to U+02AF are Latin, and punctuation of the general block is Common. */
const OTHER_SCRIPTS: readonly number[] = [0x2b0, 0x1fff, 0x2071, 0x20ab, 0x20ad, 0xfffb, 0xfffd, 0xffff];
const LATIN_LETTERS: readonly number[] = [0x41, 0x5a, 0x61, 0x7a, 0xc0, 0xd6, 0xd8, 0xf6, 0xf8, 0x2af];
/** Thai, Lao, Myanmar, Khmer and their extensions; see paragraph-breaks.ts. */
const DICTIONARY_SCRIPTS: readonly number[] = [
  0xe00, 0xeff, 0x1000, 0x109f, 0x1780, 0x17ff, 0x1950, 0x19ff, 0x1a20, 0x1aaf, 0xa9e0, 0xa9ff, 0xaa60, 0xaadf,
];
const NON_ASCII: readonly number[] = [0x80, 0xffff];
const MAY_COMBINE: readonly number[] = [0x300, 0xffff];

/** The traits of each UTF-16 code unit; built once, immutable. */
let traits: Uint8Array | null = null;

/**
 * Builds the table. PERF: the first document waits for this, so ranges are filled from one boundary to the next, not
 * unit by unit.
 */
function buildTraits(): Uint8Array {
  const changes: { readonly at: number; readonly trait: number }[] = [];
  const add = (ranges: readonly number[], trait: number): void => {
    for (let i = 0; i < ranges.length; i += 2)
      changes.push({ at: ranges[i]!, trait }, { at: ranges[i + 1]! + 1, trait });
  };
  add(BIDI, TextTrait.Bidi);
  add(SEPARATORS, TextTrait.Separators);
  add(OTHER_SCRIPTS, TextTrait.OtherScripts);
  add(LATIN_LETTERS, TextTrait.LatinLetters);
  add(DICTIONARY_SCRIPTS, TextTrait.NeedsDictionary);
  add(NON_ASCII, TextTrait.NonAscii);
  add(MAY_COMBINE, TextTrait.MayCombine);
  add(RIGHT_TO_LEFT_TEXT, TextTrait.MixedDirections);
  const table = new Uint8Array(0x10000);
  let current: number = TextTrait.MixedDirections;
  let from = 0;
  for (const { at, trait } of changes.sort((a, b) => a.at - b.at)) {
    table.fill(current, from, at);
    current ^= trait;
    from = at;
  }
  return (traits = table.fill(current, from));
}

/** Returns the TextTrait bits of all characters of a text. */
export function scanText(text: string): number {
  const table = traits ?? buildTraits();
  let found = 0;
  for (let i = 0; i < text.length; i++) found |= table[text.charCodeAt(i)]!;
  return found;
}
