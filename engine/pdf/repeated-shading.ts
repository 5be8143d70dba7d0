/**
 * Repeating gradients as axial and radial shadings (ISO 32000-2 §8.7.4.5.3, §8.7.4.5.4), a row of which covers what shows. Readers sample the
 * function of a shading at some hundred places however long it is, so each is short enough for its sharp changes to stay sharp.
 */
import type { Bounds } from './bounds.ts';
import { rangeOfCircles, rangeOnLine } from './gradient-range.ts';
import { averageStops, repeatedStops, rotatedStops, type Stops } from './gradient-stops.ts';

/** CSS px that one shading goes along. */
const REACH = 32;

/** Shadings of one gradient: a gradient of more periods has longer ones. */
const MAX_SHADINGS = 64;

/** Stops in one function: where they would be more, they lie so near each other that only their average shows. */
const MAX_STOPS = 4096;

/** CSS px of a period below which only its average shows, as on screens. */
export const SMALLEST_PERIOD = 1.25;

export interface ShadingPiece {
  readonly geometry: readonly number[];
  readonly extend: readonly [boolean, boolean];
}

/** Shadings of one function, of which a later one covers what it shares with an earlier one. */
export interface RepeatedShading {
  readonly stops: Stops;
  readonly pieces: readonly ShadingPiece[];
}

/**
 * `geometry`: of one period; `stops`: covering ones; `bounds`: what shows, in the geometry's coordinates; `scale`: CSS px on the page in one unit of them.
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

/** How many periods one shading has, where `periods` of `length` CSS px show; null: only their average can be shown. */
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

/** From outside to inside: each shading goes on within its smaller circle, where the next one covers it. */
function repeatedCircles(g: readonly number[], stops: Stops, bounds: Bounds, scale: number): RepeatedShading {
  if (g[5]! < g[2]!) {
    const back = stops.map((stop) => ({ ...stop, offset: 1 - stop.offset })).reverse();
    return repeatedCircles([g[3]!, g[4]!, g[5]!, g[0]!, g[1]!, g[2]!], back, bounds, scale);
  }
  const [x, y, r] = g;
  const dx = g[3]! - x!;
  const dy = g[4]! - y!;
  const dr = g[5]! - r!;
  // The circles begin as a point, which needn't be where a period does.
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
