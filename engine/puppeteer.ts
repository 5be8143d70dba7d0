/**
 * `page.pdf(options)` of Puppeteer and Playwright for an HTML document: accepts the same option names and defaults, and
 * renders with Pagewright. Differences become diagnostics.
 */
import type { Diagnostic } from './diagnostics.ts';
import { issueOf, optionError, optionsError } from './errors.ts';
import { render } from './index.ts';
import { checkIsObject, suggestion, unknownOption } from './option-names.ts';
import { parseAbsoluteLength } from './page-size.ts';
import { today } from './platform/today.ts';
import { writeNamedFile } from './platform/written-file.ts';
import type { Bytes, BytesGiven, Length, RenderOptions } from './render-options.ts';

/** Options of `page.pdf` with Puppeteer's names, and those of `render` without a counterpart there. */
export interface PdfOptions extends Pick<
  RenderOptions,
  | 'loadResource'
  | 'resources'
  | 'baseUrl'
  | 'fonts'
  | 'findFonts'
  | 'limits'
  | 'signal'
  | 'externalResources'
  | 'external'
  | 'date'
  | 'mediaType'
  | 'media'
> {
  /** From 0.1 to 2. Default 1. */
  scale?: number | undefined;
  displayHeaderFooter?: boolean | undefined;
  headerTemplate?: string | undefined;
  footerTemplate?: string | undefined;
  /** Default false, as in Puppeteer: backgrounds are white, and light text is darkened. */
  printBackground?: boolean | undefined;
  landscape?: boolean | undefined;
  /** `1-5, 8, 11-13`. */
  pageRanges?: string | undefined;
  /** Paper format, in any case: `letter` (the default), `legal`, `tabloid`, `ledger`, `a0` to `a6`. */
  format?: string | undefined;
  /** The paper size, which takes precedence over `format`: a length with its unit, or a number of CSS px. */
  width?: Length | undefined;
  height?: Length | undefined;
  /**
   * Whether the document's `@page { size }` takes precedence over `format`, `width` and `height`. Default false: such
   * pages are printed on that paper, reduced to fit or centered.
   */
  preferCSSPageSize?: boolean | undefined;
  margin?: { top?: Length; right?: Length; bottom?: Length; left?: Length } | undefined;
  /** In milliseconds; 0 for no limit. Default 30,000. */
  timeout?: number | undefined;
  /** Accepted for compatibility: pages are always transparent, tagged and outlined, and fonts are always available. */
  omitBackground?: boolean | undefined;
  tagged?: boolean | undefined;
  outline?: boolean | undefined;
  waitForFonts?: boolean | undefined;
  /** A file to which the PDF is also written, relative to the working directory. */
  path?: string | undefined;
  /** The media type of `page.emulateMediaType()`; `mediaType` is another name for it. Default `print`. */
  emulateMediaType?: 'print' | 'screen' | null | undefined;
  /** Receives diagnostics for what was ignored or differs from a browser. */
  onDiagnostics?: ((diagnostics: Diagnostic[]) => void) | undefined;
}

/** The options under Puppeteer's name. */
export type PDFOptions = PdfOptions;

/** The kinds of values. `ours` are checked by `render`. */
type Kind = 'boolean' | 'string' | 'media' | 'function' | 'length' | 'margins' | 'ours';

/** All option names. The type keeps the list consistent with `PdfOptions`. */
const KINDS: Readonly<Record<keyof PdfOptions, Kind>> = {
  scale: 'ours',
  displayHeaderFooter: 'boolean',
  headerTemplate: 'string',
  footerTemplate: 'string',
  printBackground: 'boolean',
  landscape: 'boolean',
  pageRanges: 'ours',
  format: 'string',
  width: 'length',
  height: 'length',
  preferCSSPageSize: 'boolean',
  margin: 'margins',
  timeout: 'ours',
  omitBackground: 'boolean',
  tagged: 'boolean',
  outline: 'boolean',
  waitForFonts: 'boolean',
  path: 'string',
  onDiagnostics: 'function',
  loadResource: 'ours',
  resources: 'ours',
  baseUrl: 'ours',
  fonts: 'ours',
  findFonts: 'ours',
  limits: 'ours',
  signal: 'ours',
  externalResources: 'ours',
  external: 'ours',
  date: 'ours',
  mediaType: 'ours',
  media: 'ours',
  emulateMediaType: 'media',
};

