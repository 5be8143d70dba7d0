/**
 * Documents inside the document: what an `iframe` brings along (HTML §4.8.5) is styled by its own style sheets, in its own fonts, and laid out
 * in a viewport as large as the frame, of which paper shows what it can without scrolling.
 */
import { buildFrameBox } from './boxes/build.ts';
import type { Box } from './boxes/box.ts';
import type { Budget } from './budget.ts';
import type { StyleSheet } from './css/rules.ts';
import type { StyleReader } from './css/style-reader.ts';
import type { DiagnosticCode } from './diagnostic-codes.ts';
import { Diagnostics, type Severity, type SourcePosition } from './diagnostics.ts';
import { frameMarkup } from './document/frame-markup.ts';
import { type Document, type Element, Namespace, type Node } from './document/node.ts';
import { nextNode, parseDocument } from './document/parse.ts';
import type { Resources } from './document/resources.ts';
import { createFontContext, type FontContext } from './fonts/font-context.ts';
import type { ImageStore } from './images/image.ts';
import { createLayoutContext } from './layout/layout-node.ts';
import { layoutInViewport } from './layout/viewport-layout.ts';
import { ImageDrawings } from './paint/image-drawings.ts';
import type { FrameContent, FrameSource, PaintServices } from './paint/paint-context.ts';
import type { Rasterizer } from './raster/rasterizer.ts';
import type { ResolvedOptions } from './options.ts';
import { collectStyleSheets, createStyler, type StyleEnvironment, type Styler } from './style/styler.ts';
import { SvgDocuments } from './style/svg-documents.ts';
import { SvgBoxes } from './svg-boxes.ts';
import { createTextServices } from './text/text-services.ts';
import { luFromPx } from './units.ts';

/** Frames in frames that are shown. */
const MAX_DEPTH = 4;
/** The size of a frame that nothing is said of, CSS px. */
const NATURAL_WIDTH = 300;
const NATURAL_HEIGHT = 150;

/** What the least of frames keeps: styles, fonts, boxes. */
const FRAME_BYTES = 50_000;

/** What frames have of the document around them. */
export interface FrameSurroundings {
  readonly styles: StyleReader;
  readonly resources: Resources | null;
  readonly images: ImageStore;
  readonly rasterizer: Rasterizer;
  readonly options: Pick<ResolvedOptions, 'media' | 'fonts'>;
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
}

/** Says of places that they are inside of a frame. */
class FrameDiagnostics extends Diagnostics {
  private readonly around: Diagnostics;

  constructor(around: Diagnostics) {
    super();
    this.around = around;
  }

  override report(
    code: DiagnosticCode,
    severity: Severity,
    message: string,
    at: SourcePosition | null = null,
    times = 1,
  ): void {
    this.around.report(code, severity, message, at && { ...at, source: `iframe ${at.source}` }, times);
  }
}

/** Those of one document, by their elements. */
export class Frames implements FrameSource {
  private readonly frames: ReadonlyMap<Element, Frame>;

  constructor(frames: ReadonlyMap<Element, Frame>) {
    this.frames = frames;
  }

  content(element: Element, width: number, height: number): FrameContent | null {
    return this.frames.get(element)?.content(width, height) ?? null;
  }
}

/** Opens the frames of a document, and those inside of them. Asynchronous because fonts are. */
export async function openFrames(document: Document, around: FrameSurroundings, depth = 1): Promise<Frames> {
  const frames = new Map<Element, Frame>();
  for (let node: Node | null = document.root; node !== null; node = nextNode(node, document.root)) {
    around.budget.tick();
    if (node.type !== 'element' || node.tag !== 'iframe' || node.namespace !== Namespace.Html) continue;
    const markup = frameMarkup(node);
    if (markup === null) continue;
    if (depth <= MAX_DEPTH) {
      frames.set(node, await openFrame(markup, around, depth));
    } else {
      const message = `Only ${MAX_DEPTH} frames in one another are shown.`;
      around.diagnostics.report('html/unsupported-frame', 'info', message, node.position);
    }
  }
  return new Frames(frames);
}

async function openFrame(markup: string, around: FrameSurroundings, depth: number): Promise<Frame> {
  const { styles, resources, budget, options, images } = around;
  const diagnostics = new FrameDiagnostics(around.diagnostics);
  budget.look();
  budget.spendBytes(FRAME_BYTES);
  // Its syntax has been complained about where its references were looked for.
  const document = parseDocument(markup, budget, new Diagnostics());
  const sheets = collectStyleSheets(document, styles, diagnostics, budget);
  let fonts: FontContext | null = null;
  const environment: StyleEnvironment = {
    ...viewport(NATURAL_WIDTH, NATURAL_HEIGHT),
    media: options.media,
    budget,
    diagnostics,
    fontMetrics: (font) => (fonts as FontContext).metrics(font),
  };
  const { fontFaces, fontValues } = createStyler(document, sheets, environment);
  fonts = await createFontContext({ fontFaces, fontValues, extraFonts: options.fonts, resources, diagnostics, budget });
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
    frames: await openFrames(document, { ...around, diagnostics }, depth + 1),
  };
  return new Frame(services, sheets, environment);
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
  /** As it was asked for last: a frame over several pages is painted on each of them. */
  private last: (FrameContent & { readonly width: number; readonly height: number }) | null = null;

  constructor(services: Omit<PaintServices, 'styler'>, sheets: readonly StyleSheet[], environment: StyleEnvironment) {
    this.services = services;
    this.sheets = sheets;
    this.environment = environment;
  }

  /** The document in a viewport of so many CSS px. */
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

/** A box as large as the viewport around the root element's. */
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
