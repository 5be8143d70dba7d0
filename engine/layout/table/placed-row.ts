/** Rows and cells as placed in a table's fragment. */
import type { LU } from '../../units.ts';
import type { BreakToken } from '../break-token.ts';
import type { FinishedCell } from './table-cell.ts';
import type { TableCell } from './table-grid.ts';

/** A row's position in a table fragment, for collapsed borders and column backgrounds. */
export interface PlacedTableRow {
  readonly row: number;
  readonly blockOffset: LU;
  readonly blockSize: LU;
  /** Whether it isn't the row's first (last) fragment. */
  readonly startCut: boolean;
  readonly endCut: boolean;
}

/** A cell to be added to its row's fragment. */
export interface RowCell {
  readonly cell: TableCell;
  readonly finished: FinishedCell;
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
  readonly token: BreakToken | null;
}
