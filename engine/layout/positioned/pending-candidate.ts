/** Positioned boxes collected in a fragment until it is finished and its physical size is known. */
import type { LU } from '../../units.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { OutOfFlowBox } from './out-of-flow-candidate.ts';

/**
 * A candidate before the fragment's physical size is known, relative to a child fragment or to a logical point of this
 * one.
 */
export class PendingCandidate {
  readonly candidate: OutOfFlowBox;
  /** Index of the child fragment, or -1 if `inlineOffset` and `blockOffset` give the position. */
  readonly child: number;
  readonly inlineOffset: LU;
  readonly blockOffset: LU;

  constructor(candidate: OutOfFlowBox, child: number, inlineOffset: LU, blockOffset: LU) {
    this.candidate = candidate;
    this.child = child;
    this.inlineOffset = inlineOffset;
    this.blockOffset = blockOffset;
  }

  /** Returns the candidate with the contents moved along the block axis. */
  shifted(delta: LU): PendingCandidate {
    if (this.child >= 0) return this;
    return new PendingCandidate(this.candidate, this.child, this.inlineOffset, this.blockOffset + delta);
  }

  /**
   * Returns the candidate relative to the fragment's physical corner. `offsets` are those of its children, `moves` the
   * part of them from relative positioning.
   */
  physical(
    mode: WritingMode,
    width: LU,
    height: LU,
    offsets: readonly LU[],
    moves: readonly LU[] | null,
  ): OutOfFlowBox {
    const { candidate, child } = this;
    if (child >= 0) {
      const seen = candidate.shifted(offsets[child * 2]!, offsets[child * 2 + 1]!);
      return moves === null ? seen : seen.moved(moves[child * 2]!, moves[child * 2 + 1]!);
    }
    return candidate.shifted(
      mode.physicalX(this.inlineOffset, this.blockOffset, 0, width),
      mode.physicalY(this.inlineOffset, this.blockOffset, 0, height),
    );
  }
}
