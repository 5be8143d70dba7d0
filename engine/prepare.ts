/**
 * Prepares a document for layout: runs the stages before it, once for the document and once for each set of assumptions
 * about layout.
 */
import { buildBoxTree, buildContentBox, pageText } from './boxes/build.ts';
import { Budget } from './budget.ts';
import type { GivenDocument } from './bytes-given.ts';
import { NO_GROUPS, type PageIdentity } from './css/at-rules/page.ts';
import type { StyleSheet } from './css/rules.ts';
import { StyleReader } from './css/style-reader.ts';
import { Diagnostics } from './diagnostics.ts';
import { attachmentsOf } from './document/attachments.ts';
import { type References, refuseExternalReferences } from './document/external-references.ts';
import { documentBase, linkBaseOf, loadReferences } from './document/load-references.ts';
import type { Document, Element } from './document/node.ts';
import { Resources } from './document/resources.ts';
import { createFontContext, type FontContext } from './fonts/font-context.ts';
import { Frames, openFrames } from './frames.ts';
import { createImageStore } from './images/image-store.ts';
import type { ImageStore } from './images/image.ts';
import type { TextServices } from './layout/contract/contract.ts';
import { createLayoutContext } from './layout/layout-node.ts';
import { prepareLayout } from './layout/preload.ts';
import { ImageDrawings } from './paint/image-drawings.ts';
import { type ResolvedOptions, resolveOptions } from './options.ts';
import type { Known, Prepared } from './pages/known.ts';
import { firstPage } from './layout/fragmentation/next-break.ts';
import { geometryOf, usesDefaultMargins } from './pages/page-flow.ts';
import { tightnessOf } from './pages/page-limit.ts';
import { initialRoom, type PageGeometry } from './pages/page-geometry.ts';
import { type OwnXmp, readOwnXmp } from './pdf/own-xmp.ts';
import { readDocument } from './read-document.ts';
import type { AttachedFile, Progress, RenderOptions } from './render-options.ts';
import { Rasterizer } from './raster/rasterizer.ts';
import { marginSheet, NO_MARGINS, type TemplateFacts, templatePageSheet } from './style/template-sheets.ts';
import {
  collectStyleSheets,
  createStyler,
  generatedSheet,
  restyle,
  type StyleEnvironment,
  type Styler,
  userStyleSheets,
} from './style/styler.ts';
import { MEDIA_METRICS } from './style/document-styler.ts';
import { SvgDocuments } from './style/svg-documents.ts';
import { SvgBoxes } from './svg-boxes.ts';
import { openTemplates, type ParsedTemplate, parseTemplates, type Templates } from './templates.ts';
import { createTextServices } from './text/text-services.ts';
import { pxFromLu } from './units.ts';
import { queriedContainers } from './pages/container-measures.ts';

/** The data that all stages of a render share. */
export interface Opened {
  readonly document: Document;
  readonly fonts: FontContext;
  readonly images: ImageStore;
  readonly text: TextServices;
  readonly options: ResolvedOptions;
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
  readonly progress: (stage: Progress['stage'], pages?: number) => void;
  readonly svgDocuments: SvgDocuments;
  readonly svgBoxes: SvgBoxes;
  readonly linkBase: string | null;
  readonly attached: ReadonlySet<Element>;
  readonly paper: readonly [width: number, height: number] | null;
  readonly printsBackgrounds: boolean;
  /** The files that the caller has provided by name; null without a loader. */
  readonly resources: Resources | null;
  /** The metadata that the caller adds to the file; null: none. */
  readonly xmp: OwnXmp | null;
  /** The files that the document embeds. */
  readonly attachedFiles: readonly AttachedFile[];
  readonly frames: Frames;
  readonly templates: Templates;
  readonly references: References;
  readonly rasterizer: Rasterizer;
  /** The styler for the page sizes that `@page` sets. `prepareDocument` styles for the resulting page areas. */
  readonly provisional: Styler;
  readonly isInspected: boolean;
}

/**
 * Parses the document, collects its style sheets, and loads fonts and images. `isInspected`: whether every element keeps
 * its source position, instead of only those that a diagnostic may be about, and every grid the areas of its tracks.
 */
