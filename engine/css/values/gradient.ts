/** Gradients (css-images-3 §3, css-images-4 §3) and their `-webkit-` forms (compat.spec.whatwg.org §3). */
import { Length } from '../length.ts';
import type { Color } from '../color.ts';
import type { ColorStop, ConicGradient, LinearGradient, Position, RadialGradient } from '../computed-values.ts';
import { parseColor, parseInterpolation } from './color.ts';
import {
  LENGTH_PERCENTAGE,
  LENGTH_PERCENTAGE_POSITIVE,
  LENGTH_POSITIVE,
  parseAngle,
  parseLength,
  parseNumberOrPercentage,
  parsePercentage,
} from './numeric.ts';
import { parsePosition } from './position.ts';
import { combine, combineList, type Specified } from './specified.ts';
import { attempt, INVALID, type Parser, type ValueReader } from './value-reader.ts';

const NAMES =
  /^(?:-webkit-)?(?:repeating-)?(?:linear|radial)-gradient$|^(?:repeating-)?conic-gradient$|^-webkit-gradient$/;

export const isGradient = (name: string): boolean => NAMES.test(name);

type Gradient = LinearGradient | RadialGradient | ConicGradient;

export function parseGradient(name: string, reader: ValueReader): Specified<Gradient> | undefined {
  const repeating = name.includes('repeating-');
  if (name === '-webkit-gradient') return oldestGradient(reader);
  if (name.startsWith('-webkit-'))
    return name.endsWith('linear-gradient') ? legacyLinear(reader, repeating) : legacyRadial(reader, repeating);
  if (name.endsWith('linear-gradient')) return linear(reader, repeating);
  return name.endsWith('radial-gradient') ? radial(reader, repeating) : conic(reader, repeating);
}

type Direction = LinearGradient['direction'];
const TO_BOTTOM: Direction = { x: 0, y: 1 };
const CENTER: Position = { x: Length.percent(50), y: Length.percent(50) };

/** Parses `to [left | right] || [top | bottom]`, without the `to`. */
function sideOrCorner(reader: ValueReader): Direction | undefined {
  let x = 0;
  let y = 0;
  for (let i = 0; i < 2; i++) {
    if (x === 0 && reader.ident('left')) x = -1;
    else if (x === 0 && reader.ident('right')) x = 1;
    else if (y === 0 && reader.ident('top')) y = -1;
    else if (y === 0 && reader.ident('bottom')) y = 1;
  }
  return x === 0 && y === 0 ? INVALID : { x, y };
}

/**
 * Parses the parts of a prelude in any order, each at most once. Returns false when anything else remains before the
 * comma.
 */
function prelude(reader: ValueReader, parts: readonly (() => boolean)[]): boolean {
  const done = parts.map(() => false);
  for (let found = true; found;) {
    found = false;
    for (let i = 0; i < parts.length; i++) {
      if (done[i]) continue;
      const position = reader.position;
      if (parts[i]!()) {
        done[i] = true;
        found = true;
      } else reader.position = position;
    }
  }
  return !done.includes(true) || reader.comma();
}

/** Returns a parser of `in <space>` that passes on the space's name, with a hue method as `oklch longer`. */
function colorSpacePart(reader: ValueReader, take: (space: string) => void): () => boolean {
  return () => {
    const interpolation = parseInterpolation(reader);
    if (interpolation === null || interpolation === INVALID) return false;
    const { space, method } = interpolation;
    take(method === 'shorter' ? space : `${space} ${method}`);
    return true;
  };
}

function linear(reader: ValueReader, repeating: boolean): Specified<LinearGradient> | undefined {
  let direction: Direction = TO_BOTTOM;
  let colorSpace: string | null = null;
  const directionPart = (): boolean => {
    const found = reader.ident('to') ? sideOrCorner(reader) : angleDirection(reader);
    if (found === INVALID) return false;
    direction = found;
    return true;
  };
  if (!prelude(reader, [directionPart, colorSpacePart(reader, (space) => (colorSpace = space))])) return INVALID;
  return linearGradient(reader, repeating, direction, colorSpace);
}

