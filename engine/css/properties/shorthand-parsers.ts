/** The grammars that most shorthands use. */
import { attempt, INVALID, type Parser, type ValueReader } from '../values/value-reader.ts';
import type { FindLonghand, PropertyDefinition, ShorthandDefinition, SpecifiedValue } from './definition.ts';

interface Options {
  readonly aliases?: readonly string[];
  readonly quirkyLength?: boolean;
}

export function shorthand(
  find: FindLonghand,
  name: string,
  longhands: readonly string[],
  parser: (longhands: readonly PropertyDefinition[]) => Parser<readonly SpecifiedValue[]>,
  options: Options = {},
): ShorthandDefinition {
  const definitions = longhands.map(find);
  return {
    name,
    aliases: options.aliases ?? [],
    longhands: definitions,
    parse: parser(definitions),
    quirkyLength: options.quirkyLength ?? false,
  };
}

/** Parses a longhand's value at the reader's position, which is restored when it doesn't match. */
export const valueOf = (property: PropertyDefinition, reader: ValueReader): SpecifiedValue =>
  attempt(reader, property.parse);

/** Parses one to four values for top, right, bottom and left. */
export function sides([first]: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    const values: SpecifiedValue[] = [];
    while (values.length < 4 && !reader.atEnd) {
      const value = valueOf(first!, reader);
      if (value === INVALID) return INVALID;
      values.push(value);
    }
    const [top, right = top, bottom = top, left = right] = values;
    return values.length === 0 ? INVALID : [top, right, bottom, left];
  };
}

/** Parses one or two values for start and end (or x and y). */
export function pair([first, second]: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    const start = valueOf(first!, reader);
    if (start === INVALID) return INVALID;
    const end = reader.atEnd ? start : valueOf(second!, reader);
    return end === INVALID ? INVALID : [start, end];
  };
}

/**
 * Parses `a || b || c`: each longhand at most once, in any order, and at least one. Missing ones get their initial
 * values.
 */
export function anyOrder(longhands: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    const values: SpecifiedValue[] = longhands.map(() => INVALID);
    let any = false;
    while (!reader.atEnd) {
      const index = takeOne(longhands, values, reader);
      if (index < 0) break;
      any = true;
    }
    return any ? values.map((value, i) => (value === INVALID ? initialSpecified(longhands[i]!) : value)) : INVALID;
  };
}

/** Parses the first unset longhand that matches here. Returns its index, or -1. */
export function takeOne(
  longhands: readonly PropertyDefinition[],
  values: SpecifiedValue[],
  reader: ValueReader,
): number {
  for (let i = 0; i < longhands.length; i++) {
    if (values[i] !== INVALID) continue;
    const value = valueOf(longhands[i]!, reader);
    if (value === INVALID) continue;
    values[i] = value;
    return i;
  }
  return -1;
}

/** Returns the initial value as a specified value. */
export function initialSpecified(property: PropertyDefinition): SpecifiedValue {
  return property.initialSpecified;
}

/** Returns a parser that repeats its values for several groups of longhands: `border` sets four sides. */
export function repeated(parser: Parser<readonly SpecifiedValue[]>, times: number): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    const values = parser(reader);
    return values === INVALID ? INVALID : Array.from({ length: times }, () => values).flat();
  };
}
