/** Rectangles in paths. */
import { numbersAfter, type Path, PathOp } from '../paint/display-list.ts';
import { type Bounds, pathBounds } from './bounds.ts';

/** Array length of a closed path with three line segments. */
export const RECTANGLE = 13;

/** Returns whether a closed rectangle starts at `i` whose first side runs along x, as `re` draws it. */
export function isRectangle(path: Path, i: number): boolean {
  return (
    path[i] === PathOp.Move &&
    path[i + 3] === PathOp.Line &&
    path[i + 5] === path[i + 2] &&
    path[i + 6] === PathOp.Line &&
    path[i + 7] === path[i + 4] &&
    path[i + 9] === PathOp.Line &&
    path[i + 10] === path[i + 1] &&
    path[i + 11] === path[i + 8] &&
    path[i + 12] === PathOp.Close
  );
}

/** Returns the path with its rectangles cut to an area. The path inside the area is unchanged. */
export function cutRectangles(path: Path, { x0, y0, x1, y1 }: Bounds): Path {
  const out = [...path];
  for (let i = 0; i < path.length; i += numbersAfter(path[i]!) + 1) {
    if (path[i] !== PathOp.Move || !isRectangle(path, i)) continue;
    for (let k = i; k < i + RECTANGLE - 1; k += 3) {
      out[k + 1] = Math.min(x1, Math.max(x0, path[k + 1]!));
      out[k + 2] = Math.min(y1, Math.max(y0, path[k + 2]!));
    }
  }
  return out;
}

/** More than a rectangle with round corners has. */
const MOST_NUMBERS = 64;

/**
 * Returns rectangles inside a rectangle with changed corners: one as high and one as wide as it is. Returns none for
 * other shapes.
 */
export function insidesOf(path: Path): Bounds[] {
  if (path.length > MOST_NUMBERS) return [];
  const { x0, y0, x1, y1 } = pathBounds(path);
  // The parts of the bounds that straight sides cover.
  const sides = { left: [y0, y0], right: [y0, y0], top: [x0, x0], bottom: [x0, x0] };
  let [x, y, moves] = [0, 0, 0];
  let start: [number, number] = [0, 0];
  for (let i = 0; i < path.length;) {
    const op = path[i++]!;
    const count = numbersAfter(op);
    const [toX, toY] = op === PathOp.Close ? start : [path[i + count - 2]!, path[i + count - 1]!];
    i += count;
    if (op === PathOp.Move) {
      if (++moves > 1) return [];
      start = [toX, toY];
    } else if (op !== PathOp.Curve && (toX !== x || toY !== y)) {
      const across = [Math.min(x, toX), Math.max(x, toX)];
      const down = [Math.min(y, toY), Math.max(y, toY)];
      if (x === x0 && toX === x0) sides.left = down;
      else if (x === x1 && toX === x1) sides.right = down;
      else if (y === y0 && toY === y0) sides.top = across;
      else if (y === y1 && toY === y1) sides.bottom = across;
      else return [];
    }
    [x, y] = [toX, toY];
  }
  const shared = ([a, b]: number[], [c, d]: number[]): [number, number] => [Math.max(a!, c!), Math.min(b!, d!)];
  const [top, bottom] = shared(sides.left, sides.right);
  const [left, right] = shared(sides.top, sides.bottom);
  return [
    { x0, y0: top, x1, y1: bottom },
    { x0: left, y0, x1: right, y1 },
  ].filter((band) => band.x0 < band.x1 && band.y0 < band.y1);
}
