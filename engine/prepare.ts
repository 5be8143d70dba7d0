/** A document on its way to layout: what the stages before it make, once for the document and once for each thing that layout takes for granted. */
import { buildBoxTree, buildContentBox } from './boxes/build.ts';
import { Budget } from './budget.ts';
import { StyleReader } from './css/style-reader.ts';
import { Diagnostics } from './diagnostics.ts';
import { findReferences, refuseExternalReferences } from './document/external-references.ts';
import type { Document } from './document/node.ts';
import { parseDocument } from './document/parse.ts';
import { createFontContext, type FontContext } from './fonts/font-context.ts';
import { createImageStore } from './images/image-store.ts';
import type { ImageStore } from './images/image.ts';
import type { TextServices } from './layout/contract.ts';
import { createLayoutContext } from './layout/layout-node.ts';
import { prepareLayout } from './layout/prepare.ts';
import { type Progress, type RenderOptions, type ResolvedOptions, resolveOptions } from './options.ts';
import type { Known, Prepared } from './pages/known.ts';
import { geometryOf } from './pages/page-flow.ts';
import { collectStyleSheets, createStyler, restyle, type Styler } from './style/styler.ts';
import { createTextServices } from './text/text-services.ts';
import { pxFromLu } from './units.ts';

/** What all stages of a render share. */
export interface Opened {
  readonly document: Document;
  readonly fonts: FontContext;
  readonly images: ImageStore;
  readonly text: TextServices;
  readonly options: ResolvedOptions;
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
  readonly progress: (stage: Progress['stage'], pages?: number) => void;
  /** For the page sizes that `@page` gives; `prepareDocument` styles for the areas that follow from them. */
  readonly provisional: Styler;
}

/** Parses the document, collects its style sheets, and loads fonts and images. */
export async function openDocument(html: string, given: RenderOptions): Promise<Opened> {
  const options = resolveOptions(given);
  const budget = new Budget(options.limits, options.signal ?? null);
  const diagnostics = new Diagnostics();
  const progress = (stage: Progress['stage'], pages = 0): void => options.onProgress?.({ stage, pages });

  progress('parse');
  const document = parseDocument(html, budget, diagnostics);
  const styles = new StyleReader(budget);
  const references = findReferences(document, styles, diagnostics, budget);
  refuseExternalReferences(references.external, diagnostics, options.external);

  progress('style');
  const sheets = collectStyleSheets(document, styles, diagnostics, budget);
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
  const { fontFaces, fontValues } = provisional;
  fonts = await createFontContext({ fontFaces, fontValues, extraFonts: options.fonts, diagnostics, budget });
  const images = await createImageStore(references.images, diagnostics, budget);
  const text = createTextServices(fonts, budget);
  return { document, fonts, images, text, options, budget, diagnostics, progress, provisional };
}

const FIRST_PAGE = { name: '', index: 0, first: true, left: false, blank: false };

/**
 * Styles the document for page areas enlarged by 1 / scale, because viewport units and page-wide boxes grow with them, and builds its
 * boxes. `styled`: what is known of styles hasn't changed since.
 */
export async function prepareDocument(opened: Opened, known: Known, styled: Prepared | null): Promise<Prepared> {
  const { document, images, text, options, budget, diagnostics, progress, provisional } = opened;
  const first = geometryOf(provisional.pageStyle(FIRST_PAGE), provisional, options);
  const initialWidth = Math.ceil(first.initialWidth / known.scale);
  const initialHeight = Math.ceil(first.initialHeight / known.scale);
  progress('style');
  const styler =
    styled?.styler ??
    restyle(provisional, {
      viewportWidth: pxFromLu(initialWidth),
      viewportHeight: pxFromLu(initialHeight),
      containerSizes: known.containers ?? undefined,
    });
  progress('boxes');
  const building = { document, styler, images, budget, diagnostics };
  const tree = buildBoxTree(building, known.answers?.from(null) ?? null);
  progress('layout');
  await prepareLayout(tree.root);
  const { quirks } = document;
  const layout = createLayoutContext({ budget, diagnostics, text, images, initialWidth, initialHeight, quirks });
  return {
    styler,
    tree,
    layout,
    buildMarginBox: (style, name, references) => buildContentBox(building, style, name, references),
  };
}
