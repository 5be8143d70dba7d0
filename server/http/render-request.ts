/**
 * A render request: one schema for validation, types and OpenAPI. The body is JSON, a form with the files of the
 * document, or the HTML itself with the options in the query.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Diagnostic } from '../../engine/index.ts';
import { similarName } from '../../engine/similar-names.ts';
import { z } from 'zod';
import { hasControlCharacter } from './filename.ts';
import { assetNamesSchema } from '../library/asset-files.ts';
import type { BodyLease } from './body-budget.ts';
import { readForm } from './form-data.ts';
import { type Fields, invalid, readField, readFields } from './json-fields.ts';
import { wrongFields } from './field-errors.ts';
import { Problem } from './problems.ts';
import type { FieldError } from '../refusal.ts';
import { unknownFields } from './remarks.ts';
import { missingFile } from './missing-file.ts';
import { lastStepErrors, missingStepFiles, stepsSchema } from './steps-schema.ts';
import { checkUtf8, mediaTypeOf, noRoom, readBody } from './read-body.ts';
import { fileName, missingFiles, renderOptionsSchema, submittedOptions } from './render-options.ts';
import type { Files, SubmittedDocument } from '../rendering/submitted-document.ts';

const base64 = z.string().refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text), {
  params: { code: 'encoding' },
  message: 'must be base64',
});

export const renderRequestSchema = z.object({
  html: z
    .string()
    .optional()
    .meta({
      description:
        'The HTML document with its CSS. Images, fonts and style sheets are `files`, `assets`, or data: URIs. Required unless `document` is present.',
      examples: ['<h1>Hello</h1>'],
    }),
  document: fileName.nullish().meta({
    description: 'The name of the file or asset that is the document, instead of `html`.',
    examples: ['invoice.html'],
  }),
  values: z
    .record(z.string(), z.unknown())
    .nullish()
    .meta({ description: 'Values for the document, which is then a Liquid template.' }),
  filename: z
    .string()
    .refine((name) => !hasControlCharacter(name), {
      params: { code: 'forbidden_character' },
      message: 'must not contain control characters',
    })
    .nullish()
    .meta({
      description: 'The file name in Content-Disposition. Default document.pdf.',
      examples: ['invoice.pdf'],
    }),
  options: renderOptionsSchema.nullish().meta({ description: 'Options of the library.' }),
  files: z
    .record(z.string().max(500), base64)
    .nullish()
    .meta({
      description: 'Files in base64, under the names by which the document and the options refer to them.',
      examples: [{ 'style.css': 'cCB7IGNvbG9yOiBncmVlbiB9' }],
    }),
  assets: assetNamesSchema.nullish().meta({ description: 'The names of stored assets that the document uses.' }),
  steps: stepsSchema.nullish().meta({ description: 'Changes to the rendered PDF, in order.' }),
});

export interface RenderRequest {
  readonly document: SubmittedDocument;
  readonly filename: string | null;
  /** Bytes of the document, in UTF-8 for text. */
  readonly htmlBytes: number;
  /** Warnings about fields without effect. */
  readonly remarks: readonly Diagnostic[];
}

/** Total size limit of headers, footers and style sheets in the options. */
export const MAX_OPTIONS_BYTES = 256 * 1024;

/** Size limit of the names of assets. */
export const MAX_NAMES_BYTES = 64 * 1024;
/** Size limit of the values of a template. */
export const MAX_VALUES_BYTES = 1024 * 1024;

/** Returns the limit for a body. Every character of the HTML may be escaped as `\uXXXX`. */
export function bodyLimit(maxHtmlBytes: number): number {
  return 6 * maxHtmlBytes + 128 * 1024;
}

/** The content of a body, not yet validated. */
interface Given {
  /** The fields of the schema. */
  readonly value: unknown;
  /** The document, if the body is HTML or a form. Otherwise it is a field of `value`. */
  readonly html?: Uint8Array;
  readonly files?: Files;
  /** Names without meaning. */
  readonly unknown: readonly string[];
}

export interface RequestLimits {
  readonly maxHtmlBytes: number;
  readonly lease: BodyLease;
  /** Returns the named assets of the caller. @throws Refusal */
  readonly assets: (names: readonly string[]) => Promise<Files>;
}

