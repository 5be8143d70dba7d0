/**
 * What a block container and its inline formatting context tell each other. The container (layout/block/) owns margins, floats'
 * placing and fragment building; inline layout owns lines. Everything is LU and logical in the container's writing mode, measured
 * from the start corner of the container's content box, unless said.
 *
 *     const output = layoutInlineContent(context, box, input);          // inline-layout.ts
 *     const sizes = intrinsicInline(context, box);                      // inline-intrinsic.ts; content-box sizes
 *     const empty = isEmptyInlineContent(box);                          // inline-layout.ts; no line at all: margins collapse through
 */
import type { Box } from '../../boxes/box.ts';
import type { InlineContent } from '../../text/inline-content.ts';
import type { LU } from '../../units.ts';
import type { BlockBreakToken, InlineBreakToken } from '../break-token.ts';
import type { SafeRoom } from '../alignment.ts';
import type { ExclusionSpace } from '../exclusion-space.ts';
import type { BoxFragment, LineFragment } from '../fragment.ts';
import type { WritingMode } from '../geometry.ts';
import type { BreakAppeal } from '../fragmentation/break-appeal.ts';
import type { InlineContainer, OutOfFlowCandidate } from '../positioned/out-of-flow-candidate.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';

/** A float that was met in a line, placed by the block container's callback. Nothing is committed until the output names it. */
export interface PlacedFloat {
  readonly box: Box;
  /** null: nothing of it fits in this fragmentainer; only `breakToken` remains. */
  readonly fragment: BoxFragment | null;
  /** Start corner of its border box from the start corner of the container's content box. */
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
  /** The given exclusions and this float's. */
  readonly exclusions: ExclusionSpace;
  /** Where the float goes on in the next fragmentainer. */
  readonly breakToken: BlockBreakToken | null;
  /** From inside the float; positions are physical, from the fragment's top left corner. */
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  readonly footnotes: readonly Box[];
  /** How far down its contents reach from the border box's block start, overflow included. */
  readonly blockExtent: LU;
}

/** How inline layout asks its container about floats. Both must be pure: a line that is broken again asks again. */
export interface FloatPlacer {
  /** Inline size of the float's margin box, which decides whether it fits on the line where it was met. */
  marginBoxInlineSize(box: Box): LU;
  /** Lays out and places the float at or below `bfcBlockOffset` (the top of the line that holds it, or the bottom of it). */
  place(box: Box, bfcBlockOffset: LU, exclusions: ExclusionSpace): PlacedFloat;
}

export interface InlineLayoutInput {
  readonly content: InlineContent;
  /** Of the content box; definite. */
  readonly inlineSize: LU;
  /** Percentage block sizes of atomic inlines refer to it; INDEFINITE: auto. */
  readonly percentageBlock: LU;
  readonly writingMode: WritingMode;
  /** Start corner of the content box in the block formatting context. */
  readonly bfcInlineOffset: LU;
  readonly bfcBlockOffset: LU;
  readonly exclusions: ExclusionSpace;
  readonly floats: FloatPlacer;
  /** `offset` is that of the content box's block start in this fragment; null: not fragmented. */
  readonly fragmentainer: FragmentainerSpace | null;
  /** Where an earlier fragmentainer stopped. */
  readonly token: InlineBreakToken | null;
  /** Break before this line, counted from the box's first line (EarlyBreak.line); -1: no such wish. */
  readonly breakBeforeLine: number;
  /** Only so many lines stay, the last of them with an ellipsis (`line-clamp`); INDEFINITE: all. */
  readonly clampLines: number;
  /** Empty space above the content box, if it is the first there: ruby annotations of the first line may take it. */
  readonly spaceAbove: LU;
  /** Only sizes will be used. */
  readonly measure: boolean;
}

/** Static position of an absolutely positioned box, or a candidate from inside an atomic inline, as a point. */
export interface InlineOutOfFlow {
  readonly box: Box;
  /** The static position from the start corner of the container's content box; a point, so turning it physical needs no size. */
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
  readonly staticMode: WritingMode;
  readonly staticInlineEdge: 'start' | 'center' | 'end';
  readonly staticBlockEdge: 'start' | 'center' | 'end';
  readonly safeRoom: SafeRoom | null;
  /** The inline box that is its containing block, or null. */
  readonly inlineContainer: InlineContainer | null;
}

/** The last line before which lines that have been laid out may be broken later on (`EarlyBreak.line`), and how good that is. */
export interface LineCandidate {
  readonly line: number;
  readonly appeal: BreakAppeal;
}

export interface InlineLayoutOutput {
  readonly lines: readonly LineFragment[];
  /** inline0, block0, inline1, block1, ...: the start corner of each line box. */
  readonly lineOffsets: readonly LU[];
  /** Block-end edge of the last line; 0 without lines. Floats don't count. */
  readonly blockSize: LU;
  /** No line box with content: the container's margins collapse through it (css2 §9.4.2). */
  readonly isEmpty: boolean;
  readonly floats: readonly PlacedFloat[];
  readonly exclusions: ExclusionSpace;
  readonly outOfFlow: readonly InlineOutOfFlow[];
  /** Footnote bodies called from these lines. */
  readonly footnotes: readonly Box[];
  /** Baselines from the content box's block start; null: none. */
  readonly firstBaseline: LU | null;
  readonly lastBaseline: LU | null;
  /** Where the next fragmentainer goes on; null: all lines are in `lines`. With 0 lines: break before the container instead. */
  readonly breakToken: InlineBreakToken | null;
  /** How good that break is: orphans and widows are counted in already (css-break-3 §4.4). */
  readonly appeal: BreakAppeal;
  /** Where this content may be broken later on; null: nowhere. */
  readonly candidate: LineCandidate | null;
  /** How much more block size would have let another line fit; 0: nothing was short. */
  readonly shortage: LU;
  /** Block size of the tallest line (column balancing). */
  readonly tallestLine: LU;
  /** Lines with content. */
  readonly lineCount: number;
  /** Another `percentageBlock` might change the answer. */
  readonly dependsOnBlockSize: boolean;
}

/** Content-box sizes. */
export interface InlineIntrinsicSizes {
  readonly minContent: LU;
  readonly maxContent: LU;
}
