/** What a table's break token carries. */
import type { LU } from '../../units.ts';
import { sameEntries, TokenData } from '../break-token.ts';
import type { OpenCell, OverflowingCell } from './fragmented-cells.ts';
import type { TableGeometry } from './table-geometry.ts';

export class TableTokenData extends TokenData {
  readonly geometry: TableGeometry;
  /** The first row that isn't finished. */
  readonly nextRow: number;
  /** How much of it earlier fragments took; 0: it hasn't begun. */
  readonly rowConsumed: LU;
  /** Cells that go on: of the broken row, and those that span into the rows to come. */
  readonly open: readonly OpenCell[];
  /** Cells that have ended, but for what overflows them. */
  readonly overflowing: readonly OverflowingCell[];

  constructor(
    geometry: TableGeometry,
    nextRow: number,
    rowConsumed: LU,
    open: readonly OpenCell[],
    overflowing: readonly OverflowingCell[],
  ) {
    super();
    this.geometry = geometry;
    this.nextRow = nextRow;
    this.rowConsumed = rowConsumed;
    this.open = open;
    this.overflowing = overflowing;
  }

  equals(other: TokenData): boolean {
    return (
      other instanceof TableTokenData &&
      this.nextRow === other.nextRow &&
      this.rowConsumed === other.rowConsumed &&
      sameEntries(this.open, other.open) &&
      sameEntries(this.overflowing, other.overflowing)
    );
  }
}
