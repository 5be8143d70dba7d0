/**
 * Upright glyphs of vertical text. The canvas is rotated by a quarter turn, so each glyph is rotated back around its
 * origin.
 */
import type { Color } from '../css/color.ts';
import type { TextFragment } from '../layout/contract/fragment.ts';
import type { ShapedRun } from '../text/paragraph.ts';
import type { DisplayListBuilder, GlyphPlacement, Matrix } from './display-list.ts';

/** Returns whether a run's glyphs are upright in the line of a fragment. */
export const isUpright = (run: ShapedRun, { writingMode }: TextFragment): boolean =>
  writingMode.vertical && !run.sideways && !writingMode.sidewaysLr;

/** Returns the height of the line's middle above its baseline in a vertical fragment, in px. */
export const centreOf = ({ width, baseline }: TextFragment): number => width / 128 - (width - baseline) / 64;

/** Draws upright glyphs centered on a line `center` px above the placement's baseline. */
export function paintUpright(
  canvas: DisplayListBuilder,
  placement: GlyphPlacement,
  color: Color,
  stroke: { width: number; color: Color } | null,
  center: number,
): void {
  const run = withoutOffsets(placement.run);
  eachUpright(placement, center, (g, matrix, dx, dy) => {
    canvas.save();
    canvas.transform(matrix);
    const endsInSpace = placement.endsInSpace === true && g + 1 === placement.end;
    canvas.drawGlyphs({ ...placement, run, start: g, end: g + 1, x: dx, y: -dy, endsInSpace }, color, stroke);
    canvas.restore();
  });
}

/** Visits each upright glyph with its matrix, from coordinates around the glyph's origin, and its offset in them. */
export function eachUpright(
  placement: GlyphPlacement,
  center: number,
  see: (g: number, matrix: Matrix, dx: number, dy: number) => void,
): void {
  const { run } = placement;
  let along = placement.x;
  let justification = 0;
  for (let g = placement.start; g < placement.end; g++) {
    const dx = run.xOffsets === null ? 0 : run.xOffsets[g]!;
    const dy = run.yOffsets === null ? 0 : run.yOffsets[g]!;
    see(g, [0, -(run.widthScale ?? 1), 1, 0, along, placement.y - center], dx, dy);
    along += run.advances[g]!;
    if (placement.justifyClusters || placement.paragraph.charCodeAt(run.clusters[g]!) === 0x20)
      justification += placement.justification;
    // Combined characters stay together.
    if (run.widthScale !== undefined && g + 1 < placement.end) continue;
    along += justification;
    justification = 0;
  }
}

function withoutOffsets(run: GlyphPlacement['run']): GlyphPlacement['run'] {
  return run.xOffsets === null && run.yOffsets === null ? run : { ...run, xOffsets: null, yOffsets: null };
}
