/**
 * Turns the single-color parts of a gradient between sharp changes into paths. In shadings and meshes, readers sample
 * such edges and blur them.
 */
import type { Color } from '../css/color.ts';
import type { GradientPaint, Matrix, Path } from '../paint/display-list.ts';
import { transformInPlace } from '../paint/svg/svg-geometry.ts';
import { bandPath } from './band-paths.ts';
import { type Bounds, transformBounds } from './bounds.ts';
import { rangeOfCircles, rangeOnLine } from './gradient-stops.ts';
import { SMALLEST_PERIOD } from './repeated-shading.ts';

/** The maximum number of bands per gradient. Gradients with more are painted as shadings. */
const MAX_BANDS = 4096;

/** The fraction of a period below which a band is treated as empty. */
const NO_WIDTH = 1e-9;

/** Margin around the filled area, in its units. */
const AROUND = 1;

/**
 * How far a band extends below the next one, in CSS px and as a fraction of a turn. It must cover more than a pixel,
 * because the antialiased edge of the upper band shows the lower one.
 */
const OVERLAP = 4;
const ROUND_OVERLAP = 1 / 72;

/** All bands of one color. */
export interface BandLayer {
  readonly color: Color;
  /** In the coordinate space of the gradient's geometry; filled even-odd. */
  readonly path: Path;
}

export interface GradientBands {
  /** In painting order. A later layer covers the overlap of an earlier one. */
  readonly layers: readonly BandLayer[];
  /** Whether the layers are opaque and lie on top of the gradient's shading. Otherwise they are the whole gradient. */
  readonly onShading: boolean;
  /**
   * Opacity of the layers as a group, in which each color is painted opaque. Null if each layer has its color's
   * alpha.
   */
  readonly alpha: number | null;
}

interface Band {
  readonly from: number;
  readonly to: number;
  readonly start: string;
  readonly end: string;
  /** Null if the color changes within the band. */
  readonly color: Color | null;
}

/**
 * Returns the bands of a gradient that are visible in `area`. `inverse` is the inverse of the gradient's matrix, which
 * maps to the coordinates of `area`. `scale` is the number of CSS px on the page per unit of the gradient's geometry.
 * Returns null if the gradient has no sharp changes or can't be drawn as layers.
 */
export function gradientBands(
  gradient: GradientPaint,
  area: Bounds,
  inverse: Matrix,
  scale: number,
): GradientBands | null {
  const { x0, y0, x1, y1 } = area;
  // The margin keeps edges outside the area from being antialiased as well.
  const around = { x0: x0 - AROUND, y0: y0 - AROUND, x1: x1 + AROUND, y1: y1 + AROUND };
  const bounds = transformBounds(around, inverse);
  const forward = isShrinking(gradient) ? reversed(gradient) : gradient;
  const range = rangeOf(forward, bounds, scale);
  const bands = range && bandsIn(forward, range);
  if (bands === null) return null;
  if (bands.some(({ color }) => color === null)) {
    const layers = gradient.stops.every(({ color }) => color.a >= 1) ? sharpLayers(forward, bands, bounds, scale) : [];
    return layers.length > 0 ? { layers, onShading: true, alpha: null } : null;
  }
  return flatBands(forward, bands, bounds, scale);
}

/** Returns layers for bands that all have a single color. */
function flatBands(
  gradient: GradientPaint,
  bands: readonly Band[],
  bounds: Bounds,
  scale: number,
): GradientBands | null {
  const colors = new Map<string, Color>();
  for (const { start, color } of bands) if (color !== null && color.a > 0) colors.set(start, color);
  const ranks = new Map([...colors.keys()].map((key, i) => [key, i]));
  const alphas = new Set([...colors.values()].map(({ a }) => a));
  const touching = meet(bands, ranks, gradient.type === 'conic');
  if (alphas.size > 1 && touching) return null;
  const layers = layersOf(gradient, bands, ranks, bounds, scale);
  const [first] = colors.values();
  return { layers, onShading: false, alpha: touching && first!.a < 1 ? first!.a : null };
}

const isShrinking = ({ type, geometry: g }: GradientPaint): boolean => type === 'radial' && g[5]! < g[2]!;

/** Returns the same gradient in the opposite direction. */
function reversed(gradient: GradientPaint): GradientPaint {
  const g = gradient.geometry;
  const stops = gradient.stops.map((stop) => ({ ...stop, offset: 1 - stop.offset })).reverse();
  return { ...gradient, geometry: [g[3]!, g[4]!, g[5]!, g[0]!, g[1]!, g[2]!], stops };
}

/**
 * Returns the visible range of offsets. Returns null if it can't be determined, or if the periods are too small to be
 * visible.
 */
function rangeOf(gradient: GradientPaint, bounds: Bounds, scale: number): Range | null {
  const { type, geometry: g, repeating } = gradient;
  if (type === 'conic') return [0, 1];
  const isLine = type === 'linear';
  const [dx, dy] = isLine ? [g[2]! - g[0]!, g[3]! - g[1]!] : [g[3]! - g[0]!, g[4]! - g[1]!];
  const period = periodOf(gradient);
  if (!(period > 0) || (repeating && period * scale < SMALLEST_PERIOD)) return null;
  // Circles that don't contain each other form a cone.
  if (!isLine && Math.hypot(dx, dy) >= period) return null;
  const [first, last] = isLine ? rangeOnLine(g[0]!, g[1]!, dx, dy, bounds) : rangeOfCircles(g, bounds);
  return Number.isFinite(last - first) ? [first, last] : null;
}

