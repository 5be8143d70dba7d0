/** Axis-aligned bounding boxes, and the range of coordinates that readers support. */
import { type Matrix, type Path, PathOp } from '../paint/display-list.ts';
import type { Rect } from '../paint/rects.ts';

export interface Bounds {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

export const NOWHERE: Bounds = { x0: 0, y0: 0, x1: 0, y1: 0 };
export const EVERYWHERE: Bounds = { x0: -Infinity, y0: -Infinity, x1: Infinity, y1: Infinity };

/** Returns the bounds of a rectangle. */
export const boxOf = ({ x, y, width, height }: Rect): Bounds => ({ x0: x, y0: y, x1: x + width, y1: y + height });

/** Returns the bounding box of a box after a transformation. */
export function transformBounds(b: Bounds, m: Matrix): Bounds {
  const { x0, y0, x1, y1 } = b;
  const xa = m[0] * x0 + m[2] * y0 + m[4];
  const xb = m[0] * x0 + m[2] * y1 + m[4];
  const xc = m[0] * x1 + m[2] * y0 + m[4];
  const xd = m[0] * x1 + m[2] * y1 + m[4];
  const ya = m[1] * x0 + m[3] * y0 + m[5];
  const yb = m[1] * x0 + m[3] * y1 + m[5];
  const yc = m[1] * x1 + m[3] * y0 + m[5];
  const yd = m[1] * x1 + m[3] * y1 + m[5];
  return {
    x0: Math.min(xa, xb, xc, xd),
    y0: Math.min(ya, yb, yc, yd),
    x1: Math.max(xa, xb, xc, xd),
    y1: Math.max(ya, yb, yc, yd),
  };
}

export function pathBounds(path: Path): Bounds {
  let x0 = Infinity;
  let y0 = Infinity;
  let x1 = -Infinity;
  let y1 = -Infinity;
  for (let i = 0; i < path.length;) {
    const op = path[i++];
    const points = op === PathOp.Curve ? 3 : op === PathOp.Close ? 0 : 1;
    for (let p = 0; p < points; p++) {
      const x = path[i++]!;
      const y = path[i++]!;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
  }
  return x0 <= x1 ? { x0, y0, x1, y1 } : { x0: 0, y0: 0, x1: 0, y1: 0 };
}

/**
 * The largest safe distance from the origin, in units of the stream's base coordinates. Readers may overflow beyond it
 * (ISO 32000-1 annex C gives 32,767).
 */
const FAR = 30_000;

/** The largest number that PDF 1.4 permits in content (PDF Reference 1.4, appendix C). */
const LARGEST = 32_767;

/** Checks whether a transformed rectangle extends beyond the safe distance, or has sides that are too long to write. */
export function isFar(x: number, y: number, width: number, height: number, m: Matrix): boolean {
  const across = Math.max(Math.abs(x), Math.abs(x + width));
  const down = Math.max(Math.abs(y), Math.abs(y + height));
  return (
    Math.max(Math.abs(width), Math.abs(height), across, down) > LARGEST ||
    across * Math.abs(m[0]) + down * Math.abs(m[2]) + Math.abs(m[4]) > FAR ||
    across * Math.abs(m[1]) + down * Math.abs(m[3]) + Math.abs(m[5]) > FAR
  );
}
