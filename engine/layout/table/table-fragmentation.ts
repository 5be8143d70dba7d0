/**
 * Tables across fragmentainers (css-tables-3 §6, css-break-3 §4). Rows break between each other; a row that doesn't fit is broken inside,
 * its cells being parallel flows, where that is no worse than breaking before it. Cells of several rows go on beside the later rows.
 * Header and footer groups that may not be broken and take no more than a quarter of the fragmentainer are repeated.
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { BlockBreakToken } from '../break-token.ts';
import { BreakAppeal, type EarlyBreak, type LayoutResult } from '../contract.ts';
import type { FragmentainerSpace } from '../constraint-space.ts';
import { cloneReserve } from '../fragmentation/cloned-edges.ts';
import { appealInside, noteShortage } from '../fragmentation/break-before-child.ts';
import {
  breakAfterOf,
  breakBeforeOf,
  type BreakValue,
  isAvoidBreak,
  isForcedBreak,
  joinBreakValues,
  pageNameChanges,
} from '../fragmentation/break-values.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import { FragmentedCells, type OpenCell } from './fragmented-cells.ts';
import { type RowCell, TableEmitter } from './table-emitter.ts';
import type { TableGeometry } from './table-geometry.ts';
import type { TableSection } from './table-grid.ts';

/** What a table's break token carries. */
export class TableBreakData {
  readonly geometry: TableGeometry;
  /** The first row that isn't finished. */
  readonly nextRow: number;
  /** How much of it earlier fragments took; 0: it hasn't begun. */
  readonly rowConsumed: LU;
  /** Cells that go on: of the broken row, and those that span into the rows to come. */
  readonly open: readonly OpenCell[];

  constructor(geometry: TableGeometry, nextRow: number, rowConsumed: LU, open: readonly OpenCell[]) {
    this.geometry = geometry;
    this.nextRow = nextRow;
    this.rowConsumed = rowConsumed;
    this.open = open;
  }
}

export const isTableBreakData = (data: unknown): data is TableBreakData => data instanceof TableBreakData;

/** Has the table to be looked at row by row, or does all of it go into this fragmentainer as it is? */
export function mustFragment(
  builder: FragmentBuilder,
  geometry: TableGeometry,
  resumed: TableBreakData | null,
  early: EarlyBreak | null,
): boolean {
  const { fragmentainer, box } = builder;
  if (fragmentainer === null) return false;
  if (resumed !== null || early !== null || box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage)) return true;
  return geometry.blockSize > fragmentainer.remaining;
}

export function fragmentTable(
  builder: FragmentBuilder,
  geometry: TableGeometry,
  resumed: TableBreakData | null,
  early: EarlyBreak | null,
): LayoutResult {
  const fragmentainer = builder.fragmentainer as FragmentainerSpace;
  return new TableFragmenter(builder, geometry, fragmentainer, resumed, early).run();
}

/** Where this fragment of the table ends. */
interface BreakPlace {
  readonly row: number;
  /** Break inside the row, after this much more of it; 0: before it. */
  readonly inside: LU;
  readonly appeal: BreakAppeal;
  readonly forced: boolean;
}

interface AcceptedRow {
  readonly row: number;
  readonly blockOffset: LU;
  readonly blockSize: LU;
}

class TableFragmenter {
  private readonly builder: FragmentBuilder;
  private readonly geometry: TableGeometry;
  private readonly fragmentainer: FragmentainerSpace;
  private readonly resumed: TableBreakData | null;
  private readonly early: EarlyBreak | null;
  private readonly emitter: TableEmitter;
  private readonly cells: FragmentedCells;
  private readonly header: number;
  private readonly footer: number;
  private readonly accepted: AcceptedRow[] = [];
  /** Where rows may end, from the grid box fragment's block start. */
  private limit: LU;
  private broken: readonly RowCell[] = [];

