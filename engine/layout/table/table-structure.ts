/**
 * The width-independent data of a table: its slots, collapsed borders and column measures. Depends on the box tree and
 * styles only, so it is computed once per table and kept with the box.
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { CharacterAxis } from '../contract/constraint-space.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { type Length, LengthKind } from '../../css/length.ts';
import { type LU, LU_PER_PX, MAX_LU } from '../../units.ts';
import { Edges, edgesAgainst, usedPadding, writingModeOf } from '../sizing/box-edges.ts';
import { isDefiniteLength } from '../sizing/box-facts.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import type { Sides, WritingMode } from '../contract/geometry.ts';
import { KeptStructure, LayoutCache, releaseMeasured } from '../cache/layout-cache.ts';
import { CollapsedBorders } from './collapsed-borders.ts';
import {
  addCellToColumn,
  addSpanningCell,
  capPercentages,
  type CellMeasure,
  Column,
  gridMinMax,
  NO_PERCENT,
  type SpanningMeasure,
} from './column-sizing.ts';
import { columnAxes, isAligned, withAxis } from './column-axes.ts';
import { buildTableGrid, type TableCell, type TableGrid } from './table-grid.ts';
import { inlineSizeOf, maxInlineSizeOf, minInlineSizeOf, toBorderBox } from '../sizing/sizing-properties.ts';

/** Maximum width that a table with a percentage width in fixed mode requests from its container. */
const UNBOUNDED_LU = 1_000_000 * LU_PER_PX;

/**
 * Number of characters in a table's cells that stay shaped between column sizing and row layout. Later ones are shaped
 * again.
 */
const MAX_WAITING_CHARACTERS = 1 << 17;

export class TableStructure extends KeptStructure {
  readonly of = 'table';
  readonly table: Box;
  readonly mode: WritingMode;
  readonly grid: TableGrid;
  /** Fixed layout mode: contents don't affect the widths of columns. */
  readonly isFixed: boolean;
  /** Null in the separated borders model. */
  readonly borders: CollapsedBorders | null;
  /** Spacing between and around cells, or 0 in the collapsing model. */
  readonly inlineSpacing: LU;
  readonly blockSpacing: LU;
  private columnMeasures: readonly Column[] | null = null;
  private knownAxes: readonly CharacterAxis[] | null = null;

  constructor(context: LayoutContext, table: Box) {
    super();
    const { style } = table;
    this.table = table;
    this.mode = writingModeOf(style);
    this.isFixed = isFixedLayout(style, this.mode);
    this.grid = buildTableGrid(table, this.isFixed, context.budget);
    const collapse = style.text.borderCollapse === 'collapse';
    this.borders = collapse ? new CollapsedBorders(table, this.grid, this.mode, context.budget) : null;
    this.inlineSpacing = collapse ? 0 : Math.floor(style.text.borderSpacing.inline * LU_PER_PX);
    this.blockSpacing = collapse ? 0 : Math.floor(style.text.borderSpacing.block * LU_PER_PX);
  }

  /** Returns the structure of a table grid box, cached on the box. */
  static of(context: LayoutContext, table: Box): TableStructure {
    const cache = LayoutCache.of(table);
    const known = cache.structure;
    if (known instanceof TableStructure) return known;
    const made = new TableStructure(context, table);
    cache.structure = made;
    return made;
  }

  /**
   * Returns the grid box's border and padding. In the collapsing model, these are half of the outer borders and no
   * padding (css2 §17.6.2).
   */
  edges(percentageBasis: LU): Edges {
    if (this.borders === null) return edgesAgainst(this.table.style, this.mode, percentageBasis);
    return new Edges(this.borders.tableBorder, Edges.ZERO.padding);
  }

  /** Returns the measures of the columns (css-tables-3 §3.8.3). */
  columns(context: LayoutContext): readonly Column[] {
    this.columnMeasures ??= this.measureColumns(context);
    return this.columnMeasures;
  }

