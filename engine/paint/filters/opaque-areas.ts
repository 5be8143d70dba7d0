/** Opaque shapes of a silhouette. Content inside them adds nothing to it. */
import { type Matrix, numbersAfter, type Path, PathOp } from '../display-list.ts';
import { intersect, type Rect } from '../rects.ts';

/** Limit on remembered shapes. The latest count, because content is usually inside the last background. */
const MOST = 8;
/** Shapes with more points aren't remembered. A rounded rectangle has 16. */
const MOST_POINTS = 40;

/** A convex polygon inside a shape, and the clip of the shape. */
interface Area {
  /** Alternating x and y. */
  readonly corners: readonly number[];
  readonly clip: Rect | null;
}

export class OpaqueAreas {
  private readonly areas: Area[] = [];

  /** Remembers an opaque shape. Shapes that aren't convex are ignored. `clip` is in the coordinates after `matrix`. */
  add(path: Path, matrix: Matrix, clip: Rect | null): void {
    const corners = convexPart(path);
    if (corners === null) return;
    const [a, b, c, d, e, f] = matrix;
    for (let i = 0; i < corners.length; i += 2) {
      const [x, y] = [corners[i]!, corners[i + 1]!];
      corners[i] = a * x + c * y + e;
      corners[i + 1] = b * x + d * y + f;
    }
    this.areas.push({ corners, clip });
    if (this.areas.length > MOST) this.areas.shift();
  }

  /** Returns whether a rectangle is inside one of the shapes. */
  cover(r: Rect): boolean {
    return this.areas.some(({ corners, clip }) => isInside(r, corners) && (clip === null || isWithin(r, clip)));
  }
}

function isWithin(r: Rect, clip: Rect): boolean {
  const { width, height } = intersect(clip, r);
  return width >= r.width && height >= r.height;
}

/** Returns whether all corners of a rectangle are on the same side of all edges. */
function isInside({ x, y, width, height }: Rect, corners: readonly number[]): boolean {
  let [isLeft, isRight] = [true, true];
  for (const [px, py] of [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ] as const) {
    for (let i = 0; i < corners.length; i += 2) {
      const side = cross(corners, i, px, py);
      if (side < 0) isLeft = false;
      if (side > 0) isRight = false;
    }
    if (!isLeft && !isRight) return false;
  }
  return true;
}

/** Returns on which side of the edge that begins at corner `i` a point is. */
function cross(corners: readonly number[], i: number, px: number, py: number): number {
  const [x, y] = [corners[i]!, corners[i + 1]!];
  const next = (i + 2) % corners.length;
  return (corners[next]! - x) * (py - y) - (corners[next + 1]! - y) * (px - x);
}

/**
 * Returns a polygon inside the shape, or null if the shape isn't known to be convex. If the control points form a convex
 * polygon, the curves bulge outwards, so the polygon of the points on the path is inside.
 */
function convexPart(path: Path): number[] | null {
  const all: number[] = [];
  const onPath: number[] = [];
  for (let i = 0; i < path.length; i += numbersAfter(path[i]!) + 1) {
    const op = path[i]!;
    if (op === PathOp.Move && i > 0) return null;
    const count = numbersAfter(op);
    for (let k = 0; k < count; k += 2) addPoint(all, path[i + 1 + k]!, path[i + 2 + k]!);
    if (count > 0) addPoint(onPath, path[i + count - 1]!, path[i + count]!);
    if (all.length > 2 * MOST_POINTS) return null;
  }
  withoutRepeatedEnd(all);
  withoutRepeatedEnd(onPath);
  return onPath.length >= 6 && isConvex(all) ? onPath : null;
}

function addPoint(points: number[], x: number, y: number): void {
  if (points.length === 0 || points.at(-2) !== x || points.at(-1) !== y) points.push(x, y);
}

function withoutRepeatedEnd(points: number[]): void {
  if (points.length > 2 && points.at(-2) === points[0] && points.at(-1) === points[1]) points.length -= 2;
}

/** Returns whether a polygon turns in one direction, and only once around. */
function isConvex(points: readonly number[]): boolean {
  let [isLeft, isRight] = [true, true];
  for (let i = 0; i < points.length; i += 2) {
    const after = (i + 4) % points.length;
    const turn = cross(points, i, points[after]!, points[after + 1]!);
    if (turn < 0) isLeft = false;
    if (turn > 0) isRight = false;
  }
  return (isLeft || isRight) && reversals(points, 0) <= 2 && reversals(points, 1) <= 2;
}

/** Returns how often a closed polygon changes its direction along one axis: twice if it is convex. */
function reversals(points: readonly number[], axis: number): number {
  const directions: number[] = [];
  for (let i = axis; i < points.length; i += 2) {
    const direction = Math.sign(points[(i + 2) % points.length]! - points[i]!);
    if (direction !== 0 && direction !== directions.at(-1)) directions.push(direction);
  }
  const isClosedAlike = directions.length > 1 && directions[0] === directions.at(-1);
  return directions.length - (isClosedAlike ? 1 : 0);
}
