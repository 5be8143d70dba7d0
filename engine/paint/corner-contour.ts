/** Outlines of shaped corners at a distance from the border box (css-borders-4 §4.6, border contour path). */
import { ROUND_CORNER } from '../css/values/corner-shape.ts';
import { PathOp } from './canvas.ts';
import { addCorner, RIGHT_ANGLE, SEGMENTS } from './corner-shape.ts';
import type { Rect, RoundedRect } from './rounded-rect.ts';

/** A pair for the side that leads to a corner, clockwise, and the one that leads from it; of a point, how far it is along each. */
type Pair = readonly [number, number];

interface Corner {
  /** Parameter of the superellipse. */
  readonly shape: number;
  /** Of the border box. */
  readonly radii: Pair;
  /** How far the sides have moved inwards, px; negative: outwards. */
  readonly depths: Pair;
}

/** Half of a quarter of a circle, in the measure that shapes are interpolated by. */
const ROUND_HALF = 2 ** -0.5;

/** Where the outline's end on a side goes when that moves by 1: so far along the side, and so far away from it. */
function direction(shape: number): Pair {
  const half = 2 ** -(2 ** -Math.min(1, Math.abs(shape)));
  // From 0, of a straight line, to 1, where the outline meets the side as an ellipse does.
  const curved = (half - 0.5) / (ROUND_HALF - 0.5);
  const [less, more] = [(1 - curved) / 2, (1 + curved) / 2];
  const length = Math.hypot(less, more);
  return shape < 0 ? [more / length, less / length] : [less / length, more / length];
}

/** How much smaller a corner's radius gets, about, for each px that its outline moves inwards: 1 for a round one, 0 for one scooped out. */
export const shrinkage = (shape: number): number => 1 - direction(shape)[0] ** 2;

/** The points of a corner's outline, from one side to the other. */
export function cornerOutline({ shape, radii, depths }: Corner): Pair[] {
  const [along, away] = direction(shape);
  const start: Pair = [radii[0] + along * depths[0], away * depths[0]];
  const end: Pair = [away * depths[1], radii[1] + along * depths[1]];
  const size: Pair = [start[0] - end[0], end[1] - start[1]];
  // It has moved by more than its radius.
  if (size[0] <= 0 || size[1] <= 0) return [[depths[1], depths[0]]];
  const points = arc(shape).map(([x, y]): Pair => [end[0] + size[0] * x, start[1] + size[1] * y]);
  // Up to sides that have moved outwards it goes on straight.
  const longer = along === 0 ? 0 : ((1 - away) * away) / along;
  if (depths[0] < 0) points.unshift([start[0] - longer * depths[0], depths[0]]);
  if (depths[1] < 0) points.push([depths[1], end[1] - longer * depths[1]]);
  return points;
}

/** A quarter of a superellipse from 1 0 to 0 1: about 0 0 where it goes inwards, about 1 1 otherwise. */
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

/** What of a line is where `inside` isn't negative. */
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

/** How much of its two sides each corner has at most, clockwise from the top left: those that would overlap share what there is. */
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

/** From each corner, clockwise from the top left, to the middle. */
const TOWARDS: readonly (readonly [x: number, y: number])[] = [
  [1, 1],
  [-1, 1],
  [-1, -1],
  [1, -1],
];

/** The corners of the border box `outer`, whose sides have moved to those of `moved`. */
function cornersOf(moved: RoundedRect, outer: RoundedRect): Corner[] {
  const left = moved.x - outer.x;
  const top = moved.y - outer.y;
  const depths = [left, top, outer.width - moved.width - left, outer.height - moved.height - top];
  return outer.shapes!.map((shape, i): Corner => {
    const [x, y] = [outer.radii![2 * i]!, outer.radii![2 * i + 1]!];
    return { shape, radii: i % 2 === 0 ? [y, x] : [x, y], depths: [depths[i]!, depths[(i + 1) % 4]!] };
  });
}

/** Adds the outline of `moved`, clockwise, whose corners keep their distance from those of the border box `outer`. */
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
