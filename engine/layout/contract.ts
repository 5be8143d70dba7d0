/**
 * The one layout contract. Every formatting context is an algorithm behind
 *
 *     layout(context, box, space: ConstraintSpace, token: BreakToken | null, early: EarlyBreak | null): LayoutResult
 *     intrinsicSizes(context, box): IntrinsicSizes
 *
 * and may read nothing but its arguments: that is what makes caching and resuming right. Algorithms don't import each other, but for block containers, which
 * hand their inline content to inline/; they recurse through LayoutContext, and all of them ask fragmentation/. Everything here is LU and logical in the writing mode of the box being laid out, unless said.
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
import type { SafeRoom } from './alignment.ts';
import type { BlockBreakToken, BreakToken } from './break-token.ts';
import type { ConstraintSpace, MarginStrut } from './constraint-space.ts';
import type { ExclusionSpace } from './exclusion-space.ts';
import type { BoxFragment } from './fragment.ts';
import type { WritingMode } from './geometry.ts';

/** How good a place to break is; a break happens at the best one that fits the most (css-break-3 §4.4). */
export const BreakAppeal = {
  /** Through a box that can't be split: only where every other way leads nowhere. */
  CutsThrough: -1,
  /** Where nothing allows it, to make progress. */
  LastResort: 0,
  ViolatesAvoid: 1,
  ViolatesOrphansAndWidows: 2,
  Perfect: 3,
} as const;
export type BreakAppeal = (typeof BreakAppeal)[keyof typeof BreakAppeal];

/** An inline box that is the containing block of an absolutely positioned box. */
export interface InlineContainer {
  /** Where blocks cut it: its first piece. */
  readonly box: Box;
  /** How far it is moved together with the inline boxes around it, by relative positioning; physical. */
  readonly movedX: LU;
  readonly movedY: LU;
}

/**
 * An absolutely positioned or fixed box on its way up to its containing block. The static position is physical, from the top left
 * corner of the border box of the fragment whose result carries it; each parent adds its child's offset.
 */
export interface OutOfFlowCandidate {
  readonly box: Box;
  readonly staticX: LU;
  readonly staticY: LU;
  /** Which corner of the box's margin box lies at the static position: logical start edges in the static parent's mode, unless aligned. */
  readonly staticMode: WritingMode;
  readonly staticInlineEdge: 'start' | 'center' | 'end';
  readonly staticBlockEdge: 'start' | 'center' | 'end';
  /** css-align-3 §4.4: the alignment is `safe`; null: in neither axis. */
  readonly safeRoom: SafeRoom | null;
  /** The inline box that is the containing block, when it isn't a block's padding box; where blocks cut it, its first piece. */
  readonly inlineContainer: Box | null;
  /**
   * Its containing block has been found, and it begins in an earlier fragmentainer of the flow: the space that it is to be laid out in, its border box's
   * top left corner being at the static position. Whoever has that fragmentainer (columns, pages) puts it there. null: on its way to its containing block.
   */
  readonly earlier: ConstraintSpace | null;
  /**
   * That fragmentainer is a column of such a container, in an earlier fragment of that than the one this comes from: the box as seen from the first column in
   * the latter. null: of the flow that it is in.
   */
  readonly within: { readonly container: Box; readonly candidate: OutOfFlowCandidate } | null;
  /** With `earlier`: its containing block ends where it comes from and clips what overflows it. What of the box would come in later fragmentainers is never seen. */
  readonly isClipped: boolean;
  /** How much of the static position is relative positioning, since that or of the inline container: breaks know nothing of it. Physical. */
  readonly movedX: LU;
  readonly movedY: LU;
}

/** A float that didn't fit and goes on in the next fragmentainer is a child token; one placed is in the exclusions. */
export interface LayoutResult {
  /** bfc-offset-resolved: given up, because the formatting context's offset is known now. clips-break: broken where nothing can be seen. */
  readonly status: 'ok' | 'bfc-offset-resolved' | 'clips-break';
  readonly fragment: BoxFragment;
  /** The margin-collapsing answer: where the border box really starts in the block formatting context; null: unresolved, everything collapses through. */
  readonly bfcBlockOffset: LU | null;
  /** Margins after the box that may collapse with what follows (its own block-end margin not included). */
  readonly endMarginStrut: MarginStrut;
  /** The formatting context's floats after this box. */
  readonly exclusions: ExclusionSpace;
  /** Block size that the content wants, border box, however the box is sized. */
  readonly intrinsicBlockSize: LU;
  /** Where it goes on; also on the fragment. null: complete. */
  readonly breakToken: BlockBreakToken | null;
  /** How good the break inside is, when there is a token. */
  readonly appeal: BreakAppeal;
  /** The best earlier place to break, when the break taken is worse than perfect. */
  readonly earlyBreak: EarlyBreak | null;
  /** The smallest block size more that would have let another line or box fit (column balancing); 0: nothing was short. */
  readonly shortage: LU;
  /** Forced or avoid values joined from the first (last) children, for the parent's break between siblings (css-break-3 §3.1). */
  readonly breakBefore: ComputedStyle['box']['breakBefore'];
  readonly breakAfter: ComputedStyle['box']['breakAfter'];
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  /** Footnote bodies whose calls lie in this fragment, in order. */
  readonly footnotes: readonly Box[];
  /** Another available or percentage block size might change the answer. */
  readonly dependsOnBlockSize: boolean;
  /** While `bfcBlockOffset` is null: which sides have floats (1 start, 2 end) placed at a guess of it. */
  readonly adjoiningFloats: number;
  /** Block size of the tallest thing inside that can't be split: no column may be shorter (column balancing). */
  readonly tallestUnbreakable: LU;
  /** Clearance has moved the border box down to `bfcBlockOffset`: margins didn't. */
  readonly pushedByFloats: boolean;
  /** How far in-flow content reaches down from the border box's block start, overflow included. */
  readonly blockExtent: LU;
  /** The same for the absolutely positioned boxes inside. */
  readonly outOfFlowExtent: LU;
  /** A `column-span: all` box ended the columns here; the token starts after it. */
  readonly columnSpanner: Box | null;
  /** Line boxes of the same block formatting context inside. */
  readonly lineCount: number;
}

/** A path to a breakpoint: before this box (or line), inside these boxes. */
export interface EarlyBreak {
  readonly box: Box;
  /** Break inside at `inside`; null: before the box itself, or before line `line` of it. */
  readonly inside: EarlyBreak | null;
  /** Break before this line (counted from the box's first); -1: before the box. */
  readonly line: number;
  readonly appeal: BreakAppeal;
}

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
   * Min- and max-content border-box sizes along the box's own inline axis, from the cache after the first time. `contentBlock`: what percentage block
   * sizes of its contents (of a replaced box: its own) refer to, where that is more than its own style says.
   */
  intrinsicSizes(box: Box, contentBlock?: LU): IntrinsicSizes;
  /** Border-box block size of a box whose inline axis is across its parent's, laid out in the initial containing block's size. */
  measureOrthogonal(box: Box): LU;
}
