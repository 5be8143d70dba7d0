/** Kinds of output of a document. They run in a worker of the service, or in this process for a local agent. */
import { DEFAULT_LIMITS } from '../../engine/budget.ts';
import { inspectJson } from '../../engine/debug/inspect.ts';
import { type LayoutQuestion, summariseLayout } from './layout-summary.ts';
import type { JobRefused } from './job.ts';
import { type FinishedPdf, finishedPdf, type Finishing, isPdf, StepError } from './steps.ts';
import { checkTemplate } from './templates.ts';
import {
  type Diagnostic,
  type DocumentLayout,
  layout,
  render,
  RenderError,
  type RenderOptions,
} from '../../engine/index.ts';

export type Work =
  | { readonly make: 'pdf' }
  /** Pages and diagnostics, no bytes. */
  | { readonly make: 'check' }
  /** No output: checks whether the document refers to external resources, without laying it out. */
  | { readonly make: 'references' }
  /** No output: checks whether a template can be rendered. */
  | { readonly make: 'template' }
  /** A PNG of one page (1-based). The resolution is reduced if a side would exceed `mostPixels`. */
  | { readonly make: 'image'; readonly page: number; readonly dpi: number; readonly mostPixels: number }
  /** A ZIP archive with a PNG of every page. */
  | { readonly make: 'images'; readonly dpi: number; readonly mostPixels: number }
  /** A description of the layout in words. */
  | ({ readonly make: 'layout' } & LayoutQuestion);

export const PDF: Work = { make: 'pdf' };
export const CHECK: Work = { make: 'check' };
export const REFERENCES: Work = { make: 'references' };
export const TEMPLATE: Work = { make: 'template' };

export interface Made {
  /** The PDF, the PNG, the archive, or text in UTF-8. Empty for a check. */
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** The requested page doesn't exist. */
export class NoSuchPage extends Error {
  override readonly name = 'NoSuchPage';
}

const NO_BYTES = new Uint8Array(0);

/** Converts an error of the engine or of the page pictures to the form that workers return; null for other errors. */
export function refusedBy(error: unknown): JobRefused | null {
  if (error instanceof NoSuchPage)
    return { ok: false, code: 'no_such_page', message: error.message, urls: [], issues: [] };
  if (error instanceof StepError)
    return { ok: false, code: 'steps', message: error.message, urls: [], issues: error.issues };
  if (!(error instanceof RenderError)) return null;
  const { code, message, urls, issues } = error;
  return { ok: false, code, message, urls, issues };
}

/** Performs the work. @throws RenderError as `render` does; NoSuchPage; TemplateError */
export async function perform(
  work: Work,
  html: string | Uint8Array,
  options: RenderOptions,
  finishing: Finishing | null = null,
): Promise<Made> {
  const end = performance.now() + (options.limits?.deadlineMs ?? DEFAULT_LIMITS.deadlineMs);
  switch (work.make) {
    case 'pdf': {
      const { pdf, pages, diagnostics } = await finishedPdf(html, options, finishing);
      return { bytes: pdf, pages, diagnostics };
    }
    case 'check': {
      const { pages, diagnostics } = await finishedPdf(html, options, finishing);
      return { bytes: NO_BYTES, pages, diagnostics };
    }
    case 'references':
      return checkReferences(html, options);
    case 'template':
      checkTemplate(typeof html === 'string' ? html : new TextDecoder().decode(html));
      return { bytes: NO_BYTES, pages: 0, diagnostics: [] };
    case 'image':
      return pictureOf(work, await finishedPdf(html, options, finishing, true), end);
    case 'images':
      return picturesOf(work, await finishedPdf(html, options, finishing, true), end);
    case 'layout':
      return layoutOf(work, html, options);
  }
}

/** Thrown at the end of the check for external references, which precedes the styles. */
const CHECKED = new Error('the references have been checked');

async function checkReferences(html: string | Uint8Array, options: RenderOptions): Promise<Made> {
  const nothing: Made = { bytes: NO_BYTES, pages: 0, diagnostics: [] };
  if (isPdf(html)) return nothing;
  try {
    await render(html, {
      ...options,
      onProgress: ({ stage }) => {
        if (stage === 'style') throw CHECKED;
      },
    });
  } catch (error) {
    if (!(error instanceof RenderError) || error.cause !== CHECKED) throw error;
  }
  return nothing;
}

async function pictureOf(
  { page, dpi, mostPixels }: Extract<Work, { readonly make: 'image' }>,
  { pdf, pages, diagnostics }: FinishedPdf,
  end: number,
): Promise<Made> {
  checkPage(page, pages);
  // Loads PDFium only for images.
  const { rasterisePage, writePng } = await import('./pictures.ts');
  const within = { mostSide: mostPixels, deadlineMs: end - performance.now() };
  return { bytes: writePng(await rasterisePage(pdf, page, dpi, within)), pages, diagnostics };
}

async function picturesOf(
  { dpi, mostPixels }: Extract<Work, { readonly make: 'images' }>,
  { pdf, pages, diagnostics }: FinishedPdf,
  end: number,
): Promise<Made> {
  const { rasterisePage, writePng } = await import('./pictures.ts');
  const { zipSync } = await import('fflate');
  const files: Record<string, Uint8Array> = {};
  const digits = String(pages).length;
  for (let page = 1; page <= pages; page++) {
    const within = { mostSide: mostPixels, deadlineMs: end - performance.now() };
    files[`page-${String(page).padStart(digits, '0')}.png`] = writePng(await rasterisePage(pdf, page, dpi, within));
  }
  // PNGs are compressed already. The archive has no date of its own, so that the same document gives the same bytes.
  return { bytes: zipSync(files, { level: 0, mtime: ARCHIVE_DATE }), pages, diagnostics };
}

/** The earliest date that every reader of ZIP archives knows. */
const ARCHIVE_DATE = new Date(1980, 0, 1);

/** @throws NoSuchPage */
function checkPage(page: number, pages: number): void {
  if (page > pages) throw new NoSuchPage(`the document has ${pages} page${pages === 1 ? '' : 's'}, not ${page}`);
}

async function layoutOf(question: LayoutQuestion, html: string | Uint8Array, options: RenderOptions): Promise<Made> {
  const { selector, page } = question;
  const described =
    selector === null
      ? await layout(html, options)
      : (JSON.parse(await inspectJson(html, selector, options)) as DocumentLayout);
  const { pages, diagnostics } = described;
  checkPage(page ?? 1, pages.length);
  return { bytes: new TextEncoder().encode(summariseLayout(described, question)), pages: pages.length, diagnostics };
}
