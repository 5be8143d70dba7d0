/**
 * Table fragmentation (css-tables-3 §6, css-break-3 §4). Tables break between rows. A row that doesn't fit is broken
 * inside, with its cells as parallel flows, unless a break before it is better. Cells that span several rows continue
 * next to the later rows. Header and footer groups that avoid breaks and take at most a quarter of the fragmentainer
 * are repeated.
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { BlockBreakToken } from '../break-token.ts';
import {
  appealBefore,
  appealInside,
  type BreakAnswer,
  BreakChooser,
  type BreakPlace,
  forcedBetween,
  isCutAsOften,
  type Outcome,
} from '../fragmentation/break-chooser.ts';
import {
  breakAfterOf,
  breakBeforeOf,
  type BreakValue,
  isAvoidBreak,
  joinBreakValues,
} from '../fragmentation/break-values.ts';
import { cloneReserve, endFragment, MORE_CONTENT } from '../fragmentation/end-fragment.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import { FragmentedCells, type OverflowingCell } from './fragmented-cells.ts';
import { TableEmitter } from './table-emitter.ts';
import type { TableGeometry } from './table-geometry.ts';
import { footerSize, isRepeatable, remarkOnTallSection, pathTo, rowPlace, sectionSize } from './table-places.ts';
import { TableTokenData } from './table-token.ts';
import { BreakAppeal, type EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../layout-result.ts';
import type { RowCell } from './placed-row.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';

/** Whether the table must be processed row by row, because it doesn't simply fit into this fragmentainer. */
export function mustFragment(
  builder: FragmentBuilder,
  geometry: TableGeometry,
  resumed: TableTokenData | null,
  early: EarlyBreak | null,
): boolean {
  const { box } = builder;
  const { fragmentainer } = builder.space;
  if (fragmentainer === null) return false;
  if (resumed !== null || early !== null || box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage)) return true;
  return geometry.reachesPast(fragmentainer.remaining);
}

export function fragmentTable(
  builder: FragmentBuilder,
  geometry: TableGeometry,
  resumed: TableTokenData | null,
): LayoutResult {
  const { fragmentainer } = builder.space;
  if (fragmentainer === null) throw new Error('tables are only fragmented in a fragmentainer');
  return new TableFragmenter(builder, geometry, fragmentainer, resumed).run();
}

/** The end of this fragment of the table. */
interface TableBreak {
  readonly row: number;
  /** Breaks inside the row after this much more of it, or before the row if 0. */
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
  private readonly resumed: TableTokenData | null;
  private readonly emitter: TableEmitter;
  private readonly cells: FragmentedCells;
  private readonly header: number;
  private readonly footer: number;
  private readonly accepted: AcceptedRow[] = [];
  /** Whether row groups that avoid breaks are too tall for any page, by index. */
  private readonly tooTall = new Map<number, boolean>();
  /** Break opportunities between rows of one group that avoids breaks, used if it has to be broken. */
  private group = new BreakChooser(null, true);
  /** End of the space for rows, from the grid box fragment's block start. */
  private limit: LU;
  private broken: readonly RowCell[] = [];

  constructor(
    builder: FragmentBuilder,
    geometry: TableGeometry,
    fragmentainer: FragmentainerSpace,
    resumed: TableTokenData | null,
  ) {
    this.builder = builder;
    this.geometry = geometry;
    this.fragmentainer = fragmentainer;
    this.resumed = resumed;
    this.emitter = new TableEmitter(builder.context, geometry, builder, resumed);
    const { sections } = geometry.grid;
    this.header = sections.findIndex((section) => isRepeatable(geometry, section, 'header', fragmentainer));
    this.footer = sections.findIndex((section) => isRepeatable(geometry, section, 'footer', fragmentainer));
    if (resumed !== null)
      for (const section of sections)
        remarkOnTallSection(geometry, section, fragmentainer, builder.context.diagnostics);
    // css-break-3 §5.4: cloned edges below every part except the last, which has its own.
    this.limit = fragmentainer.remaining - cloneReserve(builder);
    this.cells = new FragmentedCells(builder, geometry, fragmentainer);
    if (this.header >= 0)
      this.cells.repeated =
        this.edgeAbove + sectionSize(geometry, sections[this.header]!, true) + geometry.blockSpacing;
  }

