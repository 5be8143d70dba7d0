import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import type { ComputedStyle, FontStyle, TextStyle } from '../css/computed-style.ts';
import { Color } from '../css/color.ts';
import { type MaskLayer } from '../css/computed-values.ts';
import { linkedNames, meansTop, targetNamed } from '../document/link-targets.ts';
import type { Document, Element } from '../document/node.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { FontMetricsPx } from '../fonts/face.ts';
import type { ImageStore, RasterData } from '../images/image.ts';
import type { TextServices } from '../layout/contract.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import { ShadowBudget } from './blurred-shadow.ts';
import { FilterBudget } from './filters/filter-budget.ts';
import type { FormField } from '../semantics/form-fields.ts';
import type { Rasterizer } from '../raster/rasterizer.ts';
import type { Backdrop } from './backdrop.ts';
import type { BackdropCanvas } from './backdrop-canvas.ts';
import type { FilteredImages } from './color-filter-canvas.ts';
import type { PageAxis } from './break-clip.ts';
import type { Canvas, LinkTarget, Matrix } from './canvas.ts';
import { multiply } from './matrix.ts';
import type { Space } from './spaces.ts';
import type { SvgDocuments } from '../style/svg-documents.ts';
import type { Styler } from '../style/styler.ts';
import type { SvgTextBox } from './svg/text/text-clusters.ts';
import type { Rect } from './rounded-rect.ts';
import { Slices } from './slices.ts';
import { NO_SIZES } from '../pages/whole-boxes.ts';
import type { LU } from '../units.ts';

/** What the painting of a document needs besides the fragments; the same for all its pages. */
export interface PaintServices {
  readonly images: ImageStore;
  readonly text: TextServices;
  readonly diagnostics: Diagnostics;
  readonly budget: Budget;
  readonly document: Document;
  /** The styles of SVG elements inside the document. */
  readonly styler: Styler;
  /** SVG files, styled by their own rules. */
  readonly svgDocuments: SvgDocuments;
  /** Makes pixels of what filters change. */
  readonly rasterizer: Rasterizer;
  /** Makes and lays out the CSS boxes inside of SVG. */
  readonly svgBoxes: SvgBoxSource;
  /** What relative links are resolved against; null: nothing. */
  readonly linkBase: string | null;
  /** Links that are attached files. */
  readonly attached: ReadonlySet<Element>;
  readonly frames: FrameSource;
  readonly templates: TemplateSource;
}

/** A document in a frame, laid out, and what it is painted with. */
export interface FrameContent {
  readonly fragment: BoxFragment;
  readonly services: PaintServices;
}

/** Documents in frames, which stages before this one lay out. */
export interface FrameSource {
  /** That of an `iframe` whose content box has so many CSS px; null: there is none. */
  content(element: Element, width: number, height: number): FrameContent | null;
}

/** The documents of headers and footers, which stages before this one lay out. */
export interface TemplateSource {
  /** What paints the document with this root element; null: it is no template. */
  servicesOf(root: Element): PaintServices | null;
}

/** Of documents that have none. */
export const NO_TEMPLATES: TemplateSource = { servicesOf: () => null };

/** CSS boxes inside of SVG, which stages before this one make. */
export interface SvgBoxSource {
  /** A `text` element's content, shaped in one line; null: there is none. */
  text(styler: Styler, element: Element): SvgTextBox | null;
  /** What stands in a `foreignObject`, laid out in so many CSS px. */
  foreignContent(styler: Styler, element: Element, width: number, height: number): BoxFragment;
}

/** What of an element's text style decides how images look. */
export type ImageLook = Pick<TextStyle, 'imageRendering' | 'imageOrientation' | 'imageResolution' | 'colorScheme'>;

const NO_IDS: ReadonlySet<string> = new Set();

