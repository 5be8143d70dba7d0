/** Parses `-pagewright-sum` and the number formats of sums, which are extensions of this engine (docs/paged-media.md). */
import type { NumberFormat, SumItem, SumPlace } from '../computed-values.ts';
import { type ComponentValue, ValueKind } from './component-value.ts';
import { counterName } from './counter.ts';
import { parseInteger, parseNumber } from './numeric.ts';
import { combine, combineList, type Specified } from './specified.ts';
import { attempt, INVALID, type ValueReader } from './value-reader.ts';

/** Parses `none | [ <name> [ content() | <number> | <string> ]? ]#`. */
export function parseSum(reader: ValueReader): Specified<readonly SumItem[]> | undefined {
  if (reader.ident('none')) return [];
  const items: Specified<SumItem>[] = [];
  do {
    const name = counterName(reader);
    if (name === INVALID) return INVALID;
    const contents = reader.function('content');
    if (contents !== null && !contents.atEnd) return INVALID;
    const text = contents === null ? reader.string() : INVALID;
    const number = contents === null && text === INVALID ? attempt(reader, (next) => parseNumber(next)) : INVALID;
    if (number !== INVALID) items.push(combine([number], (amount: number): SumItem => ({ name, amount })));
    else items.push({ name, amount: text ?? null });
  } while (reader.comma());
  return combineList(items);
}

const PLACES: ReadonlySet<SumPlace> = new Set(['page-start', 'page-end', 'document'] as const);
const DISPLAYS: ReadonlySet<'code' | 'name' | 'narrow'> = new Set(['code', 'name', 'narrow'] as const);
const CURRENCY = /^[a-z]{3}$/i;
const MAX_DECIMALS = 20;

/** The arguments of `-pagewright-sum()` after the name. */
interface SumArguments {
  readonly format: NumberFormat;
  /** null: at the position where the sum is shown. */
  readonly place: SumPlace | null;
}

/**
 * Parses `[ <integer [0,20]> || <currency> || percent || [ code | name | narrow ] || accounting || ungrouped ||
 * <locale string> ] || [ page-start | page-end | document ]`, in any order. `placed`: whether a place is allowed.
 */
export function parseSumArguments(reader: ValueReader, placed: boolean): SumArguments | undefined {
  let format: NumberFormat = PLAIN;
  let place: SumPlace | null = null;
  for (let value = reader.peek(); value !== null; value = reader.peek()) {
    const decimals = attempt(reader, (next) => parseInteger(next, 0, MAX_DECIMALS));
    if (typeof decimals === 'number' && format.decimals === null) {
      format = { ...format, decimals };
      continue;
    }
    if (decimals !== INVALID) return INVALID;
    const locale = reader.string();
    const next = locale === INVALID ? wordOf(value, format) : format.locale === null ? { ...format, locale } : INVALID;
    if (next !== INVALID) {
      if (locale === INVALID) reader.position++;
      format = next;
      continue;
    }
    const where: SumPlace | undefined = placed && place === null ? reader.keyword(PLACES) : INVALID;
    if (where === INVALID) return INVALID;
    place = where;
  }
  return format.currencyDisplay !== null && format.currency === null ? INVALID : { format, place };
}

/** Returns the format extended by a keyword; INVALID if the keyword is unknown or repeated. */
function wordOf(value: ComponentValue, format: NumberFormat): NumberFormat | undefined {
  if (value.kind !== ValueKind.Ident) return INVALID;
  const word = value.lower;
  if (word === 'percent' && !format.isPercent && format.currency === null) return { ...format, isPercent: true };
  if (word === 'accounting' && !format.isAccounting) return { ...format, isAccounting: true };
  if (word === 'ungrouped' && format.isGrouped) return { ...format, isGrouped: false };
  if (DISPLAYS.has(word as 'code') && format.currencyDisplay === null)
    return { ...format, currencyDisplay: word as 'code' };
  if (CURRENCY.test(word) && format.currency === null && !format.isPercent)
    return { ...format, currency: word.toUpperCase() };
  return INVALID;
}

/** As many decimals as the value has, with the grouping of the language. */
export const PLAIN: NumberFormat = {
  type: 'number',
  decimals: null,
  currency: null,
  currencyDisplay: null,
  isPercent: false,
  isAccounting: false,
  isGrouped: true,
  locale: null,
};
