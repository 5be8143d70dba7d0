/** Converts form fields, with Gotenberg's names, to options of the library. */
import { z } from 'zod';
import type { Diagnostic } from '../../engine/index.ts';
import { optionIssues } from '../../engine/options.ts';
import { puppeteerOptions } from '../../engine/puppeteer.ts';
import type { FieldError } from '../refusal.ts';
import type { PlainOptions } from '../rendering/submitted-document.ts';
import { invalid } from './json-fields.ts';
import { remark, unknownFields } from './remarks.ts';

type Fields = ReadonlyMap<string, string>;

/** Supported fields. */
const READ = named(
  'paperWidth paperHeight marginTop marginRight marginBottom marginLeft landscape scale printBackground preferCssPageSize singlePage',
  'nativePageRanges emulatedMediaType pdfa pdfua metadata userPassword ownerPassword',
  // Always on: pages are tagged, and outlined if they have headings.
  'generateTaggedPdf generateDocumentOutline',
);

/** Fields that only affect browsers: waiting, request headers and failure conditions. */
const BROWSERS = named(
  'waitDelay waitForExpression waitForSelector skipNetworkIdleEvent skipNetworkAlmostIdleEvent',
  'cookies userAgent extraHttpHeaders emulatedMediaFeatures omitBackground',
  'failOnHttpStatusCodes failOnResourceHttpStatusCodes ignoreResourceHttpStatusDomains',
  'failOnResourceLoadingFailed failOnConsoleExceptions',
);

function named(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(' ')));
}

/** Unsupported fields whose absence would change the expected output. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['downloadFrom', 'downloads are not supported: send the files with the form'],
  ['splitMode', 'splitting is not supported: select pages with nativePageRanges'],
  ['flatten', 'flattening is not supported'],
]);

/** Returns whether a field is set on purpose. Some clients send every field with an empty value. */
const isSaid = (value: string): boolean => !['', 'false', '[]', '{}', 'null'].includes(value.trim());

/** Limit on remarks about fields. */
const MOST_REMARKS = 60;

/** Gotenberg's default margins, in inches. */
const DEFAULT_MARGIN = '0.39';

/** The template of an edge for which no file was sent. */
const NOTHING = '<span></span>';

/**
 * Returns the options, and remarks on fields without effect. @throws Problem `validation_error` for invalid or
 * unsupported fields
 */
export function optionsOf(
  fields: Fields,
  files: ReadonlyMap<string, Uint8Array>,
): { readonly options: PlainOptions; readonly remarks: readonly Diagnostic[] } {
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
    headerTemplate: headerTemplate || NOTHING,
    footerTemplate: footerTemplate || NOTHING,
  });
  const media = reader.oneOf('emulatedMediaType', ['print', 'screen']);
  const metadata = reader.metadata('metadata');
  for (const [field, why] of REFUSED) if (isSaid(fields.get(field) ?? '')) reader.fail(field, why, 'value');
  const { pageSize = '', margin, printBackground, header, footer, date, scale, userStyles = [] } = options;
  const isSingle = reader.flag('singlePage');
  const read: PlainOptions = {
    pageSize,
    paper: isSingle ? undefined : options.paper,
    margin,
    printBackground,
    header,
    footer,
    date,
    scale,
    pageRanges: isSingle ? undefined : options.pageRanges,
    userStyles: isSingle ? [...userStyles, `@page { size: ${pageSize.split(' ')[0]!} auto }`] : userStyles,
    media,
    ...metadata,
    profile: profileOf(fields),
    encryption: encryptionOf(fields),
  };
  for (const { path, message } of optionIssues(read)) reader.failOnce(fieldOf(path), message, 'value');
  if (reader.errors.length > 0) throw invalid(reader.errors);
  return { options: read, remarks: remarksOn(fields) };
}

/** Library options with another field name. All others share their name. */
const FIELD_OF: ReadonlyMap<string, string> = new Map([
  ['pageSize', 'paperWidth'],
  ['paper', 'paperWidth'],
  ['margin.top', 'marginTop'],
  ['margin.right', 'marginRight'],
  ['margin.bottom', 'marginBottom'],
  ['margin.left', 'marginLeft'],
  ['pageRanges', 'nativePageRanges'],
  ['profile', 'pdfa'],
]);