/** Parses the color stops of a linear gradient. */
function linearGradient(
  reader: ValueReader,
  repeating: boolean,
  direction: Direction,
  colorSpace: string | null,
): Specified<LinearGradient> | undefined {
  const stops = colorStops(reader, lengthPosition);
  if (stops === INVALID) return INVALID;
  return combine([stops], (list): LinearGradient => ({
    type: 'linear-gradient',
    repeating,
    direction,
    stops: list,
    colorSpace,
  }));
}

function angleDirection(reader: ValueReader): Direction | undefined {
  const angle = parseAngle(reader, true);
  return angle === INVALID ? INVALID : { angle };
}

/**
 * Parses the prefixed form, where a side is the start of the gradient, and angles run counter-clockwise from the right.
 */
function legacyLinear(reader: ValueReader, repeating: boolean): Specified<LinearGradient> | undefined {
  let direction: Direction = TO_BOTTOM;
  const side = sideOrCorner(reader);
  if (side !== INVALID && 'x' in side) direction = { x: -side.x, y: -side.y };
  else {
    const angle = parseAngle(reader, true);
    if (angle !== INVALID) direction = { angle: 90 - angle };
  }
  if (reader.position > 0 && !reader.comma()) return INVALID;
  return linearGradient(reader, repeating, direction, null);
}

type RadialSize = RadialGradient['size'];
type SizeKeyword = Extract<RadialSize, string>;
const SIZES: ReadonlySet<SizeKeyword> = new Set([
  'closest-side',
  'closest-corner',
  'farthest-side',
  'farthest-corner',
] as const);
const SHAPES: ReadonlySet<'circle' | 'ellipse'> = new Set(['circle', 'ellipse'] as const);

interface RadialShape {
  shape: 'circle' | 'ellipse' | undefined;
  keyword: SizeKeyword | undefined;
  radii: readonly Specified<Length>[];
}

function radial(reader: ValueReader, repeating: boolean): Specified<RadialGradient> | undefined {
  const found: RadialShape = { shape: INVALID, keyword: INVALID, radii: [] };
  let position: Specified<Position> = CENTER;
  let colorSpace: string | null = null;
  const parts = [
    () => (found.shape = reader.keyword(SHAPES)) !== INVALID,
    () => radialSize(reader, found),
    () => {
      const at = reader.ident('at') ? parsePosition(reader) : INVALID;
      if (at === INVALID) return false;
      position = at;
      return true;
    },
    colorSpacePart(reader, (space) => (colorSpace = space)),
  ];
  if (!prelude(reader, parts) || !validShape(found)) return INVALID;
  const stops = colorStops(reader, lengthPosition);
  if (stops === INVALID) return INVALID;
  return radialGradient(found, repeating, position, stops, colorSpace);
}

function radialSize(reader: ValueReader, found: RadialShape): boolean {
  found.keyword = reader.keyword(SIZES);
  if (found.keyword !== INVALID) return true;
  const first = parseLength(reader, LENGTH_PERCENTAGE_POSITIVE);
  if (first === INVALID) return false;
  const second = parseLength(reader, LENGTH_PERCENTAGE_POSITIVE);
  found.radii = second === INVALID ? [first] : [first, second];
  return true;
}

/** Returns whether the radii fit the shape: one for a circle, without percentages; two for an ellipse. */
function validShape({ shape, radii }: RadialShape): boolean {
  if (radii.length === 0) return true;
  if (radii.length === 2) return shape !== 'circle';
  return shape !== 'ellipse' && !(radii[0] instanceof Length && radii[0].hasPercent);
}

function radialGradient(
  found: RadialShape,
  repeating: boolean,
  position: Specified<Position>,
  stops: Specified<readonly ColorStop[]>,
  colorSpace: string | null,
): Specified<RadialGradient> {
  const shape = found.shape ?? (found.radii.length === 1 ? 'circle' : 'ellipse');
  const keyword = found.keyword ?? 'farthest-corner';
  return combine([combineList(found.radii), position, stops], (radii, at, list): RadialGradient => {
    const size: RadialSize = radii.length === 0 ? keyword : { rx: radii[0]!, ry: radii[radii.length - 1]! };
    return { type: 'radial-gradient', repeating, shape, size, position: at, stops: list, colorSpace };
  });
}

