/**
 * Measures table rows on demand, so that a table on many pages keeps only the cell layouts around the current page.
 * Rows connected by spanning cells are measured together.
 */
import type { Budget } from '../../budget.ts';
import type { LU } from '../../units.ts';
import { distributeSpanningCells, type RowSize, type SpanningCell } from './row-sizing.ts';
import type { TableCell, TableRow } from './table-grid.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/** Number of rows whose cell layouts are kept. Earlier rows are laid out again if needed. */
const KEPT_ROWS = 64;

/**
 * Returns the height of a row by itself. Adds its cells that span several rows to `spanning`, with their row in the
 * table.
 */
type MeasureRow = (r: number, results: readonly LayoutResult[], spanning: SpanningCell[]) => RowSize;

export class RowMeasures {
  private readonly rows: readonly TableRow[];
  private readonly layoutCell: (cell: TableCell) => LayoutResult;
  private readonly measureRow: MeasureRow;
  /**
   * A function, like the other members that depend on the render, so that a table's break token holds only plain
   * values.
   */
  private readonly spanned: (sizes: readonly RowSize[], spanning: SpanningCell[]) => void;
  /** The first row of each row's connected group. */
  private readonly groupStarts: Int32Array;
  private readonly sizes = new Map<number, RowSize>();
  /** A ring buffer: row `r` uses slot `r % KEPT_ROWS`. */
  private readonly kept = new Map<number, { readonly row: number; readonly results: readonly LayoutResult[] }>();
  /** Rows with a cell whose layout might change with a different height. */
  private readonly dependent = new Set<number>();

  constructor(
    rows: readonly TableRow[],
    spacing: LU,
    budget: Budget,
    layoutCell: (cell: TableCell) => LayoutResult,
    measureRow: MeasureRow,
  ) {
    this.rows = rows;
    this.layoutCell = layoutCell;
    this.measureRow = measureRow;
    this.spanned = (sizes, spanning) => distributeSpanningCells(sizes, spanning, spacing, budget);
    this.groupStarts = groupStartsOf(rows);
  }

  get dependOnBlockSize(): boolean {
    return this.dependent.size > 0;
  }

  size(r: number): RowSize {
    if (!this.sizes.has(r)) this.measureGroup(this.groupStarts[r]!);
    return this.sizes.get(r) as RowSize;
  }

  results(r: number): readonly LayoutResult[] {
    const known = this.kept.get(r % KEPT_ROWS);
    if (known?.row === r) return known.results;
    const results = this.rows[r]!.cells.map(this.layoutCell);
    if (results.some(({ dependsOnBlockSize }) => dependsOnBlockSize)) this.dependent.add(r);
    this.kept.set(r % KEPT_ROWS, { row: r, results });
    return results;
  }

  private measureGroup(start: number): void {
    const sizes: RowSize[] = [];
    const spanning: SpanningCell[] = [];
    for (let r = start; r < this.rows.length && this.groupStarts[r] === start; r++)
      sizes.push(this.measureRow(r, this.results(r), spanning));
    const inGroup = spanning.map((cell) => ({ ...cell, row: cell.row - start }));
    this.spanned(sizes, inGroup);
    sizes.forEach((size, i) => this.sizes.set(start + i, size));
  }
}

/** Returns for each row the first of the rows that spanning cells connect it to. */
function groupStartsOf(rows: readonly TableRow[]): Int32Array {
  const starts = new Int32Array(rows.length);
  let start = 0;
  let end = 0;
  rows.forEach(({ cells }, r) => {
    if (r >= end) start = r;
    starts[r] = start;
    for (const { rowSpan } of cells) end = Math.max(end, r + rowSpan);
  });
  return starts;
}
