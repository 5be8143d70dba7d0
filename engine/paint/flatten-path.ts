/** Approximates paths by straight pieces, and finds their bounds and dots. */
import { type Path, PathOp, numbersAfter } from './display-list.ts';
import type { Rect } from './rects.ts';
import { ellipsePath } from './rounded-rect.ts';

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

/** Returns the rectangle around the points of paths, control points included. null: there are no points. */
export function boundsOfPoints(paths: readonly Path[]): Rect | null {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const path of paths) {
    for (let i = 0; i < path.length;) {
      const count = numbersAfter(path[i++]!);
      for (const end = i + count; i < end; i += 2) {
        const x = path[i]!;
        const y = path[i + 1]!;
        if (x < left) left = x;
        if (x > right) right = x;
        if (y < top) top = y;
        if (y > bottom) bottom = y;
      }
    }
  }
  return left > right ? null : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Limit on the dots of one path. */
const MAX_DOTS = 20_000;

/** Returns the length of a path in its own units. Gaps between subpaths have length 0. */
export function pathLength(path: Path): number {
  const pieces = flatten(path);
  let length = 0;
  for (let i = 0; i < pieces.length; i += 4)
    length += Math.hypot(pieces[i + 2]! - pieces[i]!, pieces[i + 3]! - pieces[i + 1]!);
  return length;
}

/** Returns circles along a path. The first one is at its start. */
export function dotPath(path: Path, period: number, radius: number): number[] {
  const pieces = flatten(path);
  const out: number[] = [];
  let next = 0;
  let at = 0;
  let dots = 0;
  for (let i = 0; i < pieces.length && period > 0; i += 4) {
    const dx = pieces[i + 2]! - pieces[i]!;
    const dy = pieces[i + 3]! - pieces[i + 1]!;
    const length = Math.hypot(dx, dy);
    // The last dot of a line may miss its end because the period is rounded.
    while (next <= at + length + 1e-6 && dots++ < MAX_DOTS) {
      const t = Math.min(1, (next - at) / length);
      for (const n of ellipsePath(pieces[i]! + dx * t, pieces[i + 1]! + dy * t, radius, radius)) out.push(n);
      next += period;
    }
    at += length;
  }
  return out;
}
