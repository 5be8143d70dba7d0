/** Positioned boxes on their way to their containing blocks. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { SafeRoom } from '../alignment.ts';
import type { ConstraintSpace } from '../constraint-space.ts';
import type { WritingMode } from '../geometry.ts';

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