  /**
   * The part of collapsed borders above a repeated header. Half of these borders is outside the rows. As in Chromium, a
   * repeated header keeps that half even though the break has cut off the table's edges.
   */
  private get edgeAbove(): LU {
    const { edges, structure } = this.geometry;
    return structure.borders === null || this.builder.clonesEdges ? 0 : edges.blockStart;
  }

  /** The part of collapsed borders below a repeated footer. */
  private get edgeBelow(): LU {
    const { edges, structure } = this.geometry;
    return structure.borders === null || this.builder.clonesEdges ? 0 : edges.blockEnd;
  }

  run(): LayoutResult {
    const { geometry, emitter, resumed } = this;
    const { grid } = geometry;
    const firstRow = resumed === null ? 0 : resumed.nextRow;
    const footerRow = this.footer < 0 ? grid.rows.length : grid.sections[this.footer]!.firstRow;
    if (resumed === null) emitter.oweSpacing();
    else this.repeatHeader(firstRow);
    const hasFooter = this.footer >= 0 && firstRow < footerRow;
    if (hasFooter)
      this.limit -= footerSize(geometry, grid.sections[this.footer]!) + geometry.blockSpacing + this.edgeBelow;
    this.cells.limit = this.limit;
    if (resumed !== null) this.resumeOverflow(resumed.overflowing);
    if (resumed !== null) this.resumeCells(resumed);

    const place = this.findBreak(firstRow, hasFooter ? footerRow : grid.rows.length);
    this.emitRows(place);
    if (hasFooter) this.emitter.addWholeSection(this.footer, place !== null);
    else emitter.endSection();
    return this.finish(place);
  }

  /**
   * Resumes cells that span into rows of this fragment. They are next to their own rows, of which only the spacing
   * after each is left.
   */
  private resumeCells({ open, nextRow }: TableTokenData): void {
    const { emitter, cells } = this;
    cells.resume(open, emitter.nextRowOffset());
    const spanned = new Set(open.map(({ cell }) => cell.row).filter((row) => row < nextRow));
    for (let i = 0; i < spanned.size; i++) emitter.addSpacing();
  }

  /** Adds the overflow of cells in earlier rows first, because it takes no space. */
  private resumeOverflow(overflowing: readonly OverflowingCell[]): void {
    let last = -1;
    for (const { cell } of overflowing) {
      if (cell.row === last) continue;
      last = cell.row;
      this.enterSection(last);
      const cells = this.cells.overflowParts(overflowing, last, this.emitter.nextRowOffset());
      this.emitter.addOverflow(last, cells, this.rowToken(last));
    }
  }

  private repeatHeader(firstRow: number): void {
    if (this.header < 0) return;
    const section = this.geometry.grid.sections[this.header]!;
    const { length } = this.geometry.grid.rows;
    if (firstRow >= length || firstRow < section.firstRow + section.rowCount) return;
    this.emitter.addEdge(this.edgeAbove);
    this.emitter.addWholeSection(this.header, true);
  }

