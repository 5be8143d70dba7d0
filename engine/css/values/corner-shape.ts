/** Parses `corner-shape` (css-borders-4 §4.4). Each corner is a superellipse, represented by its parameter. */
import { parseNumber } from './numeric.ts';
import { combine, type Specified } from './specified.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

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
