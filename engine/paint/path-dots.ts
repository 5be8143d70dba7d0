/** Paths measured along their length: dots of dotted lines. */
import type { Path } from './canvas.ts';
import { flatten } from './flatten-path.ts';
import { ellipsePath } from './rounded-rect.ts';

/** Dots on one path at most. */
const MAX_DOTS = 20_000;

/** In the path's own units; gaps between subpaths have none. */
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
