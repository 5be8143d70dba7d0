/**
 * A table at one width: its column positions, cell measures and row heights. Computed once per width and height and
 * carried in the break token, so that a table on many pages is sized only once (css-tables-3 §3.9, §3.10).
 */
import type { Box } from '../../boxes/box.ts';
import type { Length } from '../../css/length.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import { type Edges, writingModeOf } from '../sizing/box-edges.ts';
import { blockLimits, definiteBlockSize } from '../sizing/box-model.ts';
import { isDefiniteLength } from '../sizing/box-facts.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { type Column, distribute, distributeFixed, NO_PERCENT } from './column-sizing.ts';
import { RowMeasures } from './row-measures.ts';
import { distributeExcess, distributeToSections, RowSize, type SectionSize, type SpanningCell } from './row-sizing.ts';
import type { TableCell, TableGrid } from './table-grid.ts';
import type { TableStructure } from './table-structure.ts';
import { blockSizeOf } from '../sizing/sizing-properties.ts';
import { contentExtent, type LayoutResult } from '../contract/layout-result.ts';

export class TableGeometry {
  readonly structure: TableStructure;
  readonly grid: TableGrid;
  readonly edges: Edges;
  /** Border-box inline size of the grid box. */
  readonly inlineSize: LU;
  /** Whether percentage heights of cells have a definite basis. */
  readonly hasSpecifiedBlockSize: boolean;
  /** Minimum border-box block size due to the table's own block size. */
  readonly wantedBlockSize: LU;
  /**
   * Inline start of each column from the grid box's border edge, and its size, which is 0 for merged and collapsed
   * columns.
   */
  readonly columnOffsets: readonly LU[];
  readonly columnSizes: readonly LU[];
  readonly columns: readonly Column[];
  /** Spacing between rows and around them. NOTE As in browsers, a table whose columns are all merged has none. */
  readonly blockSpacing: LU;
  private readonly measures: RowMeasures;

  constructor(context: LayoutContext, structure: TableStructure, space: ConstraintSpace, edges: Edges, inlineSize: LU) {
    this.structure = structure;
    this.grid = structure.grid;
    this.edges = edges;
    this.columns = structure.columns(context);
    this.blockSpacing = this.columns.some(({ mergeable }) => !mergeable) ? structure.blockSpacing : 0;
    const placed = this.placeColumns(inlineSize);
    this.inlineSize = placed.inlineSize;
    this.columnOffsets = placed.offsets;
    this.columnSizes = placed.sizes;
    const block = tableBlockSize(structure.table, space, edges, this.inlineSize);
    this.wantedBlockSize = block.wanted;
    this.hasSpecifiedBlockSize = block.specified;
    const layoutCell = (cell: TableCell): LayoutResult =>
      context.layout(cell.box, cellSpace(context, this, cell).flag(SpaceFlag.CellMeasure).build(), null);
    const measureRow = (r: number, results: readonly LayoutResult[], spanning: SpanningCell[]): RowSize =>
      this.measureRow(r, results, spanning);
    this.measures = new RowMeasures(this.grid.rows, this.blockSpacing, context.budget, layoutCell, measureRow);
    this.shareOut();
  }

  /** Returns a row's size and baseline. Computed on demand, so that distant rows aren't kept in memory. */
  row(r: number): RowSize {
    const row = this.measures.size(r);
    if (this.isCollapsed(r)) row.blockSize = 0;
    return row;
  }

  /** Whether a row is shown in its normal position, or if `repeated`, in a repetition of its header or footer. */
  isShown(r: number, repeated: boolean): boolean {
    const { box, section } = this.grid.rows[r]!;
    const { role } = this.grid.sections[section]!;
    if (this.isCollapsed(r)) return false;
    const repeat = role === 'body' ? 'auto' : box.style.rare.pagewrightRepeat;
    return repeat === 'auto' || repeat === 'all' || (repeat === 'only') === repeated;
  }

