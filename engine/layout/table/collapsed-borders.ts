/**
 * The collapsing border model (css2 §17.6.2): every edge between two slots has one winner among the boxes that touch
 * it. The winners depend on styles only, so they are computed once per table. Cells and the table then take half of
 * each edge's width.
 *
 * Edges form a lattice in the table's logical axes. `block` edges run along the inline axis above row r (`r * columns +
 * c`). `inline` edges run along the block axis before column c (`r * (columns + 1) + c`).
 */
import type { Box } from '../../boxes/box.ts';
import type { Budget } from '../../budget.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Color } from '../../css/color.ts';
import { type LineStyle } from '../../css/computed-values.ts';
import { LU_PER_PX, type LU } from '../../units.ts';
import type { LogicalSides, WritingMode } from '../contract/geometry.ts';
import type { TableCell, TableGrid } from './table-grid.ts';

/** A border that competes for an edge. */
export interface BorderCandidate {
  readonly width: LU;
  readonly style: LineStyle;
  readonly color: Color;
}

interface CandidateSides {
  readonly blockStart: number;
  readonly blockEnd: number;
  readonly inlineStart: number;
  readonly inlineEnd: number;
}

/** Indices into `candidates`. */
const NO_BORDER = 0;
/** Inside a spanning cell, where there is no edge. */
const NO_EDGE = 1;
const HIDDEN = 2;
const FIRST_CANDIDATE = 3;
const MAX_CANDIDATES = 65_535;

/** css2 §17.6.2.1 rule 3: precedence of styles between borders of equal width. */
const STYLE_RANK: Record<LineStyle, number> = {
  none: 0,
  hidden: 0,
  inset: 1,
  groove: 2,
  outset: 3,
  ridge: 4,
  dotted: 5,
  dashed: 6,
  solid: 7,
  double: 8,
};

const NOTHING: BorderCandidate = { width: 0, style: 'none', color: Color.TRANSPARENT };

/** Whether `a` wins against `b` by width or style alone. */
export function isStronger(a: BorderCandidate, b: BorderCandidate): boolean {
  return a.width > b.width || (a.width === b.width && STYLE_RANK[a.style] > STYLE_RANK[b.style]);
}

export class CollapsedBorders {
  readonly rows: number;
  readonly columns: number;
  private readonly blockEdges: Uint16Array;
  private readonly inlineEdges: Uint16Array;
  private readonly candidates: BorderCandidate[] = [NOTHING, NOTHING, NOTHING];
  private readonly known = new Map<string, number>();
  private readonly byStyle = new Map<number, CandidateSides>();
  /** The table's own border: half of the widest outer edge on each side. */
  readonly tableBorder: LogicalSides;
  private readonly tableSides: CandidateSides;

  constructor(table: Box, grid: TableGrid, mode: WritingMode, budget: Budget) {
    this.rows = grid.rows.length;
    this.columns = grid.columnCount;
    this.blockEdges = new Uint16Array((this.rows + 1) * this.columns);
    this.inlineEdges = new Uint16Array(this.rows * (this.columns + 1));
    this.addCells(grid, mode, budget);
    this.addTracks(grid, mode, budget);
    this.tableSides = this.sidesOf(table.style, mode);
    this.addBox(this.tableSides, 0, this.rows, 0, this.columns);
    this.tableBorder = {
      blockStart: this.widestBlock(0, 0, this.columns) >> 1,
      blockEnd: this.widestBlock(this.rows, 0, this.columns) >> 1,
      inlineStart: this.widestInline(0, 0, this.rows) >> 1,
      inlineEnd: this.widestInline(this.columns, 0, this.rows) >> 1,
    };
  }

  /** Returns the winner above row `row` at `column`, or null if nothing is drawn. */
  blockEdge(row: number, column: number): BorderCandidate | null {
    const index = this.blockEdges[row * this.columns + column]!;
    return index < FIRST_CANDIDATE ? null : this.candidates[index]!;
  }

  /** Returns the table's own border at its block start or end, or null if it has none. */
  tableEdge(side: 'blockStart' | 'blockEnd'): BorderCandidate | null {
    const index = this.tableSides[side];
    return index < FIRST_CANDIDATE ? null : this.candidates[index]!;
  }

  /** Returns the winner before column `column` in `row`, or null if nothing is drawn. */
  inlineEdge(row: number, column: number): BorderCandidate | null {
    const index = this.inlineEdges[row * (this.columns + 1) + column]!;
    return index < FIRST_CANDIDATE ? null : this.candidates[index]!;
  }

  /** Returns a cell's used border: half of the widest edge on each side. The odd unit of a width is dropped. */
  cellBorder(cell: TableCell): LogicalSides {
    const rowEnd = cell.row + cell.rowSpan;
    const columnEnd = Math.min(this.columns, cell.column + cell.columnSpan);
    return {
      blockStart: this.widestBlock(cell.row, cell.column, columnEnd) >> 1,
      blockEnd: this.widestBlock(rowEnd, cell.column, columnEnd) >> 1,
      inlineStart: this.widestInline(cell.column, cell.row, rowEnd) >> 1,
      inlineEnd: this.widestInline(columnEnd, cell.row, rowEnd) >> 1,
    };
  }

  private widestBlock(row: number, start: number, end: number): LU {
    let widest = 0;
    for (let c = start; c < end; c++)
      widest = Math.max(widest, this.candidates[this.blockEdges[row * this.columns + c]!]!.width);
    return widest;
  }

