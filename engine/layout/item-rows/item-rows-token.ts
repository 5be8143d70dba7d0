/** What the break token of a container of item rows carries. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { sameEntries, TokenData } from '../break-token.ts';
import type { FragmentExtra } from '../fragment.ts';
import { type ItemRow, type ItemRowExtent, ItemRowState } from './item-row.ts';
import type { OutOfFlowCandidate } from '../positioned/out-of-flow-candidate.ts';

/** A positioned child at its unbroken static position. */
export interface PositionedItem {
  readonly box: Box;
  /** From the unbroken container's border-box start corner. */
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
  readonly inlineEdge: OutOfFlowCandidate['staticInlineEdge'];
  readonly blockEdge: OutOfFlowCandidate['staticBlockEdge'];
  readonly safeRoom: OutOfFlowCandidate['safeRoom'];
  /** The grid area that contains it, from the same corner; null: the padding box does. */
  readonly area: { readonly inline: LU; readonly block: LU; readonly inlineSize: LU; readonly blockSize: LU } | null;
}

/**
 * Draws the decorations of a fragment's gaps: where the rows of each flow are in it, and where the contents begin and end, from its border-box start. null: none.
 */
export type DecorateGaps = (
  extents: readonly (readonly ItemRowExtent[])[],
  content: { readonly start: LU; readonly end: LU },
  blockSize: LU,
) => FragmentExtra | null;

export class ItemRowsTokenData extends TokenData {
  readonly flows: readonly (readonly ItemRow[])[];
  /** Are the rows single items of a column? */
  readonly isColumn: boolean;
  readonly positioned: readonly PositionedItem[];
  readonly decorate: DecorateGaps;
  readonly states: readonly ItemRowState[];
  /** The unbroken container's border-box block size by its contents. */
  readonly intrinsic: LU;
  /** How much of the unbroken container, with all that breaks have added, lies in earlier fragmentainers. */
  readonly consumed: LU;
  /** A fragment without rows has followed the last one: what is left of the container is known, and end edges come on top no more. */
  readonly endIsSettled: boolean;

  constructor(
    flows: readonly (readonly ItemRow[])[],
    isColumn: boolean,
    intrinsic: LU,
    positioned: readonly PositionedItem[],
    decorate: DecorateGaps,
    states: readonly ItemRowState[] = flows.map(() => ItemRowState.START),
    consumed: LU = 0,
    endIsSettled = false,
  ) {
    super();
    this.flows = flows;
    this.isColumn = isColumn;
    this.intrinsic = intrinsic;
    this.positioned = positioned;
    this.decorate = decorate;
    this.states = states;
    this.consumed = consumed;
    this.endIsSettled = endIsSettled;
  }

  equals(other: TokenData): boolean {
    return (
      other instanceof ItemRowsTokenData && this.consumed === other.consumed && sameEntries(this.states, other.states)
    );
  }

  /** Of a container all of whose rows are placed. */
  static readonly DONE = new ItemRowsTokenData([], false, 0, [], () => null);
}
