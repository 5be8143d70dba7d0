/**
 * Works with existing PDF files: merges, stamps, splits, imposes, encrypts and checks them. Nothing is rendered, so
 * pages keep their fonts, vectors and tags. Every function refuses hostile files with a typed error within its limits.
 */
import './platform/node-host.ts';
import { Budget, DEFAULT_LIMITS, type Limits } from './budget.ts';
import { bytesOf } from './bytes-given.ts';
import { withTypedErrors } from './error-edge.ts';
import { optionError } from './errors.ts';
import { resolveEncryption } from './options.ts';
import { FileEncryption, sourceDigest } from './pdf/encryption.ts';
import { checkIsObject } from './option-names.ts';
import { isSelected, type PageRange, parsePageRanges } from './page-ranges.ts';
import { parsePageSize } from './page-size.ts';
import { openPdf, type PdfSource } from './pdf-source/open-pdf.ts';
import { pageArea } from './pdf-source/page-tree.ts';
import { SyntaxProblem } from './pdf-source/pdf-syntax.ts';
import { assemble, type PageDrawing, type Part } from './pdf-tools/assembly.ts';
import { bookletSides, imposed, sidesOf } from './pdf-tools/impose.ts';
import { infoOf, problemsOf } from './pdf-tools/inspection.ts';
import { drawUpright, PageForms, placed } from './pdf-tools/placing.ts';
import type { DroppedPart, Fit, PdfInfo, PdfProblem } from './pdf-tools/results.ts';
import type { Bytes, BytesGiven, Encryption } from './render-options.ts';

export type { Limits } from './budget.ts';
export { RenderError, type RenderErrorCode, type RenderErrorDetails, type RenderIssue } from './errors.ts';
export type { DroppedPart, Fit, PdfInfo, PdfProblem } from './pdf-tools/results.ts';
export type { Bytes, BytesGiven, Encryption, Permissions } from './render-options.ts';