  constructor(
    builder: FragmentBuilder,
    geometry: TableGeometry,
    fragmentainer: FragmentainerSpace,
    resumed: TableBreakData | null,
    early: EarlyBreak | null,
  ) {
    this.builder = builder;
    this.geometry = geometry;
    this.fragmentainer = fragmentainer;
    this.resumed = resumed;
    this.early = early;
    this.emitter = new TableEmitter(builder.context, geometry, builder);
    const { sections } = geometry.grid;
    this.header = sections.findIndex((section) => section.role === 'header' && this.isRepeatable(section));
    this.footer = sections.findIndex((section) => section.role === 'footer' && this.isRepeatable(section));
    // css-break-3 §5.4: cloned edges below every part but the last, which has its own.
    this.limit = fragmentainer.remaining - cloneReserve(builder);
    this.cells = new FragmentedCells(builder, geometry, fragmentainer);
  }

  /** Chromium's rule; css-tables-3 §6.2 leaves the measure open. */
  private isRepeatable(section: TableSection): boolean {
    if (section.rowCount === 0 || !isAvoidBreak(section.box.style.box.breakInside, this.fragmentainer)) return false;
    return this.sectionSize(section) <= this.fragmentainer.blockSize / 4;
  }

  private sectionSize(section: TableSection): LU {
    return this.geometry.rowsBlockSize(section.firstRow, section.firstRow + section.rowCount);
  }

  run(): LayoutResult {
    const { geometry, emitter, resumed } = this;
    const { grid, structure } = geometry;
    const firstRow = resumed === null ? 0 : resumed.nextRow;
    const footerRow = this.footer < 0 ? grid.rows.length : grid.sections[this.footer].firstRow;
    if (resumed === null) emitter.oweSpacing();
    else this.repeatHeader(firstRow);
    const hasFooter = this.footer >= 0 && firstRow < footerRow;
    if (hasFooter) this.limit -= this.sectionSize(grid.sections[this.footer]) + structure.blockSpacing;
    this.cells.limit = this.limit;
    if (resumed !== null) this.cells.resume(resumed.open, emitter.nextRowOffset());

    const place = this.findBreak(firstRow, hasFooter ? footerRow : grid.rows.length);
    this.emitRows(place);
    if (hasFooter) this.emitter.addWholeSection(this.footer, place !== null);
    else emitter.endSection();
    return this.finish(place);
  }

  private repeatHeader(firstRow: number): void {
    if (this.header < 0) return;
    const section = this.geometry.grid.sections[this.header];
    const { length } = this.geometry.grid.rows;
    if (firstRow < length && firstRow >= section.firstRow + section.rowCount)
      this.emitter.addWholeSection(this.header, true);
  }

  /** Takes rows until one doesn't fit; null: all fit. */
  private findBreak(firstRow: number, endRow: number): BreakPlace | null {
    const { geometry } = this;
    let offset = this.emitter.nextRowOffset();
    for (let r = firstRow; r < endRow; r++) {
      this.builder.context.budget.tick();
      if (geometry.rows[r].collapsed) continue;
      const continues = r === firstRow && this.resumed !== null && this.resumed.rowConsumed > 0;
      if (this.accepted.length > 0) {
        offset += geometry.structure.blockSpacing;
        if (this.isForcedBefore(r)) return { row: r, inside: 0, appeal: BreakAppeal.Perfect, forced: true };
        if (this.isEarlyBreak(r)) return { row: r, inside: 0, appeal: this.appealBefore(r), forced: false };
      }
      const size = this.neededSize(r, offset, continues);
      const inner = geometry.grid.rows[r].box.has(BoxFlag.HasForcedBreak)
        ? this.forcedInside(r, offset, continues)
        : null;
      if (inner !== null) return inner;
      if (offset + size > this.limit) {
        const place = this.chooseBreak(r, offset, size, continues);
        if (place !== null) return place;
      }
      this.accepted.push({ row: r, blockOffset: offset, blockSize: size });
      offset += size;
    }
    return null;
  }

  /** A forced break in a cell of row `r` that comes before the row's end; the others go on beside it. */
  private forcedInside(r: number, offset: LU, continues: boolean): BreakPlace | null {
    const room = this.limit - offset;
    if (room <= 0) return null;
    const broken = this.cells.breakRow(r, offset, continues, this.makesProgress);
    if (!broken.some(({ token }) => token !== null && token.type === 'block' && token.isForced)) return null;
    this.broken = broken;
    this.builder.forcedBreakInside = true;
    return { row: r, inside: room, appeal: this.cells.appeal, forced: true };
  }

