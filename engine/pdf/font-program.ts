/** What of a face goes into a file: cut down to the glyphs in use, and deflated. */
import { BoundedCache } from '../bounded-cache.ts';
import type { FontFace } from '../fonts/face.ts';
import { type FontSubset, subsetFont, type WiderGlyphs } from '../fonts/subset.ts';
import { NO_GLYPH } from '../fonts/truetype-subset.ts';
import type { Deflate } from './pdf-values.ts';

/** Cuts a face down to some glyphs, given by the ids that they shall have; ids beyond its last glyph become glyphs without ink. */
export type SubsetFont = (face: FontFace, glyphs: readonly number[], wider?: WiderGlyphs) => FontSubset;

/** What of a face is shown: glyphs by the ids that they shall have, and by how much more some of them advance, font units. */
export interface ShownGlyphs {
  readonly glyphs: readonly number[];
  readonly wider: WiderGlyphs;
}

export interface FontProgram {
  /** The bytes of its stream: a bare CFF table, or an sfnt of TrueType outlines. */
  readonly stream: Uint8Array;
  readonly cff: boolean;
  /** Do the glyphs have the ids that were asked for, not their own? */
  readonly isRenumbered: boolean;
  /** Before it was deflated. */
  readonly length: number;
}

/** Programs kept, and the bytes that they take together. */
const MAX_PROGRAMS = 256;
const MAX_BYTES = 16_000_000;

/**
 * Programs of the bundled faces, by face and glyphs, which they follow from: a service renders the same template, with the same letters and digits,
 * all day. Nobody writes into the bytes.
 */
const kept = new BoundedCache<string, FontProgram>(MAX_PROGRAMS, MAX_BYTES);

/** `deflate` null: streams stay readable. */
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