  private isCollapsed(r: number): boolean {
    const { box, section } = this.grid.rows[r]!;
    return isCollapsed(box) || isCollapsed(this.grid.sections[section]!.box);
  }

  /** Returns the layouts of `grid.rows[r].cells` at their widths and their own heights. */
  resultsOf(r: number): readonly LayoutResult[] {
    return this.measures.results(r);
  }

  /** Whether the rows measured so far depend on the block size. */
  get dependsOnBlockSize(): boolean {
    return this.measures.dependOnBlockSize || blockSizeOf(this.structure.table.style, this.structure.mode).hasPercent;
  }

  /** Inline extent of a row: the grid inside the outer spacing. */
  get rowInlineStart(): LU {
    return this.edges.inlineStart + (this.grid.columnCount > 0 ? this.structure.inlineSpacing : 0);
  }

  get rowInlineSize(): LU {
    return Math.max(
      0,
      this.inlineSize - this.edges.inlineEnd - (this.rowInlineStart - this.edges.inlineStart) - this.rowInlineStart,
    );
  }

  /** Returns the start and size of a cell along the inline axis. */
  cellInline(cell: TableCell): { start: LU; size: LU } {
    const end = Math.min(this.columnSizes.length, cell.column + cell.columnSpan);
    let start = -1;
    let stop = 0;
    for (let c = cell.column; c < end; c++) {
      if (this.columns[c]!.mergeable || this.columns[c]!.collapsed) continue;
      if (start < 0) start = this.columnOffsets[c]!;
      stop = this.columnOffsets[c]! + this.columnSizes[c]!;
    }
    if (start < 0) return { start: this.columnOffsets[cell.column] ?? this.rowInlineStart, size: 0 };
    return { start, size: stop - start };
  }

  /**
   * Returns the block size of rows `[start, end)` with the spacing between them, in their normal position or, if
   * `repeated`, in a repetition.
   */
  rowsBlockSize(start: number, end: number, repeated = false): LU {
    let sum = 0;
    let shown = 0;
    for (let r = start; r < end; r++) {
      if (!this.isShown(r, repeated)) continue;
      sum += this.row(r).blockSize;
      shown++;
    }
    return sum + this.blockSpacing * Math.max(0, shown - 1);
  }

  /** Block size of the whole, unfragmented grid box. */
  get blockSize(): LU {
    return this.blockSizeUpTo(Infinity);
  }

  /**
   * Whether the whole grid box or the overflow of its cells may extend beyond a limit. Measures no more rows than
   * necessary.
   */
  reachesPast(limit: LU): boolean {
    return this.blockSizeUpTo(limit, true) > limit;
  }

  /**
   * Returns the block size, or a partial size as soon as it exceeds `limit`. `withOverflow` includes possible overflow
   * of rows.
   */
  private blockSizeUpTo(limit: LU, withOverflow = false): LU {
    const { blockSpacing } = this;
    let rows = this.edges.block + blockSpacing;
    // As in browsers, sections without rows have the spacing once.
    let size = Math.max(this.grid.sections.length > 0 ? rows : this.edges.block, this.wantedBlockSize);
    for (let r = 0; r < this.grid.rows.length && size <= limit; r++) {
      const row = this.row(r);
      if (!this.isShown(r, false)) continue;
      rows += row.blockSize + blockSpacing;
      size = Math.max(size, rows);
      // The end of a spanning cell isn't known yet.
      if (withOverflow && row.overhang > 0) size = Math.max(size, row.startsSpan ? MAX_LU : rows + row.overhang);
    }
    return size;
  }

