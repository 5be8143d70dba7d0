/** Records that match a JSON Schema, with extreme values, for tests of templates (`pagewright stress`). */
import * as fc from 'fast-check';
import { UsageError } from './report.ts';
import {
  countsIn,
  listIn,
  MOST_CHARACTERS,
  namesIn,
  patternIn,
  type Schema,
  schemaAt,
  schemasIn,
  stepIn,
  stepsOf,
} from './schema-keywords.ts';

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
/** Levels of schemas inside others. */
const MAX_NESTING = 100;
const MAX_AMOUNT = 1_000_000_000;
/** Limits on the schemas that are read, references included, and on the items of nested lists. */
const MOST_SCHEMAS = 20_000;
const MOST_ITEMS = 10_000;
/** Values without a new one among them after which a list of different values is given up. */
const MOST_REPEATED = 10_000;

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
  private count = 0;
  /** The number of schemas around the one being read. */
  private nesting = 0;
  /** The number of times that the value being read may occur in a record. */
  private occurrences = 1;

  constructor(root: unknown, limits: OpenLimits) {
    this.root = root;
    this.limits = limits;
  }

  read(given: unknown, place: string, depth: number): fc.Arbitrary<unknown> {
    if (this.nesting >= MAX_NESTING)
      throw new UsageError(`--schema: ${place} is inside more than ${MAX_NESTING} schemas. Use fewer levels`);
    this.nesting++;
    const records = this.readOne(given, place, depth);
    this.nesting--;
    return records;
  }

  private readOne(given: unknown, place: string, depth: number): fc.Arbitrary<unknown> {
    if (++this.count > MOST_SCHEMAS)
      throw new UsageError(`--schema: ${place} is one of more than ${MOST_SCHEMAS} schemas. Use fewer references`);
    if (given === true || given === undefined) return this.text({}, place);
    const schema = schemaAt(given, place);
    const unsupported = UNSUPPORTED.find((name) => name in schema);
    if (unsupported !== undefined) throw new UsageError(`--schema: ${place}/${unsupported} is not supported`);
    if (typeof schema.$ref === 'string') return this.reference(schema.$ref, place, depth);
    if ('const' in schema) return fc.constant(schema.const);
    if ('enum' in schema) return fc.constantFrom(...listIn(schema, 'enum', place));
    if ('allOf' in schema) return this.read(this.merged(schema, place), place, depth);
    for (const name of ['oneOf', 'anyOf'])
      if (name in schema) {
        const { [name]: _, ...rest } = schema;
        const all = listIn(schema, name, place).map((branch, i) => {
          const at = `${place}/${name}/${i}`;
          return this.read(branch === true ? rest : { ...rest, ...schemaAt(branch, at) }, at, depth);
        });
        return fc.oneof(...all);
      }
    return this.ofType(schema, place, depth);
  }

  private ofType(schema: Schema, place: string, depth: number): fc.Arbitrary<unknown> {
    const { type } = schema;
    if (Array.isArray(type))
      return fc.oneof(
        ...listIn(schema, 'type', place).map((one) => this.ofType({ ...schema, type: one }, place, depth)),
      );
    switch (type ?? impliedType(schema)) {
      case 'object':
        return this.object(schema, place, depth);
      case 'array':
        return this.array(schema, place, depth);
      case 'integer':
        return numbers(schema, stepIn(schema, place) ?? 1);
      case 'number':
        return numbers(schema, stepIn(schema, place) ?? 0.01);
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
    let at: unknown = this.root;
    for (const name of stepsOf(ref, place))
      at = typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? (at as Schema)[name] : undefined;
    if (at === undefined) throw new UsageError(`--schema: ${place}/$ref: ${ref} is not in the file`);
    if (depth >= MAX_DEPTH) throw new UsageError(`--schema: ${ref} is nested too deeply. Make it optional`);
    return this.read(at, ref, depth + 1);
  }

  private merged(schema: Schema, place: string): Schema {
    const { allOf: _, ...rest } = schema;
    let merged: Schema = rest;
    for (const [i, given] of listIn(schema, 'allOf', place).entries()) {
      const part = schemaAt(given, `${place}/allOf/${i}`);
      if ('$ref' in part) throw new UsageError(`--schema: ${place}/allOf with $ref is not supported`);
      merged = {
        ...merged,
        ...part,
        properties: { ...schemasIn(merged, 'properties', place), ...schemasIn(part, 'properties', place) },
        required: [...namesIn(merged, 'required', place), ...namesIn(part, 'required', place)],
      };
    }
    return merged;
  }

  private object(schema: Schema, place: string, depth: number): fc.Arbitrary<unknown> {
    const required = new Set(namesIn(schema, 'required', place));
    const fields: Record<string, fc.Arbitrary<unknown>> = {};
    for (const [name, property] of Object.entries(schemasIn(schema, 'properties', place))) {
      // Optional properties that refer back end a recursive schema.
      if (depth >= MAX_DEPTH && !required.has(name)) continue;
      fields[name] = this.read(property, `${place}/properties/${name}`, depth);
    }
    const requiredKeys = [...required].filter((name) => Object.hasOwn(fields, name));
    return fc.record(fields, { requiredKeys, noNullPrototype: true });
  }

  private array(schema: Schema, place: string, depth: number): fc.Arbitrary<unknown> {
    if ('prefixItems' in schema)
      return fc.tuple(
        ...listIn(schema, 'prefixItems', place).map((item, i) => this.read(item, `${place}/prefixItems/${i}`, depth)),
      );
    const limits = { open: this.limits.maxItems, most: Math.floor(MOST_ITEMS / this.occurrences) };
    const [minLength, maxLength] = countsIn(schema, ['minItems', 'maxItems'], place, limits);
    if (depth >= MAX_DEPTH) return fc.constant([]);
    const outside = this.occurrences;
    this.occurrences *= Math.max(1, maxLength);
    const item = this.read(schema.items, `${place}/items`, depth);
    this.occurrences = outside;
    // The longest lists are tried as often as short ones.
    const lists = (min: number): fc.Arbitrary<unknown[]> =>
      schema.uniqueItems === true
        ? fc.uniqueArray(item, { minLength: min, maxLength, selector: differences(minLength, place) })
        : fc.array(item, { minLength: min, maxLength, size: 'max' });
    return fc.oneof(
      lists(minLength),
      lists(schema.uniqueItems === true ? minLength : Math.max(minLength, Math.floor(maxLength * 0.9))),
    );
  }

  private text(schema: Schema, place: string): fc.Arbitrary<string> {
    const format = FORMATS.get(schema.format);
    if (format !== undefined) return format();
    const limits = { open: this.limits.maxLength, most: MOST_CHARACTERS };
    const [minLength, maxLength] = countsIn(schema, ['minLength', 'maxLength'], place, limits);
    if (typeof schema.pattern === 'string') {
      return matching(patternIn(schema.pattern, place), `${place}/pattern`).filter(
        fitting(minLength, maxLength, place),
      );
    }
    return texts(minLength, maxLength);
  }
}

