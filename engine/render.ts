/** The pipeline: runs every stage in order and contains no other logic. */
import type { Box } from './boxes/box.ts';
import type { Budget } from './budget.ts';
import type { ByteSink } from './byte-stream.ts';
import { documentOf, sourceOf } from './bytes-given.ts';
import type { Diagnostic } from './diagnostics.ts';
import { placeMissing } from './document/character-places.ts';
import { placeDeclarations } from './style/declaration-places.ts';
import { allNames, targetNamed } from './document/link-targets.ts';
import { metadataOf } from './document/metadata.ts';
import { withTypedErrors } from './error-edge.ts';
import { optionError } from './errors.ts';
import { pageInvoice } from './invoices/page-invoice.ts';
import { ImageFitter } from './raster/image-fit.ts';
import { assertInvariant } from './invariant.ts';
import { isSelected } from './page-ranges.ts';
import type { PageOutput } from './paint/display-list.ts';
import { PagePainter } from './paint/page-painter.ts';
import { PaintState } from './paint/paint-context.ts';
import type { Prepared } from './pages/known.ts';
import type { Page } from './pages/page.ts';
import { progressesFromRight } from './pages/page-flow.ts';
import { PageList, type PageSink, TwoSinks } from './pages/page-sink.ts';
import { settle } from './pages/settle.ts';
import { subsetFont, subsetUnhinted } from './fonts/subset.ts';
import type { Invoice } from './pdf/facturx.ts';
import { opaqueOutput } from './pdf/opaque-output.ts';
import { provenanceSchema, type RenderInputs } from './pdf/provenance.ts';
import { PdfOutput } from './pdf/pdf-output.ts';
import { openDocument, type Opened, prepareDocument } from './prepare.ts';
import type { DocumentGiven, RenderOptions } from './render-options.ts';
import { INVOICE_PROFILE, permitsTransparency } from './profile.ts';
import type { JpegBytes } from './raster/rasterizer.ts';
import { buildStructure } from './semantics/build.ts';
import { formFieldsOf } from './semantics/form-fields.ts';
import { positionOf, type Structure } from './semantics/structure.ts';
import type { Styler } from './style/styler.ts';
import { ENGINE_VERSION } from './version.ts';

interface Written {
  readonly styler: Styler;
  readonly pages: number;
  readonly diagnostics: Diagnostic[];
  readonly budget: Budget;
}

/**
 * Writes the PDF to a sink, for `render` and `renderToStream`. `kept` collects the pages for callers that inspect them.
 * @throws RenderError and nothing else.
 */
export function renderTo(
  html: DocumentGiven,
  options: RenderOptions,
  bytes: ByteSink,
  kept: PageList | null = null,
): Promise<Written> {
  return withTypedErrors(options, (followed) => renderAll(html, followed, bytes, kept));
}

async function renderAll(
  given: DocumentGiven,
  options: RenderOptions,
  bytes: ByteSink,
  kept: PageList | null,
): Promise<Written> {
  const html = documentOf(given);
  const opened = await openDocument(html, options, kept !== null);
  let painting: { readonly output: PdfOutput; readonly painter: PagePainter } | null = null;
  const laidOut = await layOut(opened, (settled) => {
    const structure = buildStructure(settled.tree.root, opened.document, opened.budget);
    const isFromRight = progressesFromRight(settled.tree.root);
    const { facturx: given = null } = opened.options;
    const facturx = given && pageInvoice(given, { ...opened, root: settled.tree.root });
    const output = pdfOutputFor(opened, { structure, isFromRight, facturx }, sourceOf(html), bytes);
    const painter = painterOf({ ...opened, styler: settled.styler }, drawnOn(output, opened, structure), bytes, [
      ...settled.tree.outlineTargets,
      ...opened.templates.linkedNames,
      ...(opened.options.namedDestinations === 'all' ? allNames(opened.document) : []),
    ]);
    painting = { output, painter };
    return kept === null ? painter : new TwoSinks(kept, painter);
  });
  assertInvariant(painting !== null, 'a document has at least one page');
  const { output, painter } = painting as { output: PdfOutput; painter: PagePainter };
  const pages = painter.painted;
  if (pages === 0) {
    throw optionError(
      'pageRanges',
      `matches no page; the document has ${laidOut.pages === 1 ? 'one page' : `${laidOut.pages} pages`}`,
    );
  }
  opened.progress('write', pages);
  await output.finish();
  const { styler } = laidOut.settled;
  placeDeclarations(styler, opened.diagnostics);
  if (typeof html === 'string' || html instanceof Uint8Array) placeMissing(html, opened.document, opened.diagnostics);
  return { pages, diagnostics: opened.diagnostics.list(), budget: opened.budget, styler };
}

/** Lays out until all dependencies on layout settle. Finished pages go to the sink. */
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
    targetNamed: (name) => targetNamed(document, name),
    onPage: (count) => progress('layout', count),
  });
}

