/** Describes an embedded font program (ISO 32000-1 §9.8). */
import type { FontFace } from '../fonts/face.ts';
import type { PdfDictionary, PdfRef } from './pdf-values.ts';

/** Returns the PostScript name of a subset. `tag` is six letters. */
export const programName = (tag: string, face: FontFace): string =>
  `${tag}+${face.postscriptName.replace(/[^\w-]/g, '') || 'Font'}`;

/** `characters` is `latin` if the font has only characters of the standard Latin set. */
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
    // Flags: symbolic or nonsymbolic, and italic.
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
    // Required but unknown. This is the estimate from the weight that other producers use.
    StemV: Math.round(50 + (face.weight / 65) ** 2),
    ...fontFile,
  };
}
