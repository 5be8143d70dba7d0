/**
 * The rows of a row group, as `row-fragmentation/` breaks them. Each row is measured when it is needed. Cells are
 * parallel flows that stretch to the rows they span.
 */
import { BoxFlag } from '../../boxes/box.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import { BreakTokenFlag } from '../contract/break-token.ts';
import type { EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { Row, RowItem, Rows } from '../row-fragmentation/row.ts';
import type { LU } from '../../units.ts';
import { finishCell, framed } from './table-cell.ts';
import { cellSpace, type TableGeometry } from './table-geometry.ts';
import type { TableCell } from './table-grid.ts';

/** Lays out the `i`th cell of a row at the block size of the rows it spans (see `RowItem.layout`). */
type LayoutCell = (
  cell: TableCell,
  i: number,
  blockSize: LU,
  fragmentainer: FragmentainerSpace | null,
  token: BlockBreakToken | null,
  early: EarlyBreak | null,
) => LayoutResult;

type LayoutBrokenCell = (
  cell: TableCell,
  i: number,
  blockSize: LU,
  fragmentainer: FragmentainerSpace,
  token: BlockBreakToken | null,
  early: EarlyBreak | null,
) => LayoutResult;

/** A cell as laid out in a fragmentainer. */
interface TriedCell {
  readonly blockSize: LU;
  readonly fragmentainer: FragmentainerSpace;
  readonly token: BlockBreakToken | null;
  readonly early: EarlyBreak | null;
  readonly result: LayoutResult;
}

/** Maximum number of cells whose layouts are kept for another attempt to break their rows. */
const MOST_TRIED = 256;

export class SectionRows implements Rows {
  private readonly geometry: TableGeometry;
  /** Indices in the table of the rows that are shown. */
  private readonly shown: readonly number[];
  /** Offsets of the rows measured so far, from the section's block start. A map, so that tokens hold plain values. */
  private readonly offsets = new Map<number, LU>([[0, 0]]);
  /** The last two rows returned. */
  private readonly recent = new Map<number, { readonly r: number; readonly row: Row }>();
  /**
   * Cells of the rows around the current break. A better break found later repeats the layout of the rows before it. In
   * nested tables that would double the cost at each level.
   */
  private readonly tried = new Map<TableCell, TriedCell>();
  private readonly layoutCell: LayoutCell;

  constructor(context: LayoutContext, geometry: TableGeometry, section: number, measure: number) {
    this.geometry = geometry;
    const { firstRow, rowCount } = geometry.grid.sections[section]!;
    const shown: number[] = [];
    for (let r = firstRow; r < firstRow + rowCount; r++) if (geometry.isShown(r, false)) shown.push(r);
    this.shown = shown;
    const layoutBroken: LayoutBrokenCell = (cell, i, blockSize, fragmentainer, token, early) => {
      // Percentages are those of the measured cell, whose unbroken contents are then known.
      const space = cellSpace(context, geometry, cell)
        .fixedBlock(blockSize, false)
        .flag(SpaceFlag.CellMeasure | SpaceFlag.FixedBlockIsMinimum | measure)
        .fragmentainer(fragmentainer)
        .build();
      const result = context.layout(cell.box, space, token, early);
      const { breakToken } = result;
      // The contents of a broken cell are at its top.
      if (token !== null || (breakToken !== null && !breakToken.has(BreakTokenFlag.AtBlockEnd))) return result;
      return finishCell(context, geometry, cell, geometry.resultsOf(cell.row)[i]!, blockSize, measure, fragmentainer);
    };
    this.layoutCell = (cell, i, blockSize, fragmentainer, token, early) => {
      const measured = geometry.resultsOf(cell.row)[i]!;
      if (fragmentainer === null) return finishCell(context, geometry, cell, measured, blockSize, measure);
      const known = this.tried.get(cell);
      if (known?.blockSize === blockSize && known.token === token && known.early === early)
        if (known.fragmentainer.equals(fragmentainer)) return known.result;
      const isWhole = token === null && early === null && blockSize <= fragmentainer.remaining;
      const result =
        isWhole && !cell.box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage)
          ? finishCell(context, geometry, cell, measured, blockSize, measure, fragmentainer)
          : layoutBroken(cell, i, blockSize, fragmentainer, token, early);
      this.tried.set(cell, { blockSize, fragmentainer, token, early, result });
      if (this.tried.size > MOST_TRIED) this.tried.delete(this.tried.keys().next().value!);
      return result;
    };
  }

  get length(): number {
    return this.shown.length;
  }

  /** Returns the index in the table of a row. */
  indexOf(r: number): number {
    return this.shown[r]!;
  }

  at(r: number): Row | undefined {
    const at = r < 0 ? this.length + r : r;
    if (at < 0 || at >= this.length) return undefined;
    const known = this.recent.get(at & 1);
    if (known?.r === at) return known.row;
    const row = this.make(at);
    this.recent.set(at & 1, { r: at, row });
    return row;
  }

  private make(r: number): Row {
    const { geometry } = this;
    const index = this.shown[r]!;
    const { box, cells } = geometry.grid.rows[index]!;
    const blockOffset = this.offsetOf(r);
    return {
      blockOffset,
      blockSize: geometry.row(index).blockSize,
      marginStart: 0,
      gutter: r === 0 ? 0 : geometry.blockSpacing,
      box,
      items: cells.map((cell, i) => this.item(cell, i, r, blockOffset)),
    };
  }

  private offsetOf(r: number): LU {
    const { offsets, geometry, shown } = this;
    for (let known = offsets.size; known <= r; known++)
      offsets.set(known, offsets.get(known - 1)! + geometry.row(shown[known - 1]!).blockSize + geometry.blockSpacing);
    return offsets.get(r)!;
  }

  private item(cell: TableCell, i: number, r: number, blockOffset: LU): RowItem {
    const { geometry, layoutCell } = this;
    const end = cell.row + cell.rowSpan;
    let lastRow = r;
    while (lastRow + 1 < this.length && this.shown[lastRow + 1]! < end) lastRow++;
    const blockSize = geometry.rowsBlockSize(cell.row, end);
    return {
      box: cell.box,
      inlineOffset: geometry.cellInline(cell).start,
      blockOffset,
      blockSize,
      marginEnd: 0,
      column: cell.column,
      lastRow,
      stretches: true,
      layout: (fragmentainer, token, early, growth) =>
        layoutCell(cell, i, blockSize + growth, fragmentainer, token, early),
      // Positioned boxes may depend on the end of the cell.
      resize: cell.box.has(BoxFlag.HasOutOfFlow)
        ? null
        : (result, size) => framed(result, geometry.structure.mode, size, 0, 0),
    };
  }
}
