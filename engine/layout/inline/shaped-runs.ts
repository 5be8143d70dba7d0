/** Widths of shaped runs, and runs with other glyphs or advances. */
import type { ShapedRun } from '../../text/paragraph.ts';
import { type LU, luCeilFromPx } from '../../units.ts';

/** Width of a shaped run in px. */
export function runWidthPx(run: ShapedRun): number {
  const { advances } = run;
  let sum = 0;
  for (let g = 0; g < advances.length; g++) sum += advances[g]!;
  return sum;
}

export function runWidth(run: ShapedRun): LU {
  return luCeilFromPx(runWidthPx(run));
}

/** The run with other advances and places along the line: justified text. */
export const withAdvances = (run: ShapedRun, advances: Float64Array, xOffsets: ShapedRun['xOffsets']): ShapedRun =>
  changed(run, { advances, xOffsets });

/** A stretch of the run with other glyphs, each where the one before ends: tabs. */
export const withGlyphs = (
  run: ShapedRun,
  start: number,
  end: number,
  glyphIds: Uint32Array,
  advances: Float64Array,
  clusters: Uint32Array,
): ShapedRun => changed(run, { start, end, glyphIds, advances, clusters, xOffsets: null, yOffsets: null });

/** A copy of what makes a run a run, whatever else its maker keeps on it. */
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
