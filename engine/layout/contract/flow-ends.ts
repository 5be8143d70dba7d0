/** Facts of layout about the regions of named flows. */
import type { Box, RegionChain } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { BoxFragment } from './fragment.ts';
import type { FlowPoint, RegionPart } from './region-part.ts';

/** A flow that doesn't fit in its regions. */
export interface UnfittingFlow {
  readonly chain: RegionChain;
  /** The last region. */
  readonly last: Box;
  /** Whether the rest is missing, instead of overflowing. */
  readonly isMissing: boolean;
}

/** Where the regions of named flows end. Each layout of a region records its end, which the next region reads. */
export interface FlowEnds {
  /** The number of layouts of a page after which its regions agree. */
  readonly attempts: number;
  /** Returns whether a region belongs to one of the chains. */
  has(region: Box): boolean;
  /** Returns the block size of the largest region after this one in the chain, or null if it is the last. */
  largestAfter(region: Box): LU | null;
  /** Returns where the flow resumes in a region, or null if that isn't known yet. */
  startOf(region: Box): FlowPoint | null;
  note(region: Box, part: RegionPart): void;
  /** Forgets all ends, for another layout from the first page. */
  reset(): void;
  /**
   * Takes the ends from the fragments of a page. Returns whether each region starts where the one before it ends. If
   * not, the page must be laid out again.
   */
  agree(fragments: readonly BoxFragment[]): boolean;
  /** Returns the flows that don't fit in their regions. */
  unfitting(): readonly UnfittingFlow[];
}
