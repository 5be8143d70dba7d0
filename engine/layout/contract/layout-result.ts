/** The result of a layout call, common to all algorithms. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { BlockBreakToken } from './break-token.ts';
import { type ConstraintSpace, SpaceFlag } from './constraint-space.ts';
import type { ExclusionSpace } from './exclusion-space.ts';
import { EMPTY_EXCLUSIONS } from './exclusions.ts';
import type { BoxFragment } from './fragment.ts';
import type { BreakValue } from '../fragmentation/break-values.ts';
import { clipsBlockEnd, isMonolithic } from '../sizing/box-facts.ts';
import type { BreakAppeal, EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { OutOfFlowBox } from '../positioned/out-of-flow-candidate.ts';
import type { WritingMode } from './geometry.ts';
import { MarginStrut } from '../sizing/margin-strut.ts';

/** Block layout's results for margins and floats (see LayoutResult). */
export interface FlowAnswer {
  readonly resolvedOffset: LU | null;
  readonly endMarginStrut: MarginStrut;
  readonly exclusions: ExclusionSpace;
  readonly adjoiningFloats: number;
  readonly pushedByFloats: boolean;
  readonly columnSpanner: Box | null;
  readonly lineCount: number;
}

/** The flow result of an independent formatting context, which doesn't affect the flow around it. */
export const OWN_FLOW: FlowAnswer = {
  resolvedOffset: 0,
  endMarginStrut: MarginStrut.EMPTY,
  exclusions: EMPTY_EXCLUSIONS,
  adjoiningFloats: 0,
  pushedByFloats: false,
  columnSpanner: null,
  lineCount: 0,
};

const NO_BOXES: readonly Box[] = [];

/** The data a builder has collected in addition to the fragment. */
interface ResultParts {
  readonly box: Box;
  readonly mode: WritingMode;
  readonly space: ConstraintSpace;
  /** The appeal of the chosen break, the best earlier opportunity, and the missing space. */
  readonly breaks: { readonly appeal: BreakAppeal; readonly best: EarlyBreak | null; readonly shortage: LU };
  readonly breakBefore: BreakValue;
  readonly breakAfter: BreakValue;
  readonly footnotes: readonly Box[] | null;
  readonly dependsOnBlockSize: boolean;
  readonly tallestUnbreakable: LU;
  readonly blockExtent: LU;
}

/**
 * The result that a child returns to its parent. Placed floats are in the exclusions. A float that didn't fit and
 * continues in the next fragmentainer is a child token.
 */
export class LayoutResult {
  /**
   * `bfc-offset-resolved`: aborted because the formatting context's offset became known. `clips-break`: broken where
   * nothing is visible.
   */
  readonly status: 'ok' | 'bfc-offset-resolved' | 'clips-break';
  readonly fragment: BoxFragment;
  /**
   * Offset of the border box in the block formatting context after margin collapsing. Null if unresolved because
   * margins collapse through.
   */
  readonly bfcBlockOffset: LU | null;
  /** Margins after the box that may collapse with following ones, without its own block-end margin. */
  readonly endMarginStrut: MarginStrut;
  /** The formatting context's floats after this box. */
  readonly exclusions: ExclusionSpace;
  /** Content-based border-box block size, however the box is sized. */
  readonly intrinsicBlockSize: LU;
  /** Where the box resumes, as in the fragment, or null if complete. */
  readonly breakToken: BlockBreakToken | null;
  /** Appeal of the break inside, if there is a token. */
  readonly appeal: BreakAppeal;
  /** The best earlier break opportunity if the chosen break isn't perfect. */
  readonly earlyBreak: EarlyBreak | null;
  /** Smallest additional block size that would fit another line or box (column balancing), or 0. */
  readonly shortage: LU;
  /**
   * Forced or avoid values combined with those of the first (last) children, for the parent's break between siblings
   * (css-break-3 §3.1).
   */
  readonly breakBefore: BreakValue;
  readonly breakAfter: BreakValue;
  readonly outOfFlow: readonly OutOfFlowBox[];
  /** Footnote bodies called from this fragment, in order. */
  readonly footnotes: readonly Box[];
  /** Whether a different available or percentage block size might change the result. */
  readonly dependsOnBlockSize: boolean;
  /** While `bfcBlockOffset` is null: the sides with floats placed at a guessed offset (1 start, 2 end). */
  readonly adjoiningFloats: number;
  /** Block size of the tallest unbreakable content. No column may be shorter (column balancing). */
  readonly tallestUnbreakable: LU;
  /** Whether clearance, not margins, has moved the border box down to `bfcBlockOffset`. */
  readonly pushedByFloats: boolean;
  /** Extent of visible in-flow content from the border box's block start, including overflow. */
  readonly blockExtent: LU;
  /** Extent of the absolutely positioned boxes inside. */
  readonly outOfFlowExtent: LU;
  /** The `column-span: all` box that ended the columns here, after which the token resumes, or null. */
  readonly columnSpanner: Box | null;
  /** Number of line boxes in the same block formatting context. */
  readonly lineCount: number;

  constructor(
    parts: ResultParts,
    status: LayoutResult['status'],
    fragment: BoxFragment,
    blockSize: LU,
    intrinsicBlockSize: LU,
    flow: FlowAnswer,
    outOfFlow: readonly OutOfFlowBox[],
    outOfFlowExtent: LU,
  ) {
    this.status = status;
    this.fragment = fragment;
    this.bfcBlockOffset = flow.resolvedOffset;
    this.endMarginStrut = flow.endMarginStrut;
    this.exclusions = flow.exclusions;
    this.intrinsicBlockSize = intrinsicBlockSize;
    this.breakToken = fragment.breakToken;
    this.appeal = parts.breaks.appeal;
    this.earlyBreak = parts.breaks.best;
    this.shortage = parts.breaks.shortage;
    this.breakBefore = parts.breakBefore;
    this.breakAfter = parts.breakAfter;
    this.outOfFlow = outOfFlow;
    this.footnotes = parts.footnotes ?? NO_BOXES;
    this.dependsOnBlockSize = parts.dependsOnBlockSize;
    this.adjoiningFloats = flow.resolvedOffset === null ? flow.adjoiningFloats : 0;
    const isPart = parts.space.has(SpaceFlag.AnonymousFlow);
    const isWhole = isMonolithic(parts.box) && !isPart;
    this.tallestUnbreakable = isWhole ? Math.max(parts.tallestUnbreakable, blockSize) : parts.tallestUnbreakable;
    this.pushedByFloats = flow.pushedByFloats;
    this.blockExtent = !isPart && clipsBlockEnd(parts) ? blockSize : Math.max(parts.blockExtent, blockSize);
    this.outOfFlowExtent = outOfFlowExtent;
    this.columnSpanner = flow.columnSpanner;
    this.lineCount = flow.lineCount;
  }
}

/** Returns how far all content of a result extends from its border box's block start, including overflow. */
export function contentExtent({ blockExtent, outOfFlowExtent }: LayoutResult): LU {
  return Math.max(blockExtent, outOfFlowExtent);
}