  private get makesProgress(): boolean {
    return this.accepted.length > 0 || this.fragmentainer.hasPrecedingContent;
  }

  /** A row's height here: what is left of it, and what cells that go on need. */
  private neededSize(r: number, offset: LU, continues: boolean): LU {
    const consumed = continues && this.resumed !== null ? this.resumed.rowConsumed : 0;
    return this.cells.neededFor(r, offset, Math.max(0, this.geometry.rows[r].blockSize - consumed));
  }

  private between(r: number): BreakValue {
    const { grid } = this.geometry;
    const previous = grid.rows[r - 1];
    const next = grid.rows[r];
    let value = joinBreakValues(breakAfterOf(previous.box), breakBeforeOf(next.box));
    if (previous.section !== next.section) {
      value = joinBreakValues(
        value,
        joinBreakValues(
          breakAfterOf(grid.sections[previous.section].box),
          breakBeforeOf(grid.sections[next.section].box),
        ),
      );
    }
    return value;
  }

  private isForcedBefore(r: number): boolean {
    if (r === 0) return false;
    const { rows } = this.geometry.grid;
    return (
      isForcedBreak(this.between(r), this.fragmentainer) ||
      pageNameChanges(rows[r - 1].box, rows[r].box, this.fragmentainer)
    );
  }

  private isEarlyBreak(r: number): boolean {
    const { early } = this;
    const { grid } = this.geometry;
    const row = grid.rows[r];
    const section = grid.sections[row.section];
    if (early === null || early.box !== section.box) return false;
    return early.inside === null ? section.firstRow === r : early.inside.box === row.box;
  }

  /** How good a break between rows `r - 1` and `r` is. */
  private appealBefore(r: number): BreakAppeal {
    if (r === 0) return BreakAppeal.LastResort;
    const { grid } = this.geometry;
    const section = grid.rows[r].section;
    let appeal: BreakAppeal = isAvoidBreak(this.between(r), this.fragmentainer)
      ? BreakAppeal.ViolatesAvoid
      : BreakAppeal.Perfect;
    if (grid.rows[r - 1].section === section)
      appeal = appealInside(grid.sections[section].box, this.fragmentainer, appeal);
    return appeal;
  }

  /** Row `r` doesn't fit at `offset`: the best place to break; null: it is placed all the same, to make progress. */
  private chooseBreak(r: number, offset: LU, size: LU, continues: boolean): BreakPlace | null {
    noteShortage(this.builder, offset + size - this.limit);
    const { makesProgress } = this;
    const room = this.limit - offset;
    let inside: BreakAppeal | -1 = -1;
    if (room > 0) {
      this.broken = this.cells.breakRow(r, offset, continues, makesProgress);
      // What can't be cut and has nowhere to go is cut like a picture, with all of its row.
      if (!makesProgress && this.cells.sticksOut && this.broken.every(({ token }) => token === null)) return null;
      inside = appealInside(this.geometry.grid.rows[r].box, this.fragmentainer, this.cells.appeal);
      inside = appealInside(
        this.geometry.grid.sections[this.geometry.grid.rows[r].section].box,
        this.fragmentainer,
        inside,
      );
    } else if (!makesProgress) {
      return null;
    }
    let before: BreakPlace | null = null;
    if (this.accepted.length > 0) before = { row: r, inside: 0, appeal: this.appealBefore(r), forced: false };
    for (let i = this.accepted.length - 1; i > 0 && before !== null && before.appeal < BreakAppeal.Perfect; i--) {
      const appeal = this.appealBefore(this.accepted[i].row);
      if (appeal > before.appeal && appeal > inside)
        before = { row: this.accepted[i].row, inside: 0, appeal, forced: false };
    }
    if (before === null || inside >= before.appeal) {
      return {
        row: r,
        inside: Math.max(room, 0),
        appeal: inside < 0 ? BreakAppeal.LastResort : (inside as BreakAppeal),
        forced: false,
      };
    }
    this.broken = [];
    while (this.accepted.length > 0 && this.accepted[this.accepted.length - 1].row >= before.row) this.accepted.pop();
    return before;
  }