/** Parses `[<position>,]? [<shape> || <size>,]?`. `contain` means closest-side, `cover` farthest-corner. */
function legacyRadial(reader: ValueReader, repeating: boolean): Specified<RadialGradient> | undefined {
  const found: RadialShape = { shape: INVALID, keyword: INVALID, radii: [] };
  const start = reader.position;
  const position = attempt(reader, (from) => parsePosition(from));
  if (position !== INVALID && !reader.comma()) return INVALID;
  const before = reader.position;
  const parts = [
    () => (found.shape = reader.keyword(SHAPES)) !== INVALID,
    () => {
      if (reader.ident('contain')) found.keyword = 'closest-side';
      else if (reader.ident('cover')) found.keyword = 'farthest-corner';
      else return radialSize(reader, found);
      return true;
    },
  ];
  if (!prelude(reader, parts)) reader.position = position === INVALID ? start : before;
  const stops = colorStops(reader, lengthPosition);
  if (stops === INVALID) return INVALID;
  found.shape ??= found.radii.length === 1 ? 'circle' : 'ellipse';
  return radialGradient(found, repeating, position ?? CENTER, stops, null);
}

function conic(reader: ValueReader, repeating: boolean): Specified<ConicGradient> | undefined {
  let from = 0;
  let position: Specified<Position> = CENTER;
  let colorSpace: string | null = null;
  const parts = [
    () => {
      const angle = reader.ident('from') ? parseAngle(reader, true) : INVALID;
      if (angle === INVALID) return false;
      from = angle;
      return true;
    },
    () => {
      const at = reader.ident('at') ? parsePosition(reader) : INVALID;
      if (at === INVALID) return false;
      position = at;
      return true;
    },
    colorSpacePart(reader, (space) => (colorSpace = space)),
  ];
  if (!prelude(reader, parts)) return INVALID;
  const stops = colorStops(reader, anglePosition);
  if (stops === INVALID) return INVALID;
  return combine([position, stops], (at, list): ConicGradient => ({
    type: 'conic-gradient',
    repeating,
    from,
    position: at,
    stops: list,
    colorSpace,
  }));
}

const lengthPosition: Parser<Specified<Length>> = (reader) => parseLength(reader, LENGTH_PERCENTAGE);

/** Parses an angle, stored in degrees as px, or a percentage. */
const anglePosition: Parser<Specified<Length>> = (reader) => {
  const angle = parseAngle(reader, true);
  if (angle !== INVALID) return Length.px(angle);
  const percent = parsePercentage(reader);
  return percent === INVALID ? INVALID : Length.percent(percent);
};

/** Parses color stops and hints. A color with two positions makes two stops (css-images-4 §3.5). */
function colorStops(
  reader: ValueReader,
  parsePlace: Parser<Specified<Length>>,
): Specified<readonly ColorStop[]> | undefined {
  const stops: Specified<ColorStop>[] = [];
  let colors = 0;
  let lastWasHint = true;
  do {
    const before = parsePlace(reader);
    const color = parseColor(reader);
    if (color === INVALID) {
      if (before === INVALID || lastWasHint) return INVALID;
      stops.push(combine([before], (position): ColorStop => ({ color: null, position })));
      lastWasHint = true;
      continue;
    }
    const first = before ?? parsePlace(reader) ?? null;
    const second = first === null ? INVALID : parsePlace(reader);
    stops.push(stop(color, first));
    if (second !== INVALID) stops.push(stop(color, second));
    colors += second === INVALID ? 1 : 2;
    lastWasHint = false;
  } while (reader.comma());
  return reader.atEnd && !lastWasHint && colors > 0 ? combineList(stops) : INVALID;
}

function stop(color: Specified<Color>, place: Specified<Length> | null): Specified<ColorStop> {
  return combine([color, place], (paint, position: Length | null): ColorStop => ({ color: paint, position }));
}

/**
 * Parses `-webkit-gradient(linear, <point>, <point>, from(), to(), color-stop()...)`. Points are keywords, numbers (px)
 * or percentages.
 */
