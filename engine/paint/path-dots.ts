/** Paths measured along their length: dots of dotted lines. */
import { type Path, PathOp } from './canvas.ts';
import { ellipsePath } from './rounded-rect.ts';

/** Pieces a curve is divided into; its corners are far below a dot's size. */
const CURVE_PIECES = 24;

/** Dots on one path at most. */
const MAX_DOTS = 20_000;

/** The path as straight pieces: x0 y0 x1 y1 each. Gaps between subpaths are left out. */
export function flatten(path: Path): number[] {
  const out: number[] = [];
  let x = 0;
  let y = 0;
  let startX = 0;
  let startY = 0;
  const line = (toX: number, toY: number): void => {
    if (toX !== x || toY !== y) out.push(x, y, toX, toY);
    x = toX;
    y = toY;
  };
  for (let i = 0; i < path.length;) {
    const op = path[i++];
    if (op === PathOp.Move) {
      x = startX = path[i++]!;
      y = startY = path[i++]!;
    } else if (op === PathOp.Line) {
      line(path[i]!, path[i + 1]!);
      i += 2;
    } else if (op === PathOp.Curve) {
      const [x0, y0] = [x, y];
      const [x1, y1, x2, y2, x3, y3] = path.slice(i, i + 6);
      i += 6;
      for (let k = 1; k <= CURVE_PIECES; k++) {
        const t = k / CURVE_PIECES;
        const s = 1 - t;
        line(
          s * s * s * x0 + 3 * s * s * t * x1! + 3 * s * t * t * x2! + t * t * t * x3!,
          s * s * s * y0 + 3 * s * s * t * y1! + 3 * s * t * t * y2! + t * t * t * y3!,
        );
      }
    } else {
      line(startX, startY);
    }
  }
  return out;
}

export function pathLength(path: Path): number {
  const pieces = flatten(path);
  let length = 0;
  for (let i = 0; i < pieces.length; i += 4)
    length += Math.hypot(pieces[i + 2]! - pieces[i]!, pieces[i + 3]! - pieces[i + 1]!);
  return length;
}

/** Circles along a path, the first at its start. */
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
    // The last dot of a line may miss its end by the rounding of the period.
    while (next <= at + length + 1e-6 && dots++ < MAX_DOTS) {
      const t = Math.min(1, (next - at) / length);
      for (const n of ellipsePath(pieces[i]! + dx * t, pieces[i + 1]! + dy * t, radius, radius)) out.push(n);
      next += period;
    }
    at += length;
  }
  return out;
}
