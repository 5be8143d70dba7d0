import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import type { ComputedStyle, FontStyle, TextStyle } from '../css/computed-style.ts';
import { Color } from '../css/color.ts';
import { type MaskLayer } from '../css/computed-values.ts';
import { linkedNames, meansTop, targetNamed } from '../document/link-targets.ts';
import type { Document, Element } from '../document/node.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { FontMetricsPx } from '../fonts/face-metrics.ts';
import type { ImageStore, RasterData } from '../images/image.ts';
import type { TextServices } from '../layout/contract/contract.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import { ShadowBudget } from './blurred-shadow.ts';
import { FilterBudget } from './filters/filter-budget.ts';
import type { FormField } from '../semantics/form-fields.ts';
import type { Rasterizer } from '../raster/rasterizer.ts';
import type { Backdrop } from './backdrop.ts';
import type { FilteredImages } from './mapped-colors.ts';
import type { PageAxis } from './break-clip.ts';
import type { Comment, DisplayListBuilder, LinkTarget } from './display-list.ts';
import type { Space } from './spaces.ts';
import type { SvgDocuments } from '../style/svg-documents.ts';
import type { Styler } from '../style/styler.ts';
import type { SvgTextBox } from './svg/text/text-clusters.ts';
import { Slices } from './slices.ts';
import { ClippedText } from '../pages/clipped-text.ts';
import { NO_SIZES } from '../pages/whole-boxes.ts';
import type { LU } from '../units.ts';
import type { Rect } from './rects.ts';

/** The services that painting needs besides fragments. All pages of a document share them. */
export interface PaintServices {
  readonly images: ImageStore;
  readonly text: TextServices;
  readonly diagnostics: Diagnostics;
  readonly budget: Budget;
  readonly document: Document;
  /** Styles SVG elements inside the document. */
  readonly styler: Styler;
  /** SVG files, styled by their own rules. */
  readonly svgDocuments: SvgDocuments;
  /** Converts filtered content to pixels. */
  readonly rasterizer: Rasterizer;
  /** Creates and lays out CSS boxes inside SVG. */
  readonly svgBoxes: SvgBoxSource;
  /** The base URL of relative links, or null. */
  readonly linkBase: string | null;
  /** Link elements whose targets are attached files. */
  readonly attached: ReadonlySet<Element>;
  /** The option `paper`, in CSS px; null: sheets are as large as pages. */
  readonly paper: readonly [width: number, height: number] | null;
  /** The option `printBackground`. */
  readonly printsBackgrounds: boolean;
  readonly frames: FrameSource;
  readonly templates: TemplateSource;
}

/** A laid-out document in a frame, and the services for painting it. */
export interface FrameContent {
  readonly fragment: BoxFragment;
  readonly services: PaintServices;
}

/** Documents in frames, which earlier stages lay out. */
export interface FrameSource {
  /** Returns the document of an `iframe` with a content box of the given size in CSS px, or null. */
  content(element: Element, width: number, height: number): FrameContent | null;
}

/** The documents of headers and footers, which earlier stages lay out. */
export interface TemplateSource {
  /** Returns the services for painting the document with this root element, or null if it isn't a template. */
  servicesOf(root: Element): PaintServices | null;
}

/** The source for documents without templates. */
export const NO_TEMPLATES: TemplateSource = { servicesOf: () => null };

/** CSS boxes inside SVG, which earlier stages create. */
interface SvgBoxSource {
  /** Returns the content of a `text` element, shaped in one line, or null if it has none. */
  text(styler: Styler, element: Element): SvgTextBox | null;
  /** Returns the content of a `foreignObject`, laid out in the given size in CSS px. */
  foreignContent(styler: Styler, element: Element, width: number, height: number): BoxFragment;
}

/** The text styles that affect how images look. */
export type ImageLook = Pick<TextStyle, 'imageRendering' | 'imageOrientation' | 'imageResolution' | 'colorScheme'>;

const NO_IDS: ReadonlySet<string> = new Set();

/** State shared by all pages of one painting. Create it once, and pass it to every `paintPage`. */
export class PaintState {
  readonly services: PaintServices;
  /** Ids that are targets of the document's links and outline. */
  readonly linkTargets: ReadonlySet<string>;
  /** Elements whose destination or bookmark has been emitted. That happens on their first page. */
  readonly reached = new Set<Element>();
  readonly bookmarked = new Set<Element>();
  /** The comments on elements; null: the comment is empty. */
  readonly comments = new Map<Element, Comment | null>();
  /** SVG text that has been reported as cut off, and the check for content of foreign objects. */
  readonly clippedTexts = new Set<Element>();
  readonly clippedText: ClippedText;
  /** For navigation.ts: link targets by `href`. null: the link has no target. */
  readonly links = new Map<string, LinkTarget | null>();
  /** For navigation.ts: the number of links to elements that don't exist. */
  deadLinks = 0;
  /** The size of sliced boxes on the pages so far, for boxes whose appearance depends on the whole size. */
  readonly consumed = new Map<Box, LU>();
  /** For text-decoration.ts: the text decorations of each box. */
  readonly decorations = new Map<Box, readonly unknown[]>();
  /** For sliced-image.ts: parts of images, by their position in the image. */
  readonly slicedImages = new Map<RasterData, Map<string, readonly RasterData[]>>();
  /** For svg/svg-document.ts: documents with SVG elements, by their styler. */
  readonly svgSources = new Map<Styler, unknown>();
  /** Images changed by color filters, by filter list. A repeated image isn't filtered again. */
  readonly filteredImages = new Map<string, FilteredImages>();
  readonly shadows: ShadowBudget;
  /** For svg/text/text-baseline.ts: unrounded font metrics. */
  readonly fontLines = new Map<FontStyle, unknown>();
  /** The budget shared by all filtered groups. */
  readonly filterSamples: FilterBudget;

