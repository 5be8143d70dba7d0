/** The body of a render request: one schema for validation, types and OpenAPI. */
import type { IncomingMessage } from 'node:http';
import type { Diagnostic } from '../../engine/index.ts';
import { z } from 'zod';
import { hasControlCharacter } from './filename.ts';
import type { BodyLease } from './body-budget.ts';
import { type Fields, invalid, readFields } from './json-fields.ts';
import { wrongFields } from './field-errors.ts';
import { Problem } from './problems.ts';
import type { FieldError } from '../refusal.ts';
import { unknownFields } from './remarks.ts';
import { checkMediaType, readBody } from './read-body.ts';
import { renderOptionsSchema, submittedOptions } from './render-options.ts';
import type { SubmittedOptions } from '../rendering/submitted-document.ts';

export const renderRequestSchema = z.object({
  html: z.string().meta({
    description: 'The HTML document with its CSS. Images, fonts and style sheets must be data: URIs.',
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
});

export interface RenderRequest {
  readonly html: string;
  readonly filename: string | null;
  readonly options: SubmittedOptions | undefined;
  /** UTF-8 bytes of `html`. */
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

/**
 * Checks the media type, body, JSON, fields and size of the HTML, in this order. Afterwards the lease covers only the
 * HTML. @throws Problem
 */
export async function readRenderRequest(
  request: IncomingMessage,
  maxHtmlBytes: number,
  lease: BodyLease,
): Promise<RenderRequest> {
  checkMediaType(request);
  const body = await readBody(request, { bytes: bodyLimit(maxHtmlBytes), lease });
  const { value, unknown } = await readFields(body, FIELDS);
  const wrong = wrongFields(renderRequestSchema, value);
  if (wrong.length > 0) throw invalid(wrong.map((error) => withAdvice(error, unknown)));
  const given = value as z.output<typeof renderRequestSchema>;
  const html = cleanHtml(given.html);
  const htmlBytes = Buffer.byteLength(html);
  if (htmlBytes > maxHtmlBytes) {
    throw new Problem('html_too_large', `html has ${htmlBytes} UTF-8 bytes. The limit is ${maxHtmlBytes}.`);
  }
  lease.resize(htmlBytes);
  const { filename, options } = given;
  return {
    html,
    filename: filename ?? null,
    options: options ? submittedOptions(options) : undefined,
    htmlBytes,
    remarks: unknownFields(unknown, FIELDS.names),
  };
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

/** The fields, with the size limits of object fields. */
const FIELDS: Fields = {
  names: new Set(Object.keys(renderRequestSchema.shape)),
  nested: { options: MAX_OPTIONS_BYTES },
};
