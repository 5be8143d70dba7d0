/**
 * The cells of a table that a break cuts: each is a parallel flow with a token of its own. Cells of the broken row go on in that row's next
 * fragment; cells that span into later rows go on beside the first row of the next fragment. Contents of cut cells are aligned at the top.
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

/** A cell that goes on in the next fragmentainer. */
export class OpenCell {
  readonly cell: TableCell;
  /** Where its contents go on; null: they are finished, only the box goes on. */
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

/** A cell that has ended, and whose contents, which overflow it, go on in the next fragmentainer. */
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

/** An open cell laid out again in this fragmentainer. */
interface ResumedCell {
  readonly open: OpenCell;
  readonly result: LayoutResult;
  /** Of the contents that remain; the border box of this part if it were the last. */
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
  /** Where cells may end, from the grid box fragment's block start. */
  limit: LU = 0;
  /** What a repeated header takes of every fragmentainer. */
  repeated: LU = 0;
  /** Of the row broken last. */
  appeal: BreakAppeal = BreakAppeal.Perfect;
  /** Of the row broken last: how much more would have let something more into one of its cells; 0: not known. */
  shortage: LU = 0;
  /** Of the row broken last: how much of it stands in this fragmentainer. */
  room: LU = 0;
  /** Of the row broken last: by how much less of it is left; slices go on under what is repeated. */
  taken: LU = 0;
  /** Of the row broken last: something in it can't be cut and is too high. */
  sticksOut = false;
  /** Cells that overflow their rows, as they were laid out to see whether that breaks. */
  private readonly tried = new Map<
    TableCell,
    { readonly offset: LU; readonly blockSize: LU; readonly finished: FinishedCell }
  >();
  /** Cells that have ended in this fragmentainer or before, and whose contents go on. */
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

  /** Lays out what an earlier fragmentainer left, from `offset` on. */
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

  /** The height of row `r` at `offset`, at least `own`, that holds resumed cells which end in it. */
  neededFor(r: number, offset: LU, own: LU): LU {
    let size = own;
    for (const { open, needed, result } of this.resumed) {
      if (open.cell.row + open.cell.rowSpan - 1 !== r) continue;
      const until = isCut(result.breakToken) ? this.limit - this.resumedAt + 1 : needed;
      size = Math.max(size, until - (offset - this.resumedAt));
    }
    return size;
  }

  /** What is left of the contents that overflow cells of row `r`, from `offset` on. */
  overflowParts(overflowing: readonly OverflowingCell[], r: number, offset: LU): RowCell[] {
    const cells: RowCell[] = [];
    for (const { cell, token } of overflowing) {
      if (cell.row !== r) continue;
      const result = this.layout(cell, offset, token, this.fragmentainer.hasPrecedingContent);
      cells.push(this.endedCell(cell, cellPart(result, result.fragment)));
    }
    return cells;
  }

  /** Does a row that fits as it is have to be broken all the same, because of what overflows its cells? */
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

  /** A cell in its final size at `offset`. What overflows it is laid out up to the fragmentainer's end, once for the question and for the row. */
  private finished(cell: TableCell, measured: LayoutResult, offset: LU, blockSize: LU): FinishedCell {
    const tried = this.tried.get(cell);
    if (tried !== undefined && tried.offset === offset && tried.blockSize === blockSize) return tried.finished;
    const { geometry, builder } = this;
    const measure = builder.space.flags & SpaceFlag.Measure;
    const fragmentainer = this.fragmentainerFrom(offset, true);
    return finishCell(builder.context, geometry, cell, measured, blockSize, measure, fragmentainer);
  }

  /** The cells of the whole row `rows[at]`; those that span over the break before (`cutsRow`: inside) row `end` are cut. */
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

  /** A cell that ends here, though what overflows it may go on. */
  private endedCell(cell: TableCell, finished: FinishedCell): RowCell {
    const { token } = finished;
    if (token !== null) this.overflowing.push(new OverflowingCell(cell, token));
    return { cell, finished, inlineOffset: this.geometry.cellInline(cell).start, blockOffset: 0, token };
  }

  /** The first part of a cell that spans into rows of the next fragmentainer. `rowsSize`: from its start to the end of the last whole row here. */
  private cutSpanningCell(cell: TableCell, blockOffset: LU, inlineOffset: LU, rowsSize: LU, cutsRow: boolean): RowCell {
    const result = this.layout(cell, blockOffset, null, true);
    const size = this.sizeOfPart(result, Math.max(0, this.limit - blockOffset), rowsSize, cutsRow);
    this.nextOpen.push(new OpenCell(cell, result.breakToken, size));
    return { cell, finished: this.cut(result, size), inlineOffset, blockOffset: 0, token: result.breakToken };
  }

  /**
   * The size of a part of a spanning cell that goes on: it ends with the last row here, or where the fragmentainer does (`room`) if that row is cut or its
   * contents go on.
   */
  private sizeOfPart({ breakToken, fragment }: LayoutResult, room: LU, rowsSize: LU, cutsRow: boolean): LU {
    if (cutsRow || isCut(breakToken)) return room;
    return Math.min(room, Math.max(rowsSize, fragment.blockSize(this.geometry.structure.mode)));
  }

