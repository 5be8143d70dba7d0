/** Filter functions (filter-effects-1 §5) that work without pixels: their effect on colors, opacity and shadows. */
import { Color } from '../css/color.ts';
import { type FilterFunction } from '../css/computed-values.ts';
import type { ColorMap } from './mapped-colors.ts';

export function groupOpacity(filters: readonly FilterFunction[]): number {
  let opacity = 1;
  for (const filter of filters) if (filter.type === 'opacity') opacity *= Math.min(1, Math.max(0, filter.amount));
  return opacity;
}

/**
 * Returns whether the list can be drawn exactly without pixels: it maps single colors, or adds shadows with sharp
 * edges.
 */
export function isVector(filters: readonly FilterFunction[]): boolean {
  return filters.every(
    (filter) =>
      filter.type !== 'url' &&
      (filter.type !== 'blur' || filter.px <= 0) &&
      (filter.type !== 'drop-shadow' || filter.shadow.blur <= 0),
  );
}

/** Returns the effect of the list on a single color, or null if it has none. */
export function colorMapOf(filters: readonly FilterFunction[]): ColorMap | null {
  const steps: ((c: Rgb) => Rgb)[] = [];
  for (const filter of filters) {
    const step = stepOf(filter);
    if (step) steps.push(step);
  }
  if (steps.length === 0) return null;
  return (color) => {
    let rgb: Rgb = [color.r, color.g, color.b];
    for (const step of steps) rgb = clamp(step(rgb));
    return new Color(rgb[0], rgb[1], rgb[2], color.a);
  };
}

type Rgb = readonly [number, number, number];

function clamp([r, g, b]: Rgb): Rgb {
  const unit = (x: number): number => Math.min(1, Math.max(0, x));
  return [unit(r), unit(g), unit(b)];
}

type Matrix3 = readonly [Rgb, Rgb, Rgb];

function times(m: Matrix3, [r, g, b]: Rgb): Rgb {
  const row = (v: Rgb): number => v[0] * r + v[1] * g + v[2] * b;
  return [row(m[0]), row(m[1]), row(m[2])];
}

/** Returns the color function of one filter, with the matrices of filter-effects-1 §9.6 and §8. */
function stepOf(filter: FilterFunction): ((c: Rgb) => Rgb) | null {
  switch (filter.type) {
    case 'brightness': {
      const k = Math.max(0, filter.amount);
      return ([r, g, b]) => [r * k, g * k, b * k];
    }
    case 'contrast': {
      const k = Math.max(0, filter.amount);
      const offset = 0.5 - 0.5 * k;
      return ([r, g, b]) => [r * k + offset, g * k + offset, b * k + offset];
    }
    case 'invert': {
      const k = Math.min(1, Math.max(0, filter.amount));
      const f = (x: number): number => k + x * (1 - 2 * k);
      return ([r, g, b]) => [f(r), f(g), f(b)];
    }
    case 'grayscale':
      return matrixStep(saturation(1 - Math.min(1, Math.max(0, filter.amount))));
    case 'saturate':
      return matrixStep(saturation(Math.max(0, filter.amount)));
    case 'sepia':
      return matrixStep(sepia(1 - Math.min(1, Math.max(0, filter.amount))));
    case 'hue-rotate':
      return matrixStep(hueRotation((filter.degrees * Math.PI) / 180));
    default:
      return null;
  }
}

function matrixStep(m: Matrix3): (c: Rgb) => Rgb {
  return (c) => times(m, c);
}

function saturation(s: number): Matrix3 {
  return [
    [0.213 + 0.787 * s, 0.715 - 0.715 * s, 0.072 - 0.072 * s],
    [0.213 - 0.213 * s, 0.715 + 0.285 * s, 0.072 - 0.072 * s],
    [0.213 - 0.213 * s, 0.715 - 0.715 * s, 0.072 + 0.928 * s],
  ];
}

function sepia(s: number): Matrix3 {
  return [
    [0.393 + 0.607 * s, 0.769 - 0.769 * s, 0.189 - 0.189 * s],
    [0.349 - 0.349 * s, 0.686 + 0.314 * s, 0.168 - 0.168 * s],
    [0.272 - 0.272 * s, 0.534 - 0.534 * s, 0.131 + 0.869 * s],
  ];
}

function hueRotation(angle: number): Matrix3 {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return [
    [0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928],
    [0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.14, 0.072 - c * 0.072 - s * 0.283],
    [0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072],
  ];
}
