/** Records that match a JSON Schema, with extreme values, for tests of templates (`pagewright stress`). */
import * as fc from 'fast-check';
import { UsageError } from './report.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Limits where a schema sets none. */
export interface OpenLimits {
  readonly maxItems: number;
  readonly maxLength: number;
}

/** Keywords that would make generated records invalid if they were ignored. */
const UNSUPPORTED = [
  'not',
  'if',
  'dependentSchemas',
  'dependentRequired',
  'patternProperties',
  'propertyNames',
  'contains',
  'unevaluatedProperties',
  'unevaluatedItems',
  '$dynamicRef',
];

/** A schema that refers to itself ends at this depth. */
const MAX_DEPTH = 6;
const MAX_AMOUNT = 1_000_000_000;

/**
 * Returns the records of a schema. Short values come first when a failing record is shrunk.
 * @throws UsageError for keywords that aren't supported, with their place
 */
export function recordsOf(schema: unknown, limits: OpenLimits): fc.Arbitrary<unknown> {
  return new SchemaReader(schema, limits).read(schema, '#', 0);
}

class SchemaReader {
  private readonly root: unknown;
  private readonly limits: OpenLimits;

  constructor(root: unknown, limits: OpenLimits) {
    this.root = root;
    this.limits = limits;
  }

  read(given: unknown, place: string, depth: number): fc.Arbitrary<unknown> {
    if (given === true || given === undefined) return this.text({}, place);
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      throw new UsageError(`--schema: ${place} is not a schema`);
    const schema = given as Schema;
    const unsupported = UNSUPPORTED.find((name) => name in schema);
    if (unsupported !== undefined) throw new UsageError(`--schema: ${place}/${unsupported} is not supported`);
    if (typeof schema.$ref === 'string') return this.reference(schema.$ref, place, depth);
    if ('const' in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
    if (Array.isArray(schema.allOf)) return this.read(this.merged(schema, place), place, depth);
    for (const name of ['oneOf', 'anyOf'])
      if (Array.isArray(schema[name])) {
        const { [name]: branches, ...rest } = schema;
        const all = (branches as unknown[]).map((branch, i) =>
          this.read(typeof branch === 'object' ? { ...rest, ...branch } : branch, `${place}/${name}/${i}`, depth),
        );
        return fc.oneof(...all);
      }
    return this.ofType(schema, place, depth);
  }

  private ofType(schema: Schema, place: string, depth: number): fc.Arbitrary<unknown> {
    const { type } = schema;
    if (Array.isArray(type))
      return fc.oneof(...type.map((one: unknown) => this.ofType({ ...schema, type: one }, place, depth)));
    switch (type ?? impliedType(schema)) {
      case 'object':
        return this.object(schema, place, depth);
      case 'array':
        return this.array(schema, place, depth);
      case 'integer':
        return numbers(schema, 1);
      case 'number':
        return numbers(schema, typeof schema.multipleOf === 'number' ? schema.multipleOf : 0.01);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case 'string':
        return this.text(schema, place);
      default:
        throw new UsageError(`--schema: ${place}/type is not a JSON type`);
    }
  }

  /** Follows a reference inside the schema. */
  private reference(ref: string, place: string, depth: number): fc.Arbitrary<unknown> {
    if (!ref.startsWith('#'))
      throw new UsageError(`--schema: ${place}/$ref leaves the file. Put the schema under $defs`);
    let at: unknown = this.root;
    for (const step of ref.slice(1).split('/').slice(1)) {
      const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
      at = typeof at === 'object' && at !== null ? (at as Schema)[name] : undefined;
    }
    if (at === undefined) throw new UsageError(`--schema: ${place}/$ref: ${ref} is not in the file`);
    if (depth >= MAX_DEPTH) throw new UsageError(`--schema: ${ref} is nested too deeply. Make it optional`);
    return this.read(at, ref, depth + 1);
  }

  private merged(schema: Schema, place: string): Schema {
    const { allOf, ...rest } = schema;
    let merged: Schema = rest;
    for (const part of allOf as Schema[]) {
      if (typeof part !== 'object' || '$ref' in part)
        throw new UsageError(`--schema: ${place}/allOf with $ref is not supported`);
      merged = {
        ...merged,
        ...part,
        properties: { ...(merged.properties as object), ...(part.properties as object) },
        required: [
          ...((merged.required as string[] | undefined) ?? []),
          ...((part.required as string[] | undefined) ?? []),
        ],
      };
    }
    return merged;
  }

  private object(schema: Schema, place: string, depth: number): fc.Arbitrary<unknown> {
    const required = new Set((schema.required as string[] | undefined) ?? []);
    const fields: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, property] of Object.entries((schema.properties as Schema | undefined) ?? {})) {
      // Optional properties that refer back end a recursive schema.
      if (depth >= MAX_DEPTH && !required.has(name)) continue;
      fields[name] = this.read(property, `${place}/properties/${name}`, depth);
    }
    const requiredKeys = [...required].filter((name) => name in fields);
    return fc.record(fields, { requiredKeys, noNullPrototype: true });
  }

  private array(schema: Schema, place: string, depth: number): fc.Arbitrary<unknown> {
    if (Array.isArray(schema.prefixItems))
      return fc.tuple(...schema.prefixItems.map((item, i) => this.read(item, `${place}/prefixItems/${i}`, depth)));
    const minLength = numberOr(schema.minItems, 0);
    const maxLength = numberOr(schema.maxItems, Math.max(minLength, this.limits.maxItems));
    if (depth >= MAX_DEPTH) return fc.constant([]);
    const item = this.read(schema.items, `${place}/items`, depth);
    // The longest lists are tried as often as short ones.
    const lists = (min: number): fc.Arbitrary<unknown[]> =>
      schema.uniqueItems === true
        ? fc.uniqueArray(item, { minLength: min, maxLength, selector: (value) => JSON.stringify(value) })
        : fc.array(item, { minLength: min, maxLength, size: 'max' });
    return fc.oneof(lists(minLength), lists(Math.max(minLength, Math.floor(maxLength * 0.9))));
  }

  private text(schema: Schema, place: string): fc.Arbitrary<string> {
    const format = FORMATS[typeof schema.format === 'string' ? schema.format : ''];
    if (format !== undefined) return format();
    const minLength = numberOr(schema.minLength, 0);
    const maxLength = Math.max(minLength, numberOr(schema.maxLength, this.limits.maxLength));
    if (typeof schema.pattern === 'string') {
      const pattern = regularExpression(schema.pattern, place);
      return fc.stringMatching(pattern).filter(({ length }) => length >= minLength && length <= maxLength);
    }
    return texts(minLength, maxLength);
  }
}