  /**
   * Breaks row `r`, which starts (or goes on) at `offset`: at the limit, or in a column that only measures with its cells. `appeal` says how good that is, and
   * `room` how much of the row stands here.
   */
  breakRow(r: number, offset: LU, continues: boolean, makesProgress: boolean): RowCell[] {
    const parts = continues
      ? this.resumed
          .filter(({ open }) => open.cell.row === r)
          .map(({ open, result }) => ({ cell: open.cell, result, consumed: open.consumed }))
      : this.geometry.grid.rows[r]!.cells.map((cell) => ({
          cell,
          result: this.layout(cell, offset, null, makesProgress),
          consumed: 0,
        }));
    const { mode } = this.geometry.structure;
    const tallest = parts.reduce((most, { result }) => Math.max(most, result.fragment.blockSize(mode)), 0);
    const limit = Math.max(0, this.limit - offset);
    const isForced = parts.some(({ result }) => result.breakToken !== null && result.breakToken.isForced);
    // Only forced breaks leave a measuring column before its end; any other uses the row up.
    if (this.fragmentainer.isGuess) this.room = isForced ? Math.min(limit, Math.max(1, tallest)) : limit;
    // Contents that can't be cut stick out of a column, and the row does so with them.
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
   * How good it is to break the cells that start in row `r` at `offset` and reach over the limit in later rows, with how much more would have let something
   * more into one of them; null: there are none.
   */
  breakSpanning(r: number, offset: LU, makesProgress: boolean): { appeal: BreakAppeal; shortage: LU } | null {
    const { geometry } = this;
    const { mode } = geometry.structure;
    let appeal: BreakAppeal | null = null;
    let shortage: LU = 0;
    geometry.grid.rows[r]!.cells.forEach((cell, i) => {
      if (cell.rowSpan === 1) return;
      if (offset + geometry.resultsOf(r)[i]!.fragment.blockSize(mode) <= this.limit) return;
      const result = this.layout(cell, offset, null, makesProgress);
      if (!isCut(result.breakToken)) return;
      appeal = Math.min(
        appeal ?? BreakAppeal.Perfect,
        appealInside(cell.box, this.fragmentainer, result.appeal),
      ) as BreakAppeal;
      if (result.shortage > 0 && (shortage === 0 || result.shortage < shortage)) shortage = result.shortage;
    });
    return appeal === null ? null : { appeal, shortage };
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

  /** The last parts of the cells of a row that went on from the fragmentainer before, but for those that span into later rows. */
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
   * Adds the cells that went on from the fragmentainer before and span into row `first` of this one, which starts at `offset`. `rows`: the whole rows
   * here. `end`: the row before (`cutsRow`: inside) which the table is broken again, if it `breaks`.
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
      // Those of the first row itself are parts of it when it is broken again.
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

  /** Of rows with cells that went on from the fragmentainer before, nothing is left but the spacing after each: that above what is left of row `r`. */
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

  /** The cells that go on after this fragment, when it ends in or before `row`. */
  stillOpen(row: number, inside: boolean): OpenCell[] {
    const open = this.nextOpen.filter(({ cell }) => cell.row + cell.rowSpan > row);
    return inside ? [...open, ...this.rowOpen] : open;
  }

  private cut(result: LayoutResult, blockSize: LU): RowCell['finished'] {
    const { mode } = this.geometry.structure;
    return cellPart(result, reframe(result.fragment, mode, blockSize, 0, 0, this.withoutBlockEnd(result.fragment)));
  }

  /** The used border of a fragment that a break cuts at its block end. */
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

  /** The fragmentainer as far as cells may use it, seen from a place in the grid box fragment. */
  fragmentainerFrom(offset: LU, makesProgress: boolean): FragmentainerSpace {
    const { fragmentainer, limit, repeated } = this;
    const shortened = fragmentainer.shortenedBy(fragmentainer.remaining - limit);
    return shortened.afterRepeated(repeated).advancedBy(offset, makesProgress);
  }

  private space(cell: TableCell, fragmentainer: FragmentainerSpace | null): ConstraintSpace {
    const { builder, geometry } = this;
    return fragmentedCellSpace(builder.context, geometry, cell, fragmentainer, builder.space.flags & SpaceFlag.Measure);
  }

  /** A part of a cell whose contents have ended: only its background and borders go on. */
  private emptyPart(cell: TableCell, token: BlockBreakToken): LayoutResult {
    const part = new FragmentBuilder(this.builder.context, cell.box, this.space(cell, null), token);
    part.inlineSize = this.geometry.cellInline(cell).size;
    return part.finish({ end: wholeFragment(0) });
  }
}

/** Does the cell itself go on, not only what overflows it? */
function isCut(token: BlockBreakToken | null): boolean {
  return token !== null && !token.has(BreakTokenFlag.AtBlockEnd);
}

/** From the start of the row at index `at` to the end of row `end - 1`, as they stand in this fragment. */
function spanSize(rows: readonly Placed[], at: number, end: number): LU {
  let last = at;
  while (last + 1 < rows.length && rows[last + 1]!.row < end) last++;
  return rows[last]!.blockOffset + rows[last]!.blockSize - rows[at]!.blockOffset;
}
