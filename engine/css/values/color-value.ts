/** A color in its own space, for parsing and mixing: interpolation (css-color-4 §12) and gamut mapping (§13). */
import { Color, WIDE_SPACES, WideColor, type WideSpace } from '../color.ts';
import { type ColorSpace, convert, type Triple } from './color-space.ts';

/** An immutable color. NaN is a missing component (`none`). */
export class ColorValue {
  readonly space: ColorSpace;
  readonly components: Triple;
  readonly alpha: number;
  /** Whether it uses a syntax of CSS Color 3, and is thus stored in 8 bits per channel as in browsers. */
  readonly legacy: boolean;

  constructor(space: ColorSpace, components: Triple, alpha: number, legacy = false) {
    this.space = space;
    this.components = components;
    this.alpha = alpha;
    this.legacy = legacy;
  }
}

const clamp01 = (x: number): number => (x > 1 ? 1 : x > 0 ? x : 0);
const eightBit = (x: number): number => Math.round(clamp01(x) * 255) / 255;

/** The tolerance for colors on the edge of a space, which conversions move slightly outside. */
const ON_EDGE = 1e-4;

const isWithin = (components: Triple): boolean => components.every((x) => x >= -ON_EDGE && x <= 1 + ON_EDGE);

const clipped = ([x, y, z]: Triple): Triple => [clamp01(x), clamp01(y), clamp01(z)];

/** Returns the smallest wide space that contains a color, or null. Colors outside all of them are clipped in sRGB. */
function wideSpaceOf(value: ColorValue): WideSpace | null {
  return WIDE_SPACES.find((space) => isWithin(convert(value.space, space, value.components))) ?? null;
}

/**
 * Returns the computed color. Out-of-gamut colors are clipped in sRGB as in Chromium; css-color-4 §13 leaves the
 * method to the color management of the output device. The color keeps its clipped components for output with wider
 * spaces.
 */
export function toColor(value: ColorValue): Color {
  const alpha = Number.isNaN(value.alpha) ? 0 : clamp01(value.alpha);
  const rgb = convert(value.space, 'srgb', value.components);
  if (value.legacy) return new Color(eightBit(rgb[0]), eightBit(rgb[1]), eightBit(rgb[2]), eightBit(alpha));
  return new ExactColor(clipped(rgb), alpha, isWithin(rgb) ? null : wideSpaceOf(value), value);
}

/** A computed color that keeps its original value outside sRGB: mixing needs missing and clipped components. */
class ExactColor extends WideColor {
  readonly value: ColorValue;

  constructor(rgb: Triple, a: number, space: WideSpace | null, value: ColorValue) {
    super(rgb, a, space);
    this.value = value;
  }

  componentsIn(space: WideSpace): Triple {
    return clipped(convert(this.value.space, space, this.value.components));
  }

  override withAlpha(alpha: number): ExactColor {
    const { space, components } = this.value;
    return new ExactColor([this.r, this.g, this.b], alpha, this.space, new ColorValue(space, components, alpha));
  }
}

export const fromColor = (color: Color): ColorValue =>
  color instanceof ExactColor ? color.value : new ColorValue('srgb', [color.r, color.g, color.b], color.a, true);

/** Returns whether the color was written with `none`. */
export const hasMissing = (color: Color): boolean =>
  color instanceof ExactColor && (Number.isNaN(color.value.alpha) || color.value.components.some(Number.isNaN));

/** The kinds of components of each space, for carrying missing components forward (css-color-4 §12.2). */
const COMPONENT_KINDS: Readonly<Record<ColorSpace, string>> = {
  srgb: 'rgb',
  'srgb-linear': 'rgb',
  'display-p3': 'rgb',
  'display-p3-linear': 'rgb',
  'a98-rgb': 'rgb',
  'prophoto-rgb': 'rgb',
  rec2020: 'rgb',
  'xyz-d50': 'rgb',
  'xyz-d65': 'rgb',
  lab: 'LAB',
  oklab: 'LAB',
  lch: 'LCH',
  oklch: 'LCH',
  hsl: 'HCL',
  hwb: 'Hwk',
};

/** Returns the components in another space. Missing components stay missing in their analogous ones. */
export function componentsIn(value: ColorValue, space: ColorSpace): Triple {
  if (value.space === space) return value.components;
  const converted = convert(value.space, space, value.components);
  const from = COMPONENT_KINDS[value.space];
  const to = COMPONENT_KINDS[space];
  const result: [number, number, number] = [converted[0], converted[1], converted[2]];
  for (let i = 0; i < 3; i++) {
    const target = to.indexOf(from[i]!);
    if (Number.isNaN(value.components[i]) && target >= 0) result[target] = NaN;
  }
  return result;
}

export type HueMethod = 'shorter' | 'longer' | 'increasing' | 'decreasing';

/** Returns the index of a polar space's hue, or -1. */
export const hueIndex = (space: ColorSpace): number => COMPONENT_KINDS[space].indexOf('H');

/** Fixes up hues for interpolation (css-color-4 §12.4). */
function fixHues(first: number, second: number, method: HueMethod): [number, number] {
  let a = ((first % 360) + 360) % 360;
  let b = ((second % 360) + 360) % 360;
  const difference = b - a;
  switch (method) {
    case 'shorter':
      if (difference > 180) a += 360;
      else if (difference < -180) b += 360;
      break;
    case 'longer':
      if (difference > 0 && difference < 180) a += 360;
      else if (difference > -180 && difference <= 0) b += 360;
      break;
    case 'increasing':
      if (difference < 0) b += 360;
      break;
    case 'decreasing':
      if (difference > 0) a += 360;
      break;
  }
  return [a, b];
}

/** Interpolates in a space (css-color-4 §12): `share` 0 is the first color, 1 the second. */
export function interpolate(
  first: ColorValue,
  second: ColorValue,
  share: number,
  space: ColorSpace,
  method: HueMethod,
): ColorValue {
  const a = [...componentsIn(first, space)];
  const b = [...componentsIn(second, space)];
  for (let i = 0; i < 3; i++) {
    if (Number.isNaN(a[i])) a[i] = b[i]!;
    else if (Number.isNaN(b[i])) b[i] = a[i]!;
  }
  const alphaA = Number.isNaN(first.alpha) ? second.alpha : first.alpha;
  const alphaB = Number.isNaN(second.alpha) ? first.alpha : second.alpha;
  const opaqueA = Number.isNaN(alphaA) ? 1 : alphaA;
  const opaqueB = Number.isNaN(alphaB) ? 1 : alphaB;
  const hue = hueIndex(space);
  if (hue >= 0 && !Number.isNaN(a[hue])) [a[hue], b[hue]] = fixHues(a[hue]!, b[hue]!, method);
  const alpha = opaqueA + (opaqueB - opaqueA) * share;
  const mixed = a.map((x, i) => {
    if (i === hue) return x + (b[i]! - x) * share;
    const premultiplied = x * opaqueA + (b[i]! * opaqueB - x * opaqueA) * share;
    return alpha === 0 ? x + (b[i]! - x) * share : premultiplied / alpha;
  });
  return new ColorValue(space, [mixed[0]!, mixed[1]!, mixed[2]!], Number.isNaN(alphaA) ? NaN : alpha);
}
