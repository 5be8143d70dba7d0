/** Break token data of a container of rows. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { sameEntries, TokenData } from '../contract/break-token.ts';
import type { FragmentExtra } from '../contract/fragment.ts';
import { type Row, type RowExtent, RowsState } from './row.ts';
import type { StaticEdges } from '../alignment/alignment.ts';

/** A positioned child at its unbroken static position. */
export interface PositionedItem {
  readonly box: Box;
  /** Offset from the unbroken container's border-box start corner. */
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
  readonly edges: StaticEdges;
  /** The grid area that contains it, or null for the padding box. */
  readonly area: PositionedArea | null;
}

/** A grid area, from the unbroken container's border-box start corner. */
export interface PositionedArea {
  readonly inline: LU;
  readonly block: LU;
  readonly inlineSize: LU;
  readonly blockSize: LU;
  /** Whether its block end is the container's padding edge instead of a line. */
  readonly endsAtEdge: boolean;
}

/**
 * Returns the gap decorations of a fragment, or null. `extents` are the rows of each flow and `content` the range of
 * the contents, both from its border-box start.
 */
export type DecorateGaps = (
  extents: readonly (readonly RowExtent[])[],
  content: { readonly start: LU; readonly end: LU },
  blockSize: LU,
) => FragmentExtra | null;

/** A container as laid out without breaks. */
interface UnbrokenRows {
  readonly flows: readonly (readonly Row[])[];
  /** Whether the rows are single items of a column. */
  readonly isColumn: boolean;
  /** Block sizes of the border box: the used one, and the content-based one. */
  readonly blockSize: LU;
  readonly intrinsicBlockSize: LU;
  readonly decorate: DecorateGaps;
}

export class RowsTokenData extends TokenData {
  readonly unbroken: UnbrokenRows;
  readonly positioned: readonly PositionedItem[];
  readonly states: readonly RowsState[];
  /** The part of the unbroken container, with the space added by breaks, in earlier fragmentainers. */
  readonly consumed: LU;
  /**
   * Whether a fragment without rows has followed the last row. The rest of the container is then known, and no more end
   * edges are added.
   */
  readonly endIsSettled: boolean;

  constructor(
    unbroken: UnbrokenRows,
    positioned: readonly PositionedItem[],
    states: readonly RowsState[] = unbroken.flows.map(() => RowsState.START),
    consumed: LU = 0,
    endIsSettled = false,
  ) {
    super();
    this.unbroken = unbroken;
    this.positioned = positioned;
    this.states = states;
    this.consumed = consumed;
    this.endIsSettled = endIsSettled;
  }

  equals(other: TokenData): boolean {
    return other instanceof RowsTokenData && this.consumed === other.consumed && sameEntries(this.states, other.states);
  }

  /** The data of a container whose rows are all placed. */
  static readonly DONE = new RowsTokenData(
    { flows: [], isColumn: false, blockSize: 0, intrinsicBlockSize: 0, decorate: () => null },
    [],
  );
}
