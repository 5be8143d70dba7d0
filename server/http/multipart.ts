/** Documents with their files as `multipart/form-data`, by the names that Gotenberg's clients use. */
import type { IncomingMessage } from 'node:http';
import { puppeteerOptions } from '../../engine/puppeteer.ts';
import type { SubmittedDocument } from '../rendering/submitted-document.ts';
import type { BodyLease } from './body-budget.ts';
import { Problem } from './problems.ts';
import type { FieldError } from '../refusal.ts';
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
): Promise<{ document: SubmittedDocument; htmlBytes: number }> {
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
  return { document: { html, options: optionsOf(fields, files), files }, htmlBytes: html.length };
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

const invalid = (errors: FieldError[]): Problem =>
  new Problem('validation_error', errors.map(({ field, message }) => `${field}: ${message}`).join('; '), { errors });

/** Gotenberg's margins where none are given. */
const DEFAULT_MARGIN = '0.39';

/** Fields as Gotenberg names them; those that mean nothing without a browser are left alone. */
function optionsOf(
  fields: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, Uint8Array>,
): SubmittedDocument['options'] {
  const reader = new FieldReader(fields);
  const [headerTemplate, footerTemplate] = ['header.html', 'footer.html'].map((name) => textOf(files.get(name)));
  const options = puppeteerOptions({
    width: reader.inches('paperWidth', '8.5'),
    height: reader.inches('paperHeight', '11'),
    margin: {
      top: reader.inches('marginTop', DEFAULT_MARGIN),
      right: reader.inches('marginRight', DEFAULT_MARGIN),
      bottom: reader.inches('marginBottom', DEFAULT_MARGIN),
      left: reader.inches('marginLeft', DEFAULT_MARGIN),
    },
    landscape: reader.flag('landscape'),
    printBackground: reader.flag('printBackground'),
    preferCSSPageSize: reader.flag('preferCssPageSize'),
    scale: reader.number('scale'),
    pageRanges: fields.get('nativePageRanges'),
    displayHeaderFooter: headerTemplate !== undefined || footerTemplate !== undefined,
    headerTemplate: headerTemplate ?? '',
    footerTemplate: footerTemplate ?? '',
  });
  if (reader.errors.length > 0) throw invalid(reader.errors);
  const { pageSize, margin, header, footer, scale, pageRanges, userStyles } = options;
  const media = fields.get('emulatedMediaType') === 'screen' ? 'screen' : 'print';
  return { pageSize, margin, header, footer, scale, pageRanges, userStyles, media, profile: profileOf(fields) };
}

/** `PDF/A-3b` and `pdfua` in one. */
function profileOf(fields: ReadonlyMap<string, string>): string | undefined {
  const names = [fields.get('pdfa') ?? '', fields.get('pdfua') === 'true' ? 'PDF/UA-1' : ''].filter(
    (name) => name !== '',
  );
  return names.length === 0 ? undefined : names.join('+');
}

const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes);

/** Reads fields, and collects those that can't be. */
class FieldReader {
  readonly errors: FieldError[] = [];
  private readonly fields: ReadonlyMap<string, string>;

  constructor(fields: ReadonlyMap<string, string>) {
    this.fields = fields;
  }

  /** A number of inches, or a length with its unit. */
  inches(field: string, otherwise: string): string {
    const text = this.fields.get(field)?.trim() || otherwise;
    if (/^\d{1,5}(\.\d{1,6})?$/.test(text)) return `${text}in`;
    if (!/^\d{1,5}(\.\d{1,6})?(in|cm|mm|px|pt|pc)$/.test(text))
      this.fail(field, 'must be a length such as 8.5 or 21cm');
    return text;
  }

  number(field: string): number | undefined {
    const text = this.fields.get(field)?.trim();
    if (text === undefined || text === '') return undefined;
    const number = Number(text);
    if (!Number.isFinite(number)) this.fail(field, 'must be a number');
    return number;
  }

  flag(field: string): boolean {
    const text = this.fields.get(field) ?? 'false';
    if (text !== 'true' && text !== 'false') this.fail(field, 'must be true or false');
    return text === 'true';
  }

  private fail(field: string, message: string): void {
    this.errors.push({ field, code: 'type', message });
  }
}
