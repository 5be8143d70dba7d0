/** Break token data of tables. */
import type { LU } from '../../units.ts';
import { sameEntries, TokenData } from '../break-token.ts';
import type { OpenCell, OverflowingCell } from './fragmented-cells.ts';
import type { TableGeometry } from './table-geometry.ts';

export class TableTokenData extends TokenData {
  readonly geometry: TableGeometry;
  /** Index of the first unfinished row. */
  readonly nextRow: number;
  /** The part of it in earlier fragments, or 0 if it hasn't begun. */
  readonly rowConsumed: LU;
  /** Cells that continue: those of the broken row, and those that span into later rows. */
  readonly open: readonly OpenCell[];
  /** Finished cells whose overflow continues. */
  readonly overflowing: readonly OverflowingCell[];
  /** The indices of the sections with copies in earlier fragments. */
  readonly copied: ReadonlySet<number>;

  constructor(
    geometry: TableGeometry,
    nextRow: number,
    rowConsumed: LU,
    open: readonly OpenCell[],
    overflowing: readonly OverflowingCell[],
    copied: ReadonlySet<number>,
  ) {
    super();
    this.geometry = geometry;
    this.nextRow = nextRow;
    this.rowConsumed = rowConsumed;
    this.open = open;
    this.overflowing = overflowing;
    this.copied = copied;
  }

  equals(other: TokenData): boolean {
    return (
      other instanceof TableTokenData &&
      this.nextRow === other.nextRow &&
      this.rowConsumed === other.rowConsumed &&
      sameEntries(this.open, other.open) &&
      sameEntries(this.overflowing, other.overflowing) &&
      this.copied.size === other.copied.size &&
      [...this.copied].every((section) => other.copied.has(section))
    );
  }
}
