/** Paints the lines of mathematical formulas: bars, and notations around content. The font determines their thickness. */
import type { BoxFragment, MathShape } from '../layout/contract/fragment.ts';
import { LU_PER_PX, type LU } from '../units.ts';
import { PathOp } from './display-list.ts';
import { textColor } from './economy.ts';
import type { PaintContext } from './paint-context.ts';
import { ellipsePath, pathOf } from './rounded-rect.ts';
import { solidStroke } from './stroke.ts';

/** `x`, `y`: the corner of the fragment. */
export function paintMathRules(context: PaintContext, { style, extra }: BoxFragment, x: LU, y: LU): void {
  if (style.text.visibility !== 'visible') return;
  const color = textColor(context, style.text.webkitTextFillColor, style);
  const { canvas } = context;
  canvas.beginArtifact('layout');
  for (const rule of extra?.mathRules ?? [])
    canvas.fillRect(
      (x + rule.x) / LU_PER_PX,
      (y + rule.y) / LU_PER_PX,
      rule.width / LU_PER_PX,
      rule.height / LU_PER_PX,
      color,
    );
  for (const shape of extra?.mathShapes ?? []) {
    const points = shape.points.map((at, i) => (at + (i % 2 === 0 ? x : y)) / LU_PER_PX);
    const path = shapePath(shape, points);
    if (shape.thickness === 0) canvas.fillPath(path, false, color);
    else canvas.strokePath(path, solidStroke(shape.thickness / LU_PER_PX), color);
  }
  canvas.endTag();
}

function shapePath({ kind, radius = 0 }: MathShape, points: readonly number[]): number[] {
  const [x0, y0, x1, y1] = points as [number, number, number, number];
  switch (kind) {
    case 'curve':
      return [PathOp.Move, x0, y0, PathOp.Curve, ...points.slice(2)];
    case 'ellipse':
      return ellipsePath((x0 + x1) / 2, (y0 + y1) / 2, Math.abs(x1 - x0) / 2, Math.abs(y1 - y0) / 2);
    case 'rounded':
      return roundedPath(Math.min(x0, x1), y0, Math.abs(x1 - x0), y1 - y0, radius / LU_PER_PX);
    default: {
      const path: number[] = [PathOp.Move, x0, y0];
      for (let i = 2; i < points.length; i += 2) path.push(PathOp.Line, points[i]!, points[i + 1]!);
      return kind === 'polygon' ? [...path, PathOp.Close] : path;
    }
  }
}

function roundedPath(x: number, y: number, width: number, height: number, radius: number): number[] {
  const r = Math.min(radius, width / 2, height / 2);
  return pathOf({ x, y, width, height, radii: [r, r, r, r, r, r, r, r] });
}
