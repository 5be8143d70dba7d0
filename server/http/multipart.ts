/** Reads documents and their files from `multipart/form-data`, with the names of Gotenberg's clients. */
import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import type { Diagnostic } from '../../engine/index.ts';
import type { SubmittedDocument } from '../rendering/submitted-document.ts';
import type { BodyLease } from './body-budget.ts';
import { Problem } from './problems.ts';
import { optionsOf } from './form-options.ts';
import { invalid } from './json-fields.ts';
import { readBody } from './read-body.ts';
import { bodyLimit } from './render-request.ts';

/** Limit on the files and fields of a form. */
const MAX_PARTS = 1000;
/** Limit on the headers of all parts together. Each part has two or three short ones. */
const MAX_HEADER_BYTES = 256 * 1024;

const DOCUMENT = 'index.html';

interface Form {
  readonly fields: ReadonlyMap<string, string>;
  /** By file name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Checks the media type, body, form, fields and size of the document, in this order. @throws Problem */
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
    throw invalid([{ field: DOCUMENT, code: 'required', message: 'a file with this name is required' }]);
  if (html.length > maxHtmlBytes) {
    throw new Problem('html_too_large', `${DOCUMENT} has ${html.length} bytes; at most ${maxHtmlBytes} are rendered.`);
  }
  const { options, remarks } = optionsOf(fields, files);
  return { document: { html, options, files }, htmlBytes: html.length, remarks };
}

/** Parses a form with the runtime's reader. It blocks the process, so the parts and headers are limited beforehand. */
async function readForm(body: Buffer, contentType: string): Promise<Form> {
  const boundary = boundaryOf(contentType);
  checkParts(body, boundary);
  const fields = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  let form: FormData;
  try {
    // The boundary must be the one that was counted.
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
    form = await new Response(new Uint8Array(body), { headers }).formData();
  } catch {
    throw noForm();
  }
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.set(name, value);
    else files.set(value.name, new Uint8Array(await value.arrayBuffer()));
  }
  return { fields, files };
}

/** Returns the boundary between the parts (RFC 2046 section 5.1.1). @throws Problem */
function boundaryOf(contentType: string): string {
  let boundary: string | null;
  try {
    boundary = new MIMEType(contentType).params.get('boundary');
  } catch {
    boundary = null;
  }
  if (boundary === null || !/^[0-9A-Za-z'()+_,\-./:=? ]{1,70}$/.test(boundary)) throw noForm();
  return boundary;
}

/** @throws Problem if the form has too many parts or oversized headers */
function checkParts(body: Buffer, boundary: string): void {
  const delimiter = Buffer.from(`--${boundary}`);
  let parts = 0;
  let headers = 0;
  for (let at = body.indexOf(delimiter); at >= 0;) {
    const start = at + delimiter.length;
    const end = body.indexOf('\r\n\r\n', start);
    at = body.indexOf(delimiter, start);
    // The closing delimiter isn't followed by a part.
    if (end < 0 || (at < 0 && body.toString('latin1', start, start + 2) === '--')) return;
    if (++parts > MAX_PARTS) throw tooMuch(`at most ${MAX_PARTS} parts`);
    headers += end - start;
    if (headers > MAX_HEADER_BYTES) throw tooMuch(`at most ${MAX_HEADER_BYTES} bytes of part headers`);
  }
}

const noForm = (): Problem =>
  invalid([{ field: 'body', code: 'form', message: 'the body must be a valid multipart form' }]);

const tooMuch = (limit: string): Problem => invalid([{ field: 'body', code: 'form', message: `a form has ${limit}` }]);
