/** Widths and parts of shaped runs, and copies with different glyphs or advances. */
import { assertInvariant } from '../../invariant.ts';
import { GlyphRun } from '../../text/glyph-run.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import { type LU, luCeilFromPx } from '../../units.ts';

/** Returns the width of a shaped run in px. */
export function runWidthPx(run: ShapedRun): number {
  const { advances } = run;
  let sum = 0;
  for (let g = 0; g < advances.length; g++) sum += advances[g]!;
  return sum;
}

export function runWidth(run: ShapedRun): LU {
  return luCeilFromPx(runWidthPx(run));
}

/**
 * Returns `[start, end)` of a paragraph's run as a separate run. Reshapes it if the cut changes glyphs (joining,
 * ligatures, kerning).
 */
export function sliceOf(run: ShapedRun, start: number, end: number): ShapedRun {
  assertInvariant(run instanceof GlyphRun, 'only shaped text is cut');
  return run.slice(start, end);
}

/** Returns a run of a paragraph with `px` more (or less) space before its first character, or after its last. */
export function withRoom(run: ShapedRun, px: number, before: boolean): ShapedRun {
  assertInvariant(run instanceof GlyphRun, 'only shaped text gets room');
  return run.withRoom(px, before);
}

/** Returns the run with new advances and offsets along the line, for justified text. */
export const withAdvances = (run: ShapedRun, advances: Float64Array, xOffsets: ShapedRun['xOffsets']): ShapedRun =>
  changed(run, { advances, xOffsets });

/** Returns a range of the run with new glyphs, each starting where the previous one ends. Used for tabs. */
export const withGlyphs = (
  run: ShapedRun,
  start: number,
  end: number,
  glyphIds: Uint32Array,
  advances: Float64Array,
  clusters: Uint32Array,
): ShapedRun => changed(run, { start, end, glyphIds, advances, clusters, xOffsets: null, yOffsets: null });

/** Returns a changed copy with the declared fields only, without any private data of the shaper. */
function changed(run: ShapedRun, changes: Partial<ShapedRun>): ShapedRun {
  return {
    face: run.face,
    fontSize: run.fontSize,
    style: run.style,
    item: run.item,
    text: run.text,
    start: run.start,
    end: run.end,
    level: run.level,
    sideways: run.sideways,
    glyphIds: run.glyphIds,
    advances: run.advances,
    xOffsets: run.xOffsets,
    yOffsets: run.yOffsets,
    clusters: run.clusters,
    syntheticBold: run.syntheticBold,
    syntheticSlant: run.syntheticSlant,
    widthScale: run.widthScale,
    ...changes,
  };
}