/** Options of every function. */
export interface PdfToolOptions {
  /** Limits as those of `render`: `deadlineMs`, `maxBytes` and `maxPdfBytes` apply. */
  readonly limits?: Partial<Limits> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A file, or some of its pages. */
export interface PdfPart {
  readonly pdf: BytesGiven;
  /** The pages, such as `1-3, 5`; default: all. */
  readonly pages?: string | undefined;
  /** Names the file in `dropped`, in errors and in bookmarks; default: `file 1`, `file 2`, ... */
  readonly name?: string | undefined;
}

export interface PdfResult {
  readonly pdf: Bytes;
  readonly pages: number;
  /** What couldn't be kept. */
  readonly dropped: readonly DroppedPart[];
}

export interface MergeOptions extends PdfToolOptions {
  /** The title of the document; default: the first file's. */
  readonly title?: string | undefined;
  /** Adds an outline entry with the name of each file. Default false. */
  readonly bookmarks?: boolean | undefined;
}

/**
 * Joins files. Outlines, links, form fields, attachments, layers, page labels and tags of the parts are kept.
 * @throws RenderError `invalid_options` if a file can't be read; `render_timeout` or `document_too_complex` if a limit
 * is exceeded
 */
export async function mergePdfs(
  files: readonly (BytesGiven | PdfPart)[],
  options: MergeOptions = {},
): Promise<PdfResult> {
  return run(options, (budget) => {
    if (!Array.isArray(files) || files.length === 0) throw optionError('files', 'must be an array of at least one PDF');
    const parts = files.map((file, i) => partOf(file, `file ${i + 1}`, `files[${i}]`, budget));
    const { title, bookmarks = false } = options;
    return reading('files', () => assemble(parts, { title, bookmarks }, budget));
  });
}

export interface StampOptions extends PdfToolOptions {
  /** The pages that are stamped, such as `1` or `2-`; default: all. */
  readonly pages?: string | undefined;
  /** Draws below the page's content instead of over it, as for a letterhead. Default false. */
  readonly under?: boolean | undefined;
  /** `contain` (the default) scales the stamp into the page, `fill` stretches it, `none` keeps its size. */
  readonly fit?: Fit | undefined;
  /** The pages that follow the last page of a stamp: the last one again (the default), all pages again, or none. */
  readonly repeat?: 'last' | 'all' | 'none' | undefined;
}

/**
 * Draws the pages of one file over or under those of another. Links, tags and other parts of the pages are kept.
 * @throws RenderError like `mergePdfs`
 */
export async function stampPdf(pdf: BytesGiven, stamp: BytesGiven, options: StampOptions = {}): Promise<PdfResult> {
  return run(options, (budget) => {
    const { under = false, fit = 'contain', repeat = 'last' } = options;
    if (!['contain', 'fill', 'none'].includes(fit)) throw optionError('fit', "must be 'contain', 'fill' or 'none'");
    if (!['last', 'all', 'none'].includes(repeat)) throw optionError('repeat', "must be 'last', 'all' or 'none'");
    const ranges = rangesOf(options.pages, 'pages');
    const part = partOf(pdf, 'the file', 'pdf', budget);
    const source = opened(stamp, 'stamp', budget);
    let forms: PageForms | null = null;
    return reading('pdf', () =>
      assemble(
        [part],
        {
          draw: (page, target, output): PageDrawing | null => {
            if (ranges !== null && !isSelected(ranges, page + 1)) return null;
            const count = source.pages.length;
            const used = page < count ? page : repeat === 'all' ? page % count : repeat === 'last' ? count - 1 : null;
            if (used === null) return null;
            forms ??= new PageForms(source, output);
            const area = pageArea(part.source.reader, target);
            const place = placed(forms.area(used), { x: 0, y: 0, width: area.width, height: area.height }, fit);
            const content = drawUpright(STAMP, place, area);
            const form = reading('stamp', () => forms!.form(used));
            return { form, name: STAMP, content, isBelow: under };
          },
        },
        budget,
      ),
    );
  });
}

const STAMP = 'PagewrightStamp';

export interface SplitOptions extends PdfToolOptions {
  /** The pages of each new file: `['1-3', '4-']`. */
  readonly parts?: readonly string[] | undefined;
  /** The number of pages in each file, if `parts` is absent. Default 1. */
  readonly every?: number | undefined;
}

/** One of the files of a split document. */
export interface SplitPdf extends PdfResult {
  /** The number of its first page in the original. */
  readonly firstPage: number;
}

/**
 * Divides a file. Each part keeps its share of the outline, of fields and of tags.
 * @throws RenderError like `mergePdfs`
 */
export async function splitPdf(pdf: BytesGiven, options: SplitOptions = {}): Promise<SplitPdf[]> {
  return run(options, (budget) => {
    const whole = partOf(pdf, 'the file', 'pdf', budget);
    return pagesOfParts(whole.pages.length, options).map((pages) => {
      const { pdf: bytes, pages: count, dropped } = reading('pdf', () => assemble([{ ...whole, pages }], {}, budget));
      return { pdf: bytes, pages: count, dropped, firstPage: pages[0]! + 1 };
    });
  });
}

function pagesOfParts(count: number, { parts, every = 1 }: SplitOptions): number[][] {
  if (parts === undefined) {
    if (!Number.isInteger(every) || every < 1) throw optionError('every', 'must be a whole number of at least 1');
    return Array.from({ length: Math.ceil(count / every) }, (_, i) =>
      Array.from({ length: Math.min(every, count - i * every) }, (__, k) => i * every + k),
    );
  }
  if (!Array.isArray(parts) || parts.length === 0) throw optionError('parts', 'must be an array of page ranges');
  return parts.map((part, i) => selected(count, rangesOf(part, `parts[${i}]`), `parts[${i}]`));
}

export interface ImposeOptions extends PdfToolOptions {
  /**
   * `booklet` (the default) places pages for folding in the middle. `2x1` and the like place that many columns and
   * rows of pages on each side, in reading order.
   */
  readonly layout?: 'booklet' | (string & {}) | undefined;
  /** The size of a sheet, such as `A4 landscape`; default: pages keep their size. */
  readonly sheet?: string | undefined;
  /** The distance between pages in points. Default 0. */
  readonly gap?: number | undefined;
  /** The binding edge of a booklet and the order of columns. Default `ltr`. */
  readonly direction?: 'ltr' | 'rtl' | undefined;
}

const MAX_CELLS = 64;
const POINTS_PER_PX = 0.75;

/**
 * Places several pages on each sheet, for printing.
 * @throws RenderError like `mergePdfs`
 */
export async function imposePdf(pdf: BytesGiven, options: ImposeOptions = {}): Promise<PdfResult> {
  return run(options, (budget) => {
    const { layout = 'booklet', gap = 0, direction = 'ltr' } = options;
    if (!(gap >= 0 && gap <= 10_000)) throw optionError('gap', 'must be a number of points, 0 or more');
    if (direction !== 'ltr' && direction !== 'rtl') throw optionError('direction', "must be 'ltr' or 'rtl'");
    const grid = layout === 'booklet' ? ['', '2', '1'] : /^([1-9]\d?)x([1-9]\d?)$/.exec(String(layout));
    const [columns, rows] = [Number(grid?.[1]), Number(grid?.[2])];
    if (!(columns * rows <= MAX_CELLS))
      throw optionError('layout', `must be 'booklet' or columns and rows such as '2x2', at most ${MAX_CELLS} pages`);
    const source = opened(pdf, 'pdf', budget);
    const count = source.pages.length;
    const isRightToLeft = direction === 'rtl';
    const sides =
      layout === 'booklet'
        ? bookletSides(count, isRightToLeft)
        : sidesOf(count, columns * rows, isRightToLeft, columns);
    return reading('pdf', () =>
      imposed(source, 'the file', { columns, rows, sides, sheet: sheetOf(options.sheet), gap }, budget),
    );
  });
}

function sheetOf(given: string | undefined): [number, number] | null {
  if (given === undefined) return null;
  const size = typeof given === 'string' ? parsePageSize(given) : null;
  if (size === null) throw optionError('sheet', 'must be a page size such as A4, A3 landscape or 320mm 450mm');
  return [size[0] * POINTS_PER_PX, size[1] * POINTS_PER_PX];
}

/**
 * Encrypts a file with AES-256, by the rules of the option `encryption` of `render`.
 * @throws RenderError like `mergePdfs`
 */
export async function encryptPdf(
  pdf: BytesGiven,
  encryption: Encryption,
  options: PdfToolOptions = {},
): Promise<PdfResult> {
  return run(options, (budget) => {
    const rules = resolveEncryption(encryption);
    const part = partOf(pdf, 'the file', 'pdf', budget);
    const digest = sourceDigest(bytesOf(pdf)!);
    return reading('pdf', () => assemble([part], { encryption: new FileEncryption(rules, digest, budget) }, budget));
  });
}

/** Describes the contents of a file. @throws RenderError like `mergePdfs` */
export async function readPdfInfo(pdf: BytesGiven, options: PdfToolOptions = {}): Promise<PdfInfo> {
  return run(options, (budget) => {
    const source = opened(pdf, 'pdf', budget);
    return reading('pdf', () => infoOf(source, budget));
  });
}

/**
 * Returns the errors of a file: broken cross references, unreadable or missing objects, contents that can't be
 * decoded. An empty list doesn't mean that the file conforms to a standard.
 * @throws RenderError like `mergePdfs`
 */
export async function validatePdf(pdf: BytesGiven, options: PdfToolOptions = {}): Promise<PdfProblem[]> {
  return run(options, (budget) => {
    const source = opened(pdf, 'pdf', budget);
    return reading('pdf', () => problemsOf(source, budget));
  });
}

async function run<T>(options: PdfToolOptions, work: (budget: Budget) => T): Promise<T> {
  return withTypedErrors({}, async () => {
    checkIsObject(options);
    const { limits = {}, signal = null } = options;
    for (const [name, limit] of Object.entries(limits))
      if (!(name in DEFAULT_LIMITS) || !(typeof limit === 'number' && limit > 0))
        throw optionError(`limits.${name}`, 'must be the name of a limit, with a positive number');
    return work(new Budget({ ...DEFAULT_LIMITS, ...limits }, signal));
  });
}

/** @throws RenderError `invalid_options` in place of a syntax problem */
function reading<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SyntaxProblem) throw optionError(path, `can't be read: ${error.message}`, error);
    throw error;
  }
}