/** Chromium's default templates: date and title at the top, address and page at the bottom. */
const DEFAULT_HEADER =
  '<div class="text left"><span class="date"></span></div><div class="text center"><span class="title"></span></div>';
const DEFAULT_FOOTER =
  '<div class="text left grow"><span class="url"></span></div>' +
  '<div class="text right"><span class="pageNumber"></span>/<span class="totalPages"></span></div>';

/**
 * Renders a document like `page.setContent(html)` followed by `page.pdf(options)`. Returns the PDF.
 * @throws RenderError like `render`; `invalid_options` for an unknown option, or if `path` can't be written.
 */
export async function pdf(html: string | BytesGiven, options: PdfOptions = {}): Promise<Bytes> {
  check(options);
  const { path } = options;
  const { pdf: bytes, diagnostics } = await render(html, puppeteerOptions(options));
  if (path !== undefined) await writeNamedFile('path', path, bytes);
  options.onDiagnostics?.([...differences(options), ...inTemplates(diagnostics, options)]);
  return bytes;
}

const hintFor = (name: string, known: readonly string[]): string =>
  name === 'waitUntil' ? '; remove it, because nothing is loaded from the network' : suggestion(name, known);

/**
 * Checks the options, because JavaScript may pass anything.
 * @throws RenderError `invalid_options`, naming every failing option.
 */
function check(options: PdfOptions): void {
  checkIsObject(options);
  const known = Object.keys(KINDS);
  const failures = Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    if (!known.includes(name)) return [unknownOption(name, hintFor(name, known))];
    const words = value === undefined ? null : failureOf(KINDS[name as keyof PdfOptions], value);
    return words === null ? [] : [issueOf(name, 'invalid_value', words)];
  });
  if (failures.length > 0) throw optionsError(failures);
}

/** Returns the problem of a value, or null. */
function failureOf(kind: Kind, value: unknown): string | null {
  switch (kind) {
    case 'ours':
      return null;
    case 'media':
      return value === null || value === 'print' || value === 'screen' ? null : 'must be print or screen';
    case 'length':
      return isLength(value)
        ? null
        : `invalid length: ${String(value)}. Use an absolute length such as 20mm, 8.5in or 400`;
    case 'margins':
      // `render` checks the names and lengths of the sides.
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? null
        : 'must be an object: { top, right, bottom, left }';
    default:
      return typeof value === kind ? null : `must be a ${kind}`;
  }
}

const isLength = (value: unknown): boolean =>
  typeof value === 'number'
    ? value > 0 && value < Infinity
    : typeof value === 'string' && (parseAbsoluteLength(value) ?? 0) > 0;

/**
 * Converts to equivalent options of `render`.
 * @throws RenderError `invalid_options` for an unknown paper format.
 */
export function puppeteerOptions(options: PdfOptions): RenderOptions {
  const { baseUrl, fonts, limits, signal, scale, pageRanges, timeout = 30_000 } = options;
  const { loadResource = options.resources, externalResources = options.external } = options;
  const margin = { top: 0, right: 0, bottom: 0, left: 0, ...options.margin };
  const shows = options.displayHeaderFooter === true;
  // As in Chromium, empty templates stand for the default ones.
  const header = shows ? options.headerTemplate || DEFAULT_HEADER : undefined;
  const footer = shows ? options.footerTemplate || DEFAULT_FOOTER : undefined;
  const printsDate = [header, footer].some((html) => html !== undefined && classesIn(html).includes('date'));
  const {
    date = printsDate ? today() : undefined,
    mediaType = options.media ?? options.emulateMediaType ?? undefined,
  } = options;
  const pageSize = paper(options);
  return {
    loadResource,
    baseUrl,
    fonts,
    signal,
    externalResources,
    date,
    mediaType,
    scale,
    pageRanges,
    pageSize,
    paper: options.preferCSSPageSize === true ? undefined : pageSize,
    margin,
    printBackground: options.printBackground === true,
    header: header === undefined ? undefined : `${BEFORE_HEADER}${header}</div>`,
    footer: footer === undefined ? undefined : `${BEFORE_FOOTER}${footer}</div>`,
    limits: { deadlineMs: timeout === 0 ? Number.MAX_SAFE_INTEGER : timeout, ...limits },
    userStyles: shows ? [AT_SHEET_EDGE] : [],
  };
}

