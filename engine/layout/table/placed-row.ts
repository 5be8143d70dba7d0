/** Rows and cells as placed in a table's fragment. */
import type { LU } from '../../units.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/** A row's position in a table fragment, for collapsed borders and column backgrounds. */
export interface PlacedTableRow {
  readonly row: number;
  readonly blockOffset: LU;
  readonly blockSize: LU;
  /** Whether it isn't the row's first (last) fragment. */
  readonly startCut: boolean;
  readonly endCut: boolean;
}

/** A cell to be added to its row's fragment, at an offset from the row's block start. */
export interface RowCell {
  readonly column: number;
  readonly result: LayoutResult;
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
}
