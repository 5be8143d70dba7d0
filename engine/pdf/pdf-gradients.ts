import { type Color, InkColor, type Inks, WIDE_SPACES } from '../css/computed-values.ts';
import type { GradientPaint, Matrix } from '../paint/canvas.ts';
import { type ColorSpaces, componentsInWide } from './color-spaces.ts';
import type { Bounds } from './content-stream.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfDictionary, PdfRef, PdfValue } from './pdf-values.ts';

type Stops = GradientPaint['stops'];

/** Colour channels of a stop that a shading interpolates, and the space that they are in. */
interface Channels {
  readonly space: PdfValue;
  readonly of: (color: Color) => readonly number[];
}

const RGB: Channels = { space: 'DeviceRGB', of: (color) => [color.r, color.g, color.b] };
/** For a soft mask. */
const ALPHA: Channels = { space: 'DeviceGray', of: (color) => [color.a] };

export interface Shading {
  readonly color: PdfRef;
  /** The same geometry in grey, for a luminosity mask; null: opaque. */
  readonly alpha: PdfRef | null;
}

/** Makes the shading of a gradient; `bounds` is what will be filled, in the gradient's own coordinates (before its matrix). */
export function makeShading(file: PdfFile, spaces: ColorSpaces, gradient: GradientPaint, bounds: Bounds): Shading {
  const translucent = gradient.stops.some((stop) => stop.color.a < 1);
  return {
    color: shading(file, gradient, bounds, channelsFor(spaces, gradient.stops)),
    alpha: translucent ? shading(file, gradient, bounds, ALPHA) : null,
  };
}

/** Inks stay inks between colours of the same inks and paper; other colours go by the widest space that one of them needs. */
function channelsFor(spaces: ColorSpaces, stops: Stops): Channels {
  const inks = inkChannels(spaces, stops);
  if (inks !== null) return inks;
  const needed = stops.map(({ color }) => spaces.wideSpaceOf(color));
  const space = WIDE_SPACES.findLast((wide) => needed.includes(wide));
  if (space === undefined) return RGB;
  return { space: spaces.wideSpace(space).ref, of: (color) => componentsInWide(color, space) };
}

const isPaper = ({ r, g, b }: Color): boolean => r === 1 && g === 1 && b === 1;

function inkChannels(spaces: ColorSpaces, stops: Stops): Channels | null {
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

function shading(file: PdfFile, gradient: GradientPaint, bounds: Bounds, { space, of: channels }: Channels): PdfRef {
  const stops = coveringStops(gradient.stops);
  if (gradient.type !== 'conic' && !gradient.repeating) {
    return file.object({
      ShadingType: gradient.type === 'linear' ? 2 : 3,
      ColorSpace: space,
      Coords: gradient.geometry,
      Extend: [true, true],
      Function: stitchedFunction(stops, channels),
    });
  }
  // Repetition and angles need a function of the place.
  const code = `{ ${parameterCode(gradient)} ${lookupCode(stops, channels)} }`;
  const domain = [bounds.x0, bounds.x1, bounds.y0, bounds.y1];
  const range: number[] = [];
  for (let i = channels(stops[0].color).length; i > 0; i--) range.push(0, 1);
  const fn = file.stream({ FunctionType: 4, Domain: domain, Range: range }, new TextEncoder().encode(code));
  return file.object({ ShadingType: 1, ColorSpace: space, Domain: domain, Function: fn });
}

/** The stops with one at 0 and one at 1. */
function coveringStops(stops: Stops): Stops {
  const first = stops[0];
  const last = stops[stops.length - 1];
  const all = [...stops];
  if (first.offset > 0) all.unshift({ offset: 0, color: first.color });
  if (last.offset < 1) all.push({ offset: 1, color: last.color });
  return all;
}

function stitchedFunction(stops: Stops, channels: Channels['of']): PdfDictionary {
  const functions: PdfDictionary[] = [];
  const bounds: number[] = [];
  for (let i = 1; i < stops.length; i++) {
    const from = stops[i - 1];
    const to = stops[i];
    // Two stops at one place are a sharp change, not a piece of the function.
    if (to.offset <= from.offset) continue;
    if (functions.length > 0) bounds.push(from.offset);
    functions.push({ FunctionType: 2, Domain: [0, 1], C0: channels(from.color), C1: channels(to.color), N: 1 });
  }
  if (functions.length === 1) return functions[0];
  const encode: PdfValue[] = [];
  for (let i = 0; i < functions.length; i++) encode.push(0, 1);
  return { FunctionType: 3, Domain: [0, 1], Functions: functions, Bounds: bounds, Encode: encode };
}

const real = (n: number): string => {
  // oxlint-disable-next-line regexp/no-super-linear-move -- a number's digits are few
  const text = n.toFixed(7).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
};

/** PostScript that turns x y into the gradient's parameter, 0..1 within a repetition. */
function parameterCode(gradient: GradientPaint): string {
  const g = gradient.geometry;
  if (gradient.type === 'conic') {
    // atan gives degrees counterclockwise from the x axis in 0..360; y grows downwards here, so that is clockwise on paper.
    const turn = (gradient.geometry[2] * 180) / Math.PI;
    return `${real(g[1])} sub exch ${real(g[0])} sub 2 copy 0 eq exch 0 eq and { pop pop 0 } { atan } ifelse ${real(turn)} sub 360 div dup floor sub`;
  }
  if (gradient.type === 'linear') {
    const dx = g[2] - g[0];
    const dy = g[3] - g[1];
    const length2 = dx * dx + dy * dy || 1;
    return `${real(g[1])} sub ${real(dy / length2)} mul exch ${real(g[0])} sub ${real(dx / length2)} mul add dup floor sub`;
  }
  const span = g[5] - g[2] || 1;
  return `${real(g[1])} sub dup mul exch ${real(g[0])} sub dup mul add sqrt ${real(g[2])} sub ${real(span)} div dup floor sub`;
}

/** PostScript that turns the parameter into channels: a binary tree of the pieces. */
function lookupCode(stops: Stops, channels: Channels['of']): string {
  const pieces: { end: number; code: string }[] = [];
  for (let i = 1; i < stops.length; i++) {
    const from = stops[i - 1];
    const to = stops[i];
    if (to.offset <= from.offset) continue;
    const a = channels(from.color);
    const b = channels(to.color);
    const scale = 1 / (to.offset - from.offset);
    let code = '';
    for (let c = 0; c < a.length; c++) {
      const last = c === a.length - 1;
      const value =
        a[c] === b[c]
          ? `${last ? 'pop ' : ''}${real(a[c])}`
          : `${last ? '' : 'dup '}${real(from.offset)} sub ${real((b[c] - a[c]) * scale)} mul ${real(a[c])} add`;
      // The parameter stays on top of the finished channels until the last one.
      code += last ? value : `${value} exch `;
    }
    pieces.push({ end: to.offset, code });
  }
  const tree = (lo: number, hi: number): string => {
    if (hi - lo === 1) return pieces[lo].code;
    const middle = (lo + hi) >> 1;
    return `dup ${real(pieces[middle - 1].end)} lt { ${tree(lo, middle)} } { ${tree(middle, hi)} } ifelse`;
  };
  return tree(0, pieces.length);
}

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
