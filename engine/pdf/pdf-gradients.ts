import { Color, InkColor, type Inks, WIDE_SPACES } from '../css/color.ts';
import type { GradientPaint, Matrix } from '../paint/display-list.ts';
import { type ColorSpaces, componentsInWide } from './color-spaces.ts';
import { conicMesh } from './conic-mesh.ts';
import type { Bounds } from './bounds.ts';
import { coveringStops, type Stops } from './gradient-stops.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfDictionary, PdfRef, PdfValue } from './pdf-values.ts';
import { repeatedShading } from './repeated-shading.ts';

/** The color components that a shading interpolates, with their color space. */
interface Channels {
  readonly space: PdfValue;
  readonly of: (color: Color) => readonly number[];
}

const RGB: Channels = { space: 'DeviceRGB', of: (color) => [color.r, color.g, color.b] };
/** The alpha channel, for a soft mask. */
const ALPHA: Channels = { space: 'DeviceGray', of: (color) => [color.a] };

export interface Shading {
  /** In painting order. */
  readonly color: readonly PdfRef[];
  /** The same geometry in gray, for a luminosity mask; null: opaque. */
  readonly alpha: readonly PdfRef[] | null;
}

/**
 * Writes the shading of a gradient. `bounds` is the area to fill in the gradient's own coordinates, before its matrix.
 * `scale` is the number of CSS px on the page per unit of them.
 */
export function makeShading(
  file: PdfFile,
  spaces: ColorSpaces,
  gradient: GradientPaint,
  bounds: Bounds,
  scale: number,
): Shading {
  const translucent = gradient.stops.some((stop) => stop.color.a < 1);
  const isWeighted = gradient.stops.some((stop) => stop.color.a > 0);
  const isConverted = spaces.convertsToInks && !staysInInks(spaces, gradient.stops);
  const drawn = isConverted ? finerStops(gradient.stops) : gradient.stops;
  const of = ({ space, of: channels }: Channels, weighted: boolean): PdfRef[] => {
    const stops = drawn.map(({ offset, color }) => {
      return { offset, components: channels(color), weight: weighted ? color.a : 1 };
    });
    return shadings(file, gradient, coveringStops(stops), space, bounds, scale);
  };
  return {
    color: of((isConverted ? convertedChannels : channelsFor)(spaces, gradient.stops), isWeighted),
    alpha: translucent ? of(ALPHA, false) : null,
  };
}

/**
 * Chooses the color space to interpolate in. Gradients between tints of the same inks and white stay in these inks.
 * Others use the widest space that one of the colors needs.
 */
function channelsFor(spaces: ColorSpaces, stops: GradientPaint['stops']): Channels {
  const inks = inkChannels(spaces, stops);
  if (inks !== null) return inks;
  const needed = stops.map(({ color }) => spaces.wideSpaceOf(color));
  const space = WIDE_SPACES.findLast((wide) => needed.includes(wide));
  if (space === undefined) return RGB;
  return { space: spaces.wideSpace(space).ref, of: (color) => componentsInWide(color, space) };
}

/** Whether a gradient is between tints of the same inks and white. */
const staysInInks = (spaces: ColorSpaces, stops: GradientPaint['stops']): boolean =>
  stops.every(({ color }) => color instanceof InkColor || isPaper(color)) && inkChannels(spaces, stops) !== null;

function convertedChannels(spaces: ColorSpaces, stops: GradientPaint['stops']): Channels {
  const isGray = stops.every(({ color: { r, g, b } }) => r === g && g === b);
  return { space: 'DeviceCMYK', of: (color) => spaces.processOf(color, isGray) };
}

/** The parts of a change from one color to another, when each part is converted to inks. */
const PARTS = 8;

/** Adds stops between RGB colors, because inks that change evenly don't show an even change of the RGB color. */
function finerStops(stops: GradientPaint['stops']): GradientPaint['stops'] {
  const all = stops.slice(0, 1);
  for (let i = 1; i < stops.length; i++) {
    const [from, to] = [stops[i - 1]!, stops[i]!];
    const isInk = from.color instanceof InkColor && to.color instanceof InkColor;
    for (let part = 1; part < PARTS && !isInk && to.offset > from.offset; part++) {
      const t = part / PARTS;
      const mix = (a: number, b: number): number => a + (b - a) * t;
      const { r, g, b, a } = from.color;
      const color = new Color(mix(r, to.color.r), mix(g, to.color.g), mix(b, to.color.b), mix(a, to.color.a));
      all.push({ offset: mix(from.offset, to.offset), color });
    }
    all.push(to);
  }
  return all;
}

const isPaper = ({ r, g, b }: Color): boolean => r === 1 && g === 1 && b === 1;

function inkChannels(spaces: ColorSpaces, stops: GradientPaint['stops']): Channels | null {
  const inked = stops.filter(({ color }) => color instanceof InkColor || !isPaper(color));
  const inks = inked.map(({ color }) => spaces.inksOf(color));
  const [first] = inks;
  if (!first) return null;
  if (first.type === 'process') {
    if (!inks.every((other) => other?.type === 'process')) return null;
    return { space: 'DeviceCMYK', of: (color) => processOf(spaces.inksOf(color)) };
  }
  const space = spaces.spotSpace(first);
  if (!inks.every((other) => other?.type === 'spot' && spaces.spotSpace(other) === space)) return null;
  return { space: space.ref, of: (color) => [tintOf(spaces.inksOf(color))] };
}

const processOf = (inks: Inks | null): readonly number[] => (inks?.type === 'process' ? inks.process : [0, 0, 0, 0]);
const tintOf = (inks: Inks | null): number => (inks?.type === 'spot' ? inks.tint : 0);

function shadings(
  file: PdfFile,
  gradient: GradientPaint,
  stops: Stops,
  space: PdfValue,
  bounds: Bounds,
  scale: number,
): PdfRef[] {
  const { type, geometry, repeating } = gradient;
  if (type === 'conic') {
    const { dictionary, bytes } = conicMesh(geometry, stops, bounds);
    return [file.stream({ ...dictionary, ColorSpace: space }, bytes)];
  }
  const common = { ShadingType: type === 'linear' ? 2 : 3, ColorSpace: space };
  if (!repeating)
    return [file.object({ ...common, Coords: geometry, Extend: [true, true], Function: stitchedFunction(stops) })];
  const repeated = repeatedShading(type, geometry, stops, bounds, scale);
  const fn = file.object(stitchedFunction(repeated.stops));
  return repeated.pieces.map((piece) =>
    file.object({ ...common, Coords: piece.geometry, Extend: piece.extend, Function: fn }),
  );
}

function stitchedFunction(stops: Stops): PdfDictionary {
  const functions: PdfDictionary[] = [];
  const bounds: number[] = [];
  for (let i = 1; i < stops.length; i++) {
    const from = stops[i - 1]!;
    const to = stops[i]!;
    // Two stops at the same offset are a sharp change, not a part of the function.
    if (to.offset <= from.offset) continue;
    if (functions.length > 0) bounds.push(from.offset);
    functions.push({ FunctionType: 2, Domain: [0, 1], C0: from.components, C1: to.components, N: 1 });
  }
  if (functions.length === 1) return functions[0]!;
  const encode: PdfValue[] = [];
  for (let i = 0; i < functions.length; i++) encode.push(0, 1);
  return { FunctionType: 3, Domain: [0, 1], Functions: functions, Bounds: bounds, Encode: encode };
}

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
