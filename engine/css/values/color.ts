/** Parses `<color>` (css-color-4 and css-color-5). */
import { Color } from '../color.ts';
import { darkSystemColors, namedColors, systemColors } from './color-names.ts';
import { convert, type ColorSpace, type Triple } from './color-space.ts';
import { ColorValue, componentsIn, fromColor, hueIndex, type HueMethod, interpolate, toColor } from './color-value.ts';
import { type ComponentValue, ValueKind } from './component-value.ts';
import type { ComputeContext } from './compute-context.ts';
import { deviceCmyk, InkValue, separation } from './ink-color.ts';
import type { NumberNames } from './math.ts';
import { channelNumber, hueNumber, parsePercentage } from './numeric.ts';
import { Pending, pending, resolveSpecified, type Specified } from './specified.ts';
import { INVALID, ValueReader } from './value-reader.ts';

const fromHex = (rgb: number, alpha = 1): ColorValue =>
  new ColorValue('srgb', [((rgb >> 16) & 255) / 255, ((rgb >> 8) & 255) / 255, (rgb & 255) / 255], alpha, true);

const CURRENT: Pending<ColorValue> = pending((context) => fromColor(context.text.color));

/** Parses a color. `currentcolor` alone is Color.CURRENT, also in the computed value. */
export function parseColor(reader: ValueReader): Specified<Color> | undefined {
  const value = reader.peek();
  if (value === null) return INVALID;
  const color = colorFrom(value, reader);
  if (color === INVALID) return INVALID;
  reader.position++;
  if (color === CURRENT) return Color.CURRENT;
  if (color instanceof InkValue) return color.ink;
  if (!(color instanceof Pending)) return toColor(color);
  if (!mentionsCurrent(value)) return pending((context) => toColor(color.resolve(context)));
  return pending((context) => new DependentColor(color, context));
}

/**
 * A mixture with `currentcolor`. An element that inherits it mixes again, with its own `color` (css-color-5 §"resolving
 * color-mix()").
 */
export class DependentColor extends Color {
  private readonly formula: Pending<ColorValue>;

  constructor(formula: Pending<ColorValue>, context: ComputeContext) {
    const { r, g, b, a } = toColor(formula.resolve(context));
    super(r, g, b, a);
    this.formula = formula;
  }

  inheritedBy(context: ComputeContext): DependentColor {
    return new DependentColor(this.formula, context);
  }
}

const mentionsCurrent = (value: ComponentValue): boolean =>
  value.isIdent('currentcolor') || value.children.some(mentionsCurrent);

/** Parses a color and keeps it in its own space, for mixing. */
function parseColorValue(reader: ValueReader): Specified<ColorValue> | undefined {
  const value = reader.peek();
  if (value === null) return INVALID;
  const color = colorFrom(value, reader);
  if (color !== INVALID) reader.position++;
  return color;
}

function colorFrom(value: ComponentValue, reader: ValueReader): Specified<ColorValue> | undefined {
  switch (value.kind) {
    case ValueKind.Ident:
      return identColor(value.lower) ?? (reader.unitlessColors ? hexColor(value.text, true) : INVALID);
    case ValueKind.Hash:
      return hexColor(value.text, false);
    case ValueKind.Function:
      return functionColor(value.text, reader.inside(value));
    case ValueKind.Number:
    case ValueKind.Dimension:
      return reader.unitlessColors ? quirkyHexColor(value) : INVALID;
    default:
      return INVALID;
  }
}

function identColor(lower: string): Specified<ColorValue> | undefined {
  const named = namedColors.get(lower);
  if (named !== undefined) return fromHex(named);
  if (lower === 'currentcolor') return CURRENT;
  if (lower === 'transparent') return new ColorValue('srgb', [0, 0, 0], 0, true);
  const system = systemColors.get(lower);
  if (system === undefined) return INVALID;
  const dark = darkSystemColors.get(lower);
  return dark === undefined
    ? fromHex(system)
    : pending((context) => fromHex(isDarkScheme(context.text.colorScheme) ? dark : system));
}

/** Returns whether the scheme is dark (css-color-adjust-1 §2.2); the page prefers light. */
export const isDarkScheme = (scheme: readonly string[]): boolean =>
  scheme.includes('dark') && !scheme.includes('light');

