/**
 * The interface between a block container and its inline formatting context. The container (layout/block/) is
 * responsible for margins, float placement and fragments. Inline layout is responsible for lines.
 *
 * Unless noted otherwise, values are in LU, logical in the container's writing mode, from the content box's start
 * corner.
 *
 *     const output = layoutInlineContent(context, box, input); // inline-layout.ts
 *     const sizes = intrinsicInline(context, box); // inline-intrinsic.ts, content-box sizes
 *     const empty = isEmptyInlineContent(box); // inline-layout.ts, no line box: margins collapse through
 */
import type { Box } from '../../boxes/box.ts';
import type { InlineContent } from '../../text/inline-content.ts';
import type { LU } from '../../units.ts';
import type { BlockBreakToken, InlineBreakToken } from '../contract/break-token.ts';
import type { CharacterAxis } from '../contract/constraint-space.ts';
import type { ExclusionSpace, ClearedSide } from '../contract/exclusion-space.ts';
import type { BoxFragment, LineFragment } from '../contract/fragment.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { BreakAppeal } from '../fragmentation/break-appeal.ts';
import type { OutOfFlowBox } from '../positioned/out-of-flow-candidate.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/**
 * A float found in a line and placed by the block container's callback. It takes effect only if the output names it.
 */
export interface PlacedFloat {
  readonly box: Box;
  /** Null if no part of it fits in this fragmentainer. Only `breakToken` remains then. */
  readonly fragment: BoxFragment | null;
  /** Offset of its border box's start corner from that of the container's content box. */
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
  /** The given exclusions plus this float's. */
  readonly exclusions: ExclusionSpace;
  /** Where the float resumes in the next fragmentainer. */
  readonly breakToken: BlockBreakToken | null;
  /** Candidates from inside the float. Positions are physical, from the fragment's top left corner. */
  readonly outOfFlow: readonly OutOfFlowBox[];
  readonly footnotes: readonly Box[];
  /** Block extent of its contents from the border box's block-start edge, including overflow. */
  readonly blockExtent: LU;
  /** The smallest additional block size that would fit more of it in its fragmentainer, or 0. */
  readonly shortage: LU;
}

/**
 * The callbacks through which inline layout places floats. Both must be pure, because a line that is rebuilt calls them
 * again.
 */
export interface FloatPlacer {
  /** Returns the inline size of the float's margin box, which decides whether the float fits on its line. */
  marginBoxInlineSize(box: Box): LU;
  /** Lays out the float and places it at or below `bfcBlockOffset`, which is the top or the bottom of its line. */
  place(box: Box, bfcBlockOffset: LU, exclusions: ExclusionSpace): PlacedFloat;
}

export interface InlineLayoutInput {
  readonly content: InlineContent;
  /** Content-box inline size, always definite. */
  readonly inlineSize: LU;
  /** Basis for percentage block sizes of atomic inlines, or INDEFINITE for `auto`. */
  readonly percentageBlock: LU;
  readonly writingMode: WritingMode;
  /** Start corner of the content box within the block formatting context. */
  readonly bfcInlineOffset: LU;
  readonly bfcBlockOffset: LU;
  readonly exclusions: ExclusionSpace;
  readonly floats: FloatPlacer;
  /** Its `offset` refers to the content box's block-start edge in this fragment. Null if not fragmented. */
  readonly fragmentainer: FragmentainerSpace | null;
  /** Where the previous fragmentainer stopped. */
  readonly token: InlineBreakToken | null;
  /** Breaks before this line, counted from the box's first line (EarlyBreak.line), or -1. */
  readonly breakBeforeLine: number;
  /** Number of lines to keep, the last one ending in an ellipsis (`line-clamp`). INDEFINITE keeps all. */
  readonly clampLines: number;
  /** Empty space directly above the content box. Ruby annotations of the first line may use it. */
  readonly spaceAbove: LU;
  /** For contents of a cell: where the cells of its column align, or null. */
  readonly characterAxis: CharacterAxis | null;
  /** Whether only sizes are needed. */
  readonly measure: boolean;
}

/** The static position of an absolutely positioned box, or of a candidate inside an atomic inline. */
export interface InlineOutOfFlow {
  readonly candidate: OutOfFlowBox;
  /**
   * The point from which the candidate's position counts, from the content box's start corner. Converting a point to
   * physical coordinates needs no size.
   */
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
}

/**
 * The last line before which the laid-out lines can be broken later (`EarlyBreak.line`), and the appeal of that break.
 */
export interface LineCandidate {
  readonly line: number;
  readonly appeal: BreakAppeal;
}

export interface InlineLayoutOutput {
  readonly lines: readonly LineFragment[];
  /** Start corner of each line box: inline0, block0, inline1, block1, ... */
  readonly lineOffsets: readonly LU[];
  /** Block-end edge of the last line, or 0 without lines. Excludes floats. */
  readonly blockSize: LU;
  /** Whether no line box has content, so that the container's margins collapse through it (css2 §9.4.2). */
  readonly isEmpty: boolean;
  readonly floats: readonly PlacedFloat[];
  readonly exclusions: ExclusionSpace;
  readonly outOfFlow: readonly InlineOutOfFlow[];
  /** Footnote bodies called from these lines. */
  readonly footnotes: readonly Box[];
  /** Baselines from the content box's block-start edge, or null. */
  readonly firstBaseline: LU | null;
  readonly lastBaseline: LU | null;
  /**
   * Where the next fragmentainer resumes, or null if `lines` holds everything. With 0 lines, break before the container
   * instead.
   */
  readonly breakToken: InlineBreakToken | null;
  /** Appeal of that break, including orphans and widows (css-break-3 §4.4). */
  readonly appeal: BreakAppeal;
  /** The best place for a later break inside this content, or null. */
  readonly candidate: LineCandidate | null;
  /** Additional block size needed to fit another line, or 0 if all lines fit. */
  readonly shortage: LU;
  /** Block size of the tallest line, used for column balancing. */
  readonly tallestLine: LU;
  readonly lineCount: number;
  /** Whether a different `percentageBlock` might change the result. */
  readonly dependsOnBlockSize: boolean;
}

/** Content-box sizes. */
export interface InlineIntrinsicSizes {
  readonly minContent: LU;
  readonly maxContent: LU;
}

/** Returns the index of the first float of a row that starts here but must move together with a later one, or -1. */
export function rowThatMovesOn(floats: readonly PlacedFloat[], mode: WritingMode): number {
  const moved = floats.findIndex(({ fragment }) => fragment === null);
  if (moved <= 0) return -1;
  const top = floats[moved]!.blockOffset;
  let first = moved;
  while (first > 0) {
    const { fragment, breakToken, blockOffset } = floats[first - 1]!;
    if (fragment === null || blockOffset + fragment.blockSize(mode) <= top) break;
    if (breakToken !== null) return -1;
    first--;
  }
  return first < moved ? first : -1;
}

/** Returns the logical side that a `clear` value names, or null for `none`. */
export function clearSide(clear: string, rtl: boolean): ClearedSide | null {
  switch (clear) {
    case 'both':
      return 'both';
    case 'inline-start':
      return 'start';
    case 'inline-end':
      return 'end';
    case 'left':
      return rtl ? 'end' : 'start';
    case 'right':
      return rtl ? 'start' : 'end';
    default:
      return null;
  }
}
