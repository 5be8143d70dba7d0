/**
 * Finds which offsets of a gradient's geometry are visible in a box. Offsets count periods: 0 is the start of the
 * geometry, 1 its end.
 */
import type { Bounds } from './bounds.ts';

type Corners = readonly (readonly [number, number])[];

export const cornersOf = ({ x0, y0, x1, y1 }: Bounds): Corners => [
  [x0, y0],
  [x1, y0],
  [x0, y1],
  [x1, y1],
];

/** Returns the first and last visible offset of a line from (x, y) to (x + dx, y + dy). Its length must not be 0. */
export function rangeOnLine(x: number, y: number, dx: number, dy: number, bounds: Bounds): readonly [number, number] {
  const length2 = dx * dx + dy * dy;
  const places = cornersOf(bounds).map(([px, py]) => ((px - x) * dx + (py - y) * dy) / length2);
  return [Math.min(...places), Math.max(...places)];
}

/**
 * Returns the smallest and largest visible offset t of circles around (x, y) + (dx, dy)·t with the radius r + dr·t.
 * Each circle must contain the smaller ones.
 */
export function rangeOfCircles([x, y, r, x1, y1, r1]: readonly number[], bounds: Bounds): readonly [number, number] {
  const [dx, dy, dr] = [x1! - x!, y1! - y!, r1! - r!];
  const last = Math.max(...cornersOf(bounds).map(([px, py]) => circleThrough(px - x!, py - y!, r!, dx, dy, dr)));
  // The smallest circle is a point.
  const first = dx === 0 && dy === 0 ? (distanceTo(bounds, x!, y!) - r!) / dr : -r! / dr;
  return [first, last];
}

/** Returns the offset of the largest circle through a point. */
function circleThrough(px: number, py: number, r: number, dx: number, dy: number, dr: number): number {
  const a = dr * dr - dx * dx - dy * dy;
  const b = px * dx + py * dy + r * dr;
  const c = px * px + py * py - r * r;
  return (-b + Math.sqrt(Math.max(0, b * b + a * c))) / a;
}

function distanceTo({ x0, y0, x1, y1 }: Bounds, x: number, y: number): number {
  return Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1));
}
