/**
 * Writes the fonts in which readers set text typed into fields. They contain every character of Windows-1252 in
 * one-byte codes (ISO 32000-1 §9.6.6).
 */
import type { FontFace } from '../fonts/font-face.ts';
import { subsetTrueType } from '../fonts/truetype-subset.ts';
import type { PdfFile } from './pdf-file.ts';
import { descriptorOf, programName } from './font-program.ts';
import type { PdfRef } from './pdf-values.ts';
import type { UsedFont } from './used-font.ts';

const FIRST = 32;
const LAST = 255;

/** Windows-1252 at codes 128 to 159. NUL marks unassigned codes. */
const EXTRA = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';
/** The characters of the code page from code 32 on. */
const CHARACTERS = Array.from({ length: LAST - FIRST + 1 }, (_, i) =>
  i + FIRST >= 128 && i + FIRST < 160 ? EXTRA[i + FIRST - 128]! : String.fromCharCode(i + FIRST),
);

/**
 * Writes a separate font for a face with TrueType outlines. Returns null and writes nothing for other faces and for
 * variable fonts.
 */
export function writeFieldFont(file: PdfFile, face: FontFace, tag: string): PdfRef | null {
  if (face.variations.length > 0) return null;
  const glyphs = CHARACTERS.map((character) => face.glyphFor(character.codePointAt(0)!));
  const characters = new Map<number, number>();
  CHARACTERS.forEach((character, i) => glyphs[i] !== 0 && characters.set(character.codePointAt(0)!, i + 1));
  const program = subsetTrueType(face.bytes, face.collectionIndex, [0, ...glyphs], characters);
  if (program === null) return null;
  const name = programName(tag, face);
  const { unitsPerEm } = face.metrics;
  const fontFile = file.stream({ Length1: program.length }, program);
  return file.object({
    Type: 'Font',
    Subtype: 'TrueType',
    BaseFont: name,
    Encoding: 'WinAnsiEncoding',
    FirstChar: FIRST,
    LastChar: LAST,
    Widths: glyphs.map((glyph) => Math.round((face.advance(glyph) * 1e6) / unitsPerEm) / 1e3),
    FontDescriptor: file.object(descriptorOf(face, name, { FontFile2: fontFile }, 'latin')),
  });
}

/** Registers the same characters with a two-byte font, for faces that `writeFieldFont` can't encode. */
export function useFieldCharacters(font: UsedFont): void {
  for (const character of CHARACTERS) {
    const glyph = font.glyphFor(character.codePointAt(0)!);
    if (glyph === 0) continue;
    font.standsFor(glyph, character);
    font.use(glyph);
  }
}
