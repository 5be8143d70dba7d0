/** Positioned boxes that a fragment has met, until it is finished and its physical size is known. */
import type { LU } from '../../units.ts';
import type { WritingMode } from '../geometry.ts';
import { shifted } from './positioned.ts';
import type { OutOfFlowCandidate } from './out-of-flow-candidate.ts';

/** A candidate before this fragment's physical size is known: relative to a child fragment, or a logical point of this one. */
export class PendingCandidate {
  readonly candidate: OutOfFlowCandidate;
  /** Index of the child fragment; -1: `inlineOffset` and `blockOffset` say where. */
  readonly child: number;
  readonly inlineOffset: LU;
  readonly blockOffset: LU;

  constructor(candidate: OutOfFlowCandidate, child: number, inlineOffset: LU, blockOffset: LU) {
    this.candidate = candidate;
    this.child = child;
    this.inlineOffset = inlineOffset;
    this.blockOffset = blockOffset;
  }

  /** The same in contents that have been moved by a block distance. */
  shifted(delta: LU): PendingCandidate {
    if (this.child >= 0) return this;
    return new PendingCandidate(this.candidate, this.child, this.inlineOffset, this.blockOffset + delta);
  }

  /** Seen from the fragment's physical corner. `offsets`: of its children; `moves`: what relative positioning has added to them. */
  physical(
    mode: WritingMode,
    width: LU,
    height: LU,
    offsets: readonly LU[],
    moves: readonly LU[] | null,
  ): OutOfFlowCandidate {
    const { candidate, child } = this;
    if (child >= 0) {
      const seen = shifted(candidate, offsets[child * 2]!, offsets[child * 2 + 1]!);
      if (moves === null || (candidate.earlier === null && candidate.inlineContainer === null)) return seen;
      return {
        ...seen,
        movedX: candidate.movedX + moves[child * 2]!,
        movedY: candidate.movedY + moves[child * 2 + 1]!,
      };
    }
    return shifted(
      candidate,
      mode.physicalX(this.inlineOffset, this.blockOffset, 0, width),
      mode.physicalY(this.inlineOffset, this.blockOffset, 0, height),
    );
  }
}
