/** Parses transforms (css-transforms-1 §8, css-transforms-2 §4 to §9), normalized to a few functions. */
import type { RareStyle } from '../computed-style.ts';
import { Length } from '../length.ts';
import { type TransformFunction } from '../computed-values.ts';
import { type ComponentValue, ValueKind } from './component-value.ts';
import {
  LENGTH,
  LENGTH_PERCENTAGE,
  LENGTH_POSITIVE,
  parseAngle,
  parseLength,
  parseNumber,
  parseNumberOrPercentage,
} from './numeric.ts';
import { parsePositionParts } from './position.ts';
import { combine, combineList, type Specified } from './specified.ts';
import { INVALID, type Parser, ValueReader } from './value-reader.ts';

type Transform = Specified<TransformFunction>;

export function parseTransform(reader: ValueReader): Specified<readonly TransformFunction[]> | undefined {
  if (reader.ident('none')) return [];
  const list: Transform[] = [];
  while (!reader.atEnd) {
    const value = reader.next();
    if (value === null || value.kind !== ValueKind.Function) return INVALID;
    if (reader.context.svgAttribute && !isSvgFunction(value)) return INVALID;
    const inside = reader.inside(value);
    const transform = transformFunction(value.text, inside);
    if (transform === INVALID || !inside.atEnd) return INVALID;
    list.push(transform);
    // SVG's attribute allows commas between functions.
    if (reader.context.svgAttribute) reader.comma();
  }
  return list.length > 0 ? combineList(list) : INVALID;
}

const SVG_FUNCTIONS: ReadonlySet<string> = new Set(['matrix', 'translate', 'scale', 'rotate', 'skewx', 'skewy']);

/**
 * Returns whether it is one of the six functions of plain numbers in the attribute's grammar (css-transforms-1 §8.1).
 */
function isSvgFunction({ text, children }: ComponentValue): boolean {
  return SVG_FUNCTIONS.has(text) && children.every(({ kind }) => kind === ValueKind.Number || kind === ValueKind.Comma);
}

/** Parses between `least` and `most` arguments, separated by commas (or spaces in SVG attributes). */
function args<T>(reader: ValueReader, parse: Parser<T>, least: number, most: number): T[] | undefined {
  const list: T[] = [];
  do {
    const value = parse(reader);
    if (value === INVALID) return INVALID;
    list.push(value);
  } while (list.length < most && (reader.comma() || (reader.context.svgAttribute && !reader.atEnd)));
  return list.length >= least ? list : INVALID;
}

const number: Parser<Specified<number>> = (reader) => parseNumber(reader);
const scaleNumber: Parser<Specified<number>> = (reader) => parseNumberOrPercentage(reader);
const angle: Parser<number> = (reader) => parseAngle(reader, true);
const lengthPercentage: Parser<Specified<Length>> = (reader) => parseLength(reader, LENGTH_PERCENTAGE);

const translate = (x: Specified<Length>, y: Specified<Length>, z: Specified<Length>): Transform =>
  combine([x, y, z], (tx, ty, tz): TransformFunction => ({ type: 'translate', x: tx, y: ty, z: tz.px }));
const scale = (x: Specified<number>, y: Specified<number>, z: Specified<number>): Transform =>
  combine([x, y, z], (sx, sy, sz): TransformFunction => ({ type: 'scale3d', x: sx, y: sy, z: sz }));
const rotate = (x: number, y: number, z: number, degrees: number): Transform => ({
  type: 'rotate3d',
  x,
  y,
  z,
  degrees,
});

function skew(x: number, y: number): Transform {
  const tan = (degrees: number): number => Math.tan((degrees * Math.PI) / 180);
  return { type: 'matrix', matrix: [1, tan(y), tan(x), 1, 0, 0] };
}

