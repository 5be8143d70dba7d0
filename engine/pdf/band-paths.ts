/** Builds the outlines of gradient bands: strips across the gradient line, rings or sectors. */
import { type GradientPaint, PathOp } from '../paint/display-list.ts';
import { ellipsePath } from '../paint/rounded-rect.ts';
import type { Bounds } from './bounds.ts';
import { cornersOf } from './gradient-stops.ts';

/** Angle in radians between the points on the outer side of a sector. That side lies outside the visible area. */
const STEP = Math.PI / 4;

/** Adds the band between two gradient offsets to a path that is filled even-odd, limited to `bounds`. */
export function bandPath(path: number[], { type, geometry }: GradientPaint, from: number, to: number, bounds: Bounds) {
  if (type === 'linear') strip(path, geometry, from, to, bounds);
  else if (type === 'radial') ring(path, geometry, from, to);
  else sector(path, geometry as [number, number, number], from, to, bounds);
}

function strip(path: number[], [x, y, x1, y1]: readonly number[], from: number, to: number, bounds: Bounds): void {
  const [dx, dy] = [x1! - x!, y1! - y!];
  const [ax, ay, bx, by] = [x! + dx * from, y! + dy * from, x! + dx * to, y! + dy * to];
  if (dx === 0) return polygon(path, [bounds.x0, ay, bounds.x1, ay, bounds.x1, by, bounds.x0, by]);
  if (dy === 0) return polygon(path, [ax, bounds.y0, bx, bounds.y0, bx, bounds.y1, ax, bounds.y1]);
  const length2 = dx * dx + dy * dy;
  const across = cornersOf(bounds).map(([px, py]) => ((py - y!) * dx - (px - x!) * dy) / length2);
  const [low, high] = [Math.min(...across), Math.max(...across)];
  const points: number[] = [];
  for (const [px, py, t] of [
    [ax, ay, low],
    [bx, by, low],
    [bx, by, high],
    [ax, ay, high],
  ])
    points.push(px! - dy * t!, py! + dx * t!);
  polygon(path, points);
}

function ring(path: number[], g: readonly number[], from: number, to: number): void {
  const [x, y, r, x1, y1, r1] = g;
  for (const t of [from, to]) {
    const radius = r! + (r1! - r!) * t;
    if (radius <= 0) continue;
    for (const number of ellipsePath(x! + (x1! - x!) * t, y! + (y1! - y!) * t, radius, radius)) path.push(number);
  }
}

function sector(
  path: number[],
  [x, y, start]: readonly [x: number, y: number, start: number],
  from: number,
  to: number,
  bounds: Bounds,
): void {
  const reach = Math.hypot(Math.max(bounds.x1 - x, x - bounds.x0), Math.max(bounds.y1 - y, y - bounds.y0));
  const [a, b] = [start + from * 2 * Math.PI, start + to * 2 * Math.PI];
  const steps = Math.ceil((b - a) / STEP);
  // Moves the points outwards so that the sides between them stay at least `reach` away from the center.
  const far = reach / Math.cos(STEP / 2);
  const points = [x, y];
  for (let i = 0; i <= steps; i++) {
    const angle = a + ((b - a) * i) / steps;
    points.push(x + far * Math.cos(angle), y + far * Math.sin(angle));
  }
  polygon(path, points);
}

function polygon(path: number[], points: readonly number[]): void {
  for (let i = 0; i < points.length; i += 2) path.push(i === 0 ? PathOp.Move : PathOp.Line, points[i]!, points[i + 1]!);
  path.push(PathOp.Close);
}
