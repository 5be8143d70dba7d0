/**
 * Documents inside the document. The content of an `iframe` (HTML §4.8.5) has its own style sheets and fonts, and is
 * laid out in a viewport of the frame's size. Paper shows what is visible without scrolling.
 */
import { buildFrameBox } from './boxes/build.ts';
import type { Box } from './boxes/box.ts';
import type { Budget } from './budget.ts';
import type { StyleSheet } from './css/rules.ts';
import type { StyleReader } from './css/style-reader.ts';
import type { DiagnosticCode } from './diagnostic-codes.ts';
import { Diagnostics, type Severity, type SourcePosition } from './diagnostics.ts';
import { type FrameMarkup, frameMarkup } from './document/frame-markup.ts';
import { type Document, type Element, Namespace, type Node } from './document/node.ts';
import { nextNode, parseDocument } from './document/parse.ts';
import type { Resources } from './document/resources.ts';
import { createFontContext, type FontContext } from './fonts/font-context.ts';
import type { ImageStore } from './images/image.ts';
import { createLayoutContext } from './layout/layout-node.ts';
import { layoutInViewport } from './layout/fragmentation/fragmentainer.ts';
import { ImageDrawings } from './paint/image-drawings.ts';
import { type FrameContent, type FrameSource, NO_TEMPLATES, type PaintServices } from './paint/paint-context.ts';
import type { Rasterizer } from './raster/rasterizer.ts';
import type { ResolvedOptions } from './options.ts';
import { collectStyleSheets, createStyler, type StyleEnvironment, type Styler } from './style/styler.ts';
import { SvgDocuments } from './style/svg-documents.ts';
import { SvgBoxes } from './svg-boxes.ts';
import { createTextServices } from './text/text-services.ts';
import { luFromPx } from './units.ts';

/** Maximum nesting depth of displayed frames. */
const MAX_DEPTH = 4;
/** The default size of a frame in CSS px. */
const NATURAL_WIDTH = 300;
const NATURAL_HEIGHT = 150;

/** The minimum memory of a frame in bytes: styles, fonts, boxes. */
const FRAME_BYTES = 50_000;
/** The memory of the nodes and boxes for each character of a file, which a frame parses again. */
const FILE_CHARACTER_BYTES = 24;

/** The data that frames share with the outer document. */
export interface FrameSurroundings {
  readonly styles: StyleReader;
  readonly resources: Resources | null;
  readonly images: ImageStore;
  readonly rasterizer: Rasterizer;
  readonly options: Pick<ResolvedOptions, 'mediaType' | 'printBackground' | 'fonts' | 'findFonts'>;
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
  /** The base for relative links; null: none. */
  readonly linkBase: string | null;
}

const NO_ELEMENTS: ReadonlySet<Element> = new Set();

/** Reports diagnostics with positions inside an inner document: `iframe document`, `header document`. */
export class InnerDiagnostics extends Diagnostics {
  private readonly around: Diagnostics;
  private readonly where: string;

  /** `where`: the prefix of the inner document's sources. */
  constructor(around: Diagnostics, where: string) {
    super();
    this.around = around;
    this.where = where;
  }

  /** Indexes refer to the inner document, and are never looked up. */
  override reportNode(code: DiagnosticCode, severity: Severity, message: string, node: Element | null): void {
    this.report(code, severity, message, node?.position ?? null);
  }

  override report(
    code: DiagnosticCode,
    severity: Severity,
    message: string,
    at: SourcePosition | null = null,
    times = 1,
  ): void {
    this.around.report(code, severity, message, at && { ...at, source: `${this.where} ${at.source}` }, times);
  }
}

/** The frames of one document, by element. */
export class Frames implements FrameSource {
  private readonly frames: ReadonlyMap<Element, Frame>;

  constructor(frames: ReadonlyMap<Element, Frame>) {
    this.frames = frames;
  }

  content(element: Element, width: number, height: number): FrameContent | null {
    return this.frames.get(element)?.content(width, height) ?? null;
  }
}

/** Opens the frames of a document and those nested in them. Asynchronous because fonts are. */
export async function openFrames(document: Document, around: FrameSurroundings, depth = 1): Promise<Frames> {
  const frames = new Map<Element, Frame>();
  for (let node: Node | null = document.root; node !== null; node = nextNode(node, document.root)) {
    around.budget.tick();
    if (node.type !== 'element' || node.tag !== 'iframe' || node.namespace !== Namespace.Html) continue;
    const markup = frameMarkup(node, around.resources);
    if (markup === null) continue;
    if (depth <= MAX_DEPTH) {
      frames.set(node, await openFrame(markup, around, depth));
    } else {
      const message = `Frames nested deeper than ${MAX_DEPTH} levels are empty.`;
      around.diagnostics.report('html/unsupported-frame', 'warning', message, node.position);
    }
  }
  return new Frames(frames);
}