/** Returns the length of a gradient line, or the difference of the radii. */
const periodOf = ({ type, geometry: g }: GradientPaint): number =>
  type === 'linear' ? Math.hypot(g[2]! - g[0]!, g[3]! - g[1]!) : g[5]! - g[2]!;

type Range = readonly [number, number];

/**
 * Returns the contiguous bands of the visible range. Returns null if no change is sharp or there are too many bands.
 */
function bandsIn({ stops, repeating, type }: GradientPaint, [first, last]: Range): Band[] | null {
  if (stops.length > MAX_BANDS) return null;
  const period = bandsOfPeriod(stops);
  const from = repeating ? Math.floor(first) : 0;
  const to = repeating ? Math.ceil(last) : 1;
  if (!((to - from) * period.length <= MAX_BANDS)) return null;
  const bands: Band[] = [];
  if (first < from) append(bands, flat(first, from, stops[0]!.color));
  for (let k = from; k < to; k++)
    for (const band of period) append(bands, { ...band, from: band.from + k, to: band.to + k });
  if (last > to) append(bands, flat(to, last, stops[stops.length - 1]!.color));
  const isSharp = bands.some((band, i) => i > 0 && bands[i - 1]!.end !== band.start);
  if (!isSharp && type !== 'conic') return null;
  const shown = bands.filter((band) => band.to > first && band.from < last);
  return shown.length > 0 ? shown : null;
}

function bandsOfPeriod(stops: GradientPaint['stops']): Band[] {
  const keys = stops.map(({ color }) => keyOf(color));
  const bands: Band[] = [];
  const last = stops.length - 1;
  append(bands, flat(0, stops[0]!.offset, stops[0]!.color));
  for (let i = 1; i <= last; i++) {
    const [start, end] = [keys[i - 1], keys[i]];
    const color = start === end ? stops[i]!.color : null;
    append(bands, { from: stops[i - 1]!.offset, to: stops[i]!.offset, start: start!, end: end!, color });
  }
  append(bands, flat(stops[last]!.offset, 1, stops[last]!.color));
  return bands;
}

const keyOf = (color: Color): string => (color.a > 0 ? JSON.stringify(color) : 'transparent');

function flat(from: number, to: number, color: Color): Band {
  return { from, to, start: keyOf(color), end: keyOf(color), color };
}

/** Adds a band, merging it with the previous one if both have the same color. */
function append(bands: Band[], band: Band): void {
  if (band.to - band.from < NO_WIDTH) return;
  const before = bands[bands.length - 1] as Band | undefined;
  if (before && before.color !== null && band.color !== null && before.end === band.start)
    bands[bands.length - 1] = { ...before, to: band.to };
  else bands.push(band);
}

/**
 * Builds one layer per color. Where two bands touch, the one painted first extends below the other to avoid a visible
 * seam.
 */
function layersOf(
  gradient: GradientPaint,
  bands: readonly Band[],
  ranks: ReadonlyMap<string, number>,
  bounds: Bounds,
  scale: number,
): BandLayer[] {
  const layers: { color: Color; path: number[] }[] = [];
  const isRound = gradient.type === 'conic';
  const overlap = isRound ? ROUND_OVERLAP : OVERLAP / (periodOf(gradient) * scale);
  bands.forEach((band, i) => {
    const rank = ranks.get(band.start);
    if (band.color === null || rank === undefined) return;
    const layer = (layers[rank] ??= { color: band.color, path: [] });
    const under = (next: Band | null): number => {
      const isLater = next !== null && (ranks.get(next.start) ?? -1) > rank && next.color !== null;
      return isLater ? Math.min(overlap, (next.to - next.from) / 2) : 0;
    };
    const from = band.from - under(neighbour(bands, i - 1, isRound));
    const to = band.to + under(neighbour(bands, i + 1, isRound));
    bandPath(layer.path, gradient, from, to, bounds);
  });
  for (const { path } of layers) transformInPlace(path, gradient.matrix);
  return layers.filter(({ path }) => path.length > 0);
}

/** Returns layers for the bands with a sharp edge, which lie on top of the shading. */
function sharpLayers(gradient: GradientPaint, bands: readonly Band[], bounds: Bounds, scale: number): BandLayer[] {
  const isRound = gradient.type === 'conic';
  const sharp = bands.map((band, i) => {
    const [before, after] = [neighbour(bands, i - 1, isRound), neighbour(bands, i + 1, isRound)];
    return (before !== null && before.end !== band.start) || (after !== null && after.start !== band.end);
  });
  const shown = bands.map((band, i) => (sharp[i] ? band : { ...band, color: null }));
  const keys = new Set(shown.flatMap(({ color, start }) => (color === null ? [] : [start])));
  return layersOf(gradient, shown, new Map([...keys].map((key, i) => [key, i])), bounds, scale);
}

function neighbour(bands: readonly Band[], i: number, isRound: boolean): Band | null {
  return bands[isRound ? (i + bands.length) % bands.length : i] ?? null;
}

/** Returns whether visible bands of different colors touch. */
function meet(bands: readonly Band[], ranks: ReadonlyMap<string, number>, isRound: boolean): boolean {
  return bands.some((band, i) => {
    const next = neighbour(bands, i + 1, isRound);
    return next !== null && next.start !== band.start && ranks.has(band.start) && ranks.has(next.start);
  });
}
