/** Documents with their files as `multipart/form-data`, by the names that Gotenberg's clients use. */
import type { IncomingMessage } from 'node:http';
import type { Diagnostic } from '../../engine/index.ts';
import type { SubmittedDocument } from '../rendering/submitted-document.ts';
import type { BodyLease } from './body-budget.ts';
import { Problem } from './problems.ts';
import { optionsOf } from './form-options.ts';
import { invalid } from './json-fields.ts';
import { readBody } from './read-body.ts';
import { bodyLimit } from './render-request.ts';

/** Files and fields of a form, at most. */
const MAX_PARTS = 1000;

const DOCUMENT = 'index.html';

interface Form {
  readonly fields: ReadonlyMap<string, string>;
  /** By their file names. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Media type, body, form, fields, size of the document, in this order. @throws Problem */
export async function readConvertRequest(
  request: IncomingMessage,
  maxHtmlBytes: number,
  lease: BodyLease,
): Promise<{ document: SubmittedDocument; htmlBytes: number; remarks: readonly Diagnostic[] }> {
  const contentType = request.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType))
    throw new Problem('unsupported_media_type', 'The body must be multipart/form-data.');
  const body = await readBody(request, { bytes: bodyLimit(maxHtmlBytes), lease });
  const { fields, files } = await readForm(body, contentType);
  const html = files.get(DOCUMENT);
  if (html === undefined)
    throw invalid([{ field: DOCUMENT, code: 'required', message: 'a file of this name is required' }]);
  if (html.length > maxHtmlBytes) {
    throw new Problem('html_too_large', `${DOCUMENT} has ${html.length} bytes; at most ${maxHtmlBytes} are rendered.`);
  }
  const { options, remarks } = optionsOf(fields, files);
  return { document: { html, options, files }, htmlBytes: html.length, remarks };
}

/** The runtime's own reader of forms. */
async function readForm(body: Buffer, contentType: string): Promise<Form> {
  const fields = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw invalid([{ field: 'body', code: 'form', message: 'the body is not a form' }]);
  }
  let parts = 0;
  for (const [name, value] of form) {
    if (++parts > MAX_PARTS)
      throw invalid([{ field: 'body', code: 'form', message: `a form has at most ${MAX_PARTS} parts` }]);
    if (typeof value === 'string') fields.set(name, value);
    else files.set(value.name, new Uint8Array(await value.arrayBuffer()));
  }
  return { fields, files };
}
