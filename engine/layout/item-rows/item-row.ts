/**
 * What can be broken between: the lines of a flex container, the rows of a grid, the items of one flex column. All three are called item rows; the rows of tables and
 * those of columns are in the folders of theirs. Offsets called unbroken are from the border-box start corner of the container as it would be without breaks.
 */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { BlockBreakToken } from '../break-token.ts';
import type { LayoutContext } from '../contract.ts';
import type { WritingMode } from '../geometry.ts';
import type { EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../layout-result.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';

/** An item at its unbroken place. */
export interface RowItem {
  readonly box: Box;
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
  readonly blockSize: LU;
  readonly marginEnd: LU;
  /** Index of the last row that it reaches into: rows before that don't wait for it. */
  readonly lastRow: number;
  /** It is as high as its row. */
  readonly stretches: boolean;
  /** `growth`: by how much breaks have made its row higher. */
  layout(
    fragmentainer: FragmentainerSpace | null,
    token: BlockBreakToken | null,
    early: EarlyBreak | null,
    growth: LU,
  ): LayoutResult;
}

export interface ItemRow {
  readonly blockOffset: LU;
  readonly blockSize: LU;
  /** Block-start margin of a column's item, inside the row: an unforced break before the row truncates it. */
  readonly marginStart: LU;
  /** The gutter that lies before the row; a break in it leaves out what is left of it. */
  readonly gutter: LU;
  readonly items: readonly RowItem[];
}

/** Where a flow goes on. */
export class ItemRowState {
  /** The first row that isn't finished. */
  readonly next: number;
  /** Waiting: in its unbroken place, further down. Pushed: at the next fragmentainer's start. Begun: some items have started. */
  readonly status: 'waiting' | 'pushed' | 'force-pushed' | 'begun';
  /** How far the next row has been moved down from its unbroken place. */
  readonly adjustment: LU;
  /** By how much breaks have made the begun row higher. */
  readonly growth: LU;
  readonly isDone: boolean;

  constructor(next: number, status: ItemRowState['status'], adjustment: LU, growth: LU, isDone: boolean) {
    this.next = next;
    this.status = status;
    this.adjustment = adjustment;
    this.growth = growth;
    this.isDone = isDone;
  }

  static readonly START = new ItemRowState(0, 'waiting', 0, 0, false);

  equals(other: ItemRowState): boolean {
    return (
      this.next === other.next &&
      this.status === other.status &&
      this.adjustment === other.adjustment &&
      this.growth === other.growth &&
      this.isDone === other.isDone
    );
  }
}

/** The container's fragment, as all its flows see it. */
export interface ItemRowPlace {
  readonly container: Box;
  readonly context: LayoutContext;
  readonly mode: WritingMode;
  readonly isColumn: boolean;
  /** Seen from the container's border-box start. */
  readonly fragmentainer: FragmentainerSpace;
  /** It is the container's first fragment. */
  readonly isFirst: boolean;
  /** Where contents start in this fragment: past the block-start edges that it has. */
  readonly start: LU;
  /** The container's block-end border and padding. */
  readonly endEdge: LU;
  /** The moved unbroken offset that lies at this fragment's border-box start. */
  readonly base: LU;
  readonly tokens: ReadonlyMap<Box, BlockBreakToken>;
}

/** Where a row lies in the fragment, from its border-box start; `row`: its index in the flow. */
export interface ItemRowExtent {
  readonly row: number;
  readonly start: LU;
  readonly end: LU;
}
