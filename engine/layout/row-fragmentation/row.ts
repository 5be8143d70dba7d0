/**
 * Rows, which can be broken between: the lines of a flex container, the rows of a grid or of a table's row group, or
 * the items of one flex column. "Unbroken" offsets are from the border-box start corner of the container without
 * breaks.
 *
 * A formatting context provides `Rows`, and `RowFlow` distributes them over fragmentainers. It decides about breaks
 * between rows, and about breaks inside rows, whose items are parallel flows.
 */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/** An item at its unbroken position. */
export interface RowItem {
  readonly box: Box;
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
  readonly blockSize: LU;
  readonly marginEnd: LU;
  /** Index of the first column of a cell, for the backgrounds of columns. */
  readonly column?: number;
  /** Index of the last row it extends into. Earlier rows don't wait for it. */
  readonly lastRow: number;
  /** Whether it stretches to its row. */
  readonly stretches: boolean;
  /** Lays out the item. `growth` is the block size that breaks have added to its rows. */
  layout(
    fragmentainer: FragmentainerSpace | null,
    token: BlockBreakToken | null,
    early: EarlyBreak | null,
    growth: LU,
  ): LayoutResult;
  /**
   * Returns the last fragment of a broken item in another block size. If null, the item is laid out again.
   */
  readonly resize: ((result: LayoutResult, blockSize: LU) => LayoutResult) | null;
}

export interface Row {
  readonly blockOffset: LU;
  readonly blockSize: LU;
  /** Block-start margin of a column item, included in the row. An unforced break before the row truncates it. */
  readonly marginStart: LU;
  /** The gutter before the row. A break in it drops the remaining part. */
  readonly gutter: LU;
  /**
   * Its share, relative to other rows, of the block size that a stretched container gains when breaks enlarge the row
   * around it. Absent: 0.
   */
  readonly grow?: number;
  /** The box of a table row, around its items, or null. */
  readonly box: Box | null;
  readonly items: readonly RowItem[];
}

/** The rows of one flow. They may be measured on demand, so that distant rows aren't kept in memory. */
export interface Rows {
  readonly length: number;
  /** Returns a row. Negative indices count from the end. */
  at(r: number): Row | undefined;
}

/** An item that continues, or starts, in the next fragmentainer. */
export interface OpenItem {
  readonly item: RowItem;
  /** Index of its first row. */
  readonly row: number;
  readonly token: BlockBreakToken;
  /** How far breaks had moved its first row down. */
  readonly adjustment: LU;
}

/** An item in this fragment. Stretching it to the end of its last row replaces its result. */
export interface PlacedItem {
  readonly item: RowItem;
  /** Index of its first row. */
  readonly row: number;
  readonly offset: LU;
  /** Where it has resumed, or null if it begins here. */
  readonly token: BlockBreakToken | null;
  /** How far breaks had moved its first row down. */
  readonly adjustment: LU;
  /** The block size that breaks have added to it. */
  readonly growth: LU;
  result: LayoutResult;
}

/** Where a flow resumes. */
export class RowsState {
  /** Index of the first unfinished row. */
  readonly next: number;
  /**
   * `waiting`: at its unbroken position, further down. `pushed`: at the next fragmentainer's start. `begun`: some items
   * have started.
   */
  readonly status: 'waiting' | 'pushed' | 'force-pushed' | 'begun';
  /** How far the next row has moved down from its unbroken position. */
  readonly adjustment: LU;
  /** Block size that breaks have added to the row in progress. */
  readonly growth: LU;
  readonly isDone: boolean;
  /** The items to resume, of the row in progress and of finished rows. */
  readonly open: readonly OpenItem[];

  constructor(
    next: number,
    status: RowsState['status'],
    adjustment: LU,
    growth: LU,
    isDone: boolean,
    open: readonly OpenItem[],
  ) {
    this.next = next;
    this.status = status;
    this.adjustment = adjustment;
    this.growth = growth;
    this.isDone = isDone;
    this.open = open;
  }

  static readonly START = new RowsState(0, 'waiting', 0, 0, false, []);

  /** The tokens of the open items are also those of the container's children, which are compared there. */
  equals(other: RowsState): boolean {
    return (
      this.next === other.next &&
      this.status === other.status &&
      this.adjustment === other.adjustment &&
      this.growth === other.growth &&
      this.isDone === other.isDone
    );
  }
}

/** The container's fragment, as shared by all its flows. */
export interface RowsPlace {
  readonly container: Box;
  readonly context: LayoutContext;
  readonly mode: WritingMode;
  readonly isColumn: boolean;
  /** The fragmentainer from the container's border-box start. */
  readonly fragmentainer: FragmentainerSpace;
  /** Whether it is the container's first fragment. */
  readonly isFirst: boolean;
  /** Start of the contents in this fragment, after its block-start edges. */
  readonly start: LU;
  /** The container's block-end border and padding. */
  readonly endEdge: LU;
  /** The adjusted unbroken offset at this fragment's border-box start. */
  readonly base: LU;
  /** For each finished row with continued items, only this spacing remains. */
  readonly spacing: LU;
  /** How much larger than without breaks the row around it has made the container. */
  readonly gained: LU;
}

/** The extent of a row in the fragment, from its border-box start. `row` is its index in the flow. */
export interface RowExtent {
  readonly row: number;
  readonly start: LU;
  readonly end: LU;
}