function transformFunction(name: string, reader: ValueReader): Transform | undefined {
  if (name.startsWith('translate')) return translation(name, reader);
  if (name.startsWith('scale')) return scaling(name, reader);
  if (name.startsWith('rotate')) return rotation(name, reader);
  if (name.startsWith('skew')) return skewing(name, reader);
  switch (name) {
    case 'matrix': {
      const list = args(reader, number, 6, 6);
      if (list === INVALID) return INVALID;
      return combine([combineList(list)], ([a, b, c, d, e, f]): TransformFunction => ({
        type: 'matrix',
        matrix: [a!, b!, c!, d!, e!, f!],
      }));
    }
    case 'matrix3d': {
      const list = args(reader, number, 16, 16);
      return list === INVALID
        ? INVALID
        : combine([combineList(list)], (matrix): TransformFunction => ({ type: 'matrix3d', matrix }));
    }
    case 'perspective': {
      const none = reader.ident('none');
      const depth = none ? Length.ZERO : parseLength(reader, LENGTH_POSITIVE);
      if (depth === INVALID) return INVALID;
      return combine([depth], ({ px }): TransformFunction => ({
        type: 'perspective',
        px: none ? Infinity : Math.max(1, px),
      }));
    }
    default:
      return INVALID;
  }
}

function translation(name: string, reader: ValueReader): Transform | undefined {
  switch (name) {
    case 'translate': {
      const list = args(reader, lengthPercentage, 1, 2);
      return list === INVALID ? INVALID : translate(list[0]!, list[1] ?? Length.ZERO, Length.ZERO);
    }
    case 'translate3d': {
      const list = args(reader, lengthPercentage, 3, 3);
      if (list === INVALID || (list[2] instanceof Length && list[2].hasPercent)) return INVALID;
      return translate(list[0]!, list[1]!, list[2]!);
    }
    case 'translatex':
    case 'translatey': {
      const length = lengthPercentage(reader);
      if (length === INVALID) return INVALID;
      return name === 'translatex'
        ? translate(length, Length.ZERO, Length.ZERO)
        : translate(Length.ZERO, length, Length.ZERO);
    }
    case 'translatez': {
      const length = parseLength(reader, LENGTH);
      return length === INVALID ? INVALID : translate(Length.ZERO, Length.ZERO, length);
    }
    default:
      return INVALID;
  }
}

function scaling(name: string, reader: ValueReader): Transform | undefined {
  const most = name === 'scale' ? 2 : name === 'scale3d' ? 3 : 1;
  const list = args(reader, scaleNumber, name === 'scale3d' ? 3 : 1, most);
  if (list === INVALID) return INVALID;
  switch (name) {
    case 'scale':
      return scale(list[0]!, list[1] ?? list[0]!, 1);
    case 'scale3d':
      return scale(list[0]!, list[1]!, list[2]!);
    case 'scalex':
      return scale(list[0]!, 1, 1);
    case 'scaley':
      return scale(1, list[0]!, 1);
    case 'scalez':
      return scale(1, 1, list[0]!);
    default:
      return INVALID;
  }
}

function rotation(name: string, reader: ValueReader): Transform | undefined {
  if (name === 'rotate3d') {
    const axis: number[] = [];
    for (let i = 0; i < 3; i++) {
      const component = parseNumber(reader);
      if (typeof component !== 'number' || !reader.comma()) return INVALID;
      axis.push(component);
    }
    const degrees = angle(reader);
    return degrees === INVALID ? INVALID : rotate(axis[0]!, axis[1]!, axis[2]!, degrees);
  }
  const degrees = angle(reader);
  if (degrees === INVALID) return INVALID;
  switch (name) {
    case 'rotate':
      return reader.context.svgAttribute && !reader.atEnd ? svgRotation(degrees, reader) : rotate(0, 0, 1, degrees);
    case 'rotatez':
      return rotate(0, 0, 1, degrees);
    case 'rotatex':
      return rotate(1, 0, 0, degrees);
    case 'rotatey':
      return rotate(0, 1, 0, degrees);
    default:
      return INVALID;
  }
}

