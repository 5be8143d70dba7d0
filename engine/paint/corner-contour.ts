/** Outlines of shaped corners at a distance from the border box (css-borders-4 §4.6, border contour path). */
import { ROUND_CORNER } from '../css/values/border.ts';
import { PathOp } from './display-list.ts';
import type { RoundedRect } from './rounded-rect.ts';
import type { Rect } from './rects.ts';

/**
 * Two values for the sides at a corner: the one before it and the one after it, clockwise. For a point, the distance
 * along each side.
 */
type Pair = readonly [number, number];

interface Corner {
  /** Superellipse parameter. */
  readonly shape: number;
  /** Radii in the border box. */
  readonly radii: Pair;
  /** Distances by which the sides are moved inwards, in px. Negative: outwards. */
  readonly depths: Pair;
}

/** The value of a round corner at its middle, on the scale on which shapes are interpolated. */
const ROUND_HALF = 2 ** -0.5;

/** Returns how the outline's end on a side moves when that side moves by 1: along the side, and away from it. */
function direction(shape: number): Pair {
  const half = 2 ** -(2 ** -Math.min(1, Math.abs(shape)));
  // From 0 for a straight line to 1 for an outline that meets the side like an ellipse.
  const curved = (half - 0.5) / (ROUND_HALF - 0.5);
  const [less, more] = [(1 - curved) / 2, (1 + curved) / 2];
  const length = Math.hypot(less, more);
  return shape < 0 ? [more / length, less / length] : [less / length, more / length];
}

/**
 * Returns the approximate decrease of a corner's radius for each px that the outline moves inwards: 1 for a round
 * corner, 0 for a scooped one.
 */
export const shrinkage = (shape: number): number => 1 - direction(shape)[0] ** 2;

/** Returns the points of a corner's outline, from one side to the other. */
function cornerOutline({ shape, radii, depths }: Corner): Pair[] {
  const [along, away] = direction(shape);
  const start: Pair = [radii[0] + along * depths[0], away * depths[0]];
  const end: Pair = [away * depths[1], radii[1] + along * depths[1]];
  const size: Pair = [start[0] - end[0], end[1] - start[1]];
  // The corner has moved by more than its radius.
  if (size[0] <= 0 || size[1] <= 0) return [[depths[1], depths[0]]];
  const points = arc(shape).map(([x, y]): Pair => [end[0] + size[0] * x, start[1] + size[1] * y]);
  // A straight line extends the outline to sides that have moved outwards.
  const longer = along === 0 ? 0 : ((1 - away) * away) / along;
  if (depths[0] < 0) points.unshift([start[0] - longer * depths[0], depths[0]]);
  if (depths[1] < 0) points.push([depths[1], end[1] - longer * depths[1]]);
  return points;
}

/** Returns a quarter of a superellipse from (1, 0) to (0, 1). Its center is (0, 0) for inward curves, else (1, 1). */
function arc(shape: number): Pair[] {
  const isInward = shape < 0;
  if (Math.abs(shape) >= RIGHT_ANGLE) return [[1, 0], isInward ? [1, 1] : [0, 0], [0, 1]];
  if (shape === 0)
    return [
      [1, 0],
      [0, 1],
    ];
  const power = 2 / 2 ** Math.abs(shape);
  return Array.from({ length: SEGMENTS + 1 }, (_, i): Pair => {
    const angle = (i / SEGMENTS) * (Math.PI / 2);
    const [x, y] = [Math.cos(angle) ** power, Math.sin(angle) ** power];
    return isInward ? [x, y] : [1 - y, 1 - x];
  });
}

/** Returns the part of a line where `inside` isn't negative. */
function clipped(points: readonly Pair[], inside: (point: Pair) => number): Pair[] {
  const kept: Pair[] = [];
  points.forEach((point, i) => {
    const before = points[Math.max(0, i - 1)]!;
    const [depth, depthBefore] = [inside(point), inside(before)];
    if (depth < 0 !== depthBefore < 0) {
      const share = depthBefore / (depthBefore - depth);
      kept.push([before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1])]);
    }
    if (depth >= 0) kept.push(point);
  });
  return kept;
}

