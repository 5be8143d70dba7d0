import { numbersAfter, type Path } from './display-list.ts';
import type { Rect } from './rects.ts';

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
