/**
 * Builds repeating gradients from a series of axial and radial shadings (ISO 32000-2 §8.7.4.5.3, §8.7.4.5.4) that
 * covers the visible area. Readers sample a shading's function at a few hundred points whatever its length. Short
 * shadings therefore keep sharp changes sharp.
 */
import type { Bounds } from './bounds.ts';
import {
  rangeOfCircles,
  rangeOnLine,
  averageStops,
  repeatedStops,
  rotatedStops,
  type Stops,
} from './gradient-stops.ts';

/** Target length of a shading in CSS px. */
const REACH = 32;

/** The maximum number of shadings per gradient. More periods make the shadings longer. */
const MAX_SHADINGS = 64;

/** The maximum number of stops in a function. With more, they would be so close that only their average is visible. */
const MAX_STOPS = 4096;

/** The period in CSS px below which only the average color is painted, as in browsers. */
export const SMALLEST_PERIOD = 1.25;

interface ShadingPiece {
  readonly geometry: readonly number[];
  readonly extend: readonly [boolean, boolean];
}

/** Shadings that share a function. Where two overlap, the later one covers the earlier. */
interface RepeatedShading {
  readonly stops: Stops;
  readonly pieces: readonly ShadingPiece[];
}

/**
 * Returns the shadings that cover `bounds`, which is in the geometry's coordinates. `geometry` is that of one period,
 * and `stops` must cover 0 to 1. `scale` is the number of CSS px on the page per unit of the geometry.
 */
export function repeatedShading(
  type: 'linear' | 'radial',
  geometry: readonly number[],
  stops: Stops,
  bounds: Bounds,
  scale: number,
): RepeatedShading {
  return type === 'linear'
    ? repeatedLine(geometry, stops, bounds, scale)
    : repeatedCircles(geometry, stops, bounds, scale);
}

const whole = (geometry: readonly number[], stops: Stops): RepeatedShading => ({
  stops: averageStops(stops),
  pieces: [{ geometry, extend: [true, true] }],
});

/**
 * Returns the number of periods per shading if `periods` of `length` CSS px are visible. Returns null if only the
 * average color can be painted.
 */
function periodsInShading(periods: number, length: number, stopCount: number): number | null {
  if (!(length >= SMALLEST_PERIOD) || !Number.isFinite(periods)) return null;
  const some = Math.min(Math.max(1, Math.floor(REACH / length)), Math.max(1, Math.ceil(periods)));
  const count = Math.max(some, Math.ceil(periods / MAX_SHADINGS));
  return count > 1 && count * stopCount > MAX_STOPS ? null : count;
}

function repeatedLine(g: readonly number[], stops: Stops, bounds: Bounds, scale: number): RepeatedShading {
  const [x, y] = g;
  const dx = g[2]! - x!;
  const dy = g[3]! - y!;
  const [nearest, last] = rangeOnLine(x!, y!, dx, dy, bounds);
  const first = Math.floor(nearest);
  const periods = last - first;
  const count = periodsInShading(periods, Math.hypot(dx, dy) * scale, stops.length);
  if (count === null) return whole(g, stops);
  const pieces: ShadingPiece[] = [];
  const at = (t: number): [number, number] => [x! + dx * t, y! + dy * t];
  for (let t = first; pieces.length === 0 || t < first + periods; t += count)
    pieces.push({ geometry: [...at(t), ...at(t + count)], extend: [pieces.length === 0, true] });
  return { stops: repeatedStops(stops, count), pieces };
}

/** Goes from the outside inwards. Each shading extends into its inner circle, where the next one covers it. */
function repeatedCircles(g: readonly number[], stops: Stops, bounds: Bounds, scale: number): RepeatedShading {
  if (g[5]! < g[2]!) {
    const back = stops.map((stop) => ({ ...stop, offset: 1 - stop.offset })).reverse();
    return repeatedCircles([g[3]!, g[4]!, g[5]!, g[0]!, g[1]!, g[2]!], back, bounds, scale);
  }
  const [x, y, r] = g;
  const dx = g[3]! - x!;
  const dy = g[4]! - y!;
  const dr = g[5]! - r!;
  // The circles start as a point, which needn't be the start of a period.
  const point = -r! / dr;
  const [nearest, last] = rangeOfCircles(g, bounds);
  const skipped = Math.max(0, Math.floor(nearest - point));
  const start = point + skipped;
  const periods = last - start;
  const count = periodsInShading(periods, dr * scale, stops.length + 2);
  if (count === null) return whole(g, stops);
  const circle = (t: number): [number, number, number] => [x! + dx * t, y! + dy * t, Math.max(0, r! + dr * t)];
  const pieces: ShadingPiece[] = [];
  for (let t = start; pieces.length === 0 || t < start + periods; t += count)
    pieces.push({ geometry: [...circle(t), ...circle(t + count)], extend: [true, false] });
  const outermost = pieces.length - 1;
  pieces[outermost] = { ...pieces[outermost]!, extend: [true, true] };
  return { stops: repeatedStops(rotatedStops(stops, point - Math.floor(point)), count), pieces: pieces.reverse() };
}