/**
 * Checks the media type, body, fields, assets, and the size of the HTML, in this order. Afterwards the lease covers
 * only the document and its files. `query`: parameters that don't select the response. @throws Problem, Refusal
 */
export async function readRenderRequest(
  request: IncomingMessage,
  query: ReadonlyMap<string, string>,
  { maxHtmlBytes, lease, assets }: RequestLimits,
): Promise<RenderRequest> {
  const read = READERS.get(mediaTypeOf(request));
  if (read === undefined)
    throw new Problem(
      'unsupported_media_type',
      `The body must be ${[...READERS.keys()].join(', ').replace(/, ([^,]*)$/, ' or $1')}.`,
    );
  const { type } = read;
  if (type !== 'text/html' && query.size > 0) throw invalid(queryErrors([...query.keys()]));
  if (type === 'application/json') checkUtf8(request);
  const body = await readBody(request, { bytes: bodyLimit(maxHtmlBytes), lease });
  const { value, html: document, files: parts, unknown } = await read.given(body, request, query);
  const wrong = [...withoutDocument(value), ...wrongFields(renderRequestSchema, value)];
  if (wrong.length > 0) throw invalid(wrong.map((error) => withAdvice(error, unknown)));
  const given = value as z.output<typeof renderRequestSchema>;
  const options = given.options ? submittedOptions(given.options) : undefined;
  const steps = given.steps ?? [];
  const named = await assets(given.assets ?? []);
  const own = parts ?? (given.files ? decoded(given.files) : new Map());
  const files = named.size === 0 ? own : new Map([...named, ...own]);
  const source = document ?? (given.html === undefined ? files.get(given.document!) : cleanHtml(given.html));
  const missing = [
    ...(source === undefined ? missingFile('document', given.document!, files) : []),
    ...missingFiles(options, files),
    ...missingStepFiles(steps, files),
    ...lastStepErrors(options, steps),
  ];
  if (source === undefined || missing.length > 0) throw invalid(missing);
  const htmlBytes = typeof source === 'string' ? Buffer.byteLength(source) : source.length;
  if (htmlBytes > maxHtmlBytes) {
    throw new Problem('html_too_large', `html has ${htmlBytes} UTF-8 bytes. The limit is ${maxHtmlBytes}.`);
  }
  const held = htmlBytes + [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (!lease.resize(held)) throw noRoom();
  const values = given.values ?? undefined;
  return {
    document: {
      html: source,
      options,
      values,
      files: files.size === 0 ? undefined : files,
      ...(steps.length > 0 && { steps }),
    },
    filename: given.filename ?? null,
    htmlBytes,
    remarks: unknownFields(unknown, FIELDS.names),
  };
}

/** Returns the error of an object with neither `html` nor `document`. */
function withoutDocument(value: unknown): FieldError[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const { html, document } = value as { readonly html?: unknown; readonly document?: unknown };
  if (html !== undefined || (document !== undefined && document !== null)) return [];
  return [{ field: 'html', code: 'required', message: 'is required' }];
}

interface Reader {
  readonly type: string;
  given(body: Buffer, request: IncomingMessage, query: ReadonlyMap<string, string>): Promise<Given>;
}

const READERS: ReadonlyMap<string, Reader> = new Map(
  [
    { type: 'application/json', given: fromJson },
    { type: 'multipart/form-data', given: fromForm },
    { type: 'text/html', given: fromHtml },
  ].map((reader) => [reader.type, reader]),
);

async function fromJson(body: Buffer): Promise<Given> {
  return readFields(body, FIELDS);
}

/** The name of the document among the files of a form without a field `html`. */
const DOCUMENT = 'index.html';

/** Reads a form: `html` as text or as a file, `filename`, `options` as JSON, and further files. */
async function fromForm(body: Buffer, request: IncomingMessage): Promise<Given> {
  const { fields, files, fileOf } = await readForm(body, request.headers['content-type'] ?? '');
  const text = fields.get('html');
  const html = text === undefined ? (fileOf.get('html') ?? files.get(DOCUMENT)) : undefined;
  const value = {
    // Bytes need no check of their type.
    html: text ?? (html === undefined ? undefined : ''),
    filename: fields.get('filename'),
    options: await jsonField('options', fields.get('options')),
    document: fields.get('document'),
    values: await jsonField('values', fields.get('values')),
    assets: await jsonField('assets', fields.get('assets')),
    steps: await jsonField('steps', fields.get('steps')),
  };
  const unknown = [...fields.keys()].filter((name) => !Object.hasOwn(value, name));
  return { value, ...(html === undefined ? {} : { html }), files, unknown };
}

/** @throws Problem `validation_error` unless the field is absent, or JSON within its limits */
async function jsonField(field: string, text: string | undefined): Promise<unknown> {
  return text === undefined || text === '' ? undefined : readField(field, text, FIELDS);
}

/** Reads the HTML itself, in its declared encoding, with options in the query. */
async function fromHtml(body: Buffer, request: IncomingMessage, query: ReadonlyMap<string, string>): Promise<Given> {
  const options = Object.fromEntries(
    [...query].filter(([name]) => !BESIDE_OPTIONS.has(name)).map(([name, text]) => [name, queryValue(name, text)]),
  );
  const assets = query.get('assets')?.split(',');
  const steps = await jsonField('steps', query.get('steps'));
  const value = { html: '', filename: query.get('filename'), assets, steps, options };
  const charset = /;\s*charset\s*=\s*"?([^";]+)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? null;
  const isText = charset === null ? isUtf8(body) : /^utf-?8$/i.test(charset.trim());
  if (isText) return { value: { ...value, html: body.toString('utf8') }, unknown: [] };
  if (charset === null) return { value, html: new Uint8Array(body), unknown: [] };
  try {
    return { value: { ...value, html: new TextDecoder(charset.trim()).decode(body) }, unknown: [] };
  } catch {
    throw new Problem('unsupported_media_type', `Unknown encoding: ${JSON.stringify(charset.slice(0, 40))}.`);
  }
}