function hexColor(text: string, quirky: boolean): ColorValue | undefined {
  const length = text.length;
  if (!/^[0-9a-f]+$/i.test(text)) return INVALID;
  if (length === 6) return fromHex(parseInt(text, 16));
  if (length === 3 || (length === 4 && !quirky)) {
    const digits = [...text].map((digit) => parseInt(digit + digit, 16));
    return fromHex((digits[0]! << 16) | (digits[1]! << 8) | digits[2]!, length === 4 ? digits[3]! / 255 : 1);
  }
  return length === 8 && !quirky ? fromHex(parseInt(text.slice(0, 6), 16), parseInt(text.slice(6), 16) / 255) : INVALID;
}

/** Parses a hash-less color whose digits the tokenizer read as a number (quirks.spec.whatwg.org §3.2). */
function quirkyHexColor(value: ComponentValue): ColorValue | undefined {
  if (!value.integer || value.signed || value.value < 0) return INVALID;
  const text = `${value.value}${value.text}`;
  return text.length <= 6 ? hexColor(text.length === 3 ? text : text.padStart(6, '0'), true) : INVALID;
}

function functionColor(name: string, reader: ValueReader): Specified<ColorValue> | undefined {
  switch (name) {
    case 'rgb':
    case 'rgba':
    case 'hsl':
    case 'hsla':
    case 'hwb':
    case 'lab':
    case 'lch':
    case 'oklab':
    case 'oklch':
    case 'color':
      return reader.ident('from') ? relativeColor(name, reader) : plainColor(name, reader, null, null);
    case 'color-mix':
      return colorMix(reader);
    case 'device-cmyk':
      return deviceCmyk(reader);
    case 'separation':
      return separation(reader, fixedColor);
    case 'light-dark':
      return lightDark(reader);
    case 'contrast-color':
      return contrastColor(reader);
    case 'alpha':
      return reader.ident('from') ? alphaColor(reader) : INVALID;
    default:
      return INVALID;
  }
}

/** Parses a color that needs no context, converted to sRGB. Amounts of process inks are kept. */
function fixedColor(reader: ValueReader): ColorValue | undefined {
  const color = parseColorValue(reader);
  if (color === INVALID || color instanceof Pending || color instanceof InkValue)
    return color instanceof InkValue ? color : INVALID;
  const { r, g, b } = toColor(color);
  return new ColorValue('srgb', [r, g, b], 1);
}

/** How a color function writes its channels. */
interface Channels {
  readonly space: ColorSpace;
  /** The value of 100% for each channel; 0 for a hue. */
  readonly scale: Triple;
  /** The divisor that converts a number to the stored value. */
  readonly unit: number;
  readonly names: readonly [string, string, string];
}

const RGB: Channels = { space: 'srgb', scale: [255, 255, 255], unit: 255, names: ['r', 'g', 'b'] };
const FUNCTIONS: ReadonlyMap<string, Channels> = new Map(
  Object.entries<Channels>({
    rgb: RGB,
    rgba: RGB,
    hsl: { space: 'hsl', scale: [0, 100, 100], unit: 1, names: ['h', 's', 'l'] },
    hsla: { space: 'hsl', scale: [0, 100, 100], unit: 1, names: ['h', 's', 'l'] },
    hwb: { space: 'hwb', scale: [0, 100, 100], unit: 1, names: ['h', 'w', 'b'] },
    lab: { space: 'lab', scale: [100, 125, 125], unit: 1, names: ['l', 'a', 'b'] },
    lch: { space: 'lch', scale: [100, 150, 0], unit: 1, names: ['l', 'c', 'h'] },
    oklab: { space: 'oklab', scale: [1, 0.4, 0.4], unit: 1, names: ['l', 'a', 'b'] },
    oklch: { space: 'oklch', scale: [1, 0.4, 0], unit: 1, names: ['l', 'c', 'h'] },
  }),
);

