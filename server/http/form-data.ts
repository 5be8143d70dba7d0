/** Reads `multipart/form-data` (RFC 7578). */
import { MIMEType } from 'node:util';
import { invalid } from './json-fields.ts';
import type { Problem } from './problems.ts';

/** Limit on the files and fields of a form. */
const MAX_PARTS = 1000;
/** Limit on the headers of all parts together. Each part has two or three short ones. */
const MAX_HEADER_BYTES = 256 * 1024;

export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  /** By file name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The last file of each field. */
  readonly fileOf: ReadonlyMap<string, Uint8Array>;
}

/** Parses a form with the runtime's reader. It blocks the process, so the parts and headers are limited beforehand. */
export async function readForm(body: Buffer, contentType: string): Promise<Form> {
  const boundary = boundaryOf(contentType);
  checkParts(body, boundary);
  const fields = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  const fileOf = new Map<string, Uint8Array>();
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
    else {
      const bytes = new Uint8Array(await value.arrayBuffer());
      files.set(value.name, bytes);
      fileOf.set(name, bytes);
    }
  }
  return { fields, files, fileOf };
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