  /** Returns where a cell aligns with the others of its column (css-text-4 §7.2), or null. */
  axisOf(context: LayoutContext, cell: TableCell): CharacterAxis | null {
    return isAligned(cell, this.mode) ? (this.axes(context)[cell.column] ?? null) : null;
  }

  private axes(context: LayoutContext): readonly CharacterAxis[] {
    return (this.knownAxes ??= columnAxes(context, this.grid, this.mode));
  }

  private measureColumns(context: LayoutContext): Column[] {
    const columns: Column[] = [];
    for (let c = 0; c < this.grid.columnCount; c++) columns.push(new Column(!this.isFixed));
    for (const span of this.grid.columns) {
      for (let c = span.start; c < Math.min(span.end, columns.length); c++)
        this.measureColumnBox(columns[c]!, span.box, span.group);
    }
    const axes = this.axes(context);
    const spanning: SpanningMeasure[] = [];
    const rows = this.isFixed ? this.grid.rows.slice(0, 1) : this.grid.rows;
    let waiting = 0;
    for (const row of rows) {
      for (const cell of row.cells) {
        const measure = this.measureCell(context, cell, axes[cell.column] ?? null);
        if (waiting > MAX_WAITING_CHARACTERS) releaseMeasured(cell.box);
        else waiting += charactersIn(cell.box);
        if (cell.columnSpan === 1) addCellToColumn(columns[cell.column]!, measure, this.isFixed);
        else {
          columns[cell.column]!.mergeable = false;
          spanning.push({ start: cell.column, span: cell.columnSpan, measure });
        }
      }
    }
    if (!this.isFixed) capPercentages(columns);
    spanning.sort((a, b) => a.span - b.span);
    for (const cell of spanning) {
      context.budget.tick();
      addSpanningCell(columns, cell, this.inlineSpacing, this.isFixed);
    }
    if (!this.isFixed) capPercentages(columns);
    return columns;
  }

  /** Applies the width and visibility of `col` and `colgroup`. */
  private measureColumnBox(column: Column, box: Box, group: Box | null): void {
    const own = inlineSizeOf(box.style, this.mode);
    const size = own.isAuto && group !== null ? inlineSizeOf(group.style, this.mode) : own;
    const min = minInlineSizeOf(box.style, this.mode);
    if (isDefiniteLength(min)) column.min = Math.max(column.min, min.resolve(0));
    if (isDefiniteLength(size)) {
      column.max = Math.max(column.min, size.resolve(0));
      if (this.isFixed) column.min = column.max;
      column.constrained = true;
      column.locked = true;
      column.mergeable = false;
    } else if (isPercentage(size)) {
      column.percent = Math.max(0, size.percent);
      column.locked = true;
      column.mergeable = false;
    }
    if (box.style.text.visibility === 'collapse' || group?.style.text.visibility === 'collapse')
      column.collapsed = true;
  }

  /** Returns the outer min- and max-content widths of a cell (css-tables-3 §3.8.2). */
  private measureCell(context: LayoutContext, cell: TableCell, axis: CharacterAxis | null): CellMeasure {
    const { style } = cell.box;
    const edges = this.cellEdges(cell);
    const size = inlineSizeOf(style, this.mode);
    const percent = isPercentage(size) ? Math.max(0, size.percent) : NO_PERCENT;
    const length = isDefiniteLength(size) ? toBorderBox(style, size.resolve(0), edges.inline) : -1;
    const minSize = minInlineSizeOf(style, this.mode);
    const maxSize = maxInlineSizeOf(style, this.mode);
    const least = isDefiniteLength(minSize) ? toBorderBox(style, minSize.resolve(0), edges.inline) : 0;
    const most = isDefiniteLength(maxSize) ? toBorderBox(style, maxSize.resolve(0), edges.inline) : MAX_LU;
    const constrained = length >= 0;
    if (this.isFixed) {
      const used = constrained ? Math.max(Math.min(length, most), least) : 0;
      const percentEdges = style.box.boxSizing === 'content-box' ? edges.inline : 0;
      return { min: used, max: used, percent, percentEdges, constrained };
    }
    const content = withAxis(this.contentSizes(context, cell, edges), edges, axis, cell);
    const min = Math.max(Math.min(content.minContent, most), least);
    const max = constrained ? Math.max(Math.min(length, most), min) : Math.min(content.maxContent, most);
    return { min, max: Math.max(max, min), percent, percentEdges: 0, constrained };
  }