function oldestGradient(reader: ValueReader): Specified<Gradient> | undefined {
  const isLinear = reader.ident('linear');
  if ((!isLinear && !reader.ident('radial')) || !reader.comma()) return INVALID;
  const start = point(reader);
  if (start === INVALID || !reader.comma()) return INVALID;
  if (!isLinear) return oldestRadial(reader, start);
  const end = point(reader);
  if (end === INVALID || !reader.comma()) return INVALID;
  const stops = oldestStops(reader);
  if (stops === INVALID) return INVALID;
  const direction: Direction = { x: Math.sign(end.x - start.x), y: Math.sign(end.y - start.y) };
  return combine([stops], (list): LinearGradient => ({
    type: 'linear-gradient',
    repeating: false,
    direction,
    stops: list,
    colorSpace: null,
  }));
}

/** Parses two circles. Only the outer one's radius, in px, is used. */
function oldestRadial(reader: ValueReader, center: { x: number; y: number }): Specified<RadialGradient> | undefined {
  const inner = parseNumberOrPercentage(reader);
  if (inner === INVALID || !reader.comma() || point(reader) === INVALID || !reader.comma()) return INVALID;
  const outer = parseNumberOrPercentage(reader) ?? parseLength(reader, LENGTH_POSITIVE);
  if (typeof outer !== 'number' || !reader.comma()) return INVALID;
  const stops = oldestStops(reader);
  if (stops === INVALID) return INVALID;
  const position: Position = { x: Length.percent(center.x), y: Length.percent(center.y) };
  return radialGradient({ shape: 'circle', keyword: INVALID, radii: [Length.px(outer)] }, false, position, stops, null);
}

const AXES: readonly ReadonlyMap<string, number>[] = [
  new Map([
    ['left', 0],
    ['center', 50],
    ['right', 100],
  ]),
  new Map([
    ['top', 0],
    ['center', 50],
    ['bottom', 100],
  ]),
];

/** In per cent. */
function point(reader: ValueReader): { x: number; y: number } | undefined {
  const coordinates = AXES.map((names) => {
    const percent = parsePercentage(reader);
    if (percent !== INVALID) return percent;
    const number = parseNumberOrPercentage(reader);
    if (typeof number === 'number') return number;
    const value = reader.peek();
    const named = value === null ? INVALID : names.get(value.lower);
    if (named !== INVALID) reader.position++;
    return named;
  });
  const [x, y] = coordinates;
  return x === INVALID || y === INVALID ? INVALID : { x, y };
}

function oldestStops(reader: ValueReader): Specified<readonly ColorStop[]> | undefined {
  const stops: { readonly at: number; readonly color: Specified<Color> }[] = [];
  do {
    const value = reader.next();
    if (value === null) return INVALID;
    const inside = reader.inside(value);
    let at = value.text === 'to' ? 1 : 0;
    if (value.text === 'color-stop') {
      const stated = parseNumberOrPercentage(inside);
      if (typeof stated !== 'number' || !inside.comma()) return INVALID;
      at = stated;
    } else if (value.text !== 'from' && value.text !== 'to') return INVALID;
    const color = parseColor(inside);
    if (color === INVALID || !inside.atEnd) return INVALID;
    stops.push({ at, color });
  } while (reader.comma());
  if (!reader.atEnd) return INVALID;
  stops.sort((a, b) => a.at - b.at);
  return combineList(stops.map(({ at, color }) => stop(color, Length.percent(at * 100))));
}

/** Returns the unit vector of a linear gradient's line in a box of this size, y down (css-images-3 §3.1.1). */
export function gradientLine(
  { direction }: LinearGradient,
  width: number,
  height: number,
): { readonly dx: number; readonly dy: number } {
  if ('angle' in direction) {
    const radians = (direction.angle * Math.PI) / 180;
    return { dx: Math.sin(radians), dy: -Math.cos(radians) };
  }
  if (direction.x === 0 || direction.y === 0) return { dx: direction.x, dy: direction.y };
  // The 50% line runs through the two neighboring corners.
  const diagonal = Math.hypot(width, height) || 1;
  return { dx: (direction.x * height) / diagonal, dy: (direction.y * width) / diagonal };
}