export async function openDocument(
  given: GivenDocument,
  askedFor: RenderOptions,
  isInspected = false,
): Promise<Opened> {
  const asked = resolveOptions(askedFor);
  const budget = new Budget(asked.limits, asked.signal ?? null);
  const diagnostics = new Diagnostics();
  const xmp = asked.xmp === undefined ? null : readOwnXmp(asked.xmp, budget);
  const progress = (stage: Progress['stage'], pages = 0): void => asked.onProgress?.({ stage, pages });

  progress('parse');
  const { document, encoding, options, url } = readDocument(given, asked, budget, diagnostics, isInspected);
  const parsedTemplates = parseTemplates(options, budget, diagnostics);
  const base = documentBase(document, url);
  const resources = options.loadResource === undefined ? null : new Resources(options.loadResource, base, budget);
  const styles = new StyleReader(budget, resources, encoding);
  const { userStyles } = options;
  const loading = { styles, resources, diagnostics, budget, userStyles, templates: parsedTemplates };
  const references = await loadReferences(document, base, loading);
  refuseExternalReferences(references.external, diagnostics, options.externalResources);

  await budget.pause();
  progress('style');
  const own = collectStyleSheets(document, styles, diagnostics, budget);
  const callers = userStyleSheets(userStyles, styles, diagnostics);
  let fonts: FontContext | null = null;
  const marginsFor = (environment: StyleEnvironment): string => {
    if (options.hasMargin) return marginSheet(options.margin);
    const { hasPageRules, hasMarginBoxes } = createStyler(document, own, silent(environment));
    return !hasPageRules ? marginSheet(options.margin) : hasMarginBoxes ? '' : NO_MARGINS;
  };
  /** Sheets from the options aren't treated as `@page` rules of the document, so the default margins remain. */
  const sheetsFor = (environment: StyleEnvironment): StyleSheet[] => {
    if (parsedTemplates.length === 0 && userStyles.length === 0 && !options.hasMargin) return own;
    const generated = templatePageSheet(parsedTemplates.map(({ name }) => name));
    return [generatedSheet(marginsFor(environment) + generated, styles), ...own, ...callers];
  };
  const environment: StyleEnvironment = {
    viewportWidth: options.pageSize[0],
    viewportHeight: options.pageSize[1],
    ...mediaSize(options, true),
    media: options.mediaType,
    expandsScrollers: options.overflow === 'expand',
    budget,
    diagnostics,
    fontMetrics: (font) => (fonts as FontContext).metrics(font),
  };
  const assumed = hasOptionMargins(document, own, environment, options)
    ? environment
    : { ...environment, ...mediaSize(options, false) };
  if (parsedTemplates.length > 0)
    reportReplacedBoxes(parsedTemplates, createStyler(document, own, silent(environment)), diagnostics);
  const provisional = createStyler(document, sheetsFor(assumed), assumed);
  const { fontFaces, fontValues } = provisional;
  const { fonts: extraFonts, findFonts } = options;
  const rules = { fontFaces, fontValues };
  fonts = await createFontContext({ ...rules, extraFonts, findFonts, resources, diagnostics, budget });
  const images = await createImageStore(references.images, diagnostics, budget, resources, options.images?.depth);
  const text = createTextServices(fonts, budget, diagnostics);
  const svgDocuments = new SvgDocuments(budget, diagnostics, (font) => (fonts as FontContext).metrics(font));
  const svgBoxes = new SvgBoxes({ images, text, budget, diagnostics });
  const rasterizer = new Rasterizer(diagnostics, budget);
  const linkBase = linkBaseOf(document, options.baseUrl);
  const around = { styles, resources, images, rasterizer, options, budget, diagnostics, linkBase };
  const frames = references.hasForeignContent ? await openFrames(document, around) : new Frames(new Map());
  const { width, height } = geometryOf(provisional.pageStyle(FIRST_PAGE), provisional, options);
  const facts = templateFacts(document, options);
  const templates = await openTemplates(parsedTemplates, facts, [width, height], around, document);
  const attachments = attachmentsOf(document, resources, diagnostics);
  const links = { linkBase, attached: attachments.elements, attachedFiles: attachments.files };
  const shared = {
    ...links,
    document,
    fonts,
    images,
    text,
    svgDocuments,
    svgBoxes,
    frames,
    templates,
    rasterizer,
    references,
    paper: options.paper ?? null,
    printsBackgrounds: options.printBackground,
  };
  return { ...shared, xmp, resources, options, budget, diagnostics, progress, provisional, isInspected };
}

/**
 * Returns the `width` and `height` of media queries. As in Chromium, it is the area given by the options, regardless of
 * `@page`, less their margins where they apply.
 */
function mediaSize(
  { pageSize, margin, scale }: ResolvedOptions,
  hasMargins: boolean,
): Pick<StyleEnvironment, 'mediaWidth' | 'mediaHeight'> {
  const [width, height] = pageSize;
  const { left, right, top, bottom } = hasMargins ? margin : NONE;
  return {
    mediaWidth: Math.max(1, width - left - right) / scale,
    mediaHeight: Math.max(1, height - top - bottom) / scale,
  };
}

const NONE: ResolvedOptions['margin'] = { top: 0, right: 0, bottom: 0, left: 0 };

/** Returns an environment for a styler that only looks ahead. The final styler reports the problems of the sheets. */
const silent = (environment: StyleEnvironment): StyleEnvironment => ({
  ...environment,
  diagnostics: new Diagnostics(),
});

