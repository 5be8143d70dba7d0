/** Makes the font programs that files embed (subset to the glyphs in use, and deflated), and their descriptors. */
import { BoundedCache } from '../bounded-cache.ts';
import type { FontFace } from '../fonts/font-face.ts';
import { type FontSubset, subsetFont, type WiderGlyphs } from '../fonts/subset.ts';
import { NO_GLYPH } from '../fonts/truetype-subset.ts';
import type { Deflate, PdfDictionary, PdfRef } from './pdf-values.ts';

/**
 * Subsets a face. `glyphs` maps new ids to the face's glyph ids; ids beyond the face's last glyph become glyphs without
 * ink.
 */
export type SubsetFont = (face: FontFace, glyphs: readonly number[], wider?: WiderGlyphs) => FontSubset;

/** The glyphs in use by their new ids, and the extra advance of some of them in font units. */
export interface ShownGlyphs {
  readonly glyphs: readonly number[];
  readonly wider: WiderGlyphs;
}

interface FontProgram {
  /** The stream's bytes: a bare CFF table, or an sfnt with TrueType outlines. */
  readonly stream: Uint8Array;
  readonly cff: boolean;
  /** Whether the glyphs have the requested ids instead of their original ones. */
  readonly isRenumbered: boolean;
  /** Length in bytes before deflating. */
  readonly length: number;
}

/** Cache limits: number of programs and their total size in bytes. */
const MAX_PROGRAMS = 256;
const MAX_BYTES = 16_000_000;

/**
 * Programs of the bundled faces, keyed by face and glyphs. A service renders the same template with the same letters
 * and digits all day. The cached bytes are never modified.
 */
const kept = new BoundedCache<string, FontProgram>(MAX_PROGRAMS, MAX_BYTES);

/** Returns the program for the shown glyphs of a face. If `deflate` is null, the stream stays uncompressed. */
export function fontProgram(
  face: FontFace,
  shown: ShownGlyphs,
  subset: SubsetFont,
  deflate: Deflate | null,
): FontProgram {
  if (!face.isBundled || deflate === null || subset !== subsetFont) return makeProgram(face, shown, subset, deflate);
  let key = `${face.key} `;
  shown.glyphs.forEach((glyph, id) => {
    if (glyph !== NO_GLYPH) key += String.fromCharCode(id, glyph);
  });
  if (shown.wider.size > 0) key += ` ${JSON.stringify([...shown.wider])}`;
  let program = kept.get(key);
  if (program === undefined) {
    program = makeProgram(face, shown, subset, deflate);
    kept.set(key, program, program.stream.length + 2 * key.length);
  }
  return program;
}

function makeProgram(
  face: FontFace,
  { glyphs, wider }: ShownGlyphs,
  subset: SubsetFont,
  deflate: Deflate | null,
): FontProgram {
  const { bytes, isCff, isRenumbered } = subset(face, glyphs, wider);
  const stream = deflate === null ? bytes : deflate(bytes);
  return { stream, cff: isCff, isRenumbered, length: bytes.length };
}

/** Returns the PostScript name of a subset. `tag` is six letters. */
export const programName = (tag: string, face: FontFace): string =>
  `${tag}+${face.postscriptName.replace(/[^\w-]/g, '') || 'Font'}`;

/** Returns the font descriptor. `characters`: `latin` if the font has only characters of the standard Latin set. */
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
