/** The pipeline: every stage in its order, and no logic of its own. */
import type { Box } from './boxes/box.ts';
import { ByteList, type ByteSink, byteStream } from './byte-stream.ts';
import type { Diagnostic } from './diagnostics.ts';
import { elementById } from './document/element-facts.ts';
import type { RenderOptions } from './options.ts';
import type { Canvas } from './paint/canvas.ts';
import { PagePainter } from './paint/page-painter.ts';
import { PaintState } from './paint/paint-context.ts';
import { structureOf } from './paint/structure.ts';
import type { Prepared } from './pages/known.ts';
import type { Page } from './pages/page.ts';
import { PageList, type PageSink } from './pages/page-sink.ts';
import { settle } from './pages/settle.ts';
import { createPdfCanvas, type PdfCanvas } from './pdf/pdf-canvas.ts';
import { openDocument, type Opened, prepareDocument } from './prepare.ts';
import type { Styler } from './style/styler.ts';

export interface RenderResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly diagnostics: Diagnostic[];
}

/**
 * Renders an HTML document to PDF.
 * @throws RenderError for a refusal (`external_resource`, `invalid_options`) or a limit; author mistakes are diagnostics.
 */
export async function render(html: string, options: RenderOptions = {}): Promise<RenderResult> {
  const bytes = new ByteList();
  const { pages, diagnostics } = await renderTo(html, options, bytes);
  return { pdf: bytes.joined(), pages, diagnostics };
}

/**
 * The same, with the PDF as a stream of bytes, made as they are read. The stream errors with the RenderError that `render` would throw; to cancel it
 * ends the render.
 */
export function renderToStream(html: string, options: RenderOptions = {}): ReadableStream<Uint8Array> {
  return byteStream(async (bytes, signal) => {
    await renderTo(html, { ...options, signal }, bytes);
  }, options.signal ?? null);
}

async function renderTo(html: string, options: RenderOptions, bytes: ByteSink): Promise<Omit<RenderResult, 'pdf'>> {
  const opened = await openDocument(html, options);
  let canvas: PdfCanvas | null = null;
  const { pages } = await layOut(opened, (settled) => {
    canvas = pdfCanvasFor(opened, settled.tree.root, bytes);
    return painterOf({ ...opened, styler: settled.styler }, canvas, bytes);
  });
  opened.progress('write', pages);
  await (canvas as PdfCanvas | null)?.finish();
  return { pages, diagnostics: opened.diagnostics.list() };
}

/** Settles what hangs on layout; the pages go to the sink as they are finished. */
function layOut(
  opened: Opened,
  openSink: (settled: Prepared) => PageSink,
): Promise<{ readonly settled: Prepared; readonly pages: number }> {
  const { document, options, budget, diagnostics, progress } = opened;
  return settle({
    options,
    budget,
    diagnostics,
    prepare: (known, styled) => prepareDocument(opened, known, styled),
    openSink,
    elementById: (id) => elementById(document, id),
    onPage: (count) => progress('layout', count),
  });
}

function pdfCanvasFor({ document, options, diagnostics }: Opened, root: Box, bytes: ByteSink): PdfCanvas {
  const { title = document.title, author = '', subject = '', keywords = '', compress } = options;
  const metadata = { title, language: document.language, author, subject, keywords };
  const sink = (chunk: Uint8Array): void => bytes.write(chunk);
  return createPdfCanvas({ metadata, compress, diagnostics, structure: structureOf(root), sink });
}

type Painted = Omit<Opened, 'provisional'> & { readonly styler: Styler };

function painterOf(painted: Painted, canvas: Canvas, bytes: ByteSink | null): PagePainter {
  const { budget, progress } = painted;
  return new PagePainter(canvas, new PaintState(painted), (count) => {
    progress('paint', count);
    const ready = bytes?.ready() ?? null;
    return ready === null ? undefined : budget.waitFor(ready);
  });
}

/** A document with its pages, for those who look at them: dumps and tests. */
export interface LaidOutDocument extends Painted {
  readonly root: Box;
  readonly pages: readonly Page[];
}

/** All stages but painting. */
export async function layoutDocument(html: string, options: RenderOptions = {}): Promise<LaidOutDocument> {
  const opened = await openDocument(html, options);
  const list = new PageList();
  const { settled } = await layOut(opened, () => list);
  return { ...opened, styler: settled.styler, root: settled.tree.root, pages: list.pages };
}

/** Paints every page on a canvas. */
export function paintDocument(laidOut: LaidOutDocument, canvas: Canvas): void {
  const painter = painterOf(laidOut, canvas, null);
  for (const page of laidOut.pages) void painter.takePage(page, true);
}
