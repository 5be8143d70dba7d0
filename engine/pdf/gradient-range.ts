/** Which places of a gradient's geometry show in a box. Places count periods: 0 is where the geometry begins, 1 where it ends. */
import type { Bounds } from './bounds.ts';

export type Corners = readonly (readonly [number, number])[];

export const cornersOf = ({ x0, y0, x1, y1 }: Bounds): Corners => [
  [x0, y0],
  [x1, y0],
  [x0, y1],
  [x1, y1],
];

/** The first and last place of a line from (x, y) to (x + dx, y + dy), not of length 0. */
export function rangeOnLine(x: number, y: number, dx: number, dy: number, bounds: Bounds): readonly [number, number] {
  const length2 = dx * dx + dy * dy;
  const places = cornersOf(bounds).map(([px, py]) => ((px - x) * dx + (py - y) * dy) / length2);
  return [Math.min(...places), Math.max(...places)];
}

/** The innermost and outermost place of circles around (x, y) + (dx, dy)·t with the radius r + dr·t, of which each larger one encloses the smaller. */
export function rangeOfCircles([x, y, r, x1, y1, r1]: readonly number[], bounds: Bounds): readonly [number, number] {
  const [dx, dy, dr] = [x1! - x!, y1! - y!, r1! - r!];
  const last = Math.max(...cornersOf(bounds).map(([px, py]) => circleThrough(px - x!, py - y!, r!, dx, dy, dr)));
  // Circles begin as a point.
  const first = dx === 0 && dy === 0 ? (distanceTo(bounds, x!, y!) - r!) / dr : -r! / dr;
  return [first, last];
}

/** Which of the circles goes through a place: the largest. */
function circleThrough(px: number, py: number, r: number, dx: number, dy: number, dr: number): number {
  const a = dr * dr - dx * dx - dy * dy;
  const b = px * dx + py * dy + r * dr;
  const c = px * px + py * py - r * r;
  return (-b + Math.sqrt(Math.max(0, b * b + a * c))) / a;
}

function distanceTo({ x0, y0, x1, y1 }: Bounds, x: number, y: number): number {
  return Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1));
}