function pdfOutputFor(
  opened: Opened,
  settled: { readonly structure: Structure; readonly isFromRight: boolean; readonly facturx: Invoice | null },
  source: string | Uint8Array,
  bytes: ByteSink,
): PdfOutput {
  const { document, options, diagnostics, budget, rasterizer, attachedFiles } = opened;
  const said = metadataOf(document);
  const { title = document.title, author = said.author, subject = said.description } = options;
  const { keywords = said.keywords, date = null, compress, forms, viewer = null } = options;
  const metadata = { title, language: document.language, author, subject, keywords, date, custom: said.custom };
  const sink = (chunk: Uint8Array): void => bytes.write(chunk);
  const { facturx } = settled;
  const { outputIntent = null } = options;
  const profile = options.profile ?? (facturx === null ? null : INVOICE_PROFILE);
  const attachments = [...options.attachments, ...attachedFiles];
  const encryption = options.encryption ? { rules: options.encryption, source } : null;
  const provenance = options.provenance ? provenanceSchema(inputsOf(opened, options.provenance, source)) : null;
  const contents = { xmp: opened.xmp, attachments, provenance, forms, ...settled, encryption, viewer, outputIntent };
  const subset = options.hinting ? subsetFont : subsetUnhinted;
  const { resolution, quality } = options.images ?? {};
  const isAsItCame = resolution === undefined && quality === undefined;
  const fitting = isAsItCame ? null : new ImageFitter({ resolution, quality }, rasterizer, budget);
  const pictures = { fitting, decodeJpeg: (jpeg: JpegBytes) => rasterizer.decodeJpeg(jpeg) };
  return new PdfOutput({ metadata, compress, diagnostics, budget, profile, subset, ...pictures, ...contents, sink });
}

/** Returns the output that pages are drawn on. Standards without transparency need another one around it. */
function drawnOn(output: PdfOutput, opened: Opened, structure: Structure): PageOutput {
  if (permitsTransparency(output.profile)) return output;
  return opaqueOutput(output, opened, (index) => {
    const node = structure.nodeOf(index);
    return node && positionOf(node);
  });
}

/** Options whose files are listed separately, or that don't change the file. */
const NOT_HASHED: ReadonlySet<string> = new Set([
  'attachments',
  'baseUrl',
  'encryption',
  'facturx',
  'findFonts',
  'fonts',
  'limits',
  'loadResource',
  'onProgress',
  'outputIntent',
  'provenance',
  'signal',
  'userStyles',
]);

/** Returns the inputs of a render, for the metadata of the file. */
function inputsOf(
  { options, resources, attachedFiles }: Opened,
  { inputs = {}, notes = {} }: NonNullable<Opened['options']['provenance']>,
  document: string | Uint8Array,
): RenderInputs {
  const { attachments, outputIntent, facturx, userStyles, fonts } = options;
  const files = new Map<string, string | Uint8Array>(
    [...attachments, ...attachedFiles].map(({ name, bytes }) => [name, bytes]),
  );
  if (outputIntent !== undefined) files.set('output intent', outputIntent.profile);
  if (facturx?.xml !== undefined) files.set('invoice', facturx.xml);
  const others = Object.fromEntries(Object.entries(options).filter(([name]) => !NOT_HASHED.has(name)));
  const styles = userStyles.filter((style) => typeof style === 'string');
  return {
    engine: `Pagewright ${ENGINE_VERSION}`,
    document,
    inputs,
    resources: resources?.labelled() ?? new Map(),
    fonts,
    attachments: files,
    options: { ...others, styles },
    notes,
  };
}

type Painted = Omit<Opened, 'provisional'> & { readonly styler: Styler };

function painterOf(
  painted: Painted,
  output: PageOutput,
  bytes: ByteSink | null,
  targets: readonly string[] = [],
): PagePainter {
  const { budget, progress } = painted;
  const { pageRanges } = painted.options;
  const isWanted = (index: number): boolean => isSelected(pageRanges, index + 1);
  const fields = painted.options.forms ? formFieldsOf(painted.document, budget, painted.diagnostics) : null;
  return new PagePainter(output, new PaintState(painted, fields, null, new Set(targets)), isWanted, (count) => {
    progress('paint', count);
    const ready = bytes?.ready() ?? null;
    return ready === null ? (budget.pause() ?? undefined) : budget.waitFor(ready);
  });
}

/** A document with its pages, for dumps and tests. */
export interface LaidOutDocument extends Painted {
  readonly root: Box;
  readonly pages: readonly Page[];
}

/** Runs all stages except painting. */
export async function layoutDocument(html: DocumentGiven, options: RenderOptions = {}): Promise<LaidOutDocument> {
  const opened = await openDocument(documentOf(html), options, true);
  const list = new PageList();
  const { settled } = await layOut(opened, () => list);
  return { ...opened, styler: settled.styler, root: settled.tree.root, pages: list.pages };
}

/** Paints every page. */
export function paintDocument(laidOut: LaidOutDocument, output: PageOutput): void {
  const painter = painterOf(laidOut, output, null);
  for (const page of laidOut.pages) void painter.takePage(page, true);
}