/** Parses SVG's `rotate(a, x, y)`, a rotation about a point. */
function svgRotation(degrees: number, reader: ValueReader): Transform | undefined {
  reader.comma();
  const center = args(reader, number, 2, 2);
  if (center === INVALID) return INVALID;
  const radians = (degrees * Math.PI) / 180;
  const cos = Math.cos(radians);
  const sin = Math.sin(radians);
  return combine([center[0]!, center[1]!], (x, y): TransformFunction => {
    return { type: 'matrix', matrix: [cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos] };
  });
}

function skewing(name: string, reader: ValueReader): Transform | undefined {
  const list = args(reader, angle, 1, name === 'skew' ? 2 : 1);
  if (list === INVALID) return INVALID;
  switch (name) {
    case 'skew':
      return skew(list[0]!, list[1] ?? 0);
    case 'skewx':
      return skew(list[0]!, 0);
    case 'skewy':
      return skew(0, list[0]!);
    default:
      return INVALID;
  }
}

/** Parses the `translate` property (css-transforms-2 §5). */
export function parseTranslate(reader: ValueReader): Specified<RareStyle['translate']> | undefined {
  if (reader.ident('none')) return null;
  const x = lengthPercentage(reader);
  if (x === INVALID) return INVALID;
  const y = lengthPercentage(reader) ?? Length.ZERO;
  const z = parseLength(reader, LENGTH) ?? Length.ZERO;
  return combine([x, y, z], (tx, ty, tz) => ({ x: tx, y: ty, z: tz.px }));
}

const ROTATION_AXES: Readonly<Record<'x' | 'y' | 'z', readonly [number, number, number]>> = {
  x: [1, 0, 0],
  y: [0, 1, 0],
  z: [0, 0, 1],
};
const AXIS_NAMES: ReadonlySet<'x' | 'y' | 'z'> = new Set(['x', 'y', 'z'] as const);

/** Parses `none | <angle> | [x | y | z | <number>{3}] && <angle>`. */
export function parseRotate(reader: ValueReader): RareStyle['rotate'] | undefined {
  if (reader.ident('none')) return null;
  let axis: readonly number[] | null = null;
  let degrees: number | undefined;
  while (!reader.atEnd) {
    const found = degrees === INVALID ? parseAngle(reader) : INVALID;
    if (found !== INVALID) {
      degrees = found;
      continue;
    }
    if (axis !== null) return INVALID;
    const name = reader.keyword(AXIS_NAMES);
    if (name !== INVALID) axis = ROTATION_AXES[name];
    else {
      const components = [parseNumber(reader), parseNumber(reader), parseNumber(reader)];
      if (!components.every((component) => typeof component === 'number')) return INVALID;
      axis = components;
    }
  }
  if (degrees === INVALID) return INVALID;
  const [x, y, z] = axis ?? ROTATION_AXES.z;
  return { x: x!, y: y!, z: z!, degrees };
}

export function parseScale(reader: ValueReader): Specified<RareStyle['scale']> | undefined {
  if (reader.ident('none')) return null;
  const x = scaleNumber(reader);
  if (x === INVALID) return INVALID;
  const y = scaleNumber(reader);
  const z = scaleNumber(reader) ?? 1;
  return combine([x, y ?? x, z], (sx, sy, sz) => ({ x: sx, y: sy, z: sz }));
}

/** Parses two components of a position without offsets, then a depth. */
export function parseTransformOrigin(reader: ValueReader): Specified<RareStyle['transformOrigin']> | undefined {
  const end = reader.values.length;
  const last = end > 2 ? reader.values[2] : null;
  const front = last === null ? reader : new ValueReader(reader.values.slice(0, 2), reader.context, reader.text);
  const position = parsePositionParts(front, false);
  if (position === INVALID || (last !== null && !front.atEnd)) return INVALID;
  if (last !== null) reader.position = 2;
  const z = last === null ? Length.ZERO : parseLength(reader, LENGTH);
  return z === INVALID ? INVALID : combine([position.x, position.y, z], (x, y, depth) => ({ x, y, z: depth.px }));
}
