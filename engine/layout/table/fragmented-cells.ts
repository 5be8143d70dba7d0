/**
 * The cells of a table that a break cuts. Each is a parallel flow with its own token. Cells of the broken row continue
 * in that row's next fragment. Cells that span into later rows continue next to the first row of the next fragment.
 * Contents of cut cells are aligned at the top.
 */
import type { LU } from '../../units.ts';
import { BlockBreakToken, BreakTokenFlag, sameToken } from '../break-token.ts';
import { type ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import type { BoxFragment } from '../fragment.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { goesOnInSlices } from '../fragmentation/monolithic-slices.ts';
import { appealInside } from '../fragmentation/break-chooser.ts';
import { wholeFragment } from '../fragmentation/end-fragment.ts';
import type { Sides } from '../geometry.ts';
import { cellPart, finishCell, type FinishedCell, fragmentedCellSpace, reframe } from './table-cell.ts';
import type { TableGeometry } from './table-geometry.ts';
import type { TableCell } from './table-grid.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../layout-result.ts';
import type { RowCell } from './placed-row.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';

/** A cell that continues in the next fragmentainer. */
export class OpenCell {
  readonly cell: TableCell;
  /** Where its contents resume, or null if only the box continues. */
  readonly token: BlockBreakToken | null;
  /** Block size of its fragments so far. */
  readonly consumed: LU;

  constructor(cell: TableCell, token: BlockBreakToken | null, consumed: LU) {
    this.cell = cell;
    this.token = token;
    this.consumed = consumed;
  }

  equals(other: OpenCell): boolean {
    return this.cell === other.cell && this.consumed === other.consumed && sameToken(this.token, other.token);
  }
}

/** A finished cell whose overflow continues in the next fragmentainer. */
export class OverflowingCell {
  readonly cell: TableCell;
  readonly token: BlockBreakToken;

  constructor(cell: TableCell, token: BlockBreakToken) {
    this.cell = cell;
    this.token = token;
  }

  equals(other: OverflowingCell): boolean {
    return this.cell === other.cell && sameToken(this.token, other.token);
  }
}

interface ResumedCell {
  readonly open: OpenCell;
  readonly result: LayoutResult;
  /** Border-box size of this part if it is the last one. */
  readonly needed: LU;
}

interface Placed {
  readonly row: number;
  readonly blockOffset: LU;
  readonly blockSize: LU;
}

export class FragmentedCells {
  private readonly builder: FragmentBuilder;
  private readonly geometry: TableGeometry;
  private readonly fragmentainer: FragmentainerSpace;
  /** End of the space for cells, from the grid box fragment's block start. */
  limit: LU = 0;
  /** Space that a repeated header takes in every fragmentainer. */
  repeated: LU = 0;
  /** Appeal of the last row break. */
  appeal: BreakAppeal = BreakAppeal.Perfect;
  /** Additional space that would fit more into a cell of the last broken row, or 0 if unknown. */
  shortage: LU = 0;
  /** The part of the last broken row in this fragmentainer. */
  room: LU = 0;
  /**
   * By how much the rest of the last broken row shrinks. Can differ from `room`, because slices continue under repeated
   * content.
   */
  taken: LU = 0;
  /** Whether the last broken row has unbreakable content that is too tall. */
  sticksOut = false;
  /** Cells with overflow, as laid out to find out whether the overflow breaks. */
  private readonly tried = new Map<
    TableCell,
    { readonly offset: LU; readonly blockSize: LU; readonly finished: FinishedCell }
  >();
  /**
   * First parts of cells, as laid out to choose a break. They are not laid out again to be placed: in nested
   * tables that would double the cost at each level.
   */
  private readonly firstParts = new Map<TableCell, LayoutResult>();
  /** Cells that ended in this fragmentainer or before, but whose contents continue. */
  readonly overflowing: OverflowingCell[] = [];
  private resumed: ResumedCell[] = [];
  private resumedAt: LU = 0;
  private readonly nextOpen: OpenCell[] = [];
  private rowOpen: OpenCell[] = [];

  constructor(builder: FragmentBuilder, geometry: TableGeometry, fragmentainer: FragmentainerSpace) {
    this.builder = builder;
    this.geometry = geometry;
    this.fragmentainer = fragmentainer;
  }

  /** Resumes the cells from earlier fragmentainers at `offset`. */
  resume(open: readonly OpenCell[], offset: LU): void {
    this.resumedAt = offset;
    this.resumed = open.map((cell) => {
      const token =
        cell.token ??
        new BlockBreakToken(cell.cell.box, {
          consumedBlockSize: cell.consumed,
          sequence: 0,
          flags: BreakTokenFlag.SeenAllChildren,
        });
      const result =
        cell.token === null
          ? this.emptyPart(cell.cell, token)
          : this.layout(cell.cell, offset, cell.token, this.fragmentainer.hasPrecedingContent);
      return {
        open: cell,
        result,
        needed: cell.token === null ? 0 : result.fragment.blockSize(this.geometry.structure.mode),
      };
    });
  }

  /** Returns the height of row `r` at `offset`, at least `own`, that contains the resumed cells ending in it. */
  neededFor(r: number, offset: LU, own: LU): LU {
    let size = own;
    for (const { open, needed, result } of this.resumed) {
      if (open.cell.row + open.cell.rowSpan - 1 !== r) continue;
      const until = isCut(result.breakToken) ? this.limit - this.resumedAt + 1 : needed;
      size = Math.max(size, until - (offset - this.resumedAt));
    }
    return size;
  }

  /** Returns the rest of the overflow of cells in row `r`, from `offset` on. */
  overflowParts(overflowing: readonly OverflowingCell[], r: number, offset: LU): RowCell[] {
    const cells: RowCell[] = [];
    for (const { cell, token } of overflowing) {
      if (cell.row !== r) continue;
      const result = this.layout(cell, offset, token, this.fragmentainer.hasPrecedingContent);
      cells.push(this.endedCell(cell, cellPart(result, result.fragment)));
    }
    return cells;
  }

  /** Whether a row that fits must still be broken because of its cells' overflow. */
  breaksInOverflow(r: number, offset: LU, blockSize: LU): boolean {
    const { geometry } = this;
    if (geometry.row(r).overhang === 0 || offset + blockSize + geometry.row(r).overhang <= this.limit) return false;
    return geometry.grid.rows[r]!.cells.some((cell, i) => {
      if (cell.rowSpan > 1) return false;
      const finished = this.finished(cell, geometry.resultsOf(r)[i]!, offset, blockSize);
      this.tried.set(cell, { offset, blockSize, finished });
      return isCut(finished.token);
    });
  }

  /**
   * Returns a cell in its final size at `offset`. Its overflow is laid out up to the fragmentainer's end, and the
   * result is reused for the row.
   */
  private finished(cell: TableCell, measured: LayoutResult, offset: LU, blockSize: LU): FinishedCell {
    const tried = this.tried.get(cell);
    if (tried !== undefined && tried.offset === offset && tried.blockSize === blockSize) return tried.finished;
    const { geometry, builder } = this;
    const measure = builder.space.flags & SpaceFlag.Measure;
    const fragmentainer = this.fragmentainerFrom(offset, true);
    return finishCell(builder.context, geometry, cell, measured, blockSize, measure, fragmentainer);
  }

  /**
   * Returns the cells of the whole row `rows[at]`. Those that span over the break before row `end` (inside it if
   * `cutsRow`) are cut.
   */
  wholeRow(at: number, end: number, rows: readonly Placed[], cutsRow: boolean): RowCell[] {
    const { geometry } = this;
    const { row: r, blockOffset } = rows[at]!;
    return geometry.grid.rows[r]!.cells.map((cell, i) => {
      const last = cell.row + cell.rowSpan;
      const inlineOffset = geometry.cellInline(cell).start;
      if (last > end) return this.cutSpanningCell(cell, blockOffset, inlineOffset, spanSize(rows, at, end), cutsRow);
      const finished = this.finished(cell, geometry.resultsOf(r)[i]!, blockOffset, spanSize(rows, at, last));
      return this.endedCell(cell, finished);
    });
  }

  /** Returns a finished cell, whose overflow may continue. */
  private endedCell(cell: TableCell, finished: FinishedCell): RowCell {
    const { token } = finished;
    if (token !== null) this.overflowing.push(new OverflowingCell(cell, token));
    return { cell, finished, inlineOffset: this.geometry.cellInline(cell).start, blockOffset: 0, token };
  }

  /**
   * Returns the first part of a cell that spans into rows of the next fragmentainer. `rowsSize` is the distance from
   * its start to the end of the last whole row here.
   */
  private cutSpanningCell(cell: TableCell, blockOffset: LU, inlineOffset: LU, rowsSize: LU, cutsRow: boolean): RowCell {
    const result = this.firstParts.get(cell) ?? this.layout(cell, blockOffset, null, true);
    const size = this.sizeOfPart(result, Math.max(0, this.limit - blockOffset), rowsSize, cutsRow);
    this.nextOpen.push(new OpenCell(cell, result.breakToken, size));
    return { cell, finished: this.cut(result, size), inlineOffset, blockOffset: 0, token: result.breakToken };
  }

  /**
   * Returns the size of a continued part of a spanning cell. It ends with the last row here. If that row is cut or the
   * cell's contents continue, it ends with the fragmentainer (`room`).
   */
  private sizeOfPart({ breakToken, fragment }: LayoutResult, room: LU, rowsSize: LU, cutsRow: boolean): LU {
    if (cutsRow || isCut(breakToken)) return room;
    return Math.min(room, Math.max(rowsSize, fragment.blockSize(this.geometry.structure.mode)));
  }

  /**
   * Breaks row `r`, which starts (or resumes) at `offset`, at the limit, or in a measuring column after its cells. Sets
   * `appeal` to the appeal of the break, and `room` to the part of the row here.
   */
  breakRow(r: number, offset: LU, continues: boolean, makesProgress: boolean): RowCell[] {
    const parts = continues
      ? this.resumed
          .filter(({ open }) => open.cell.row === r)
          .map(({ open, result }) => ({ cell: open.cell, result, consumed: open.consumed }))
      : this.geometry.grid.rows[r]!.cells.map((cell) => ({
          cell,
          result: this.firstPart(cell, offset, makesProgress),
          consumed: 0,
        }));
    const { mode } = this.geometry.structure;
    const tallest = parts.reduce((most, { result }) => Math.max(most, result.fragment.blockSize(mode)), 0);
    const limit = Math.max(0, this.limit - offset);
    const isForced = parts.some(({ result }) => result.breakToken !== null && result.breakToken.isForced);
    // In a measuring column, only a forced break ends the row before the column's end.
    if (this.fragmentainer.isGuess) this.room = isForced ? Math.min(limit, Math.max(1, tallest)) : limit;
    // Unbreakable contents overflow a column, and the row extends with them.
    else
      this.room = Math.max(
        limit,
        ...parts.map(({ result }) => (isCut(result.breakToken) ? result.fragment.blockSize(mode) : 0)),
      );
    this.appeal = BreakAppeal.Perfect;
    this.shortage = 0;
    this.sticksOut = false;
    const inSlices = parts.some(({ result }) => goesOnInSlices(result.breakToken));
    const { reserved, repeated } = this.fragmentainerFrom(offset, makesProgress);
    this.taken = this.room + (inSlices ? reserved + repeated : 0);
    this.rowOpen = parts.map(
      ({ cell, result, consumed }) => new OpenCell(cell, result.breakToken, consumed + this.taken),
    );
    return parts.map(({ cell, result }) => this.brokenCell(cell, result));
  }

  /**
   * Returns the appeal of breaking the spanning cells of row `r`, at `offset`, that extend over the limit in later
   * rows. Includes the shortage of space. Returns null if there are no such cells.
   */
  breakSpanning(r: number, offset: LU, makesProgress: boolean): { appeal: BreakAppeal; shortage: LU } | null {
    const { geometry } = this;
    const { mode } = geometry.structure;
    let appeal: BreakAppeal | null = null;
    let shortage: LU = 0;
    geometry.grid.rows[r]!.cells.forEach((cell, i) => {
      if (cell.rowSpan === 1) return;
      if (offset + geometry.resultsOf(r)[i]!.fragment.blockSize(mode) <= this.limit) return;
      const result = this.firstPart(cell, offset, makesProgress);
      if (!isCut(result.breakToken)) return;
      appeal = Math.min(
        appeal ?? BreakAppeal.Perfect,
        appealInside(cell.box, this.fragmentainer, result.appeal),
      ) as BreakAppeal;
      if (result.shortage > 0 && (shortage === 0 || result.shortage < shortage)) shortage = result.shortage;
    });
    return appeal === null ? null : { appeal, shortage };
  }

  /** Returns a cell up to the limit. A row keeps its offset from the first try to break it until it is placed. */
  private firstPart(cell: TableCell, offset: LU, makesProgress: boolean): LayoutResult {
    const result = this.firstParts.get(cell) ?? this.layout(cell, offset, null, makesProgress);
    this.firstParts.set(cell, result);
    return result;
  }

  private brokenCell(cell: TableCell, result: LayoutResult): RowCell {
    const { geometry, room } = this;
    const over = Math.max(0, result.fragment.blockSize(geometry.structure.mode) - room);
    const shortage = result.breakToken !== null ? result.shortage : over;
    if (shortage > 0 && (this.shortage === 0 || shortage < this.shortage)) this.shortage = shortage;
    if (result.breakToken !== null) {
      this.appeal = Math.min(this.appeal, appealInside(cell.box, this.fragmentainer, result.appeal)) as BreakAppeal;
    } else if (over > 0) {
      this.appeal = BreakAppeal.LastResort;
      this.sticksOut = true;
    }
    return {
      cell,
      finished: this.cut(result, room),
      inlineOffset: geometry.cellInline(cell).start,
      blockOffset: 0,
      token: result.breakToken,
    };
  }

  /** Returns the last parts of the resumed cells of a row, except those that span into later rows. */
  lastParts(r: number, blockSize: LU): RowCell[] {
    const cells: RowCell[] = [];
    for (const part of this.resumed) {
      const { cell } = part.open;
      if (cell.row !== r || cell.rowSpan > 1) continue;
      cells.push(this.resumedPart(part, blockSize, false));
    }
    return cells;
  }

  /**
   * Adds the resumed cells that span into row `first`, which starts at `offset`. `rows` are the whole rows here. If the
   * table `breaks` again, `end` is the row before which it breaks (inside it if `cutsRow`).
   */
  addSpanningParts(
    cells: RowCell[],
    first: number,
    offset: LU,
    rows: readonly Placed[],
    end: number,
    breaks: boolean,
    cutsRow: boolean,
  ): void {
    for (const part of this.resumed) {
      const { cell, consumed } = part.open;
      // Cells of the first row itself are handled as its parts if it is broken again.
      if (cell.row > first || (cell.row === first && (cell.rowSpan === 1 || first === end))) continue;
      const last = cell.row + cell.rowSpan;
      const goesOn = last > end && breaks;
      const above = cell.row < first ? this.resumedAt + this.spacingAbove(cell.row) - offset : 0;
      const rowsSize = rows.length === 0 ? 0 : spanSize(rows, 0, goesOn ? end : last) - above;
      const size = goesOn
        ? this.sizeOfPart(part.result, Math.max(0, this.limit - this.resumedAt), rowsSize, cutsRow)
        : Math.max(part.needed, rowsSize);
      if (goesOn) this.nextOpen.push(new OpenCell(cell, part.result.breakToken, consumed + size));
      cells.push({ ...this.resumedPart(part, size, goesOn), blockOffset: above });
    }
  }

  /**
   * Returns the spacing above the rest of row `r`. Of each earlier row with resumed cells, only the spacing after it is
   * left.
   */
  private spacingAbove(r: number): LU {
    const rows = new Set(this.resumed.map(({ open }) => open.cell.row).filter((row) => row < r));
    return rows.size * this.geometry.blockSpacing;
  }

  private resumedPart(part: ResumedCell, blockSize: LU, goesOn: boolean): RowCell {
    const { result, open } = part;
    const { mode } = this.geometry.structure;
    const finished = goesOn
      ? this.cut(result, blockSize)
      : cellPart(result, reframe(result.fragment, mode, blockSize, 0, 0, null));
    if (!goesOn) return this.endedCell(open.cell, finished);
    const { start } = this.geometry.cellInline(open.cell);
    return { cell: open.cell, finished, inlineOffset: start, blockOffset: 0, token: result.breakToken };
  }

  /** Returns the cells that continue after a fragment that ends before or inside `row`. */
  stillOpen(row: number, inside: boolean): OpenCell[] {
    const open = this.nextOpen.filter(({ cell }) => cell.row + cell.rowSpan > row);
    return inside ? [...open, ...this.rowOpen] : open;
  }

  private cut(result: LayoutResult, blockSize: LU): RowCell['finished'] {
    const { mode } = this.geometry.structure;
    return cellPart(result, reframe(result.fragment, mode, blockSize, 0, 0, this.withoutBlockEnd(result.fragment)));
  }

  /** Returns the used border of a fragment cut at its block end. */
  private withoutBlockEnd(fragment: BoxFragment): Sides | null {
    if (fragment.box.style.box.boxDecorationBreak === 'clone') return null;
    const { mode } = this.geometry.structure;
    const sides = mode.toLogicalSides(fragment.border);
    if (sides.blockEnd === 0) return null;
    return mode.toPhysicalSides({
      inlineStart: sides.inlineStart,
      inlineEnd: sides.inlineEnd,
      blockStart: sides.blockStart,
      blockEnd: 0,
    });
  }

  private layout(cell: TableCell, offset: LU, token: BlockBreakToken | null, makesProgress: boolean): LayoutResult {
    const space = this.space(cell, this.fragmentainerFrom(offset, makesProgress));
    return this.builder.context.layout(cell.box, space, token);
  }

  /** Returns the fragmentainer available to cells, from a position in the grid box fragment. */
  fragmentainerFrom(offset: LU, makesProgress: boolean): FragmentainerSpace {
    const { fragmentainer, limit, repeated } = this;
    const shortened = fragmentainer.shortenedBy(fragmentainer.remaining - limit);
    return shortened.afterRepeated(repeated).advancedBy(offset, makesProgress);
  }

  private space(cell: TableCell, fragmentainer: FragmentainerSpace | null): ConstraintSpace {
    const { builder, geometry } = this;
    return fragmentedCellSpace(builder.context, geometry, cell, fragmentainer, builder.space.flags & SpaceFlag.Measure);
  }

  /** Returns a part of a cell with finished contents, for its background and borders. */
  private emptyPart(cell: TableCell, token: BlockBreakToken): LayoutResult {
    const part = new FragmentBuilder(this.builder.context, cell.box, this.space(cell, null), token);
    part.inlineSize = this.geometry.cellInline(cell).size;
    return part.finish({ end: wholeFragment(0) });
  }
}

/** Whether the cell itself continues, not just its overflow. */
function isCut(token: BlockBreakToken | null): boolean {
  return token !== null && !token.has(BreakTokenFlag.AtBlockEnd);
}

/** Returns the distance from the start of the row at index `at` to the end of row `end - 1` in this fragment. */
function spanSize(rows: readonly Placed[], at: number, end: number): LU {
  let last = at;
  while (last + 1 < rows.length && rows[last + 1]!.row < end) last++;
  return rows[last]!.blockOffset + rows[last]!.blockSize - rows[at]!.blockOffset;
}