  private placeColumns(inlineSize: LU): { offsets: LU[]; sizes: LU[]; inlineSize: LU } {
    const { structure, columns, edges } = this;
    const target = Math.max(0, inlineSize - edges.inline - structure.inlineSpacingSum(columns));
    const sizes = structure.isFixed
      ? distributeFixed(columns, target)
      : distribute(columns, 0, columns.length, target, true);
    const offsets: LU[] = [];
    let offset = edges.inlineStart + (columns.length > 0 ? structure.inlineSpacing : 0);
    let end = inlineSize;
    columns.forEach((column, c) => {
      offsets.push(offset);
      if (column.mergeable) return;
      if (column.collapsed) {
        // A collapsed column removes its width and its spacing from the table (css2 §17.5.5).
        end -= sizes[c]! + structure.inlineSpacing;
        sizes[c] = 0;
        return;
      }
      offset += sizes[c]! + structure.inlineSpacing;
    });
    return { offsets, sizes, inlineSize: Math.max(edges.inline, end) };
  }

  /**
   * Distributes the heights of row groups and of the table over the rows (css-tables-3 §3.10.5). This requires all
   * rows.
   */
  private shareOut(): void {
    const { structure, grid } = this;
    const spacing = this.blockSpacing;
    const sections = grid.sections.map((section): SectionSize => {
      const size = blockSizeOf(section.box.style, structure.mode);
      return {
        firstRow: section.firstRow,
        rowCount: section.rowCount,
        isBody: section.role === 'body',
        length: isDefiniteLength(size) ? size.resolve(0) : INDEFINITE,
        percent: percentOf(size),
      };
    });
    const around = this.edges.block + 2 * spacing;
    if (this.wantedBlockSize <= around && sections.every(({ length }) => length <= 0)) return;
    const rows = grid.rows.map((_, r) => this.measures.size(r));
    for (const { firstRow, rowCount, length } of sections)
      if (length > 0) distributeExcess(rows, firstRow, firstRow + rowCount, length, spacing, INDEFINITE, false);
    if (this.wantedBlockSize > around) distributeToSections(rows, sections, this.wantedBlockSize - around, spacing);
  }

  /**
   * Returns the height and baseline that a row needs for itself and its single-row cells. Its other cells are added to
   * `spanning`.
   */
  private measureRow(r: number, results: readonly LayoutResult[], spanning: SpanningCell[]): RowSize {
    const { structure, grid } = this;
    const row = grid.rows[r]!;
    const size = new RowSize();
    const own = blockSizeOf(row.box.style, structure.mode);
    size.percent = percentOf(own);
    size.constrained = isDefiniteLength(own);
    let tallest = size.constrained ? Math.max(0, own.resolve(0)) : 0;
    let belowBaseline = INDEFINITE;
    row.cells.forEach((cell, i) => {
      const result = results[i]!;
      const block = result.fragment.blockSize(structure.mode);
      // However the contents are aligned, they end above the row's end.
      const content = this.contentBlockSize(cell, result);
      const reach = this.isParallel(cell) ? contentExtent(result) : block;
      if (reach > block) size.overhang = Math.max(size.overhang, reach - Math.min(block, content));
      const single = cell.rowSpan === 1;
      const wanted = blockSizeOf(cell.box.style, structure.mode);
      if (single) {
        size.constrained ||= isDefiniteLength(wanted);
        size.percent = Math.max(size.percent, percentOf(wanted));
      } else {
        size.startsSpan = true;
      }
      // The hypothetical line box uses cells at the height of their contents. Their own heights are added separately.
      if (single) tallest = Math.max(tallest, block);
      // Empty cells are aligned to the row's end.
      if (isBaselineAligned(cell.box) && result.fragment.children.length > 0) {
        const baseline = this.cellBaseline(cell, result);
        size.hasBaseline = true;
        size.baseline = Math.max(size.baseline, baseline);
        if (single) size.descent = Math.max(size.descent, content - baseline);
      }
      if (single) {
        const below = structure.cellEdges(cell).blockEnd;
        belowBaseline = belowBaseline === INDEFINITE ? below : Math.min(belowBaseline, below);
      }
    });
    size.blockSize = size.hasBaseline ? Math.max(tallest, size.baseline + size.descent) : tallest;
    row.cells.forEach((cell, i) => {
      if (cell.rowSpan === 1) return;
      const result = results[i]!;
      const lowered = isBaselineAligned(cell.box) ? size.baseline - this.cellBaseline(cell, result) : 0;
      spanning.push({
        row: r,
        span: cell.rowSpan,
        blockSize: result.fragment.blockSize(structure.mode) + Math.max(0, lowered),
      });
    });
    size.fallbackBelow = belowBaseline === INDEFINITE ? 0 : belowBaseline;
    return size;
  }