/** Parameters of the query that aren't options. */
const BESIDE_OPTIONS: ReadonlySet<string> = new Set(['filename', 'assets', 'steps']);

/** Returns the value of an option in the query: JSON if the option takes it, otherwise text. */
function queryValue(name: string, text: string): unknown {
  const shape = renderOptionsSchema.shape as Readonly<Record<string, z.ZodType>>;
  if (!Object.hasOwn(shape, name)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return shape[name]!.safeParse(value).success ? value : text;
  } catch {
    return text;
  }
}

const queryErrors = (names: readonly string[]): FieldError[] =>
  names.map((name) => ({
    field: name.slice(0, 100),
    code: 'unknown',
    message: 'is an unknown query parameter. Only requests with a body of text/html take options in the query',
  }));

function decoded(files: Readonly<Record<string, string>>): Files {
  return new Map(Object.entries(files).map(([name, base64]) => [name, new Uint8Array(Buffer.from(base64, 'base64'))]));
}

/** Adds advice for a missing document: a field has a similar name, or a URL, as browser-based services accept it. */
function withAdvice(error: FieldError, unknown: readonly string[]): FieldError {
  if (error.field !== 'html' || error.code !== 'required') return error;
  const misspelt = unknown.find((name) => similarName(name, ['html']) !== null);
  const advice = unknown.includes('url')
    ? 'send the document as text, because nothing is loaded from URLs'
    : misspelt && `did you mean html in place of ${JSON.stringify(misspelt.slice(0, 20))}?`;
  return advice === undefined ? error : { ...error, message: `${error.message}; ${advice}` };
}

/** Removes a leading byte order mark and replaces lone surrogates with U+FFFD. */
export function cleanHtml(html: string): string {
  return (html.startsWith('\ufeff') ? html.slice(1) : html).toWellFormed();
}

/** The fields, with the size limits of object fields. The limit of a body applies to files. */
const FIELDS: Fields = {
  names: new Set(Object.keys(renderRequestSchema.shape)),
  nested: {
    options: MAX_OPTIONS_BYTES,
    files: Infinity,
    values: MAX_VALUES_BYTES,
    assets: MAX_NAMES_BYTES,
    steps: MAX_OPTIONS_BYTES,
  },
};
