/** Corners as superellipses (css-borders-4 §4.4, §4.5). */
import { ROUND_CORNER } from '../css/values/corner-shape.ts';
import { PathOp } from './display-list.ts';

/**
 * Superellipse parameters of the corners, clockwise from the top left. 1: round, 0: beveled, negative: inwards,
 * ±infinity: right angle.
 */
export type CornerShapes = readonly [number, number, number, number];

/** Parameters of at least this value are drawn as right angles. */
export const RIGHT_ANGLE = 12;
export const SEGMENTS = 32;
/** Distance of a control point from the corner, for a quarter circle of radius 1. */
const KAPPA = 1 - 0.5522847498;

/**
 * Adds a corner's outline from the path's last point (`x0`, `y0`) to (`x1`, `y1`). The sides would meet at (`x`, `y`).
 */
export function addCorner(
  path: number[],
  shape: number,
  x0: number,
  y0: number,
  x: number,
  y: number,
  x1: number,
  y1: number,
): void {
  if (shape === ROUND_CORNER) {
    path.push(PathOp.Curve, x + (x0 - x) * KAPPA, y + (y0 - y) * KAPPA);
    path.push(x + (x1 - x) * KAPPA, y + (y1 - y) * KAPPA, x1, y1);
    return;
  }
  // The center of the superellipse is opposite the corner. For inward curves it is the corner itself.
  const [cx, cy] = shape >= 0 ? [x0 + x1 - x, y0 + y1 - y] : [x, y];
  if (Math.abs(shape) >= RIGHT_ANGLE) path.push(PathOp.Line, x0 + x1 - cx, y0 + y1 - cy);
  else if (shape !== 0) {
    const power = 2 / 2 ** Math.abs(shape);
    for (let i = 1; i < SEGMENTS; i++) {
      const angle = (i / SEGMENTS) * (Math.PI / 2);
      const [a, b] = [Math.cos(angle) ** power, Math.sin(angle) ** power];
      path.push(PathOp.Line, cx + (x0 - cx) * a + (x1 - cx) * b, cy + (y0 - cy) * a + (y1 - cy) * b);
    }
  }
  path.push(PathOp.Line, x1, y1);
}