  /** Accepts rows until one doesn't fit. Returns null if all fit. */
  private findBreak(firstRow: number, endRow: number): TableBreak | null {
    const { geometry } = this;
    let offset = this.emitter.nextRowOffset();
    for (let r = firstRow; r < endRow; r++) {
      this.builder.context.budget.tick();
      if (!geometry.isShown(r, false)) continue;
      const continues = r === firstRow && this.resumed !== null && this.resumed.rowConsumed > 0;
      if (this.accepted.length > 0) {
        offset += geometry.blockSpacing;
        if (this.forcedBefore(r) !== 'auto') return { row: r, inside: 0, appeal: BreakAppeal.Perfect, forced: true };
        if (this.isTarget(r)) return { row: r, inside: 0, appeal: appealBefore(this.placeBefore(r)), forced: false };
      }
      const size = this.neededSize(r, offset, continues);
      const inner = geometry.grid.rows[r]!.box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage)
        ? this.forcedInside(r, offset, continues)
        : null;
      if (inner !== null) return inner;
      if (offset + size > this.limit || (!continues && this.cells.breaksInOverflow(r, offset, size))) {
        const place = this.chooseBreak(r, offset, size, continues);
        if (place !== null) return place;
      } else {
        const place = this.chooseBeforeSpanning(r, offset);
        if (place !== null) return place;
        this.passPlace(r);
      }
      this.accepted.push({ row: r, blockOffset: offset, blockSize: size });
      offset += size;
    }
    return null;
  }

  /**
   * Returns the break if a cell of row `r` has a forced break before the row's end. The other cells continue in
   * parallel.
   */
  private forcedInside(r: number, offset: LU, continues: boolean): TableBreak | null {
    if (this.limit - offset <= 0) return null;
    const broken = this.cells.breakRow(r, offset, continues, this.makesProgress);
    if (!broken.some(({ token }) => token !== null && token.type === 'block' && token.isForced)) return null;
    this.broken = broken;
    return { row: r, inside: this.cells.room, appeal: this.cells.appeal, forced: true };
  }

  private get makesProgress(): boolean {
    return this.accepted.length > 0 || this.fragmentainer.hasPrecedingContent;
  }

  /** Returns a row's height here: the rest of the row, and the space that continued cells need. */
  private neededSize(r: number, offset: LU, continues: boolean): LU {
    const consumed = continues && this.resumed !== null ? this.resumed.rowConsumed : 0;
    return this.cells.neededFor(r, offset, Math.max(0, this.geometry.row(r).blockSize - consumed));
  }

  private placeBefore(r: number): BreakPlace {
    const place = rowPlace(this.geometry, r, this.fragmentainer, this.accepted.length > 0);
    return this.avoidsInVain(this.geometry.grid.rows[r]!.section) ? { ...place, within: null } : place;
  }

  private passPlace(r: number): void {
    if (this.accepted.length === 0) return;
    const place = this.placeBefore(r);
    this.builder.breaks.pass(place, pathTo(this.geometry, r, appealBefore(place)));
    if (!this.continuesGroup(r)) {
      this.group = new BreakChooser(null, true);
      return;
    }
    const inGroup = this.placeInGroup(r, place);
    this.group.pass(inGroup, pathTo(this.geometry, r, appealBefore(inGroup)));
  }

  private forcedBefore(r: number): BreakValue {
    const { rows } = this.geometry.grid;
    const { between } = this.placeBefore(r);
    const previous = r > 0 ? rows[r - 1]!.box : null;
    return forcedBetween(between, this.fragmentainer, previous, rows[r]!.box);
  }

  private isTarget(r: number): boolean {
    const { target } = this.builder.breaks;
    return target !== null && this.rowOf(target) === r;
  }

  /** Returns the row that a path breaks before, or -1. */
  private rowOf({ box, inside }: EarlyBreak): number {
    const { sections, rows } = this.geometry.grid;
    const section = sections.find((other) => other.box === box);
    if (section === undefined) return -1;
    if (inside === null) return section.firstRow;
    for (let r = section.firstRow; r < section.firstRow + section.rowCount; r++)
      if (rows[r]!.box === inside.box) return r;
    return -1;
  }

  /**
   * Returns the best break if row `r` doesn't fit at `offset`. Returns null if it is placed anyway, to make progress.
   */
  private chooseBreak(r: number, offset: LU, size: LU, continues: boolean): TableBreak | null {
    const { makesProgress } = this;
    const { breaks } = this.builder;
    const { grid } = this.geometry;
    const room = this.limit - offset;
    if (room <= 0 && !makesProgress) return null;
    let inside: BreakAppeal = BreakAppeal.LastResort;
    let insideRow: BreakAppeal = BreakAppeal.LastResort;
    if (room > 0) {
      this.broken = this.cells.breakRow(r, offset, continues, makesProgress);
      // Unbreakable content without an alternative is sliced like an image, together with its row.
      if (!makesProgress && this.cells.sticksOut && this.broken.every(({ token }) => token === null)) return null;
      const row = grid.rows[r]!;
      // An avoid that no page can honor doesn't move the row.
      const isTooTall = this.geometry.row(r).blockSize > this.roomForRows;
      const isCutInVain =
        this.cells.appeal === BreakAppeal.CutsThrough &&
        isCutAsOften({ pageCapacity: this.fragmentainer.pageCapacity, remaining: room }, size - room);
      const appeal = isCutInVain ? BreakAppeal.Perfect : this.cells.appeal;
      insideRow = isTooTall ? appeal : appealInside(row.box, this.fragmentainer, appeal);
      inside = this.isHeld(r) ? leastAppeal(insideRow, BreakAppeal.ViolatesAvoid) : insideRow;
    }
    const fragmentainer = this.cells.fragmentainerFrom(offset, this.makesProgress);
    const place = { ...this.placeBefore(r), fragmentainer };
    const outcome: Outcome = {
      state: room > 0 ? 'broken' : 'sticks-out',
      appeal: inside,
      isForced: false,
      early: null,
      shortage: room > 0 ? this.cells.shortage : offset + size - this.limit,
    };
    let answer = breaks.offer(place, outcome);
    let { best } = breaks;
    const taken =
      answer === 'continue' ? inside : answer === 'go-back' ? (best?.appeal ?? inside) : appealBefore(place);
    if (taken <= BreakAppeal.ViolatesAvoid && this.continuesGroup(r)) {
      // The group is broken anyway, so its own break opportunities decide, as in any other box that is too tall.
      answer = this.group.offer(this.placeInGroup(r, place), { ...outcome, appeal: insideRow });
      ({ best } = this.group);
    }
    if (answer === 'continue') return { row: r, inside: this.cells.room, appeal: inside, forced: false };
    this.broken = [];
    return this.breakAt(answer, place, r, best);
  }

  /** Whether row `r` is in a row group, or next to a spanning cell, that avoids breaks. */
  private isHeld(r: number): boolean {
    const { rows, sections } = this.geometry.grid;
    const { section, heldBy } = rows[r]!;
    if (isAvoidBreak(heldBy, this.fragmentainer)) return true;
    const avoids = isAvoidBreak(sections[section]!.box.style.box.breakInside, this.fragmentainer);
    return avoids && !this.avoidsInVain(section);
  }

  /** How much room rows have in a whole fragmentainer, below what the table repeats. */
  private get roomForRows(): LU {
    return this.fragmentainer.pageCapacity - this.cells.repeated - (this.fragmentainer.remaining - this.limit);
  }

  /** Returns true if a row group avoids breaks, but is too tall for any fragmentainer. Measures no more rows than it takes to know. */
  private avoidsInVain(section: number): boolean {
    const { geometry } = this;
    const { box, firstRow, rowCount } = geometry.grid.sections[section]!;
    if (!isAvoidBreak(box.style.box.breakInside, this.fragmentainer)) return false;
    const known = this.tooTall.get(section);
    if (known !== undefined) return known;
    let size = -geometry.blockSpacing;
    for (let r = firstRow; r < firstRow + rowCount && size <= this.roomForRows; r++)
      if (geometry.isShown(r, false)) size += geometry.row(r).blockSize + geometry.blockSpacing;
    const isTooTall = size > this.roomForRows;
    this.tooTall.set(section, isTooTall);
    return isTooTall;
  }

  /** Whether the place before row `r` is inside a group that avoids breaks. */
  private continuesGroup(r: number): boolean {
    const { rows, sections } = this.geometry.grid;
    const { section, heldBy } = rows[r]!;
    if (isAvoidBreak(heldBy, this.fragmentainer)) return true;
    return sections[section]!.firstRow !== r && this.isHeld(r);
  }

  /** Returns the place before row `r` from the group's own perspective. */
  private placeInGroup(r: number, place: BreakPlace): BreakPlace {
    const { rows } = this.geometry.grid;
    const between = joinBreakValues(breakAfterOf(rows[r - 1]!.box), breakBeforeOf(rows[r]!.box));
    return { ...place, between, isBetweenSiblings: this.accepted.length > 0, within: null };
  }

  /**
   * Returns the break before row `r` if the row fits at `offset`, but its spanning cells don't and breaking before it
   * is best. Otherwise returns null.
   */
  private chooseBeforeSpanning(r: number, offset: LU): TableBreak | null {
    const { breaks } = this.builder;
    const broken = this.cells.breakSpanning(r, offset, this.makesProgress);
    if (broken === null) return null;
    const place = this.placeBefore(r);
    const fragmentainer = this.cells.fragmentainerFrom(offset, place.makesProgress);
    const outcome = { state: 'broken', isForced: false, early: null, ...broken } as const;
    const answer = breaks.offer({ ...place, fragmentainer }, outcome);
    return answer === 'continue' ? null : this.breakAt(answer, place, r, breaks.best);
  }

  /** Returns the break before row `r`, or at `best` if that is better. */
  private breakAt(answer: BreakAnswer, place: BreakPlace, r: number, best: EarlyBreak | null): TableBreak {
    if (answer === 'break-before' || best === null)
      return { row: r, inside: 0, appeal: appealBefore(place), forced: false };
    // Accepted rows aren't placed yet, so going back is free.
    const row = this.rowOf(best);
    while (this.accepted.length > 0 && this.accepted[this.accepted.length - 1]!.row >= row) this.accepted.pop();
    return { row, inside: 0, appeal: appealBefore(this.placeBefore(row)), forced: false };
  }

  /**
   * Creates the fragments of rows up to the break. Cells that extend beyond it are broken at the fragmentainer's end.
   */
  private emitRows(place: TableBreak | null): void {
    const { emitter, geometry } = this;
    const end = place === null ? geometry.grid.rows.length : place.row;
    const cutsRow = place !== null && place.inside > 0;
    for (let i = 0; i < this.accepted.length; i++) {
      const { row, blockOffset, blockSize } = this.accepted[i]!;
      this.enterSection(row);
      const continues = this.resumed !== null && row === this.resumed.nextRow && this.resumed.rowConsumed > 0;
      const cells = continues
        ? this.cells.lastParts(row, blockSize)
        : this.cells.wholeRow(i, end, this.accepted, cutsRow);
      if (i === 0) this.cells.addSpanningParts(cells, row, blockOffset, this.accepted, end, place !== null, cutsRow);
      emitter.addRow(row, blockSize, cells, continues ? this.rowToken(row) : null, false);
    }
    if (place === null) return;
    if (place.inside > 0) {
      this.enterSection(place.row);
      this.emitBrokenRow(place);
    } else {
      this.breakBeforeRow(place);
    }
  }

  private emitBrokenRow(place: TableBreak): void {
    const cells = [...this.broken];
    const offset = this.emitter.nextRowOffset();
    if (this.accepted.length === 0) this.cells.addSpanningParts(cells, place.row, offset, [], place.row, true, true);
    const continues = this.resumed !== null && place.row === this.resumed.nextRow && this.resumed.rowConsumed > 0;
    this.emitter.addRow(place.row, place.inside, cells, continues ? this.rowToken(place.row) : null, false, true);
  }

  /** Adds a token in the row's section, or before the section if it hasn't begun. */
  private breakBeforeRow(place: TableBreak): void {
    const { grid } = this.geometry;
    const row = grid.rows[place.row]!;
    const section = grid.sections[row.section]!;
    const value = place.forced ? this.forcedBefore(place.row) : 'auto';
    const current = this.emitter.sectionAt(row.section);
    if (current !== null) {
      current.addChildToken(BlockBreakToken.before(row.box, place.forced, value));
    } else {
      this.emitter.endSection();
      this.builder.addChildToken(BlockBreakToken.before(section.box, place.forced, value));
    }
  }

  private enterSection(row: number): void {
    const index = this.geometry.grid.rows[row]!.section;
    if (this.emitter.sectionAt(index) === null) this.emitter.beginSection(index, this.sectionToken(index), false);
  }

  private sectionToken(index: number): BlockBreakToken | null {
    return childToken(this.builder.token, this.geometry.grid.sections[index]!.box);
  }

  private rowToken(row: number): BlockBreakToken | null {
    return childToken(this.sectionToken(this.geometry.grid.rows[row]!.section), this.geometry.grid.rows[row]!.box);
  }

  private finish(place: TableBreak | null): LayoutResult {
    const { builder, geometry, emitter } = this;
    const { edges } = geometry;
    const goesOn = place !== null;
    const rowsEnd = emitter.offset;
    if (place === null) emitter.paySpacing();
    else builder.breaks.take(place.appeal, place.forced);
    // Spacing after the last row is truncated at the fragmentainer's end, like a margin.
    const roomAfterRows = Math.max(rowsEnd, this.fragmentainer.remaining - edges.blockEnd);
    const contents = goesOn ? emitter.offset : Math.min(emitter.offset, roomAfterRows) + edges.blockEnd;
    const end = endFragment(builder, {
      fragmentainer: this.fragmentainer,
      contents,
      goesOn,
      endEdge: edges.blockEnd,
      usedBlockSize: goesOn ? MORE_CONTENT : this.usedBlockSize(contents),
    });
    return emitter.finish(end, this.tokenData(place));
  }

  /**
   * Returns the used block size of the table once all its rows are placed. If an earlier fragment placed them all, the
   * size is unchanged.
   */
  private usedBlockSize(contents: LU): LU {
    const { builder, geometry, resumed } = this;
    const { token } = builder;
    if (resumed !== null && resumed.nextRow === geometry.grid.rows.length && token !== null)
      return Math.max(token.usedBlockSize, builder.space.fixedBlock);
    return Math.max(builder.consumedBlockSize + contents, geometry.wantedBlockSize);
  }

  private tokenData(place: TableBreak | null): TableTokenData {
    const { geometry, resumed } = this;
    const { copied } = this.emitter;
    const { overflowing } = this.cells;
    if (place === null) return new TableTokenData(geometry, geometry.grid.rows.length, 0, [], overflowing, copied);
    const isResumed = resumed !== null && resumed.nextRow === place.row;
    // None of the continued content fits here.
    if (isResumed && place.inside === 0)
      return new TableTokenData(geometry, place.row, resumed.rowConsumed, resumed.open, overflowing, copied);
    const consumed = place.inside === 0 ? 0 : this.cells.taken + (isResumed ? resumed.rowConsumed : 0);
    const open = this.cells.stillOpen(place.row, place.inside > 0);
    return new TableTokenData(geometry, place.row, consumed, open, overflowing, copied);
  }
}

const leastAppeal = (a: BreakAppeal, b: BreakAppeal): BreakAppeal => (a < b ? a : b);

function childToken(token: BlockBreakToken | null, box: Box): BlockBreakToken | null {
  if (token === null) return null;
  for (const child of token.children) if (child.type === 'block' && child.box === box) return child;
  return null;
}
