/**
 * The layout contract. Every formatting context is an algorithm with these two functions:
 *
 *     layout(context, box, space: ConstraintSpace, token: BreakToken | null, early: EarlyBreak | null): LayoutResult
 *     intrinsicSizes(context, box): IntrinsicSizes
 *
 * Results depend on the arguments only, and disabling the cache doesn't change them. Algorithms recurse through
 * LayoutContext and share fragmentation/, but don't import each other. The exception is block containers, which pass
 * their inline content to inline/.
 *
 * Unless noted otherwise, sizes and offsets are LU in the logical axes of the box being laid out.
 */
import type { AnchorNames } from '../../boxes/anchor-names.ts';
import type { Box } from '../../boxes/box.ts';
import type { Budget } from '../../budget.ts';
import type { ComputedStyle, FontStyle } from '../../css/computed-style.ts';
import type { ImageValue } from '../../css/computed-values.ts';
import type { Diagnostics } from '../../diagnostics.ts';
import type { FontMetricsPx } from '../../fonts/face-metrics.ts';
import type { FontFace } from '../../fonts/font-face.ts';
import type { ImageStore } from '../../images/image.ts';
import type { InlineContent } from '../../text/inline-content.ts';
import type { Paragraph } from '../../text/paragraph.ts';
import type { LU } from '../../units.ts';
import type { BreakToken } from './break-token.ts';
import type { ConstraintSpace, LentGrid } from './constraint-space.ts';
import type { EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { FlowEnds } from './flow-ends.ts';
import type { LayoutResult } from './layout-result.ts';

/** Border-box inline sizes without margins, in LU. */
export interface IntrinsicSizes {
  readonly minContent: LU;
  readonly maxContent: LU;
}

/** Services of the text and font stages. Passed by the caller so that tests can replace them. */
export interface TextServices {
  /** Returns the content's shaped paragraph, which is cached. `firstLine` applies the `::first-line` style. */
  paragraph(content: InlineContent, container: Box, firstLine: boolean): Paragraph;
  metrics(style: ComputedStyle): FontMetricsPx;
  primaryFace(font: FontStyle): FontFace;
  /** Shapes a short string (hyphen, ellipsis) in a style as one run, with item -1. */
  shape(text: string, style: ComputedStyle, level: number): import('../../text/paragraph.ts').ShapedRun;
  /** Returns the part of a run's em box above the baseline in CSS px. The em box is as high as the font size. */
  emAscent(run: import('../../text/paragraph.ts').ShapedRun): number;
  /** Returns the metrics of a run's face at its size, which differs from the primary font after fallback. */
  runMetrics(run: import('../../text/paragraph.ts').ShapedRun): FontMetricsPx;
}

/** Returns the opacity of an image, from 0 to 1, at a point of the box it fills, in px. */
export type Alpha = (x: number, y: number) => number;

/**
 * Images without pixels of their own, which must be painted to find their opacity. Passed by the caller, because layout
 * precedes painting.
 */
export interface DrawnImages {
  /**
   * Returns the opacity of an image over a box of the given size in CSS px, or null if it can't be drawn. `style` is
   * that of the image's element.
   *
   * @throws RenderError if the budget is exceeded.
   */
  alphaOf(image: ImageValue, width: number, height: number, style: ComputedStyle): Alpha | null;
}

/** Size containers for container queries on their contents (css-conditional-5 §5). */
export interface QueriedContainers {
  /**
   * Returns the content-box size in CSS px for which a box's contents are styled. 'unknown' means that it comes from
   * declarations, not from layout. Null means that no style depends on the box's size.
   */
  styledFor(box: Box): { readonly width: number; readonly height: number } | 'unknown' | null;
}

/** The layout state of a render. Algorithms recurse through it. */
export interface LayoutContext {
  readonly budget: Budget;
  readonly diagnostics: Diagnostics;
  readonly text: TextServices;
  /** Null if the document has no anchors. */
  readonly anchors: AnchorNames | null;
  /** Null if no styles query sizes. */
  readonly containers: QueriedContainers | null;
  /** Where the regions of named flows end. null: the document has no named flows. */
  readonly regions: FlowEnds | null;
  /** Images for `shape-outside`, or null. */
  readonly images: ImageStore | null;
  /** Images without their own pixels, or null if none can be drawn. */
  readonly drawnImages: DrawnImages | null;
  /** Size of the initial containing block: the first page's area. */
  readonly initialWidth: LU;
  readonly initialHeight: LU;
  /** Whether a layout has depended on that size. */
  readonly usesInitialSize: boolean;
  readonly quirks: boolean;
  /** Whether lines without text have no strut. */
  readonly lineHeightQuirk: boolean;
  /** Whether fragments of grids keep the areas of their tracks. */
  readonly keepsTracks: boolean;
  /** Lays out any box, with the cache in front of its algorithm. `early` is a place to break at instead. */
  layout(box: Box, space: ConstraintSpace, token: BreakToken | null, early?: EarlyBreak | null): LayoutResult;
  /**
   * Returns the min- and max-content border-box sizes along the box's own inline axis. `contentBlock` is the basis for
   * percentage block sizes of its contents (of a replaced box: its own) if its style leaves them indefinite. `lent`
   * holds the lines that a subgrid shares with its parent grid.
   */
  intrinsicSizes(box: Box, contentBlock?: LU, lent?: LentGrid | null): IntrinsicSizes;
  /**
   * Returns the border-box block size of a box orthogonal to its parent. `room` is its parent's content-box block size,
   * or INDEFINITE for the size of the initial containing block (css-writing-modes-4 §7.3.1).
   */
  measureOrthogonal(box: Box, room?: LU): LU;
}
