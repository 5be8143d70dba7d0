/** The known fields of a JSON object. Only they are parsed: whatever else it holds is walked over, however much it is. */
import { isUtf8 } from 'node:buffer';
import type { FieldError } from '../refusal.ts';
import { type JsonKind, scanJson } from './json-scan.ts';
import { Problem } from './problems.ts';

export interface Fields {
  readonly names: ReadonlySet<string>;
  /** Fields that are objects, and how many bytes of them are read. */
  readonly nested: Readonly<Record<string, number>>;
}

/** A key of ours, every character of it as `\uXXXX`, is no longer than this. */
const MAX_KEY_BYTES = 64;

/** Something of each kind: enough to tell what is wrong with a value that isn't what it should be. */
const SAMPLES: Readonly<Record<JsonKind, unknown>> = {
  object: {},
  array: [],
  string: '',
  number: 0,
  boolean: false,
  null: null,
};

/** The fields of an object, or something of another kind. @throws Problem `validation_error` for what isn't JSON in UTF-8 */
export async function readFields(body: Buffer, { names, nested }: Fields): Promise<unknown> {
  if (!isUtf8(body)) throw invalid([{ field: 'body', code: 'encoding', message: 'the body is not UTF-8' }]);
  const fields: Record<string, unknown> = {};
  const parsed = (start: number, end: number): unknown => JSON.parse(body.toString('utf8', start, end));
  const scanned = await scanJson(body, ({ keyStart, keyEnd, start, end, kind }) => {
    if (keyEnd - keyStart > MAX_KEY_BYTES) return;
    const name = parsed(keyStart, keyEnd) as string;
    if (!names.has(name)) return;
    const isRead =
      kind === 'string' || (kind === 'object' && Object.hasOwn(nested, name) && end - start <= nested[name]!);
    fields[name] = isRead ? parsed(start, end) : SAMPLES[kind];
  });
  if (!scanned) throw invalid([{ field: 'body', code: 'json', message: 'the body is not JSON' }]);
  return scanned.kind === 'object' ? fields : SAMPLES[scanned.kind];
}

export function invalid(errors: FieldError[]): Problem {
  return new Problem('validation_error', errors.map(({ field, message }) => `${field}: ${message}`).join('; '), {
    errors,
  });
}