function opened(given: BytesGiven, path: string, budget: Budget): PdfSource {
  const bytes = bytesOf(given);
  if (bytes === null) throw optionError(path, 'must be a Uint8Array or an ArrayBuffer');
  return reading(path, () => openPdf(bytes, budget));
}

function partOf(given: BytesGiven | PdfPart, name: string, path: string, budget: Budget): Part {
  const isPart = bytesOf(given) === null && typeof given === 'object' && given !== null && 'pdf' in given;
  const part: PdfPart = isPart ? given : { pdf: given as BytesGiven };
  const source = opened(part.pdf, isPart ? `${path}.pdf` : path, budget);
  const ranges = rangesOf(part.pages, `${path}.pages`);
  return { source, name: part.name ?? name, pages: selected(source.pages.length, ranges, `${path}.pages`) };
}

function rangesOf(given: string | undefined, path: string): readonly PageRange[] | null {
  if (given === undefined) return null;
  const ranges = typeof given === 'string' ? parsePageRanges(given) : null;
  if (ranges === null) throw optionError(path, 'must be page ranges such as 1-3, 5, 8-');
  return ranges;
}

/** Returns the selected pages, counted from 0, in the order of the ranges. */
function selected(count: number, ranges: readonly PageRange[] | null, path: string): number[] {
  if (ranges === null || ranges.length === 0) return Array.from({ length: count }, (_, i) => i);
  const pages: number[] = [];
  for (const { first, last } of ranges)
    for (let page = first; page <= Math.min(last, count) && pages.length <= MAX_SELECTED; page++) pages.push(page - 1);
  if (pages.length === 0) throw optionError(path, `selects none of the ${count} pages`);
  if (pages.length > MAX_SELECTED) throw optionError(path, `selects more than ${MAX_SELECTED} pages`);
  return pages;
}

const MAX_SELECTED = 100_000;
