/** Where the ink of letters is, in CSS px from the pen's start on their baseline; y grows downwards. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { ShapedRun } from '../../text/paragraph.ts';
import type { LayoutContext } from '../contract.ts';

const POINTS_PER_TICK = 64;
const NUMBER = /-?(?:\d+(?:\.\d+)?|\.\d+)(?:e-?\d+)?/g;

/** The points of a run's outlines, one list a contour; between two of them the outline leaves their line by little. */
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
      // Every path command has pairs of coordinates.
      for (let i = 0; i + 1 < numbers.length; i += 2)
        points.push([x + Number(numbers[i]) * px, -y - Number(numbers[i + 1]) * px]);
      // Outlines are a font's to choose.
      context.budget.tickBy(points.length / POINTS_PER_TICK);
      contours.push(points);
    }
    pen += run.advances[g]!;
  });
  return contours;
}

/** How far the ink of a text reaches above the baseline; null: there is none, or the font hasn't got it. */
export function inkTop(context: LayoutContext, style: ComputedStyle, text: string): number | null {
  const run = context.text.shape(text, style, 0);
  if (run.glyphIds.includes(0)) return null;
  const top = outlinesOf(context, run).reduce(
    (least, points) => points.reduce((y, point) => Math.min(y, point[1]), least),
    0,
  );
  return top < 0 ? -top : null;
}

/** How far it reaches below the baseline. */
export function inkBottom(context: LayoutContext, run: ShapedRun): number {
  return outlinesOf(context, run).reduce((most, points) => points.reduce((y, point) => Math.max(y, point[1]), most), 0);
}
