/**
 * What it costs to turn markup into pixels, told from the markup before it is drawn: once begun, drawing can't be stopped. Times are those of an ordinary
 * machine.
 */
import { type Matrix, numbersAfter, type Path, PathOp } from '../canvas.ts';

export interface RasterCost {
  /** Nanoseconds however many samples there are. */
  readonly fixed: number;
  /** Nanoseconds a sample. */
  readonly flat: number;
  /** Nanoseconds a sample for each sample that a px has along one axis, squared: kernels have a size of their own in px. */
  readonly kernel: number;
  /** Nanoseconds for each sample that a px has along one axis: outlines are followed row by row. */
  readonly rows: number;
  /** Pictures as large as the whole that exist at one time. */
  readonly layers: number;
}

/** A picture is made, put together with others, packed, and deflated. */
const PICTURE = 200;
const CHARACTER = 50;
/** What is drawn, at worst all over. */
const SHAPE = 10;
const SHADED_SHAPE = 20;
/** A picture of its own, laid over the one below. */
const LAYER = 50;
/** A value of a kernel. */
const KERNEL_VALUE = 6;
const MORPHOLOGY_VALUE = 5;
const OCTAVE = 130;
const PRIMITIVE = 50;

/** Nanoseconds a sample of primitives that take longer than most. */
const PRIMITIVES: ReadonlyMap<string, number> = new Map([
  ['feGaussianBlur', 250],
  ['feDropShadow', 450],
  ['feBlend', 110],
  ['feSpecularLighting', 250],
  ['feDiffuseLighting', 150],
  ['feTile', 170],
  ['feDisplacementMap', 130],
]);

/** Following an outline through a row, and putting it in order among others there: most are in order already. */
const OUTLINE_ROW = 50;
const OUTLINE_ORDER = 0.03;
/** The outline of a stroke goes along both sides, and around corners. */
const STROKE_SIDES = 3;
/** What lies farther outside isn't followed. */
const FARTHEST = 5_000;

/** What following a path under a matrix costs for each sample a px, in nanoseconds. `strokeWidth`: 0 where it is filled. */
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
    if (strokeWidth > 0) down += strokeWidth;
  }
  if (down === 0) return 0;
  const rows = down * (strokeWidth > 0 ? STROKE_SIDES : 1);
  const height = Math.min(FARTHEST, Math.max(1, bottom - top));
  return rows * (OUTLINE_ROW + (OUTLINE_ORDER * rows) / height);
}

const TAG = /<(\/?)([A-Za-z]+)((?:[ /][^>]*)?)>/g;

/** `rows`: what the outlines in it cost, of `outlineCost`. */
export function rasterCost(markup: string, rows = 0): RasterCost {
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
  return { fixed: markup.length * CHARACTER, flat, kernel, rows, layers: layers + deepest };
}

const isLayer = (attributes: string): boolean => /opacity=|clip-path=|mask=|filter=|style=/.test(attributes);

/** How many values a primitive looks at for each sample: of a morphology in px², of a turbulence its octaves. */
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
