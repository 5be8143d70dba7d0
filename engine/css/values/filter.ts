/** Parses filter functions (filter-effects-1 §12). */
import { Length } from '../length.ts';
import { type FilterFunction } from '../computed-values.ts';
import { ValueKind } from './component-value.ts';
import { parseUrl } from './url.ts';
import { LENGTH_POSITIVE, parseAngle, parseLength, parseNumberOrPercentage } from './numeric.ts';
import { parseShadow } from './shadow.ts';
import { combine, combineList, type Specified } from './specified.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

type Amount = Extract<FilterFunction, { readonly amount: number }>['type'];
const AMOUNTS: ReadonlySet<string> = new Set([
  'brightness',
  'contrast',
  'grayscale',
  'invert',
  'opacity',
  'saturate',
  'sepia',
]);
/** Functions whose arguments are capped at 1. */
const CAPPED: ReadonlySet<string> = new Set(['grayscale', 'invert', 'opacity', 'sepia']);

export function parseFilter(reader: ValueReader): Specified<readonly FilterFunction[]> | undefined {
  if (reader.ident('none')) return [];
  const list: Specified<FilterFunction>[] = [];
  while (!reader.atEnd) {
    const filter = oneFilter(reader);
    if (filter === INVALID) return INVALID;
    list.push(filter);
  }
  return list.length > 0 ? combineList(list) : INVALID;
}

function oneFilter(reader: ValueReader): Specified<FilterFunction> | undefined {
  const url = parseUrl(reader);
  if (url !== INVALID) return { type: 'url', url };
  const value = reader.next();
  if (value === null || value.kind !== ValueKind.Function) return INVALID;
  const inside = reader.inside(value);
  const filter = filterFunction(value.text, inside);
  return inside.atEnd ? filter : INVALID;
}

function filterFunction(name: string, reader: ValueReader): Specified<FilterFunction> | undefined {
  if (AMOUNTS.has(name)) {
    const amount = reader.atEnd ? 1 : parseNumberOrPercentage(reader, 0);
    if (amount === INVALID) return INVALID;
    const limit = CAPPED.has(name) ? 1 : Infinity;
    return combine([amount], (value): FilterFunction => ({ type: name as Amount, amount: Math.min(limit, value) }));
  }
  switch (name) {
    case 'blur': {
      const radius = reader.atEnd ? Length.ZERO : parseLength(reader, LENGTH_POSITIVE);
      return radius === INVALID
        ? INVALID
        : combine([radius], (length): FilterFunction => ({ type: 'blur', px: length.px }));
    }
    case 'hue-rotate': {
      const degrees = reader.atEnd ? 0 : parseAngle(reader, true);
      return degrees === INVALID ? INVALID : { type: 'hue-rotate', degrees };
    }
    case 'drop-shadow': {
      const shadow = parseShadow(reader, false);
      return shadow === INVALID
        ? INVALID
        : combine([shadow], (resolved): FilterFunction => ({ type: 'drop-shadow', shadow: resolved }));
    }
    default:
      return INVALID;
  }
}
