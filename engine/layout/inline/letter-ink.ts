/** Positions of letter ink in CSS px from the pen's start on the baseline. The y axis points down. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import type { LayoutContext } from '../contract.ts';

const POINTS_PER_TICK = 64;
const NUMBER = /-?(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?/g;

/**
 * Returns the points of a run's outlines, one list per contour. The outline deviates little from the straight lines
 * between them.
 */
export function outlinesOf(context: LayoutContext, run: ShapedRun): (readonly [x: number, y: number])[][] {
  const contours: (readonly [x: number, y: number])[][] = [];
  const px = run.fontSize / run.face.metrics.unitsPerEm;
  let pen = 0;
  run.glyphIds.forEach((glyph, g) => {
    const x = pen + (run.xOffsets?.[g] ?? 0);
    const y = run.yOffsets?.[g] ?? 0;
    for (const contour of run.face.outline(glyph).split('M')) {
      const numbers = contour.match(NUMBER);
      if (numbers === null) continue;
      const points: (readonly [x: number, y: number])[] = [];
      // All path commands have pairs of coordinates.
      for (let i = 0; i + 1 < numbers.length; i += 2)
        points.push([x + Number(numbers[i]) * px, -y - Number(numbers[i + 1]) * px]);
      // The font determines the number of points, so they count towards the budget.
      context.budget.tickBy(points.length / POINTS_PER_TICK);
      contours.push(points);
    }
    pen += run.advances[g]!;
  });
  return contours;
}

/**
 * Returns how far the ink of a text reaches above the baseline. Returns null if it has no ink or the font lacks a
 * glyph.
 */
export function inkTop(context: LayoutContext, style: ComputedStyle, text: string): number | null {
  const run = context.text.shape(text, style, 0);
  if (run.glyphIds.includes(0)) return null;
  const top = outlinesOf(context, run).reduce(
    (least, points) => points.reduce((y, point) => Math.min(y, point[1]), least),
    0,
  );
  return top < 0 ? -top : null;
}

/** Returns how far the ink reaches below the baseline. */
export function inkBottom(context: LayoutContext, run: ShapedRun): number {
  return outlinesOf(context, run).reduce((most, points) => points.reduce((y, point) => Math.max(y, point[1]), most), 0);
}
