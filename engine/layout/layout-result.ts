/** What one layout call answers: the one shape of LayoutResult that all algorithms make. */
import type { Box } from '../boxes/box.ts';
import type { LU } from '../units.ts';
import type { BlockBreakToken } from './break-token.ts';
import { type ConstraintSpace, MarginStrut, SpaceFlag } from './constraint-space.ts';
import type { BreakAppeal, EarlyBreak, LayoutResult, OutOfFlowCandidate } from './contract.ts';
import type { ExclusionSpace } from './exclusion-space.ts';
import { EMPTY_EXCLUSIONS } from './exclusions.ts';
import type { BoxFragment } from './fragment.ts';
import { type BreakChooser, isMonolithic } from './fragmentation/break-chooser.ts';
import type { BreakValue } from './fragmentation/break-values.ts';

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
  readonly space: ConstraintSpace;
  readonly breaks: BreakChooser;
  readonly breakBefore: BreakValue;
  readonly breakAfter: BreakValue;
  readonly footnotes: readonly Box[] | null;
  readonly dependsOnBlockSize: boolean;
  readonly tallestUnbreakable: LU;
  readonly blockExtent: LU;
}

/** The concrete LayoutResult: one shape for all algorithms. */
export class FragmentResult implements LayoutResult {
  readonly status: LayoutResult['status'];
  readonly fragment: BoxFragment;
  readonly bfcBlockOffset: LU | null;
  readonly endMarginStrut: MarginStrut;
  readonly exclusions: ExclusionSpace;
  readonly intrinsicBlockSize: LU;
  readonly breakToken: BlockBreakToken | null;
  readonly appeal: BreakAppeal;
  readonly earlyBreak: EarlyBreak | null;
  readonly shortage: LU;
  readonly breakBefore: BreakValue;
  readonly breakAfter: BreakValue;
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  readonly footnotes: readonly Box[];
  readonly dependsOnBlockSize: boolean;
  readonly adjoiningFloats: number;
  readonly tallestUnbreakable: LU;
  readonly pushedByFloats: boolean;
  readonly blockExtent: LU;
  readonly outOfFlowExtent: LU;
  readonly columnSpanner: Box | null;
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
    const isWhole = isMonolithic(parts.box) && !parts.space.has(SpaceFlag.AnonymousFlow);
    this.tallestUnbreakable = isWhole ? Math.max(parts.tallestUnbreakable, blockSize) : parts.tallestUnbreakable;
    this.pushedByFloats = flow.pushedByFloats;
    this.blockExtent = Math.max(parts.blockExtent, blockSize);
    this.outOfFlowExtent = outOfFlowExtent;
    this.columnSpanner = flow.columnSpanner;
    this.lineCount = flow.lineCount;
  }
}
