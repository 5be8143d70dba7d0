/** Reads documents and their files from `multipart/form-data`, with the names of Gotenberg's clients. */
import type { IncomingMessage } from 'node:http';
import type { Diagnostic } from '../../engine/index.ts';
import type { SubmittedDocument } from '../rendering/submitted-document.ts';
import type { BodyLease } from './body-budget.ts';
import { Problem } from './problems.ts';
import { readForm } from './form-data.ts';
import { optionsOf } from './form-options.ts';
import { invalid } from './json-fields.ts';
import { readBody } from './read-body.ts';
import { bodyLimit } from './render-request.ts';

const DOCUMENT = 'index.html';

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
