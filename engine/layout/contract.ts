/**
 * The one layout contract. Every formatting context is an algorithm behind
 *
 *     layout(context, box, space: ConstraintSpace, token: BreakToken | null, early: EarlyBreak | null): LayoutResult
 *     intrinsicSizes(context, box): IntrinsicSizes
 *
 * and its result depends on nothing but its arguments. Turning the cache off changes no result. Algorithms recurse through LayoutContext and share
 * fragmentation/; they don't import each other. The exception is block containers, which hand their inline content to inline/. All sizes and offsets
 * are LU, in the logical axes of the box being laid out, unless a comment says otherwise.
 */
import type { DocumentAnchors } from '../boxes/anchors.ts';
import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import type { ComputedStyle, FontStyle } from '../css/computed-style.ts';
import type { ImageValue } from '../css/computed-values.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { FontFace, FontMetricsPx } from '../fonts/face.ts';
import type { ImageStore } from '../images/image.ts';
import type { InlineContent } from '../text/inline-content.ts';
import type { Paragraph } from '../text/paragraph.ts';
import type { LU } from '../units.ts';
import type { BreakToken } from './break-token.ts';
import type { ConstraintSpace, LentGrid } from './constraint-space.ts';
import type { EarlyBreak } from './fragmentation/break-appeal.ts';
import type { LayoutResult } from './layout-result.ts';

/** Border-box inline sizes (margins not included), LU. */
export interface IntrinsicSizes {
  readonly minContent: LU;
  readonly maxContent: LU;
}

/** What layout asks of the text and font stages; given by the caller so that tests can replace them. */
export interface TextServices {
  /** The content's shaped paragraph, made once and cached. `firstLine`: restyled by `::first-line`. */
  paragraph(content: InlineContent, container: Box, firstLine: boolean): Paragraph;
  /** Metrics of the style's primary font. */
  metrics(style: ComputedStyle): FontMetricsPx;
  /** The style's primary font. */
  primaryFace(font: FontStyle): FontFace;
  /** Shapes a short string (hyphen, ellipsis) in a style as one run; item is -1. */
  shape(text: string, style: ComputedStyle, level: number): import('../text/paragraph.ts').ShapedRun;
  /** Metrics of a run's face at its size, when fallback used another font. */
  /** CSS px of a run's em box, which is as high as its font size, above the baseline. */
  emAscent(run: import('../text/paragraph.ts').ShapedRun): number;
  runMetrics(run: import('../text/paragraph.ts').ShapedRun): FontMetricsPx;
}

/** Opacity, 0 to 1, of an image at a point of the box that it fills, in px. */
export type Alpha = (x: number, y: number) => number;

/** Images that have to be painted before anything is known of their pixels; given by the caller, because painting comes after layout. */
export interface DrawnImages {
  /**
   * The opacity of an image over a box of so many CSS px; `style` is that of the element whose image it is. null: it can't be drawn here.
   * @throws RenderError where the budget doesn't last for it.
   */
  alphaOf(image: ImageValue, width: number, height: number, style: ComputedStyle): Alpha | null;
}

/** Size containers whose contents are styled by their sizes (css-conditional-5 §5). */
export interface QueriedContainers {
  /**
   * The content-box size, CSS px, that the contents of a box are styled for. 'unknown': one that declarations suggest, not found by a layout. null: they
   * aren't styled by the box's size.
   */
  styledFor(box: Box): { readonly width: number; readonly height: number } | 'unknown' | null;
}

/** A render's layout state. Algorithms recurse through it. */
export interface LayoutContext {
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
  readonly text: TextServices;
  /** null: no box is an anchor. */
  readonly anchors: DocumentAnchors | null;
  /** null: no styles ask for sizes. */
  readonly containers: QueriedContainers | null;
  /** What `shape-outside` refers to; null: nothing. */
  readonly images: ImageStore | null;
  /** The same for those that are no pixels; null: nothing is drawn. */
  readonly drawnImages: DrawnImages | null;
  /** The initial containing block's size: the first page's area. */
  readonly initialWidth: LU;
  readonly initialHeight: LU;
  readonly quirks: boolean;
  /** Lines without text have no strut. */
  readonly lineHeightQuirk: boolean;
  /** Lays out any box: the switch on its kind, with the cache in front. `early`: break there instead. */
  layout(box: Box, space: ConstraintSpace, token: BreakToken | null, early?: EarlyBreak | null): LayoutResult;
  /**
   * Returns the min- and max-content border-box sizes along the box's own inline axis. `contentBlock` resolves the percentage block sizes of its
   * contents (of a replaced box: its own) if its style leaves them indefinite. `lent` holds the lines that a subgrid shares with its parent grid.
   */
  intrinsicSizes(box: Box, contentBlock?: LU, lent?: LentGrid | null): IntrinsicSizes;
  /** Border-box block size of a box whose inline axis is across its parent's, laid out in the initial containing block's size. */
  measureOrthogonal(box: Box): LU;
}