  private widestInline(column: number, start: number, end: number): LU {
    let widest = 0;
    for (let r = start; r < end; r++) {
      widest = Math.max(widest, this.candidates[this.inlineEdges[r * (this.columns + 1) + column]!]!.width);
    }
    return widest;
  }

  /** Adds cells first: among equal borders the cell's wins, and among cells the one closer to the start and the top. */
  private addCells(grid: TableGrid, mode: WritingMode, budget: Budget): void {
    for (const row of grid.rows) {
      for (const cell of row.cells) {
        budget.tick();
        const rowEnd = cell.row + cell.rowSpan;
        const columnEnd = Math.min(this.columns, cell.column + cell.columnSpan);
        for (let r = cell.row + 1; r < rowEnd; r++)
          this.blockEdges.fill(NO_EDGE, r * this.columns + cell.column, r * this.columns + columnEnd);
        for (let c = cell.column + 1; c < columnEnd; c++) {
          for (let r = cell.row; r < rowEnd; r++) this.inlineEdges[r * (this.columns + 1) + c] = NO_EDGE;
        }
        this.addBox(this.sidesOf(cell.box.style, mode), cell.row, rowEnd, cell.column, columnEnd);
      }
    }
  }

  /** Adds rows, row groups, columns and column groups, in the order of css2 §17.6.2.1 rule 4. */
  private addTracks(grid: TableGrid, mode: WritingMode, budget: Budget): void {
    grid.rows.forEach((row, r) => {
      budget.tick();
      this.addBox(this.sidesOf(row.box.style, mode), r, r + 1, 0, this.columns);
    });
    for (const section of grid.sections) {
      if (section.rowCount === 0) continue;
      const end = section.firstRow + section.rowCount;
      this.addBox(this.sidesOf(section.box.style, mode), section.firstRow, end, 0, this.columns);
    }
    for (const column of grid.columns) {
      const sides = this.sidesOf(column.box.style, mode);
      for (let c = column.start; c < Math.min(column.end, this.columns); c++)
        this.addBox(sides, 0, this.rows, c, c + 1);
    }
    for (const group of grid.columnGroups) {
      if (group.start < this.columns)
        this.addBox(this.sidesOf(group.box.style, mode), 0, this.rows, group.start, Math.min(group.end, this.columns));
    }
  }

  /** Lets a box that covers these slots compete for the edges around them. */
  private addBox(
    sides: CandidateSides,
    rowStart: number,
    rowEnd: number,
    columnStart: number,
    columnEnd: number,
  ): void {
    if (sides.blockStart !== NO_BORDER && this.rows > 0) {
      for (let c = columnStart; c < columnEnd; c++)
        this.compete(this.blockEdges, rowStart * this.columns + c, sides.blockStart);
    }
    if (sides.blockEnd !== NO_BORDER && this.rows > 0) {
      for (let c = columnStart; c < columnEnd; c++)
        this.compete(this.blockEdges, rowEnd * this.columns + c, sides.blockEnd);
    }
    const stride = this.columns + 1;
    if (sides.inlineStart !== NO_BORDER) {
      for (let r = rowStart; r < rowEnd; r++)
        this.compete(this.inlineEdges, r * stride + columnStart, sides.inlineStart);
    }
    if (sides.inlineEnd !== NO_BORDER) {
      for (let r = rowStart; r < rowEnd; r++) this.compete(this.inlineEdges, r * stride + columnEnd, sides.inlineEnd);
    }
  }

  private compete(edges: Uint16Array, at: number, challenger: number): void {
    const holder = edges[at];
    if (holder === NO_EDGE || holder === HIDDEN) return;
    if (challenger === HIDDEN || holder === NO_BORDER) {
      edges[at] = challenger;
      return;
    }
    if (isStronger(this.candidates[challenger]!, this.candidates[holder!]!)) edges[at] = challenger;
  }

  private sidesOf(style: ComputedStyle, mode: WritingMode): CandidateSides {
    let sides = this.byStyle.get(style.id);
    if (!sides) {
      const b = style.border;
      sides = mode.toLogicalSides({
        top: this.intern(b.borderTopWidth, b.borderTopStyle, b.borderTopColor, style),
        right: this.intern(b.borderRightWidth, b.borderRightStyle, b.borderRightColor, style),
        bottom: this.intern(b.borderBottomWidth, b.borderBottomStyle, b.borderBottomColor, style),
        left: this.intern(b.borderLeftWidth, b.borderLeftStyle, b.borderLeftColor, style),
      });
      this.byStyle.set(style.id, sides);
    }
    return sides;
  }

  private intern(widthPx: number, style: LineStyle, borderColor: Color, owner: ComputedStyle): number {
    if (style === 'hidden') return HIDDEN;
    if (style === 'none' || widthPx <= 0) return NO_BORDER;
    const color = borderColor === Color.CURRENT ? owner.text.color : borderColor;
    const key = `${widthPx} ${style} ${color.r} ${color.g} ${color.b} ${color.a}`;
    let index = this.known.get(key);
    if (index === undefined) {
      if (this.candidates.length >= MAX_CANDIDATES) return MAX_CANDIDATES - 1;
      index = this.candidates.push({ width: Math.floor(widthPx * LU_PER_PX), style, color }) - 1;
      this.known.set(key, index);
    }
    return index;
  }
}