  /** Returns the content-based border-box sizes of a cell. */
  private contentSizes(context: LayoutContext, { box }: TableCell, edges: Edges): IntrinsicSizes {
    const own = this.borders === null ? edges : edgesAgainst(box.style, this.mode, 0);
    const shared = edges.inline - own.inline;
    if (!writingModeOf(box.style).isParallelTo(this.mode)) {
      const size = context.measureOrthogonal(box) + shared;
      return { minContent: size, maxContent: size };
    }
    const sizes = context.intrinsicSizes(box);
    if (shared === 0) return sizes;
    return { minContent: sizes.minContent + shared, maxContent: sizes.maxContent + shared };
  }

  /** Returns a cell's border and padding in the table's axes, with percentages as 0. */
  cellEdges(cell: TableCell): Edges {
    const { style } = cell.box;
    if (this.borders === null) return edgesAgainst(style, this.mode, 0);
    return new Edges(this.borders.cellBorder(cell), usedPadding(style, this.mode, 0));
  }

  /** Returns the used border widths that a cell shares with its neighbors, or null in the separated borders model. */
  collapsedBorder(cell: TableCell): Sides | null {
    return this.borders === null ? null : this.mode.toPhysicalSides(this.borders.cellBorder(cell));
  }

  /** Returns the spacing around and between the columns that have a width. */
  inlineSpacingSum(columns: readonly Column[]): LU {
    let count = 0;
    for (const column of columns) if (!column.mergeable) count++;
    return count === 0 ? 0 : this.inlineSpacing * (count + 1);
  }

  /** Returns the min- and max-content border-box sizes of the grid box, ignoring its own `width`. */
  gridSizes(context: LayoutContext, ignorePercentages: boolean): { minContent: LU; maxContent: LU } {
    const columns = this.columns(context);
    const { min, max } = gridMinMax(columns, ignorePercentages);
    const around = this.inlineSpacingSum(columns) + this.edges(0).inline;
    const unbounded = this.isFixed && isPercentage(inlineSizeOf(this.table.style, this.mode)) && !ignorePercentages;
    return {
      minContent: min + around,
      maxContent: unbounded ? Math.max(max + around, UNBOUNDED_LU) : Math.min(MAX_LU, max + around),
    };
  }
}

/**
 * Whether the length is a pure percentage. As in all browsers, a mix of length and percentage counts as `auto`
 * (css-tables-3 §3.8.1).
 */
const isPercentage = (length: Length): boolean =>
  length.isLength && length.math === null && length.percent !== 0 && length.px === 0;

/** Whether fixed layout applies, which requires a width other than `auto` (css2 §17.5.2). */
function isFixedLayout(style: ComputedStyle, mode: WritingMode): boolean {
  const size = inlineSizeOf(style, mode);
  return style.box.tableLayout === 'fixed' && !size.isAuto && size.kind !== LengthKind.MaxContent;
}

/** Returns the `Table` box of a wrapper, or null. */
export function tableOf(wrapper: Box): Box | null {
  for (const child of wrapper.children) if (child.kind === BoxKind.Table) return child;
  return null;
}

/** Returns the number of text characters in a box, without those of atomic inlines. */
function charactersIn(box: Box): number {
  let count = box.inline === null ? 0 : box.inline.text.length;
  for (const child of box.children) count += charactersIn(child);
  return count;
}
