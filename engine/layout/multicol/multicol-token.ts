/** What a multi-column container keeps in its break token. */
import type { Box } from '../../boxes/box.ts';
import { type BlockBreakToken, sameToken, TokenData } from '../break-token.ts';
import type { WaitingColumnFloat } from './column-flow.ts';
import type { BreakValue } from '../fragmentation/break-values.ts';

/** Where a multi-column container goes on. */
export interface MulticolState {
  /** Where the columns go on; null: at the beginning, or not at all. */
  readonly columns: BlockBreakToken | null;
  /** A spanner that comes before them, and where it goes on. */
  readonly spanner: Box | null;
  readonly spannerToken: BlockBreakToken | null;
  /** Only the box's own size is left. */
  readonly isDone: boolean;
  /** The list item's outside marker still waits for a first line. */
  readonly markerPending: boolean;
  /** What forced the break beside a spanner at which it goes on; 'auto': nothing. */
  readonly forcedBy: BreakValue;
  /** What comes after that break. */
  readonly comesNext: Box | null;
  /** Floats of columns that the next ones are to take. */
  readonly waiting: readonly WaitingColumnFloat[];
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
      // The other tokens are children of the container's, which are compared by themselves: twice would be 2^depth times in all.
      (own.spanner === null || sameToken(own.columns, state.columns))
    );
  }
}