const COLOR_SPACES: ReadonlyMap<string, ColorSpace> = new Map<string, ColorSpace>([
  ['srgb', 'srgb'],
  ['srgb-linear', 'srgb-linear'],
  ['display-p3', 'display-p3'],
  ['display-p3-linear', 'display-p3-linear'],
  ['a98-rgb', 'a98-rgb'],
  ['prophoto-rgb', 'prophoto-rgb'],
  ['rec2020', 'rec2020'],
  ['xyz', 'xyz-d65'],
  ['xyz-d50', 'xyz-d50'],
  ['xyz-d65', 'xyz-d65'],
]);

/** Returns the channels of a color function. For color() it reads the name of the space. */
function channelsOf(name: string, reader: ValueReader): Channels | undefined {
  if (name !== 'color') return FUNCTIONS.get(name);
  const space = COLOR_SPACES.get(reader.anyIdent()?.toLowerCase() ?? '');
  if (space === undefined) return INVALID;
  return { space, scale: [1, 1, 1], unit: 1, names: space.startsWith('xyz') ? ['x', 'y', 'z'] : ['r', 'g', 'b'] };
}

const LEGACY_SYNTAX: ReadonlySet<string> = new Set(['rgb', 'rgba', 'hsl', 'hsla']);

/** Parses channels and alpha. `names` are the origin's channels in a relative color. */
function plainColor(
  name: string,
  reader: ValueReader,
  names: NumberNames | null,
  alphaDefault: number | null,
): ColorValue | undefined {
  const channels = channelsOf(name, reader);
  if (channels === INVALID) return INVALID;
  const commas = names === null && LEGACY_SYNTAX.has(name) && reader.peekAt(1)?.kind === ValueKind.Comma;
  const values: ComponentValue[] = [];
  for (let i = 0; i < 3; i++) {
    const value = reader.next();
    if (value === null || (commas && i < 2 && !reader.comma())) return INVALID;
    values.push(value);
  }
  if (commas && !legacyTypes(name, values)) return INVALID;
  const triple: number[] = [];
  for (let i = 0; i < 3; i++) {
    const channel = channelOf(values[i]!, channels.scale[i]!, names);
    if (channel === INVALID || (commas && Number.isNaN(channel))) return INVALID;
    triple.push(channel / channels.unit);
  }
  const alpha = alphaOf(reader, commas, names, alphaDefault);
  if (alpha === INVALID || !reader.atEnd) return INVALID;
  const missing = Number.isNaN(alpha) || triple.some(Number.isNaN);
  const legacySpace =
    channels.space === 'srgb' ? name !== 'color' : channels.space === 'hsl' || channels.space === 'hwb';
  const legacy = names === null && legacySpace && !missing;
  return normalized(name, channels.space, [triple[0]!, triple[1]!, triple[2]!], alpha, legacy);
}

/** Checks the comma syntax: rgb() takes either numbers or percentages, hsl() takes percentages for the last two. */
function legacyTypes(name: string, values: readonly ComponentValue[]): boolean {
  const kinds = values.map((value) =>
    value.kind === ValueKind.Percentage ? '%' : value.kind === ValueKind.Function ? '?' : '1',
  );
  if (name.startsWith('hsl')) return kinds[0] !== '%' && kinds[1] !== '1' && kinds[2] !== '1';
  return !(kinds.includes('%') && kinds.includes('1'));
}

function channelOf(value: ComponentValue, scale: number, names: NumberNames | null): number | undefined {
  if (value.kind === ValueKind.Ident) {
    if (value.lower === 'none') return NaN;
    return names?.get(value.lower) ?? INVALID;
  }
  return scale === 0 ? hueNumber(value, names) : channelNumber(value, scale, names);
}

function alphaOf(
  reader: ValueReader,
  commas: boolean,
  names: NumberNames | null,
  alphaDefault: number | null,
): number | undefined {
  if (reader.atEnd) return alphaDefault ?? 1;
  if (commas ? !reader.comma() : !reader.slash()) return INVALID;
  const value = reader.next();
  if (value === null) return INVALID;
  const alpha = channelOf(value, 1, names);
  if (alpha === INVALID || (commas && Number.isNaN(alpha))) return INVALID;
  return Number.isNaN(alpha) ? NaN : Math.min(1, Math.max(0, alpha));
}

