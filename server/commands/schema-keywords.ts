/** Reads the keywords of an untrusted JSON Schema: checks their types, and limits their sizes. */
import { UsageError } from './report.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** The longest text, and the longest that a pattern may require, in characters. */
export const MOST_CHARACTERS = 100_000;

const wrong = (place: string, what: string): UsageError => new UsageError(`--schema: ${place} ${what}`);

/** Returns a schema that is an object. @throws UsageError */
export function schemaAt(value: unknown, place: string): Schema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(place, 'is not a schema');
  return value as Schema;
}

/** Returns a list with at least one element. @throws UsageError */
export function listIn(schema: Schema, name: string, place: string): readonly unknown[] {
  const value = schema[name];
  if (!Array.isArray(value) || value.length === 0) throw wrong(`${place}/${name}`, 'is not a list with elements');
  return value;
}

/** Returns the names in a list, which may be absent. @throws UsageError */
export function namesIn(schema: Schema, name: string, place: string): readonly string[] {
  const value = schema[name] ?? [];
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw wrong(`${place}/${name}`, 'is not a list of names');
  return value;
}

/** Returns an object of schemas, which may be absent. @throws UsageError */
export const schemasIn = (schema: Schema, name: string, place: string): Schema =>
  schema[name] === undefined ? {} : schemaAt(schema[name], `${place}/${name}`);

/** Returns a number of characters or items, or null if it is absent. @throws UsageError */
function countIn(schema: Schema, name: string, place: string, most: number): number | null {
  const value = schema[name];
  if (value === undefined) return null;
  if (!Number.isInteger(value) || (value as number) < 0) throw wrong(`${place}/${name}`, 'is not a count');
  if ((value as number) > most) throw wrong(`${place}/${name}`, `is more than ${most}`);
  return value as number;
}

/** Returns the minimum and maximum of a pair such as `minItems` and `maxItems`. @throws UsageError if they contradict */
export function countsIn(
  schema: Schema,
  names: readonly [string, string],
  place: string,
  limits: { readonly open: number; readonly most: number },
): readonly [number, number] {
  const min = countIn(schema, names[0], place, limits.most) ?? 0;
  const given = countIn(schema, names[1], place, Number.MAX_SAFE_INTEGER);
  if (given !== null && given < min) throw wrong(place, `has a ${names[0]} above its ${names[1]}`);
  return [min, Math.min(given ?? Math.max(min, limits.open), limits.most)];
}

/** Returns the step of a number, or null if it is absent. @throws UsageError */
export function stepIn(schema: Schema, place: string): number | null {
  const { multipleOf: step } = schema;
  if (step === undefined) return null;
  if (typeof step !== 'number' || !Number.isFinite(step) || step < 1e-9)
    throw wrong(`${place}/multipleOf`, 'is not a number of at least 0.000000001');
  return step;
}

/** Returns a pattern as a regular expression. @throws UsageError */
export function patternIn(pattern: string, place: string): RegExp {
  // Nested repetitions multiply.
  const repeated = Array.from(pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g), ([, least, most]) => Number(most || least));
  if (repeated.reduce((product, times) => product * Math.max(1, times), pattern.length) > MOST_CHARACTERS)
    throw wrong(`${place}/pattern`, 'repeats too much');
  try {
    return new RegExp(pattern, 'u');
  } catch {
    throw wrong(`${place}/pattern`, 'is not a regular expression');
  }
}

/** Returns the names that a reference inside a schema passes through. @throws UsageError */
export function stepsOf(ref: string, place: string): string[] {
  if (!ref.startsWith('#')) throw wrong(`${place}/$ref`, 'leaves the file. Put the schema under $defs');
  try {
    return ref
      .slice(1)
      .split('/')
      .slice(1)
      .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    throw wrong(`${place}/$ref`, 'is not a reference');
  }
}