async function openFrame({ html, isFile }: FrameMarkup, given: FrameSurroundings, depth: number): Promise<Frame> {
  const { budget } = given;
  const around = isFile ? { ...given, resources: null } : given;
  const diagnostics = new InnerDiagnostics(around.diagnostics, 'iframe');
  budget.look();
  budget.spendBytes(FRAME_BYTES + (isFile ? html.length * FILE_CHARACTER_BYTES : 0));
  // Syntax problems were reported when its references were searched.
  const document = parseDocument(html, budget, new Diagnostics());
  const sheets = collectStyleSheets(document, around.styles, diagnostics, budget);
  const size = [NATURAL_WIDTH, NATURAL_HEIGHT] as const;
  const { services, environment } = await openInner(document, sheets, size, { ...around, diagnostics }, depth);
  return new Frame(services, sheets, environment);
}

/** The services for laying out and painting an inner document. */
interface InnerDocument {
  /** Without a styler, which the layout creates for its viewport. */
  readonly services: Omit<PaintServices, 'styler'>;
  readonly environment: StyleEnvironment;
}

/**
 * Opens an inner document with its own styles and fonts, and its frames. `size`: its viewport in CSS px; `depth`: its
 * nesting depth.
 */
export async function openInner(
  document: Document,
  sheets: readonly StyleSheet[],
  [width, height]: readonly [width: number, height: number],
  around: FrameSurroundings,
  depth: number,
): Promise<InnerDocument> {
  const { resources, budget, options, images, diagnostics } = around;
  let fonts: FontContext | null = null;
  const environment: StyleEnvironment = {
    ...viewport(width, height),
    media: options.mediaType,
    budget,
    diagnostics,
    fontMetrics: (font) => (fonts as FontContext).metrics(font),
  };
  const { fontFaces, fontValues } = createStyler(document, sheets, environment);
  const { fonts: extraFonts, findFonts } = options;
  const rules = { fontFaces, fontValues };
  fonts = await createFontContext({ ...rules, extraFonts, findFonts, resources, diagnostics, budget });
  const text = createTextServices(fonts, budget, diagnostics);
  const services = {
    document,
    images,
    text,
    diagnostics,
    budget,
    rasterizer: around.rasterizer,
    svgDocuments: new SvgDocuments(budget, diagnostics, environment.fontMetrics),
    svgBoxes: new SvgBoxes({ images, text, budget, diagnostics }),
    frames: await openFrames(document, around, depth + 1),
    templates: NO_TEMPLATES,
    linkBase: document.baseUrl ?? around.linkBase,
    attached: NO_ELEMENTS,
    paper: null,
    printsBackgrounds: options.printBackground,
  };
  return { services, environment };
}

const viewport = (
  width: number,
  height: number,
): Pick<StyleEnvironment, 'viewportWidth' | 'viewportHeight' | 'mediaWidth' | 'mediaHeight'> => ({
  viewportWidth: width,
  viewportHeight: height,
  mediaWidth: width,
  mediaHeight: height,
});

class Frame {
  private readonly services: Omit<PaintServices, 'styler'>;
  private readonly sheets: readonly StyleSheet[];
  private readonly environment: StyleEnvironment;
  /** The last result: a frame that spans several pages is painted on each. */
  private last: (FrameContent & { readonly width: number; readonly height: number }) | null = null;

  constructor(services: Omit<PaintServices, 'styler'>, sheets: readonly StyleSheet[], environment: StyleEnvironment) {
    this.services = services;
    this.sheets = sheets;
    this.environment = environment;
  }

  /** Returns the document in a viewport of this size in CSS px. */
  content(width: number, height: number): FrameContent {
    if (this.last === null || this.last.width !== width || this.last.height !== height) {
      const styler = createStyler(this.services.document, [...this.sheets], {
        ...this.environment,
        ...viewport(width, height),
      });
      const services = { ...this.services, styler };
      this.last = { fragment: layOut(services, styler, width, height), services, width, height };
    }
    return this.last;
  }
}

/** Lays out the root element's box in a box of the viewport's size. */
function layOut(services: PaintServices, styler: Styler, widthPx: number, heightPx: number): FrameContent['fragment'] {
  const { document, budget, diagnostics, text, images } = services;
  const box: Box = buildFrameBox({ document, styler, images, budget, diagnostics });
  const [width, height] = [luFromPx(widthPx), luFromPx(heightPx)];
  const context = createLayoutContext({
    budget,
    diagnostics,
    text,
    images,
    drawnImages: new ImageDrawings(services),
    initialWidth: width,
    initialHeight: height,
    quirks: document.quirks,
    lineHeightQuirk: document.lineHeightQuirk,
  });
  return layoutInViewport(context, box, width, height);
}