/** What is known across the pages of one painting: made once, passed to every `paintPage`. */
export class PaintState {
  readonly services: PaintServices;
  /** Ids that links of the document and its outline lead to. */
  readonly linkTargets: ReadonlySet<string>;
  /** Elements whose destination or bookmark has been made, on the first page that they are on. */
  readonly anchored = new Set<Element>();
  readonly bookmarked = new Set<Element>();
  /** navigation.ts's: what links lead to, by `href`; null: nowhere. */
  readonly links = new Map<string, LinkTarget | null>();
  /** How much of each sliced box whose look depends on all of it stands on the pages so far. */
  readonly consumed = new Map<Box, LU>();
  /** text-decoration.ts's cache: the decorations of the text of each box. */
  readonly decorations = new Map<Box, readonly unknown[]>();
  /** sliced-image.ts's: parts of images, by where they lie in them. */
  readonly slicedImages = new Map<RasterData, Map<string, readonly RasterData[]>>();
  /** svg/svg-document.ts's: documents with SVG elements, by what styles them. */
  readonly svgSources = new Map<Styler, unknown>();
  /** The images that colour filters have changed, by the filters: an image that is shown again isn't changed again. */
  readonly filteredImages = new Map<string, FilteredImages>();
  readonly shadows: ShadowBudget;
  /** svg/text/text-baseline.ts's: measures of fonts that aren't rounded. */
  readonly fontLines = new Map<FontStyle, unknown>();
  /** Of filtered groups, together. */
  readonly filterSamples: FilterBudget;

  /** The controls that can be filled in; null: none can. */
  readonly fields: ReadonlyMap<Element, FormField> | null;
  /** form-field.ts's: where each of them stands, by the fragment and the page's painting. */
  readonly fieldPlaces = new Map<Element, { readonly fragment: BoxFragment; readonly context: PaintContext }>();

  /** The document stands in a frame: its headings and ids are not those of the document around it. */
  readonly isFrame: boolean;
  /** The document whose elements links lead to. */
  readonly targets: Document;
  /** Whether a link leads to the top of the document, which has no name yet. */
  wantsTop: boolean;
  /** Links to ids lead somewhere: those of the document, to which templates link, too. */
  readonly leadsWithin: boolean;
  private readonly frames = new Map<Element, PaintState>();

  constructor(
    services: PaintServices,
    fields: ReadonlyMap<Element, FormField> | null = null,
    around: PaintState | null = null,
    outlineTargets: ReadonlySet<string> = NO_IDS,
    isTemplate = false,
  ) {
    this.services = services;
    this.fields = fields;
    this.isFrame = around !== null;
    this.leadsWithin = around === null || isTemplate;
    this.shadows = around?.shadows ?? new ShadowBudget(services.budget);
    this.filterSamples = around?.filterSamples ?? new FilterBudget(services.budget);
    this.linkTargets = around === null ? new Set([...linkedNames(services.document), ...outlineTargets]) : NO_IDS;
    this.targets = around !== null && isTemplate ? around.targets : services.document;
    this.wantsTop = [...this.linkTargets].some(
      (name) => meansTop(name) && targetNamed(services.document, name) === null,
    );
  }

  /** What is known of the painting of a frame. */
  frame(element: Element, services: PaintServices): PaintState {
    let state = this.frames.get(element);
    if (state?.services !== services) this.frames.set(element, (state = new PaintState(services, null, this)));
    return state;
  }

  /** What is known of the painting of the template with this root element; null: it is no template. */
  template(root: Element): PaintState | null {
    const known = this.frames.get(root);
    if (known !== undefined) return known;
    const services = this.services.templates.servicesOf(root);
    if (services === null) return null;
    const state = new PaintState(services, null, this, NO_IDS, true);
    this.frames.set(root, state);
    return state;
  }
}

