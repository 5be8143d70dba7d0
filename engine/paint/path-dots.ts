/** Dots of dotted lines, placed by path length. */
import type { Path } from './display-list.ts';
import { flatten } from './flatten-path.ts';
import { ellipsePath } from './rounded-rect.ts';

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
