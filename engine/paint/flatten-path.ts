/** Approximates paths by straight pieces. */
import { type Path, PathOp } from './display-list.ts';

/** Default number of pieces per curve. Their corners are far below visible sizes. */
const CURVE_PIECES = 24;

/**
 * Returns one coordinate of a cubic Bézier curve at `t`, 0 to 1, from the coordinates of its end and control points.
 */
export function cubicAt(t: number, from: number, control1: number, control2: number, to: number): number {
  const s = 1 - t;
  return s * s * s * from + 3 * s * s * t * control1 + 3 * s * t * t * control2 + t * t * t * to;
}

/**
 * Returns a path as straight pieces: x0 y0 x1 y1 each. Gaps between subpaths are left out. `closes`: closes subpaths,
 * as for filling.
 */
export function flatten(path: Path, curvePieces = CURVE_PIECES, closes = false): number[] {
  const out: number[] = [];
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const line = (toX: number, toY: number): void => {
    if (toX !== x || toY !== y) out.push(x, y, toX, toY);
    x = toX;
    y = toY;
  };
  for (let i = 0; i < path.length;) {
    const op = path[i++];
    if (op === PathOp.Move) {
      if (closes) line(startX, startY);
      x = startX = path[i++]!;
      y = startY = path[i++]!;
    } else if (op === PathOp.Line) {
      line(path[i]!, path[i + 1]!);
      i += 2;
    } else if (op === PathOp.Curve) {
      const [x0, y0] = [x, y];
      const [x1, y1, x2, y2, x3, y3] = path.slice(i, i + 6) as [number, number, number, number, number, number];
      i += 6;
      for (let k = 1; k <= curvePieces; k++)
        line(cubicAt(k / curvePieces, x0, x1, x2, x3), cubicAt(k / curvePieces, y0, y1, y2, y3));
    } else {
      line(startX, startY);
    }
  }
  if (closes) line(startX, startY);
  return out;
}