/**
 * Returns the maximum extent of each corner along its two sides, clockwise from the top left. Corners that would
 * overlap share the side.
 */
function roomOf(corners: readonly Corner[], { width, height }: Rect): Pair[] {
  const wanted = corners.map(({ shape, radii, depths }): Pair => {
    const [along] = direction(shape);
    return [radii[0] + along * depths[0], radii[1] + along * depths[1]];
  });
  const share = (own: number, other: number, side: number): number =>
    own + other <= side ? Infinity : (side * own) / (own + other);
  return wanted.map(([first, second], i): Pair => {
    const [leading, leaving] = i % 2 === 0 ? [height, width] : [width, height];
    return [share(first, wanted[(i + 3) % 4]![1], leading), share(second, wanted[(i + 1) % 4]![0], leaving)];
  });
}

/** Directions from each corner to the middle, clockwise from the top left. */
const TOWARDS: readonly (readonly [x: number, y: number])[] = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
];

/** Returns the corners of the border box `outer` with its sides moved to those of `moved`. */
function cornersOf(moved: RoundedRect, outer: RoundedRect): Corner[] {
  const left = moved.x - outer.x;
  const top = moved.y - outer.y;
  const depths = [left, top, outer.width - moved.width - left, outer.height - moved.height - top];
  return outer.shapes!.map((shape, i): Corner => {
    const [x, y] = [outer.radii![2 * i]!, outer.radii![2 * i + 1]!];
    return { shape, radii: i % 2 === 0 ? [y, x] : [x, y], depths: [depths[i]!, depths[(i + 1) % 4]!] };
  });
}

/** Adds the outline of `moved`, clockwise. Its corners keep their distance from those of the border box `outer`. */
export function addContour(path: number[], moved: RoundedRect, outer: RoundedRect): void {
  const corners = cornersOf(moved, outer);
  const room = roomOf(corners, outer);
  const start = path.length;
  corners.forEach((corner, i) => {
    const [dx, dy] = TOWARDS[i]!;
    const { shape, radii, depths } = corner;
    const from = shape === ROUND_CORNER || radii[0] === 0 ? moved : outer;
    const [x, y] = [dx > 0 ? from.x : from.x + from.width, dy > 0 ? from.y : from.y + from.height];
    const place = ([a, b]: Pair): Pair => (i % 2 === 0 ? [x + dx * b, y + dy * a] : [x + dx * a, y + dy * b]);
    if (from === outer) {
      const most = room[i]!;
      const sides = [
        ([, b]: Pair) => b - depths[0],
        ([a]: Pair) => a - depths[1],
        ([a]: Pair) => most[0] - a,
        ([, b]: Pair) => most[1] - b,
      ];
      for (const point of sides.reduce(clipped, cornerOutline(corner))) path.push(PathOp.Line, ...place(point));
      return;
    }
    const [rx, ry] = [moved.radii![2 * i]!, moved.radii![2 * i + 1]!];
    const [first, last] = [place(i % 2 === 0 ? [ry, 0] : [rx, 0]), place(i % 2 === 0 ? [0, rx] : [0, ry])];
    path.push(PathOp.Line, ...first);
    if (rx > 0) addCorner(path, shape, ...first, x, y, ...last);
  });
  path[start] = PathOp.Move;
  path.push(PathOp.Close);
}

/**
 * Superellipse parameters of the corners, clockwise from the top left. 1: round, 0: beveled, negative: inwards,
 * ±infinity: right angle.
 */
export type CornerShapes = readonly [number, number, number, number];

/** Parameters of at least this value are drawn as right angles. */
const RIGHT_ANGLE = 12;
const SEGMENTS = 32;
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