/** Clamps the channels that color functions clamp at parse time (css-color-4 §5.1, §7 to §9). */
function normalized(name: string, space: ColorSpace, c: Triple, alpha: number, legacy: boolean): ColorValue {
  const within = (x: number, max: number): number => (Number.isNaN(x) ? x : Math.min(max, Math.max(0, x)));
  const positive = (x: number): number => (x < 0 ? 0 : x);
  const finite = c.map((x) => (x === Infinity ? 1e9 : x === -Infinity ? -1e9 : x));
  const [x, y, z] = finite;
  switch (space) {
    case 'lab':
      return new ColorValue(space, [within(x!, 100), y!, z!], alpha);
    case 'oklab':
      return new ColorValue(space, [within(x!, 1), y!, z!], alpha);
    case 'lch':
      return new ColorValue(space, [within(x!, 100), positive(y!), z!], alpha);
    case 'oklch':
      return new ColorValue(space, [within(x!, 1), positive(y!), z!], alpha);
    case 'hsl':
      return new ColorValue(
        space,
        [x!, legacy ? within(y!, 100) : positive(y!), legacy ? within(z!, 100) : z!],
        alpha,
        legacy,
      );
    case 'srgb':
      return new ColorValue(
        space,
        name !== 'color' && legacy ? [within(x!, 1), within(y!, 1), within(z!, 1)] : [x!, y!, z!],
        alpha,
        legacy,
      );
    default:
      return new ColorValue(space, [x!, y!, z!], alpha, legacy);
  }
}

/** Parses `rgb(from <origin> r g b / alpha)` (css-color-5 §4). */
function relativeColor(name: string, reader: ValueReader): Specified<ColorValue> | undefined {
  const origin = parseColorValue(reader);
  if (origin === INVALID) return INVALID;
  const rest = reader.values.slice(reader.position);
  const make = (color: ColorValue): ColorValue | undefined => {
    const again = new ValueReader(rest, reader.context, reader.text);
    const ahead = new ValueReader(rest, reader.context, reader.text);
    const channels = channelsOf(name, ahead);
    if (channels === INVALID) return INVALID;
    const components = componentsIn(color, channels.space);
    const names = new Map<string, number>();
    for (let i = 0; i < 3; i++) {
      const component = Number.isNaN(components[i]) ? 0 : components[i]!;
      names.set(channels.names[i]!, component * channels.unit);
    }
    names.set('alpha', Number.isNaN(color.alpha) ? 0 : color.alpha);
    return plainColor(name, again, names, Number.isNaN(color.alpha) ? 0 : color.alpha);
  };
  if (!(origin instanceof Pending)) return make(origin);
  // Validity doesn't depend on the origin's numbers, so any color can be used for the check.
  const black = new ColorValue('srgb', [0, 0, 0], 1);
  if (make(black) === INVALID) return INVALID;
  return pending((context) => make(origin.resolve(context)) ?? black);
}

/** Parses `alpha(from <origin> / <alpha>)` (css-color-5). */
function alphaColor(reader: ValueReader): Specified<ColorValue> | undefined {
  const origin = parseColorValue(reader);
  if (origin === INVALID) return INVALID;
  const rest = reader.values.slice(reader.position);
  const make = (color: ColorValue): ColorValue | undefined => {
    const again = new ValueReader(rest, reader.context, reader.text);
    const alpha = alphaOf(again, false, new Map([['alpha', color.alpha]]), color.alpha);
    return alpha === INVALID || !again.atEnd ? INVALID : new ColorValue(color.space, color.components, alpha);
  };
  if (!(origin instanceof Pending)) return make(origin);
  return pending((context) => make(origin.resolve(context)) ?? fromColor(Color.BLACK));
}

interface Interpolation {
  readonly space: ColorSpace;
  readonly method: HueMethod;
}

const HUE_METHODS: ReadonlySet<HueMethod> = new Set(['shorter', 'longer', 'increasing', 'decreasing'] as const);

/** Returns the space that has the same name as its function. */
function polarSpace(name: string): ColorSpace | undefined {
  const space = FUNCTIONS.get(name)?.space;
  return space === name ? space : INVALID;
}

