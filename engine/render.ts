/** The pipeline: every stage in its order, and no logic of its own. */
import { buildBoxTree, buildContentBox } from './boxes/build.ts';
import type { Box } from './boxes/box.ts';
import { Budget } from './budget.ts';
import { type Diagnostic, Diagnostics } from './diagnostics.ts';
import { findReferences } from './document/external-references.ts';
import { elementById } from './document/element-facts.ts';
import type { Document, Element } from './document/node.ts';
import { parseDocument } from './document/parse.ts';
import { type ExternalReference, RenderError } from './errors.ts';
import { createFontContext, type FontContext } from './fonts/font-context.ts';
import { createImageStore } from './images/image-store.ts';
import type { ImageStore } from './images/image.ts';
import { prepareLayout } from './layout/prepare.ts';
import { createLayoutContext } from './layout/layout-node.ts';
import { type RenderOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import type { Page } from './pages/page.ts';
import { geometryOf } from './pages/page-flow.ts';
import { settleContainers } from './pages/container-rounds.ts';
import { type LaidOutPages, layoutPages } from './pages/page-loop.ts';
import type { Canvas } from './paint/canvas.ts';
import { createPdfCanvas } from './pdf/pdf-canvas.ts';
import { paintPage } from './paint/paint-page.ts';
import { PaintState } from './paint/paint-context.ts';
import { structureOf } from './paint/structure.ts';
import { collectStyleSheets, type ContentSize, createStyler, restyle, type Styler } from './style/styler.ts';
import { createTextServices } from './text/text-services.ts';
import type { TextServices } from './layout/contract.ts';
import { pxFromLu } from './units.ts';

export interface RenderResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly diagnostics: Diagnostic[];
}

/** A document on its way, with everything that the later stages and the dumps read. */
export interface LaidOutDocument {
  readonly document: Document;
  readonly styler: Styler;
  readonly fonts: FontContext;
  readonly images: ImageStore;
  readonly text: TextServices;
  readonly root: Box;
  readonly pages: readonly Page[];
  readonly options: ResolvedOptions;
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
}

/**
 * Renders an HTML document to PDF.
 * @throws RenderError for a refusal (`external_resource`, `invalid_options`) or a limit; author mistakes are diagnostics.
 */
export async function render(html: string, options: RenderOptions = {}): Promise<RenderResult> {
  const chunks: Uint8Array[] = [];
  const { pages, diagnostics } = await renderTo(html, options, (chunk) => chunks.push(chunk));
  return { pdf: joined(chunks), pages, diagnostics };
}

/** The same, with the PDF as a stream of bytes. The stream errors with the RenderError that `render` would throw. */
export function renderToStream(html: string, options: RenderOptions = {}): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async start(controller) {
      try {
        await renderTo(html, options, (chunk) => controller.enqueue(chunk));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
    },
  });
}

async function renderTo(
  html: string,
  options: RenderOptions,
  sink: (chunk: Uint8Array) => void,
): Promise<Omit<RenderResult, 'pdf'>> {
  const laidOut = await layoutDocument(html, options);
  const { document, options: resolved, diagnostics, pages } = laidOut;
  const canvas = createPdfCanvas({
    metadata: {
      title: resolved.title ?? document.title,
      language: document.language,
      author: resolved.author ?? '',
      subject: resolved.subject ?? '',
      keywords: resolved.keywords ?? '',
    },
    compress: resolved.compress,
    diagnostics,
    structure: structureOf(laidOut.root),
    sink,
  });
  paintDocument(laidOut, canvas);
  resolved.onProgress?.({ stage: 'write', pages: pages.length });
  await canvas.finish();
  return { pages: pages.length, diagnostics: diagnostics.list() };
}