function regularExpression(pattern: string, place: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    throw new UsageError(`--schema: ${place}/pattern is not a regular expression`);
  }
}

function impliedType(schema: Schema): string {
  if ('properties' in schema || 'required' in schema) return 'object';
  if ('items' in schema || 'prefixItems' in schema) return 'array';
  return 'minimum' in schema || 'maximum' in schema ? 'number' : 'string';
}

const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other);

/** Returns the multiples of a step within the bounds of a schema. */
function numbers(schema: Schema, step: number): fc.Arbitrary<number> {
  const isIn = (bound: unknown): bound is number => typeof bound === 'number';
  const low = isIn(schema.exclusiveMinimum) ? schema.exclusiveMinimum + step : numberOr(schema.minimum, -MAX_AMOUNT);
  const high = isIn(schema.exclusiveMaximum) ? schema.exclusiveMaximum - step : numberOr(schema.maximum, MAX_AMOUNT);
  const multiple = schema.type === 'integer' ? numberOr(schema.multipleOf, 1) : step;
  const [min, max] = [Math.ceil(low / multiple), Math.floor(high / multiple)];
  const times = (n: number): number => Number((n * multiple).toPrecision(15));
  return fc.oneof(fc.integer({ min: Math.min(min, max), max }), fc.constantFrom(min, max)).map(times);
}

/** Names with short and long words, and words without break opportunities. */
const WORDS = [
  'a',
  'Ann',
  'Ltd.',
  'Müller-Lüdenscheidt',
  'Llanfairpwllgwyngyll',
  'Straßenverkehrsordnung',
  'W. W.',
  '&',
];

/** Returns plausible texts, and texts that are hard to lay out. */
function texts(minLength: number, maxLength: number): fc.Arbitrary<string> {
  const fitting = (text: string): string => text.slice(0, maxLength).trimEnd().padEnd(minLength, 'x');
  const unbroken = fc.integer({ min: minLength, max: maxLength }).map((length) => 'W'.repeat(length));
  const named = fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: Math.max(1, Math.ceil(maxLength / 4)), size: 'max' })
    .map((words) => fitting(words.join(' ')));
  const shortest = fc.constant('x'.repeat(minLength));
  return fc.oneof(shortest, named, unbroken);
}

const DAY_MS = 86_400_000;
const dates = (): fc.Arbitrary<Date> =>
  fc.integer({ min: 0, max: 40_000 }).map((days) => new Date(Date.UTC(1970, 0, 1) + days * DAY_MS));

/** Values of the formats that texts of a schema may have. */
const FORMATS: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  date: () => dates().map((date) => date.toISOString().slice(0, 10)),
  'date-time': () => dates().map((date) => date.toISOString()),
  time: () =>
    fc.integer({ min: 0, max: 1439 }).map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 19)),
  email: () => fc.emailAddress(),
  uri: () => fc.webUrl(),
  uuid: () => fc.uuid(),
};
