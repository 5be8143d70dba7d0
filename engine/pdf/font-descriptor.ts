/** What a file says of a font program that it carries (ISO 32000-1 §9.8). */
import type { FontFace } from '../fonts/face.ts';
import type { PdfDictionary, PdfRef } from './pdf-values.ts';

/** What a subset is called. `tag`: six letters. */
export const programName = (tag: string, face: FontFace): string =>
  `${tag}+${face.postscriptName.replace(/[^\w-]/g, '') || 'Font'}`;

/** `characters`: of the standard Latin sets only, or any. */
export function descriptorOf(
  face: FontFace,
  name: string,
  fontFile: { readonly FontFile2: PdfRef } | { readonly FontFile3: PdfRef },
  characters: 'latin' | 'any',
): PdfDictionary {
  const m = face.metrics;
  const thousandths = (units: number): number => Math.round((units * 1000) / m.unitsPerEm);
  return {
    Type: 'FontDescriptor',
    FontName: name,
    // Symbolic or not, and italic where it is.
    Flags: (characters === 'any' ? 4 : 32) | (face.italic ? 64 : 0),
    FontBBox: [
      thousandths(-m.unitsPerEm),
      thousandths(-m.descent),
      thousandths(2 * m.unitsPerEm),
      thousandths(m.ascent),
    ],
    ItalicAngle: face.italic ? -12 : 0,
    Ascent: thousandths(m.ascent),
    Descent: thousandths(-m.descent),
    CapHeight: thousandths(m.capHeight || m.ascent * 0.7),
    // Unknown, but required: what other producers guess from the weight.
    StemV: Math.round(50 + (face.weight / 65) ** 2),
    ...fontFile,
  };
}
