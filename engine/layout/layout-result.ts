/** What one layout call answers, in the one shape that all algorithms make. */
import type { Box } from '../boxes/box.ts';
import type { LU } from '../units.ts';
import type { BlockBreakToken } from './break-token.ts';
import { type ConstraintSpace, SpaceFlag } from './constraint-space.ts';
import type { ExclusionSpace } from './exclusion-space.ts';
import { EMPTY_EXCLUSIONS } from './exclusions.ts';
import type { BoxFragment } from './fragment.ts';
import type { BreakValue } from './fragmentation/break-values.ts';
import { clipsOverflow, isMonolithic } from './box-facts.ts';
import type { BreakAppeal, EarlyBreak } from './fragmentation/break-appeal.ts';
import type { OutOfFlowCandidate } from './positioned/out-of-flow-candidate.ts';
import type { WritingMode } from './geometry.ts';
import { MarginStrut } from './margin-strut.ts';

/** Block layout's answers about margins and floats (see LayoutResult). */
export interface FlowAnswer {
  readonly resolvedOffset: LU | null;
  readonly endMarginStrut: MarginStrut;
  readonly exclusions: ExclusionSpace;
  readonly adjoiningFloats: number;
  readonly pushedByFloats: boolean;
  readonly columnSpanner: Box | null;
  readonly lineCount: number;
}

/** Of an independent formatting context: nothing of it concerns the flow around it. */
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

/** What a builder has collected beside the fragment. */
export interface ResultParts {
  readonly box: Box;
  readonly mode: WritingMode;
  readonly space: ConstraintSpace;
  /** How good the break taken is, the best place passed, and what was short. */
  readonly breaks: { readonly appeal: BreakAppeal; readonly best: EarlyBreak | null; readonly shortage: LU };
  readonly breakBefore: BreakValue;
  readonly breakAfter: BreakValue;
  readonly footnotes: readonly Box[] | null;
  readonly dependsOnBlockSize: boolean;
  readonly tallestUnbreakable: LU;
  readonly blockExtent: LU;
}

/** What a child tells its parent. A float that didn't fit and goes on in the next fragmentainer is a child token; one placed is in the exclusions. */
export class LayoutResult {
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
  readonly breakBefore: BreakValue;
  readonly breakAfter: BreakValue;
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
  /** How far in-flow content that may be seen reaches down from the border box's block start, overflow included. */
  readonly blockExtent: LU;
  /** The same for the absolutely positioned boxes inside. */
  readonly outOfFlowExtent: LU;
  /** A `column-span: all` box ended the columns here; the token starts after it. */
  readonly columnSpanner: Box | null;
  /** Line boxes of the same block formatting context inside. */
  readonly lineCount: number;

  constructor(
    parts: ResultParts,
    status: LayoutResult['status'],
    fragment: BoxFragment,
    blockSize: LU,
    intrinsicBlockSize: LU,
    flow: FlowAnswer,
    outOfFlow: readonly OutOfFlowCandidate[],
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
    this.blockExtent = clipsOverflow(parts) && !isPart ? blockSize : Math.max(parts.blockExtent, blockSize);
    this.outOfFlowExtent = outOfFlowExtent;
    this.columnSpanner = flow.columnSpanner;
    this.lineCount = flow.lineCount;
  }
}
