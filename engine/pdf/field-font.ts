/** Fonts that readers set what is typed into fields in: every character of Windows' Latin alphabet, by one-byte codes (ISO 32000-1 §9.6.6). */
import type { FontFace } from '../fonts/face.ts';
import { subsetTrueType } from '../fonts/truetype-subset.ts';
import type { PdfFile } from './pdf-file.ts';
import { descriptorOf, programName } from './font-descriptor.ts';
import type { PdfRef } from './pdf-values.ts';
import type { UsedFont } from './used-font.ts';

const FIRST = 32;
const LAST = 255;

/** What Windows code page 1252 has at 128 to 159, where Latin-1 has control characters; those stand for nothing there, too. */
const EXTRA = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';
/** The page's characters from code 32 on. */
const CHARACTERS = Array.from({ length: LAST - FIRST + 1 }, (_, i) =>
  i + FIRST >= 128 && i + FIRST < 160 ? EXTRA[i + FIRST - 128]! : String.fromCharCode(i + FIRST),
);

/** Writes a font of its own for a face with TrueType outlines; null: the face has none, and nothing is written. */
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

/** Readies a font of two-byte codes for the same: of faces that can't be encoded otherwise. */
export function useFieldCharacters(font: UsedFont): void {
  for (const character of CHARACTERS) {
    const glyph = font.glyphFor(character.codePointAt(0)!);
    if (glyph === 0) continue;
    font.standsFor(glyph, character);
    font.use(glyph);
  }
}