/** Returns whether the margins of the options apply to the first page, as far as is known before fonts are loaded. */
function hasOptionMargins(
  document: Document,
  sheets: StyleSheet[],
  environment: StyleEnvironment,
  { hasMargin }: ResolvedOptions,
): boolean {
  const styler = createStyler(document, sheets, { ...silent(environment), fontMetrics: () => MEDIA_METRICS });
  const first = styler.pageStyle(FIRST_PAGE);
  return hasMargin ? !first.hasMargin : usesDefaultMargins(first, styler);
}

/** Reports the document's margin boxes at the edges where templates are shown, once for each edge. */
function reportReplacedBoxes(
  templates: readonly ParsedTemplate[],
  { marginBoxes }: Styler,
  diagnostics: Diagnostics,
): void {
  for (const { name } of templates) {
    const side = name === 'header' ? 'top' : 'bottom';
    const box = marginBoxes.find((one) => [`${side}-left`, `${side}-center`, `${side}-right`].includes(one.name));
    if (box === undefined) continue;
    const message = `The ${name} template replaces the margin box @${box.name} of the document.`;
    diagnostics.warn('template/replaced-margin-box', message, box.position);
  }
}

/** Returns the values that template classes print. */
function templateFacts(document: Document, { title, baseUrl, date }: ResolvedOptions): TemplateFacts {
  const day = date === undefined ? '' : date.toISOString().slice(0, 10);
  return { title: title ?? document.title, url: document.baseUrl ?? baseUrl ?? '', date: day };
}

const FIRST_PAGE: PageIdentity = { name: '', index: 0, first: true, left: false, blank: false, groups: NO_GROUPS };

function firstGeometry({ provisional, options }: Opened, name: string): PageGeometry {
  return geometryOf(provisional.pageStyle({ ...FIRST_PAGE, name }), provisional, options);
}

/**
 * Styles the document and builds its boxes. Page areas are enlarged by 1 / scale, because viewport units and page-wide
 * boxes grow with them. `styled`: the previous result, if the facts that styles depend on haven't changed since.
 */
export async function prepareDocument(opened: Opened, known: Known, styled: Prepared | null): Promise<Prepared> {
  const assumed = styled?.firstPageName ?? '';
  const prepared = await prepareFor(opened, known, styled, assumed);
  // The boxes determine the first page's name, while their styles depend on its size.
  const { name } = firstPage(prepared.tree.root);
  if (name === assumed) return prepared;
  const [was, is] = [assumed, name].map((first) => initialRoom(firstGeometry(opened, first), known.scale));
  if (was!.width === is!.width && was!.height === is!.height) return prepared;
  return prepareFor(opened, known, null, name);
}

async function prepareFor(
  opened: Opened,
  known: Known,
  styled: Prepared | null,
  firstPageName: string,
): Promise<Prepared> {
  const { document, images, text, budget, diagnostics, progress, provisional } = opened;
  const first = firstGeometry(opened, firstPageName);
  const { width: initialWidth, height: initialHeight } = initialRoom(first, known.scale);
  progress('style');
  const styler =
    styled?.styler ??
    restyle(provisional, {
      viewportWidth: pxFromLu(initialWidth),
      viewportHeight: pxFromLu(initialHeight),
      containerSizes: known.containers ?? undefined,
      fits: known.fits,
      snaps: known.snaps,
      tightness: tightnessOf(known.limited),
    });
  await budget.pause();
  progress('boxes');
  const { namesSections } = opened.templates;
  const namesAll = opened.options.namedDestinations === 'all';
  const building = { document, styler, images, budget, diagnostics, namesSections, namesAll };
  const tree = buildBoxTree(building, known.answers?.from(null) ?? null);
  await budget.pause();
  progress('layout');
  await prepareLayout(tree.root, opened.references.hasForeignContent);
  const { quirks, lineHeightQuirk } = document;
  const rescaled = (scale: number): Prepared => {
    const { width, height } = initialRoom(first, scale);
    const layout = createLayoutContext({
      budget,
      diagnostics,
      text,
      images,
      drawnImages: new ImageDrawings({ ...opened, styler }),
      anchors: tree.anchors,
      regions: tree.regions,
      containers: queriedContainers(styler, known),
      initialWidth: width,
      initialHeight: height,
      quirks,
      lineHeightQuirk,
      keepsTracks: opened.isInspected,
    });
    return {
      styler,
      tree,
      layout,
      frames: opened.frames,
      firstPageName,
      buildMarginBox: (style, name, references) => {
        const template = opened.templates.marginBox(style, name, references);
        if (template !== null) return template;
        const box = buildContentBox(building, style, name, references);
        return box && { box, style, context: layout };
      },
      pageText: (items, style, references) => pageText(building, items, style, references),
      atScale: (next) => {
        const room = initialRoom(first, next);
        const isFree = !layout.usesInitialSize && styler.resize(pxFromLu(room.width), pxFromLu(room.height));
        return isFree ? rescaled(next) : null;
      },
    };
  };
  return rescaled(known.scale);
}
