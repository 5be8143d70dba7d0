/**
 * Finds spaces between words that were shaped in a different font than the words, as happens when the document's font
 * lacks a script. They have no ink. Showing them in the font of the surrounding words gives readers one run of text and
 * avoids font changes in the file.
 */
import type { GlyphPlacement } from '../paint/display-list.ts';
import { PlacedClusters, standsForItsText } from './placed-clusters.ts';

/** The number of glyphs to examine at most. */
const FEW = 4;
const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;

/**
 * Returns the same spaces in the font of the pieces before and after them on the line. Returns null if the piece isn't
 * blank or that font has no space.
 */
export function inFontAround(
  before: GlyphPlacement,
  blank: GlyphPlacement,
  behind: GlyphPlacement,
): GlyphPlacement | null {
  const { run, start, end, y } = blank;
  const { face, fontSize } = before.run;
  if (behind.run.face.key !== face.key || run.face.key === face.key || end - start > FEW) return null;
  if ([before, behind].some((one) => one.y !== y || one.run.fontSize !== run.fontSize) || fontSize !== run.fontSize)
    return null;
  const glyph = face.glyphFor(SPACE);
  if (!isBlank(blank) || glyph === 0 || face.inkBox(glyph) !== null) return null;
  return { ...blank, run: { ...run, face, glyphIds: run.glyphIds.map(() => glyph) } };
}

function isBlank(placement: GlyphPlacement): boolean {
  const { run, start, end, paragraph } = placement;
  if (!standsForItsText(placement) || run.xOffsets !== null || run.yOffsets !== null) return false;
  const placed = new PlacedClusters(placement);
  for (let g = start; g < end; g++) {
    const from = run.clusters[g]!;
    const unit = paragraph.charCodeAt(from);
    if (placed.clusterEnd(g, g + 1) - from !== 1 || (unit !== SPACE && unit !== NO_BREAK_SPACE)) return false;
    if (run.face.inkBox(run.glyphIds[g]!) !== null) return false;
  }
  return true;
}