  /** The fillable controls. null: forms aren't fillable. */
  readonly fields: ReadonlyMap<Element, FormField> | null;
  /** For form-field.ts: the first place of each field. */
  readonly fieldPlaces = new Map<Element, { readonly fragment: BoxFragment; readonly page: PaintedPage }>();

  /** Whether the document is in a frame. Its headings and ids are separate from those of the outer document. */
  readonly isFrame: boolean;
  /** The document that links refer to. */
  readonly targets: Document;
  /** Whether a link refers to the top of the document and its destination hasn't been emitted. */
  wantsTop: boolean;
  /** Whether links to ids work. Templates link to ids of the main document. */
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
    this.clippedText = new ClippedText(services.diagnostics, services.frames);
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

  /** Returns the paint state of a frame. */
  frame(element: Element, services: PaintServices): PaintState {
    let state = this.frames.get(element);
    if (state?.services !== services) this.frames.set(element, (state = new PaintState(services, null, this)));
    return state;
  }

  /** Returns the paint state of the template with this root element, or null if it isn't a template. */
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

/** The box painting that SVG needs. paint-page.ts provides it, because boxes can contain SVG in turn. */
export interface PaintHost {
  /** Paints a fragment at the origin as a stacking context. Its content belongs to the open structure element. */
  paintForeign(context: PaintContext, fragment: BoxFragment): void;
  /** Paints the document of a frame into the frame's content box. */
  paintFrame(context: PaintContext, element: Element, content: Rect): void;
  /** Tiles a mask layer's image over `area`, clipped to `clip`. */
  paintMaskImage(context: PaintContext, layer: MaskLayer, area: Rect, clip: Rect, style: ComputedStyle): void;
}

/** The facts that all painting on a page shares. */
export class PaintedPage {
  readonly canvas: DisplayListBuilder;
  readonly state: PaintState;
  /** The page area in content coordinates, in CSS px. Fixed backgrounds are positioned in it. */
  readonly viewport: Rect;
  readonly host: PaintHost;
  readonly slices: Slices;
  /** The axis along which painted boxes continue on other pages. null: none of them continues. */
  readonly axis: PageAxis | null;
  /** For spaces.ts: the 3D transforms that element boxes apply to their children. */
  readonly spaces = new Map<Element, Space>();
  /** The baselines of decorating inline boxes, in px. */
  readonly baselines = new Map<Box, number>();

  /** `wholeSizes`: sizes of sliced boxes over all pages of the page's flow. */
  constructor(
    canvas: DisplayListBuilder,
    state: PaintState,
    viewport: Rect,
    host: PaintHost,
    wholeSizes: ReadonlyMap<Box, LU> = NO_SIZES,
    axis: PageAxis | null = null,
  ) {
    this.canvas = canvas;
    this.state = state;
    this.viewport = viewport;
    this.host = host;
    this.slices = new Slices(state.consumed, wholeSizes);
    this.axis = axis;
  }
}

/** The effect of the surrounding content on the painting of a fragment. */
interface PaintScope {
  /** The box (root or body) whose background is painted on the canvas, and not on the box. */
  readonly canvasBackgroundBox: Box | null;
  /** Number of open layers with a transform. */
  readonly transformed: number;
  /** The baseline of the current line, in px. */
  readonly baseline: number | null;
  /** The current `::first-line` box. */
  readonly firstLine: Box | null;
  /** The end of the current line in the text of its inline content. */
  readonly lineEnd: number;
  /** Number of filters and perspectives around the current content that draw it as pixels. */
  readonly rasterized: number;
  /** Whether the current content is outside the document, in a page margin. */
  readonly isOutside: boolean;
  /** Overrides the state of a checkbox or radio button. null: the document's state. */
  readonly shownChecked: boolean | null;
  /** Nesting depth of SVG references and foreign objects. */
  readonly svgNesting: number;
  /** Where the current backdrop root begins (filter-effects-2 §2.1), or null if it is unknown. */
  readonly backdrop: Backdrop | null;
}

const OUTERMOST: PaintScope = {
  canvasBackgroundBox: null,
  transformed: 0,
  baseline: null,
  firstLine: null,
  lineEnd: -1,
  rasterized: 0,
  isOutside: false,
  shownChecked: null,
  svgNesting: 0,
  backdrop: null,
};

/** The context for painting a fragment. Immutable: nested content gets a separate context. */
export class PaintContext {
  readonly page: PaintedPage;
  readonly scope: PaintScope;

  constructor(page: PaintedPage, scope: PaintScope = OUTERMOST) {
    this.page = page;
    this.scope = scope;
  }

  /** Returns the context of nested content, for which some facts differ. */
  with(changes: Partial<PaintScope>): PaintContext {
    return new PaintContext(this.page, { ...this.scope, ...changes });
  }

  get canvas(): DisplayListBuilder {
    return this.page.canvas;
  }

  get state(): PaintState {
    return this.page.state;
  }

  get viewport(): Rect {
    return this.page.viewport;
  }

  get images(): ImageStore {
    return this.page.state.services.images;
  }

  get diagnostics(): Diagnostics {
    return this.page.state.services.diagnostics;
  }

  get budget(): Budget {
    return this.page.state.services.budget;
  }

  metrics(style: ComputedStyle): FontMetricsPx {
    return this.state.services.text.metrics(style);
  }
}

/** Returns a computed color with `currentcolor` replaced. */
export function usedColor(color: Color, style: ComputedStyle): Color {
  return color === Color.CURRENT ? style.text.color : color;
}

/** Converts LU to whole CSS px. Halves round up, as in Chromium. */
export function snap(lu: number): number {
  return (lu + 32) >> 6;
}
