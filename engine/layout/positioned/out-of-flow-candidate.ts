/** Positioned boxes that are passed up to their containing blocks. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { SafeRoom } from '../alignment/alignment.ts';
import type { ConstraintSpace } from '../contract/constraint-space.ts';
import type { WritingMode } from '../contract/geometry.ts';

/** An inline box that is the containing block of an absolutely positioned box. */
export interface InlineContainer {
  /** Its first piece if blocks split it. */
  readonly box: Box;
  /** Total physical relative offset of the box and the inline boxes around it. */
  readonly movedX: LU;
  readonly movedY: LU;
}

/** A laid-out box that begins in an earlier fragmentainer than the one where its containing block ends. */
export interface SentBack {
  readonly space: ConstraintSpace;
  /** The box of its containing block. An inline box is represented by its block container. */
  readonly container: Box;
  /**
   * Set if that fragmentainer is a column of an earlier fragment of a multicol container. `inside` is then the candidate
   * relative to the first column in the container's current fragment. Null if the fragmentainer belongs to the box's own
   * flow.
   */
  readonly columns: { readonly container: Box; readonly inside: OutOfFlowCandidate } | null;
}

/**
 * An absolutely positioned or fixed box that is passed up to its containing block. The static position is physical,
 * from the top left corner of the border box of the fragment whose result carries it. Each parent adds its child's
 * offset.
 */
export interface OutOfFlowCandidate {
  readonly box: Box;
  readonly staticX: LU;
  readonly staticY: LU;
  /**
   * The corner of the box's margin box at the static position: by default, the logical start edges in the static
   * parent's mode.
   */
  readonly staticMode: WritingMode;
  readonly staticInlineEdge: 'start' | 'center' | 'end';
  readonly staticBlockEdge: 'start' | 'center' | 'end';
  /** Available space if the alignment is `safe` (css-align-3 §4.4), or null if it isn't in either axis. */
  readonly safeRoom: SafeRoom | null;
  /**
   * The containing block if it is an inline box instead of a block's padding box. If blocks split it, its first piece.
   */
  readonly inlineContainer: Box | null;
  /**
   * Set if the containing block is known and the box begins in an earlier fragmentainer of the flow. The static position
   * is then its border box's top left corner. The root of the fragmentation context places it.
   */
  readonly sentBack: SentBack | null;
  /**
   * The part of the static position that comes from relative positioning, from the static position or inline container
   * on. Breaks ignore it. Physical.
   */
  readonly movedX: LU;
  readonly movedY: LU;
}
