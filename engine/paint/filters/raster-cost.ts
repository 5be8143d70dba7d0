/**
 * Estimates the cost of rasterizing markup in advance, because rasterizing can't be interrupted. Times are for an
 * ordinary machine.
 */
import { imagesCost } from '../../raster/decoding-cost.ts';
import { type Matrix, numbersAfter, type Path, PathOp } from '../display-list.ts';

export interface RasterCost {
  /** Nanoseconds regardless of the number of samples. */
  readonly fixed: number;
  /** Nanoseconds per sample. */
  readonly flat: number;
  /** Nanoseconds per sample, times the square of the samples per px along one axis. Kernels have a fixed size in px. */
  readonly kernel: number;
  /** Nanoseconds, times the samples per px along one axis. Outlines are traced row by row. */
  readonly rows: number;
  /** Number of pictures of full size that exist at the same time. */
  readonly layers: number;
  /** Bytes regardless of the number of samples. */
  readonly bytes: number;
}

/** The cost of drawn content that its markup doesn't show. */
export interface DrawnCost {
  /** The cost of its outlines, from `outlineCost`. */
  readonly rows: number;
  /** Its blurred shadows: their number, and the sum of their parts of the picture. */
  readonly shadows: { readonly count: number; readonly share: number };
}

export const NOTHING_DRAWN: DrawnCost = { rows: 0, shadows: { count: 0, share: 0 } };

/** Time for creating, compositing, packing and deflating a picture. */
const PICTURE = 200;
const CHARACTER = 50;
/** Time for a shape, assuming that it covers everything. */
const SHAPE = 10;
const SHADED_SHAPE = 20;
/** Time for a separate picture that is composited with the one below. */
const LAYER = 50;
/** Time for a kernel value. */
const KERNEL_VALUE = 6;
const MORPHOLOGY_VALUE = 5;
const OCTAVE = 130;
const PRIMITIVE = 50;

/** Nanoseconds per sample of slow primitives. */
const GAUSSIAN = 250;
const PRIMITIVES: ReadonlyMap<string, number> = new Map([
  ['feGaussianBlur', GAUSSIAN],
  ['feDropShadow', 450],
  ['feBlend', 110],
  ['feSpecularLighting', 250],
  ['feDiffuseLighting', 150],
  ['feTile', 170],
  ['feDisplacementMap', 130],
]);

/** Time for tracing an outline through a row, and for sorting it among others. Most are already in order. */
const OUTLINE_ROW = 50;
const OUTLINE_ORDER = 0.03;
/** A stroke's outline follows both sides, and turns around corners. */
const STROKE_SIDES = 3;
/** Outlines farther outside aren't traced. */
const FARTHEST = 5_000;

/**
 * Returns the cost of tracing a path under a matrix, in nanoseconds. The caller multiplies it by the samples per px
 * along one axis. `strokeWidth` is 0 for fills.
 */
export function outlineCost(path: Path, [, b, , d]: Matrix, strokeWidth: number): number {
  let [x, y, down, top, bottom] = [0, 0, 0, Infinity, -Infinity];
  for (let i = 0; i < path.length;) {
    const op = path[i++]!;
    const end = i + numbersAfter(op);
    for (; i < end; i += 2) {
      const across = Math.abs(b * (path[i]! - x)) + Math.abs(d * (path[i + 1]! - y));
      if (op !== PathOp.Move) down += Math.min(FARTHEST, across);
      [x, y] = [path[i]!, path[i + 1]!];
      top = Math.min(top, b * x + d * y);
      bottom = Math.max(bottom, b * x + d * y);
    }
    if (strokeWidth > 0) down += Math.min(FARTHEST, strokeWidth);
  }
  if (down === 0) return 0;
  const rows = down * (strokeWidth > 0 ? STROKE_SIDES : 1);
  const height = Math.min(FARTHEST, Math.max(1, bottom - top));
  return rows * (OUTLINE_ROW + (OUTLINE_ORDER * rows) / height);
}

const TAG = /<(\/?)([A-Za-z]+)((?:[ /][^>]*)?)>/g;

/** Returns the cost of markup. `drawn`: the cost of the content in it. */
export function rasterCost(markup: string, { rows, shadows }: DrawnCost = NOTHING_DRAWN): RasterCost {
  let flat = PICTURE;
  let kernel = 0;
  let layers = 2;
  let depth = 0;
  let deepest = 0;
  for (const [, isEnd, tag, attributes] of markup.matchAll(TAG)) {
    if (isEnd === '/') {
      if (tag === 'g') depth--;
      continue;
    }
    if (tag === 'g') {
      deepest = Math.max(deepest, ++depth);
      if (isLayer(attributes!)) flat += LAYER;
    } else if (tag === 'path' || tag === 'image') {
      flat += attributes!.includes('url(') || tag === 'image' ? SHADED_SHAPE : SHAPE;
    } else if (tag === 'mask' || tag === 'clipPath' || tag === 'pattern') {
      flat += LAYER;
      layers++;
    } else if (tag!.startsWith('fe')) {
      layers++;
      flat += PRIMITIVES.get(tag!) ?? PRIMITIVE;
      const values = kernelValues(tag!, attributes!);
      if (tag === 'feMorphology') kernel += values * MORPHOLOGY_VALUE;
      else flat += values * (tag === 'feTurbulence' ? OCTAVE : KERNEL_VALUE);
    }
  }
  // Shadows are blurred one after the other, each in its own part of the picture.
  flat += (GAUSSIAN + LAYER) * (shadows.share - shadows.count);
  layers -= Math.max(0, shadows.count - 1);
  const images = imagesCost(markup);
  return {
    fixed: markup.length * CHARACTER + images.time,
    flat,
    kernel,
    rows,
    layers: layers + deepest,
    bytes: images.bytes,
  };
}

const isLayer = (attributes: string): boolean => /opacity=|clip-path=|mask=|filter=|style=/.test(attributes);

/**
 * Returns the values that a primitive reads per sample. For a morphology this is in px², for a turbulence the number of
 * octaves.
 */
function kernelValues(tag: string, attributes: string): number {
  if (tag === 'feConvolveMatrix') return area(numbersOf(attributes, 'order', 3));
  if (tag === 'feMorphology') return 4 * area(numbersOf(attributes, 'radius', 0));
  return tag === 'feTurbulence' ? numbersOf(attributes, 'numOctaves', 1)[0]! : 0;
}

const area = ([x, y = x]: readonly number[]): number => Math.abs(x! * y!);

function numbersOf(attributes: string, name: string, otherwise: number): readonly number[] {
  const start = attributes.indexOf(` ${name}="`);
  if (start < 0) return [otherwise];
  const from = start + name.length + 3;
  return attributes.slice(from, attributes.indexOf('"', from)).split(' ').map(Number);
}