/** Parses `in <space> [<method> hue]?` (css-color-4 §12.1). Returns null when there is no `in`. */
export function parseInterpolation(reader: ValueReader): Interpolation | null | undefined {
  if (!reader.ident('in')) return null;
  const name = reader.anyIdent()?.toLowerCase() ?? '';
  const space = COLOR_SPACES.get(name) ?? polarSpace(name);
  if (space === INVALID) return INVALID;
  if (hueIndex(space) < 0) return { space, method: 'shorter' };
  const method = reader.keyword(HUE_METHODS);
  if (method !== INVALID && !reader.ident('hue')) return INVALID;
  return { space, method: method ?? 'shorter' };
}

/** Parses `color-mix()` (css-color-5 §2). */
function colorMix(reader: ValueReader): Specified<ColorValue> | undefined {
  const stated = parseInterpolation(reader);
  if (stated === INVALID || (stated !== null && !reader.comma())) return INVALID;
  const { space, method } = stated ?? { space: 'oklab' as const, method: 'shorter' as const };
  const parts = reader.commaSeparated();
  if (parts === null || parts.length === 0) return INVALID;
  const colors: Specified<ColorValue>[] = [];
  const percentages: (number | null)[] = [];
  for (const part of parts) {
    const before = parsePercentage(part, 0, 100);
    const color = parseColorValue(part);
    if (color === INVALID) return INVALID;
    const share = before ?? parsePercentage(part, 0, 100) ?? null;
    if (!part.atEnd) return INVALID;
    colors.push(color);
    percentages.push(share);
  }
  const shares = normalizeShares(percentages);
  if (shares === null) return INVALID;
  const mix = (values: readonly ColorValue[]): ColorValue =>
    mixColors(values, shares.weights, shares.alpha, space, method);
  if (!colors.some((color) => color instanceof Pending)) return mix(colors as ColorValue[]);
  return pending((context) => mix(colors.map((color) => resolveSpecified(color, context))));
}

/**
 * Normalizes percentages (css-color-5 §2.1): missing ones share the remainder, and a sum below 100% makes the result
 * transparent.
 */
function normalizeShares(percentages: readonly (number | null)[]): { weights: number[]; alpha: number } | null {
  const known = percentages.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  const missing = percentages.filter((share) => share === null).length;
  const rest = missing > 0 ? Math.max(0, 100 - known) / missing : 0;
  const shares = percentages.map((share) => share ?? rest);
  const sum = shares.reduce((a, b) => a + b, 0);
  if (sum === 0) return null;
  return { weights: shares.map((share) => share / sum), alpha: Math.min(1, sum / 100) };
}

function mixColors(
  colors: readonly ColorValue[],
  weights: readonly number[],
  alpha: number,
  space: ColorSpace,
  method: HueMethod,
): ColorValue {
  let mixed =
    colors[0]!.space === space ? colors[0]! : new ColorValue(space, componentsIn(colors[0]!, space), colors[0]!.alpha);
  let weight = weights[0]!;
  for (let i = 1; i < colors.length; i++) {
    const total = weight + weights[i]!;
    mixed = interpolate(mixed, colors[i]!, total === 0 ? 0 : weights[i]! / total, space, method);
    weight = total;
  }
  return new ColorValue(space, mixed.components, mixed.alpha * alpha);
}

/** Parses `light-dark()` (css-color-5 §6). */
function lightDark(reader: ValueReader): Specified<ColorValue> | undefined {
  const light = parseColorValue(reader);
  if (light === INVALID || !reader.comma()) return INVALID;
  const dark = parseColorValue(reader);
  if (dark === INVALID || !reader.atEnd) return INVALID;
  return pending((context) => resolveSpecified(isDarkScheme(context.text.colorScheme) ? dark : light, context));
}

/** Parses `contrast-color()` (css-color-5 §5): black or white, whichever has more contrast by WCAG 2. */
function contrastColor(reader: ValueReader): Specified<ColorValue> | undefined {
  const base = parseColorValue(reader);
  if (base === INVALID || !reader.atEnd) return INVALID;
  const choose = (color: ColorValue): ColorValue => {
    const luminance = convert(color.space, 'xyz-d65', color.components)[1];
    return fromHex(1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? 0xffffff : 0);
  };
  return base instanceof Pending ? pending((context) => choose(base.resolve(context))) : choose(base);
}
