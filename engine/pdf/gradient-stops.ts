/** The stops of a gradient as components of one color space, which shadings interpolate linearly. */
import type { Bounds } from './bounds.ts';

export interface Stop {
  /** Offset along the gradient's geometry, 0 to 1. */
  readonly offset: number;
  readonly components: readonly number[];
  /** Weight in an average. */
  readonly weight: number;
}

export type Stops = readonly Stop[];

/** Extends the stops to cover 0 to 1. */
export function coveringStops(stops: Stops): Stops {
  const first = stops[0]!;
  const last = stops[stops.length - 1]!;
  const all = [...stops];
  if (first.offset > 0) all.unshift({ ...first, offset: 0 });
  if (last.offset < 1) all.push({ ...last, offset: 1 });
  return all;
}

/** Returns the stops of a repetition that starts at `phase` (0 to 1) of a period. The stops must cover 0 to 1. */
export function rotatedStops(stops: Stops, phase: number): Stops {
  if (phase <= 0 || phase >= 1) return stops;
  const next = stops.findIndex((stop) => stop.offset > phase);
  const cut = between(stops[next - 1]!, stops[next]!, phase);
  const after = stops.slice(next).map((stop) => ({ ...stop, offset: stop.offset - phase }));
  const before = stops.slice(0, next).map((stop) => ({ ...stop, offset: stop.offset + 1 - phase }));
  return [{ ...cut, offset: 0 }, ...after, ...before, { ...cut, offset: 1 }];
}

/** Joins `count` periods into one. The stops must cover 0 to 1. */
export function repeatedStops(stops: Stops, count: number): Stops {
  const all: Stop[] = [];
  for (let i = 0; i < count; i++) for (const stop of stops) all.push({ ...stop, offset: (stop.offset + i) / count });
  return all;
}

/** Returns a uniform gradient in the average color of the stops, which must cover 0 to 1 (css-images-3 §3.3). */
export function averageStops(stops: Stops): Stops {
  const sums = stops[0]!.components.map(() => 0);
  let whole = 0;
  for (let i = 1; i < stops.length; i++) {
    const [a, b] = [stops[i - 1], stops[i]];
    const half = (b!.offset - a!.offset) / 2;
    whole += half * (a!.weight + b!.weight);
    for (let c = 0; c < sums.length; c++)
      sums[c]! += half * (a!.components[c]! * a!.weight + b!.components[c]! * b!.weight);
  }
  const components = whole > 0 ? sums.map((sum) => sum / whole) : stops[0]!.components;
  return [
    { offset: 0, components, weight: 1 },
    { offset: 1, components, weight: 1 },
  ];
}

/** Interpolates a stop at `offset` between two stops. */
export function between(a: Stop, b: Stop, offset: number): Stop {
  const t = (offset - a.offset) / (b.offset - a.offset || 1);
  const components = a.components.map((from, c) => from + (b.components[c]! - from) * t);
  return { offset, components, weight: a.weight + (b.weight - a.weight) * t };
}

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