  /**
   * Returns the baseline of a cell's contents from its block start. Without a line, this is the bottom of its content
   * box (css-tables-3 §3.10.2).
   */
  cellBaseline(cell: TableCell, result: LayoutResult): LU {
    const { structure } = this;
    const { fragment } = result;
    if (fragment.firstBaseline !== null && this.isParallel(cell)) return fragment.firstBaseline;
    return this.contentBlockSize(cell, result) - structure.cellEdges(cell).blockEnd;
  }

  private isParallel({ box }: TableCell): boolean {
    return writingModeOf(box.style).isParallelTo(this.structure.mode);
  }

  /**
   * Returns the content-based size of a cell along the table's block axis, including edges. Lines of an orthogonal cell
   * fill it.
   */
  private contentBlockSize(cell: TableCell, { fragment, intrinsicBlockSize }: LayoutResult): LU {
    return this.isParallel(cell) ? intrinsicBlockSize : fragment.blockSize(this.structure.mode);
  }

  /** Returns a row's baseline from its block start (css-tables-3 §3.10.2). */
  rowBaseline(r: number): LU {
    const row = this.row(r);
    return row.hasBaseline ? row.baseline : Math.max(0, row.blockSize - row.fallbackBelow);
  }
}

const percentOf = (length: Length): number =>
  length.isLength && length.math === null && length.percent > 0 ? length.percent : NO_PERCENT;

/**
 * Whether a cell is aligned to the row's baseline. `vertical-align` decides if `align-content` is `normal` (css-align-3
 * §5.1.1).
 */
export function isBaselineAligned(cell: Box): boolean {
  const { alignContent, verticalAlign } = cell.style.box;
  if (alignContent.keyword !== 'normal') return alignContent.keyword === 'baseline';
  return verticalAlign !== 'top' && verticalAlign !== 'middle' && verticalAlign !== 'bottom';
}

/**
 * Returns the content-box block size that a table, row group or row specifies as a length, or INDEFINITE. Rows may
 * enlarge it.
 */
export function specifiedBlockSize(box: Box, mode: WritingMode): LU {
  const size = blockSizeOf(box.style, mode);
  return isDefiniteLength(size) ? size.resolve(0) : INDEFINITE;
}

const isCollapsed = (box: Box): boolean => box.style.text.visibility === 'collapse';

/** Begins the space of a cell in its columns. */
export function cellSpace(context: LayoutContext, geometry: TableGeometry, cell: TableCell): SpaceBuilder {
  const { structure, inlineSize, edges } = geometry;
  const { size } = geometry.cellInline(cell);
  return new SpaceBuilder(context, structure.mode, cell.box)
    .available(size)
    .percentages(Math.max(0, inlineSize - edges.inline), INDEFINITE)
    .fixedInline(size)
    .collapsedBorder(structure.collapsedBorder(cell))
    .characterAxis(structure.axisOf(context, cell))
    .flag(context.quirks ? SpaceFlag.BorderBoxBlock : 0);
}

/** Returns the minimum block size due to the grid box's own height, its ratio or its parent. */
function tableBlockSize(
  table: Box,
  space: ConstraintSpace,
  edges: Edges,
  inlineSize: LU,
): { wanted: LU; specified: boolean } {
  if (space.hasFixedBlock)
    return { wanted: Math.max(space.fixedBlock, edges.block), specified: space.has(SpaceFlag.FixedBlockIsDefinite) };
  const definite = definiteBlockSize(table, space, edges, inlineSize);
  if (definite !== INDEFINITE) return { wanted: definite, specified: true };
  const { min } = blockLimits(table, space, edges, INDEFINITE);
  return { wanted: min > edges.block ? min : 0, specified: false };
}
