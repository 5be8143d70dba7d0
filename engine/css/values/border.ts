/** Parses border values (css-backgrounds-3 §3 to §5). */
import type { BorderStyle } from '../computed-style.ts';
import { LU_PER_PX } from '../../units.ts';
import { Length } from '../length.ts';
import type { CornerRadius, LineStyle } from '../computed-values.ts';
import { LENGTH_PERCENTAGE_POSITIVE, LENGTH_POSITIVE, parseLength, parseNumber, parsePercentage } from './numeric.ts';
import { combine, combineList, type Specified } from './specified.ts';
import { INVALID, type Parser, type ValueReader } from './value-reader.ts';

const WIDTHS: Readonly<Record<'thin' | 'medium' | 'thick', number>> = { thin: 1, medium: 3, thick: 5 };
const WIDTH_NAMES: ReadonlySet<'thin' | 'medium' | 'thick'> = new Set(['thin', 'medium', 'thick'] as const);

const STYLES: ReadonlySet<LineStyle> = new Set<LineStyle>([
  'none',
  'hidden',
  'dotted',
  'dashed',
  'solid',
  'double',
  'groove',
  'ridge',
  'inset',
  'outset',
]);

/** Parses `<line-style>`. */
export const parseLineStyle: Parser<LineStyle> = (reader) => reader.keyword(STYLES);

/**
 * Returns a computed line width. Paper has no device pixels to snap to (css-backgrounds-4 "snap as a border width"), so
 * widths only round to layout units, to at least one unit unless they are 0.
 */
export const snapLineWidth = (px: number): number => (px > 0 ? Math.max(1, Math.floor(px * LU_PER_PX)) / LU_PER_PX : 0);

/** Parses `<line-width>` in px. */
export function parseLineWidth(reader: ValueReader): Specified<number> | undefined {
  const name = reader.keyword(WIDTH_NAMES);
  if (name !== INVALID) return WIDTHS[name];
  const length = parseLength(reader, LENGTH_POSITIVE);
  return length === INVALID ? INVALID : combine([length], (resolved: Length) => snapLineWidth(resolved.px));
}

export const NO_RADIUS: CornerRadius = { x: Length.ZERO, y: Length.ZERO };

export function parseCornerRadius(reader: ValueReader): Specified<CornerRadius> | undefined {
  const x = parseLength(reader, LENGTH_PERCENTAGE_POSITIVE);
  if (x === INVALID) return INVALID;
  const y = parseLength(reader, LENGTH_PERCENTAGE_POSITIVE) ?? x;
  return cornerRadius(x, y);
}

export const cornerRadius = (x: Specified<Length>, y: Specified<Length>): Specified<CornerRadius> =>
  combine([x, y], (rx, ry): CornerRadius => ({ x: rx, y: ry }));

/** Expands one to four values to top, right, bottom and left. */
export function fourSides<T>(values: readonly T[]): readonly [T, T, T, T] {
  const [top, right = top, bottom = top, left = right] = values;
  return [top!, right!, bottom!, left!];
}

/** Parses `[<number> | <percentage>]{1,4} && fill?`. */
export function parseBorderImageSlice(reader: ValueReader): BorderStyle['borderImageSlice'] | undefined {
  let fill = reader.ident('fill');
  const values: { readonly value: number; readonly percent: boolean }[] = [];
  while (values.length < 4) {
    const percent = parsePercentage(reader, 0);
    if (percent !== INVALID) values.push({ value: percent, percent: true });
    else {
      const number = parseNumber(reader, 0);
      if (typeof number !== 'number') break;
      values.push({ value: number, percent: false });
    }
  }
  if (values.length === 0) return INVALID;
  fill ||= reader.ident('fill');
  return { values: fourSides(values), fill };
}

/** Parses `border-image-width`, which also allows `auto` and percentages, or `border-image-outset`. */
export function parseBorderImageWidth(
  reader: ValueReader,
  width: boolean,
): Specified<readonly (number | Length)[]> | undefined {
  const values: Specified<number | Length>[] = [];
  while (values.length < 4) {
    const value =
      width && reader.ident('auto')
        ? Length.AUTO
        : (parseNumber(reader, 0) ?? parseLength(reader, width ? LENGTH_PERCENTAGE_POSITIVE : LENGTH_POSITIVE));
    if (value === INVALID) break;
    values.push(value);
  }
  return values.length === 0 ? INVALID : combineList<number | Length>(fourSides(values));
}

type ImageRepeat = BorderStyle['borderImageRepeat'][number];
const REPEATS: ReadonlySet<ImageRepeat> = new Set(['stretch', 'repeat', 'round', 'space'] as const);

/** Parses the horizontal and vertical values. */
export function parseBorderImageRepeat(reader: ValueReader): readonly ImageRepeat[] | undefined {
  const x = reader.keyword(REPEATS);
  if (x === INVALID) return INVALID;
  return [x, reader.keyword(REPEATS) ?? x];
}

/** A quarter of an ellipse, the default. */
export const ROUND_CORNER = 1;

/** Parameters by keyword: infinity is a right angle, negative values are concave. */
const KEYWORDS: Readonly<Record<'round' | 'squircle' | 'square' | 'bevel' | 'scoop' | 'notch', number>> = {
  round: ROUND_CORNER,
  squircle: 2,
  square: Infinity,
  bevel: 0,
  scoop: -1,
  notch: -Infinity,
};
const NAMES: ReadonlySet<keyof typeof KEYWORDS> = new Set(['round', 'squircle', 'square', 'bevel', 'scoop', 'notch']);

/** Parses `<corner-shape-value>` into the parameter of its superellipse. */
export function parseCornerShape(reader: ValueReader): Specified<number> | undefined {
  const name = reader.keyword(NAMES);
  if (name !== INVALID) return KEYWORDS[name];
  const inside = reader.function('superellipse');
  if (inside === null) return INVALID;
  const parameter = inside.ident('infinity') ? Infinity : inside.ident('-infinity') ? -Infinity : parseNumber(inside);
  return parameter === INVALID || !inside.atEnd ? INVALID : combine([parameter], (value: number) => value);
}
