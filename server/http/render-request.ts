/**
 * A render request: one schema for validation, types and OpenAPI. The body is JSON, a form with the files of the
 * document, or the HTML itself with the options in the query.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Diagnostic } from '../../engine/index.ts';
import { z } from 'zod';
import { hasControlCharacter } from './filename.ts';
import type { BodyLease } from './body-budget.ts';
import { readForm } from './form-data.ts';
import { type Fields, invalid, readFields } from './json-fields.ts';
import { wrongFields } from './field-errors.ts';
import { Problem } from './problems.ts';
import type { FieldError } from '../refusal.ts';
import { unknownFields } from './remarks.ts';
import { checkUtf8, mediaTypeOf, readBody } from './read-body.ts';
import { missingFiles, renderOptionsSchema, submittedOptions } from './render-options.ts';
import type { Files, SubmittedOptions } from '../rendering/submitted-document.ts';

const base64 = z.string().refine((text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text), {
  params: { code: 'encoding' },
  message: 'must be base64',
});

export const renderRequestSchema = z.object({
  html: z.string().meta({
    description: 'The HTML document with its CSS. Images, fonts and style sheets are `files`, or data: URIs.',
    examples: ['<h1>Hello</h1>'],
  }),
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
      description: 'Files in base64, by the names with which the document and the options refer to them.',
      examples: [{ 'style.css': 'cCB7IGNvbG9yOiBncmVlbiB9' }],
    }),
});

export interface RenderRequest {
  /** Text, or bytes in their declared encoding. */
  readonly html: string | Uint8Array;
  readonly filename: string | null;
  readonly options: SubmittedOptions | undefined;
  readonly files: Files | undefined;
  /** Bytes of `html`, in UTF-8 for text. */
  readonly htmlBytes: number;
  /** Warnings about fields without effect. */
  readonly remarks: readonly Diagnostic[];
}

/** Total size limit of headers, footers and style sheets in the options. */
export const MAX_OPTIONS_BYTES = 256 * 1024;

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

/**
 * Checks the media type, body, fields, and the size of the HTML, in this order. Afterwards the lease covers only the
 * HTML and the files. `query`: parameters that aren't of the response. @throws Problem
 */
export async function readRenderRequest(
  request: IncomingMessage,
  query: ReadonlyMap<string, string>,
  maxHtmlBytes: number,
  lease: BodyLease,
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
  const wrong = wrongFields(renderRequestSchema, value);
  if (wrong.length > 0) throw invalid(wrong.map((error) => withAdvice(error, unknown)));
  const given = value as z.output<typeof renderRequestSchema>;
  const html = document ?? cleanHtml(given.html);
  const htmlBytes = typeof html === 'string' ? Buffer.byteLength(html) : html.length;
  if (htmlBytes > maxHtmlBytes) {
    throw new Problem('html_too_large', `html has ${htmlBytes} UTF-8 bytes. The limit is ${maxHtmlBytes}.`);
  }
  const options = given.options ? submittedOptions(given.options) : undefined;
  const files = parts ?? (given.files ? decoded(given.files) : undefined);
  const missing = missingFiles(options, files ?? new Map());
  if (missing.length > 0) throw invalid(missing);
  lease.resize(htmlBytes + [...(files ?? new Map()).values()].reduce((sum, { length }) => sum + length, 0));
  return {
    html,
    filename: given.filename ?? null,
    options,
    files,
    htmlBytes,
    remarks: unknownFields(unknown, FIELDS.names),
  };
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
    options: jsonField('options', fields.get('options')),
  };
  const unknown = [...fields.keys()].filter((name) => !Object.hasOwn(value, name));
  return { value, ...(html === undefined ? {} : { html }), files, unknown };
}

/** @throws Problem `validation_error` unless the field is absent or JSON */
function jsonField(field: string, text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid([{ field, code: 'json', message: 'must be valid JSON' }]);
  }
}

/** Reads the HTML itself, in its declared encoding, with options in the query. */
async function fromHtml(body: Buffer, request: IncomingMessage, query: ReadonlyMap<string, string>): Promise<Given> {
  const options = Object.fromEntries(
    [...query].filter(([name]) => name !== 'filename').map(([name, text]) => [name, queryValue(name, text)]),
  );
  const value = { html: '', filename: query.get('filename'), options };
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

/** Browser-based services also accept a URL. */
const withAdvice = (error: FieldError, unknown: readonly string[]): FieldError =>
  error.field === 'html' && error.code === 'required' && unknown.includes('url')
    ? { ...error, message: `${error.message}; send the document as text, because nothing is loaded from URLs` }
    : error;

/** Removes a leading byte order mark and replaces lone surrogates with U+FFFD. */
export function cleanHtml(html: string): string {
  return (html.startsWith('\ufeff') ? html.slice(1) : html).toWellFormed();
}

/** The fields, with the size limits of object fields. The limit of a body holds for files. */
const FIELDS: Fields = {
  names: new Set(Object.keys(renderRequestSchema.shape)),
  nested: { options: MAX_OPTIONS_BYTES, files: Infinity },
};