/** Returns the page size: `210mm 297mm`. */
function paper({ format = 'letter', width, height, landscape = false }: PdfOptions): string {
  const size = FORMATS.get(format.toLowerCase());
  if (size === undefined) {
    throw optionError('format', `unknown paper format: ${format}. Use ${[...FORMATS.keys()].join(', ')}`);
  }
  const sides = [withUnit(width ?? size[0]), withUnit(height ?? size[1])];
  return (landscape ? sides.toReversed() : sides).join(' ');
}

const FORMATS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['letter', ['8.5in', '11in']],
  ['legal', ['8.5in', '14in']],
  ['tabloid', ['11in', '17in']],
  ['ledger', ['17in', '11in']],
  ['a0', ['841mm', '1189mm']],
  ['a1', ['594mm', '841mm']],
  ['a2', ['420mm', '594mm']],
  ['a3', ['297mm', '420mm']],
  ['a4', ['210mm', '297mm']],
  ['a5', ['148mm', '210mm']],
  ['a6', ['105mm', '148mm']],
]);

const withUnit = (length: Length): string =>
  typeof length === 'number' || /^[\d.]+$/.test(length.trim()) ? `${length}px` : length;

/** Gives templates the full width of the sheet, at its edge. */
const AT_SHEET_EDGE =
  '@page { --pagewright-template-width: sheet; @top-center { vertical-align: top } @bottom-center { vertical-align: bottom } }';

/** The classes of Chromium's default templates, which other templates use as well. */
const TEMPLATE_CLASSES =
  '.text { font-size: 8pt; padding: 0 6pt } .left { padding-left: 24pt } .right { padding-right: 24pt; text-align: right } ' +
  '.center { flex: auto; text-align: center } .grow { flex: auto }';

/**
 * Returns the markup before a template. As in Chromium, its contents are items of a flex container at the sheet's edge,
 * and rules in templates select that container by its id.
 */
function templateStart(id: 'header' | 'footer', edge: 'start' | 'end', padding: string): string {
  const container = `display: flex; align-items: flex-${edge}; ${padding}: 15pt; font: 8px sans-serif`;
  return `<style>#${id} { ${container} } ${TEMPLATE_CLASSES}</style><div id=${id}>`;
}

const BEFORE_HEADER = templateStart('header', 'start', 'padding-top');
const BEFORE_FOOTER = templateStart('footer', 'end', 'padding-bottom');

/** Returns diagnostics with positions in the templates as given, without those of the default templates. */
function inTemplates(diagnostics: readonly Diagnostic[], options: PdfOptions): Diagnostic[] {
  const given = { header: options.headerTemplate, footer: options.footerTemplate };
  return diagnostics.flatMap((diagnostic) => {
    const { source, line: row, column } = diagnostic;
    const edge = source?.startsWith('header ') ? 'header' : source?.startsWith('footer ') ? 'footer' : null;
    if (edge === null) return [diagnostic];
    if (!given[edge]) return [];
    const added = (edge === 'header' ? BEFORE_HEADER : BEFORE_FOOTER).length;
    return [row === 1 && column !== null ? { ...diagnostic, column: Math.max(1, column - added) } : diagnostic];
  });
}

function classesIn(template: string): string[] {
  const found = template.matchAll(/\bclass\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi);
  return [...found].flatMap(([, double, single, bare]) => (double ?? single ?? bare ?? '').split(/\s+/));
}

/** Returns diagnostics for options that have no effect. */
function differences(options: PdfOptions): Diagnostic[] {
  const found: string[] = [];
  if (options.tagged === false) found.push('tagged: false was ignored: PDFs are always tagged');
  if (options.outline === false) found.push('outline: false was ignored: headings always create the outline');
  return found.map((message) => ({
    code: 'puppeteer/option',
    severity: 'warning',
    message: `${message}.`,
    source: null,
    line: null,
    column: null,
    count: 1,
  }));
}
