/** Parses the known fields of a JSON object. Other members are skipped without parsing, regardless of size. */
import { isUtf8 } from 'node:buffer';
import type { FieldError } from '../refusal.ts';
import { columnOf, type JsonKind, type Member, placeOf, scanJson } from './json-scan.ts';
import { LONG_STRING, longString } from './json-strings.ts';
import { Problem } from './problems.ts';

export interface Fields {
  readonly names: ReadonlySet<string>;
  /** Fields with objects or lists, with the maximum number of bytes of each. */
  readonly nested: Readonly<Record<string, number>>;
}

/** Limits on the values and nesting of these fields, because later steps process them in one go. */
const MAX_VALUES = 50_000;
const MAX_DEPTH = 100;

/** Length limit of a known key with every character escaped as `\uXXXX`. */
const MAX_KEY_BYTES = 64;

/** A sample of each kind. Validation of a mistyped value only needs its kind. */
const SAMPLES: Readonly<Record<JsonKind, unknown>> = {
  object: {},
  array: [],
  string: '',
  number: 0,
  boolean: false,
  null: null,
};

/** The content of a JSON text. */
export interface ReadFields {
  /** The known fields of an object, or a value of another kind. */
  readonly value: unknown;
  /** The first unknown names, truncated. */
  readonly unknown: readonly string[];
}

/** Limit on reported unknown names. */
const MOST_UNKNOWN = 20;

/** @throws Problem `validation_error` unless the body is JSON in UTF-8 */
export async function readFields(body: Buffer, { names, nested }: Fields): Promise<ReadFields> {
  if (!isUtf8(body)) throw invalid([{ field: 'body', code: 'encoding', message: 'the body must be UTF-8' }]);
  const fields: Record<string, unknown> = {};
  const unknown = new Set<string>();
  const large: FieldError[] = [];
  const long = new Map<string, readonly [start: number, end: number]>();
  const parsed = (start: number, end: number): unknown => JSON.parse(body.toString('utf8', start, end));
  let mistakeAt = 0;
  const onMember = ({ keyStart, keyEnd, start, end, kind, depth, values }: Member): void => {
    const name = keyEnd - keyStart > MAX_KEY_BYTES ? null : (parsed(keyStart, keyEnd) as string);
    if (name === null || !names.has(name)) {
      if (unknown.size < MOST_UNKNOWN) unknown.add(name ?? `${body.toString('utf8', keyStart + 1, keyStart + 40)}…`);
      return;
    }
    if (Object.hasOwn(nested, name)) {
      const excess = excessOf({ depth, values, bytes: end - start }, nested[name]!);
      if (excess !== null) {
        large.push({ field: name, code: 'value', message: excess });
        return;
      }
    }
    long.delete(name);
    if (kind === 'string' && end - start > LONG_STRING) {
      long.set(name, [start, end]);
      return;
    }
    const isRead = kind === 'string' || ((kind === 'object' || kind === 'array') && Object.hasOwn(nested, name));
    fields[name] = isRead ? parsed(start, end) : SAMPLES[kind];
  };
  const scanned = await scanJson(body, onMember, (at) => (mistakeAt = at));
  if (!scanned) throw invalid([notJson('body', body, mistakeAt)]);
  if (large.length > 0) throw invalid(large);
  for (const [name, [start, end]] of long) fields[name] = await longString(body, start, end);
  return { value: scanned.kind === 'object' ? fields : SAMPLES[scanned.kind], unknown: [...unknown] };
}

/**
 * Parses the JSON text of a form's field, with the limits of the same field in a JSON body.
 * @throws Problem `validation_error`
 */
export async function readField(field: string, text: string, { nested }: Fields): Promise<unknown> {
  const bytes = Buffer.from(text);
  let mistakeAt = 0;
  const scanned = await scanJson(bytes, undefined, (at) => (mistakeAt = at));
  if (!scanned) throw invalid([notJson(field, bytes, mistakeAt)]);
  const excess = excessOf({ ...scanned, bytes: bytes.length }, nested[field]!);
  if (excess !== null) throw invalid([{ field, code: 'value', message: excess }]);
  return JSON.parse(text);
}

/** The size of a value. */
interface Extent {
  readonly depth: number;
  readonly values: number;
  readonly bytes: number;
}

/** Describes the limit that a value exceeds. null: it exceeds none. */
function excessOf({ depth, values, bytes }: Extent, maxBytes: number): string | null {
  if (depth > MAX_DEPTH || values > MAX_VALUES)
    return `has more than ${MAX_VALUES} values, or more than ${MAX_DEPTH} nesting levels`;
  return bytes > maxBytes ? `has more than ${maxBytes} bytes` : null;
}

/** Returns the error of a field that isn't JSON, with the position of the mistake. */
function notJson(field: string, bytes: Buffer, at: number): FieldError {
  // The number of a job's line is part of the field.
  const place = bytes.includes('\n') ? placeOf(bytes, at) : columnOf(bytes, at);
  const mistake = bytes.length === 0 ? 'it is empty' : `the mistake is at ${place}`;
  return { field, code: 'json', message: `must be valid JSON, but ${mistake}` };
}

export function invalid(errors: FieldError[]): Problem {
  return new Problem('validation_error', errors.map(({ field, message }) => `${field}: ${message}`).join('; '), {
    errors,
  });
}
