/** Break token data of multicol containers. */
import type { Box } from '../../boxes/box.ts';
import { type BlockBreakToken, sameToken, TokenData } from '../contract/break-token.ts';
import type { Insertion } from '../insertions/insertion.ts';
import type { BreakValue } from '../fragmentation/break-values.ts';

/** Where a multicol container resumes. */
export interface MulticolState {
  /** Where the columns resume, or null at the beginning or if they don't. */
  readonly columns: BlockBreakToken | null;
  /** A spanner before them, and where it resumes. */
  readonly spanner: Box | null;
  readonly spannerToken: BlockBreakToken | null;
  /** Whether only the box's own size remains. */
  readonly isDone: boolean;
  /** Whether the list item's outside marker still waits for a first line. */
  readonly markerPending: boolean;
  /** The value that forced the break next to a spanner, or 'auto'. */
  readonly forcedBy: BreakValue;
  /** The first box after that break. */
  readonly comesNext: Box | null;
  /** Column floats for the next columns. */
  readonly waiting: readonly Insertion[];
}

export class MulticolTokenData extends TokenData {
  readonly state: MulticolState;

  constructor(state: MulticolState) {
    super();
    this.state = state;
  }

  override get forcedBy(): BreakValue {
    return this.state.forcedBy;
  }

  override get comesNext(): Box | null {
    return this.state.comesNext;
  }

  equals(other: TokenData): boolean {
    if (!(other instanceof MulticolTokenData)) return false;
    const { state } = other;
    const own = this.state;
    return (
      own.spanner === state.spanner &&
      own.isDone === state.isDone &&
      own.markerPending === state.markerPending &&
      own.forcedBy === state.forcedBy &&
      own.waiting.length === state.waiting.length &&
      own.waiting.every(({ box, defer }, i) => box === state.waiting[i]!.box && defer === state.waiting[i]!.defer) &&
      // The other tokens are children of the container's token and compared there. Comparing them twice would take
      // exponential time in the depth.
      (own.spanner === null || sameToken(own.columns, state.columns))
    );
  }
}