/** All stages but painting. */
export async function layoutDocument(html: string, given: RenderOptions = {}): Promise<LaidOutDocument> {
  const options = resolveOptions(given);
  const { budget, diagnostics } = begin(options);
  const progress = (stage: 'parse' | 'style' | 'boxes' | 'layout', pages = 0): void =>
    options.onProgress?.({ stage, pages });

  progress('parse');
  const document = parseDocument(html, budget, diagnostics);
  const referenced = findReferences(document, diagnostics, budget);
  refuseExternal(referenced.external, diagnostics, options.external);

  progress('style');
  const sheets = collectStyleSheets(document, diagnostics, budget);
  const firstPage = { name: '', index: 0, first: true, left: false, blank: false };
  let fonts: FontContext | null = null;
  const provisional = createStyler(document, sheets, {
    viewportWidth: options.pageSize[0],
    viewportHeight: options.pageSize[1],
    mediaWidth: options.pageSize[0],
    mediaHeight: options.pageSize[1],
    media: 'print',
    budget,
    diagnostics,
    fontMetrics: (font) => (fonts as FontContext).metrics(font),
  });
  fonts = await createFontContext({
    fontFaces: provisional.fontFaces,
    fontValues: provisional.fontValues,
    extraFonts: options.fonts,
    diagnostics,
    budget,
  });
  const { initialWidth, initialHeight } = geometryOf(provisional.pageStyle(firstPage), provisional, options);
  const images = await createImageStore(referenced.images, diagnostics, budget);
  const text = createTextServices(fonts, budget);

  /** Styled for page areas enlarged by 1 / scale, because viewport units and page-wide boxes grow with them. */
  const layoutAt = async (
    scale: number,
    containers: ReadonlyMap<Element, ContentSize> | null,
  ): Promise<LaidOutPages & { readonly styler: Styler }> => {
    const width = Math.ceil(initialWidth / scale);
    const height = Math.ceil(initialHeight / scale);
    progress('style');
    const styler = restyle(provisional, {
      viewportWidth: pxFromLu(width),
      viewportHeight: pxFromLu(height),
      containerSizes: containers ?? undefined,
    });
    progress('boxes');
    const building = { document, styler, images, budget, diagnostics };
    const firstTree = buildBoxTree(building);
    progress('layout');
    await prepareLayout(firstTree.root);
    const layout = createLayoutContext({
      budget,
      diagnostics,
      text,
      images,
      initialWidth: width,
      initialHeight: height,
      quirks: document.quirks,
    });
    const laidOut = layoutPages({
      styler,
      layout,
      options,
      budget,
      scale,
      buildTree: (references) => (references === null ? firstTree : buildBoxTree(building, references)),
      buildMarginBox: (style, name, references) => buildContentBox(building, style, name, references),
      elementById: (id) => elementById(document, id),
      onPage: (count) => progress('layout', count),
    });
    return { ...laidOut, styler };
  };
  let laidOut = await settleContainers((sizes) => layoutAt(1, sizes), diagnostics);
  const { scaleToFit } = laidOut;
  if (scaleToFit !== 1) laidOut = await settleContainers((sizes) => layoutAt(scaleToFit, sizes), diagnostics);
  const { styler, root, pages } = laidOut;
  return { document, styler, fonts, images, text, root, pages, options, budget, diagnostics };
}

/** Paints every page on a canvas. */
export function paintDocument(
  { document, styler, fonts, images, text, pages, options, budget, diagnostics }: LaidOutDocument,
  canvas: Canvas,
): void {
  const state = new PaintState({ document, styler, fonts, images, text, diagnostics, budget });
  for (const page of pages) {
    budget.look();
    const turned = page.orientation !== 'upright';
    canvas.beginPage(turned ? page.height : page.width, turned ? page.width : page.height);
    paintPage(page, canvas, state);
    canvas.endPage();
    options.onProgress?.({ stage: 'paint', pages: page.index + 1 });
  }
}

function begin(options: ResolvedOptions): { budget: Budget; diagnostics: Diagnostics } {
  return { budget: new Budget(options.limits, options.signal ?? null), diagnostics: new Diagnostics() };
}

function refuseExternal(
  references: readonly ExternalReference[],
  diagnostics: Diagnostics,
  external: 'refuse' | 'ignore',
): void {
  if (references.length === 0) return;
  if (external === 'refuse') {
    throw new RenderError(
      'external_resource',
      `The document refers to ${references.length} external resources, which are never loaded.`,
      references,
    );
  }
  for (const { url, where } of references)
    diagnostics.warn('document/external-resource', `${where} ${url} is external and was left out`);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0];
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