  /** Rows up to the break go into fragments; cells that reach over it are broken at the fragmentainer's end. */
  private emitRows(place: BreakPlace | null): void {
    const { emitter, geometry } = this;
    const end = place === null ? geometry.grid.rows.length : place.row;
    let section = -1;
    for (let i = 0; i < this.accepted.length; i++) {
      const { row, blockSize } = this.accepted[i];
      section = this.enterSection(section, row);
      const continues = this.resumed !== null && row === this.resumed.nextRow && this.resumed.rowConsumed > 0;
      const cells = continues ? this.cells.lastParts(row, blockSize) : this.cells.wholeRow(i, end, this.accepted);
      if (row === this.accepted[0].row) this.cells.addSpanningParts(cells, row, end, place);
      emitter.addRow(row, blockSize, cells, continues ? this.rowToken(row) : null, false);
    }
    if (place === null) return;
    if (place.inside > 0) {
      this.enterSection(section, place.row);
      this.emitBrokenRow(place);
    } else {
      this.breakBeforeRow(section, place);
    }
  }

  private emitBrokenRow(place: BreakPlace): void {
    const cells = [...this.broken];
    if (this.accepted.length === 0) this.cells.addSpanningParts(cells, place.row, place.row, place);
    const continues = this.resumed !== null && place.row === this.resumed.nextRow && this.resumed.rowConsumed > 0;
    this.emitter.addRow(place.row, place.inside, cells, continues ? this.rowToken(place.row) : null, false, true);
  }

  /** A token in the row's section, or before the section when it hasn't begun. */
  private breakBeforeRow(current: number, place: BreakPlace): void {
    const { grid } = this.geometry;
    const row = grid.rows[place.row];
    const section = grid.sections[row.section];
    const value = place.forced ? this.between(place.row) : null;
    if (place.forced) this.builder.forcedBreakInside = true;
    if (current === row.section && this.emitter.currentSection !== null) {
      this.emitter.currentSection.addChildToken(BlockBreakToken.before(row.box, place.forced, value));
    } else {
      this.emitter.endSection();
      this.builder.addChildToken(BlockBreakToken.before(section.box, place.forced, value));
    }
  }

  private enterSection(current: number, row: number): number {
    const index = this.geometry.grid.rows[row].section;
    if (index !== current) this.emitter.beginSection(index, this.sectionToken(index), false);
    return index;
  }

  private sectionToken(index: number): BlockBreakToken | null {
    return childToken(this.builder.token, this.geometry.grid.sections[index].box);
  }

  private rowToken(row: number): BlockBreakToken | null {
    return childToken(this.sectionToken(this.geometry.grid.rows[row].section), this.geometry.grid.rows[row].box);
  }

  private finish(place: BreakPlace | null): LayoutResult {
    const { builder, geometry, emitter } = this;
    if (place === null) {
      const rest = Math.max(0, geometry.wantedBlockSize - builder.consumedBlockSize);
      emitter.paySpacing();
      const size = Math.max(emitter.offset + geometry.edges.blockEnd, rest);
      const { remaining } = this.fragmentainer;
      if (size <= remaining || emitter.offset > remaining - (rest === size ? 0 : geometry.edges.blockEnd))
        return emitter.finish(size);
      // All rows fit, but not the height that was asked for, or the last edge.
      builder.tokenData = new TableBreakData(geometry, geometry.grid.rows.length, 0, []);
      builder.breaksInside = true;
      noteShortage(builder, size - remaining);
      return emitter.finish(remaining);
    }
    const consumed =
      place.inside === 0
        ? 0
        : place.inside + (this.resumed !== null && this.resumed.nextRow === place.row ? this.resumed.rowConsumed : 0);
    builder.tokenData = new TableBreakData(
      geometry,
      place.row,
      consumed,
      this.cells.stillOpen(place.row, place.inside > 0),
    );
    if (place.appeal < builder.appeal) builder.appeal = place.appeal;
    builder.breaksInside = true;
    return emitter.finish(Math.max(emitter.offset, this.fragmentainer.remaining));
  }
}

function childToken(token: BlockBreakToken | null, box: Box): BlockBreakToken | null {
  if (token === null) return null;
  for (const child of token.children) if (child.type === 'block' && child.box === box) return child;
  return null;
}