const fieldOf = (path: string | null): string => FIELD_OF.get(path ?? '') ?? path ?? 'options';

/** Returns remarks on fields without effect. */
function remarksOn(fields: Fields): readonly Diagnostic[] {
  const names = [...fields.keys()].slice(0, MOST_REMARKS);
  const idle = names.filter((name) => BROWSERS.has(name) && isSaid(fields.get(name) ?? ''));
  const unknown = names.filter((name) => !READ.has(name) && !BROWSERS.has(name) && !REFUSED.has(name));
  return [
    ...idle.map((name) => remark('request/no-effect', `${name} has no effect: Pagewright uses no browser.`)),
    ...unknownFields(unknown, READ),
  ];
}

/** Combines `pdfa` (such as `PDF/A-3b`) and `pdfua` into one profile. */
function profileOf(fields: Fields): string | undefined {
  const names = [fields.get('pdfa') ?? '', fields.get('pdfua') === 'true' ? 'PDF/UA-1' : ''].filter(
    (name) => name !== '',
  );
  return names.length === 0 ? undefined : names.join('+');
}

function encryptionOf(fields: Fields): PlainOptions['encryption'] {
  const [userPassword, ownerPassword] = [fields.get('userPassword') ?? '', fields.get('ownerPassword') ?? ''];
  if (userPassword === '' && ownerPassword === '') return undefined;
  return { ...(userPassword && { userPassword }), ...(ownerPassword && { ownerPassword }) };
}

const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes);

const text = z.string().max(10_000).optional();
/** The metadata entries that a caller may set. The writer sets the others. */
const metadataSchema = z.looseObject({ Title: text, Author: text, Subject: text, Keywords: text });

/** Reads fields and collects their errors. */
class FieldReader {
  readonly errors: FieldError[] = [];
  private readonly fields: Fields;

  constructor(fields: Fields) {
    this.fields = fields;
  }

  /** Returns a length. Numbers without a unit are inches. */
  inches(field: string, otherwise: string): string {
    const given = this.fields.get(field)?.trim() || otherwise;
    if (/^\d{1,5}(\.\d{1,6})?$/.test(given)) return `${given}in`;
    if (!/^\d{1,5}(\.\d{1,6})?(in|cm|mm|px|pt|pc)$/.test(given))
      this.fail(field, 'must be a length such as 8.5 or 21cm');
    return given;
  }

  number(field: string): number | undefined {
    const given = this.fields.get(field)?.trim();
    if (given === undefined || given === '') return undefined;
    const number = Number(given);
    if (!Number.isFinite(number)) this.fail(field, 'must be a number');
    return number;
  }

  flag(field: string): boolean {
    const given = this.fields.get(field) ?? 'false';
    if (given !== 'true' && given !== 'false') this.fail(field, 'must be true or false');
    return given === 'true';
  }

  /** Returns the field's value, or the first allowed value if it is empty. */
  oneOf<T extends string>(field: string, values: readonly [T, ...T[]]): T {
    const given = this.fields.get(field)?.trim() || values[0];
    const known = values.find((value) => value === given);
    if (known === undefined) this.fail(field, `must be ${values.join(' or ')}`);
    return known ?? values[0];
  }

  metadata(field: string): Pick<PlainOptions, 'title' | 'author' | 'subject' | 'keywords'> {
    const given = this.fields.get(field)?.trim();
    if (given === undefined || given === '') return {};
    const parsed = metadataSchema.safeParse(jsonOf(given));
    if (!parsed.success) {
      this.fail(field, 'must be a JSON object with strings for Title, Author, Subject and Keywords');
      return {};
    }
    const { Title: title, Author: author, Subject: subject, Keywords: keywords } = parsed.data;
    return { title, author, subject, keywords };
  }

  /** Reports an error unless the field already has one. */
  failOnce(field: string, message: string, code: FieldError['code']): void {
    if (!this.errors.some((error) => error.field === field)) this.fail(field, message, code);
  }

  fail(field: string, message: string, code: FieldError['code'] = 'type'): void {
    this.errors.push({ field, code, message });
  }
}

function jsonOf(given: string): unknown {
  try {
    return given.length > 100_000 ? null : (JSON.parse(given) as unknown);
  } catch {
    return null;
  }
}