/** Returns texts that match a pattern. @throws UsageError for patterns with assertions such as lookaheads */
function matching(pattern: RegExp, place: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(pattern);
  } catch {
    throw new UsageError(`--schema: ${place} has a part that is not supported, such as a lookahead`);
  }
}

/** Returns what keeps the texts of the given lengths. It throws a UsageError if there seem to be none. */
function fitting(least: number, most: number, place: string): (text: string) => boolean {
  let refused = 0;
  return ({ length }) => {
    const fits = length >= least && length <= most;
    refused = fits ? 0 : refused + 1;
    if (refused > MOST_REPEATED)
      throw new UsageError(
        `--schema: ${place} has no text that matches its pattern and has a length from ${least} to ${most}`,
      );
    return fits;
  };
}

/** Returns what tells the values of a list apart. @throws UsageError if fewer than `least` different ones exist */
function differences(least: number, place: string): (value: unknown) => string {
  const seen = new Set<string>();
  let repeated = 0;
  return (value) => {
    const text = JSON.stringify(value);
    repeated = seen.has(text) ? repeated + 1 : 0;
    seen.add(text);
    if (seen.size < least && repeated > MOST_REPEATED)
      throw new UsageError(`--schema: ${place}/items has fewer different values than minItems`);
    return text;
  };
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
  const bounded = (n: number): number => Math.min(Math.max(n, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
  const [min, max] = [bounded(Math.ceil(low / step)), bounded(Math.floor(high / step))];
  const times = (n: number): number => Number((n * step).toPrecision(15));
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
const FORMATS: ReadonlyMap<unknown, () => fc.Arbitrary<string>> = new Map(
  Object.entries<() => fc.Arbitrary<string>>({
    date: () => dates().map((date) => date.toISOString().slice(0, 10)),
    'date-time': () => dates().map((date) => date.toISOString()),
    time: () =>
      fc.integer({ min: 0, max: 1439 }).map((minutes) => new Date(minutes * 60_000).toISOString().slice(11, 19)),
    email: () => fc.emailAddress(),
    uri: () => fc.webUrl(),
    uuid: () => fc.uuid(),
  }),
);