/** What SVG asks of the painting of boxes; given by paint-page.ts, because what that paints may be SVG again. */
export interface PaintHost {
  /** Paints a fragment that is a stacking context of its own, at the origin, as part of the structure element that is open. */
  paintForeign(context: PaintContext, fragment: BoxFragment): void;
  /** Paints the document of a frame into the frame's content box. */
  paintFrame(context: PaintContext, element: Element, content: Rect): void;
  /** Tiles a mask layer's image over `area`, as far as `clip` lets it. */
  paintMaskImage(context: PaintContext, layer: MaskLayer, area: Rect, clip: Rect, style: ComputedStyle): void;
}

/** The painting of one page. */
export class PaintContext {
  /** Another one while colours are filtered. */
  canvas: Canvas;
  readonly state: PaintState;
  readonly images: ImageStore;
  readonly diagnostics: Diagnostics;
  readonly budget: Budget;
  /** The page area in the coordinates of the content, CSS px: what fixed backgrounds are positioned in. */
  readonly viewport: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Of the pages over which the boxes that are painted go on; null: none of them does. */
  pageAxis: PageAxis | null = null;
  /** The box whose background has been painted on the canvas (root or body), and isn't painted again. */
  canvasBackgroundBox: Box | null = null;
  /** How many of the open layers are transformed. */
  transformed = 0;
  /** Where the baselines of the line being painted and of its decorating inline boxes lie, px. */
  lineBaseline: number | null = null;
  readonly baselines = new Map<Box, number>();
  /** The `::first-line` box that is being painted. */
  firstLine: Box | null = null;
  /** Where the line that is painted ends in the text of its inline content. */
  lineEnd = -1;
  /** More than 0: a shadow is being drawn, for whose sake nothing else may happen. */
  silhouette = 0;
  readonly slices: Slices;
  /** spaces.ts's: what the boxes of elements do to their children's transformations in three dimensions. */
  readonly spaces = new Map<Element, Space>();
  /** What is being painted stands outside of the document: in a page margin. */
  isOutside = false;
  /** Text is being painted only for its shape: opaque, without shadows, not to be found by a reader. */
  textShape = false;
  /** How a box or button is drawn that can be checked, whatever the document says; null: as it does. */
  shownChecked: boolean | null = null;
  /** References and foreign objects of SVG that are open, one inside the other. */
  svgNesting = 0;
  readonly host: PaintHost;
  /** backdrop.ts's: what lies behind the layer that is being painted; null: nothing that is known. */
  backdrop: Backdrop | null = null;
  /** The canvas of a backdrop that is being painted, what of it will be seen (in its root's coordinates), and how many are, one for the other. */
  behind: BackdropCanvas | null = null;
  backdropRegion: Rect | null = null;
  backdropDepth = 0;

  /** `wholeSizes`: of sliced boxes, over all pages of the flow that the page belongs to. */
  constructor(
    canvas: Canvas,
    state: PaintState,
    viewport: PaintContext['viewport'],
    host: PaintHost,
    wholeSizes: ReadonlyMap<Box, LU> = NO_SIZES,
  ) {
    this.canvas = canvas;
    this.state = state;
    this.slices = new Slices(state.consumed, wholeSizes);
    this.host = host;
    this.images = state.services.images;
    this.diagnostics = state.services.diagnostics;
    this.budget = state.services.budget;
    this.viewport = viewport;
  }

  /** Transforms what is painted next, on the canvas and against its backdrop. */
  transform(matrix: Matrix): void {
    this.canvas.transform(matrix);
    const { backdrop } = this;
    if (backdrop !== null) this.backdrop = { paint: backdrop.paint, matrix: multiply(matrix, backdrop.matrix) };
  }

  metrics(style: ComputedStyle): FontMetricsPx {
    return this.state.services.text.metrics(style);
  }
}

/** A computed colour with `currentcolor` replaced. */
export function usedColor(color: Color, style: ComputedStyle): Color {
  return color === Color.CURRENT ? style.text.color : color;
}

/** Converts LU to whole CSS px. Halves round up, as in Chromium. */
export function snap(lu: number): number {
  return (lu + 32) >> 6;
}
