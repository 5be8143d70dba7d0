/**
 * A flow of rows through a fragmentainer: the lines of a flex container, the rows of a grid or of a table's row group,
 * or the items of one flex column. Decides which rows stay; row-attempt.ts lays out the items of one. "Unbroken" offsets
 * are those of row.ts.
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import { BlockBreakToken } from '../contract/break-token.ts';
import {
  appealBefore,
  type BreakChooser,
  type BreakPlace,
  forcedBetween,
  type Outcome,
} from '../fragmentation/break-chooser.ts';
import { type BreakValue, joinBreakValues } from '../fragmentation/break-values.ts';
import {
  type OpenItem,
  type PlacedItem,
  type Row,
  type RowExtent,
  type RowItem,
  type Rows,
  type RowsPlace,
  RowsState,
} from './row.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import { goesOnInSlices } from '../fragmentation/monolithic-slices.ts';
import { cutsEmpty, isBroken, RowAttempt, type TriedItem } from './row-attempt.ts';
import { areRowsTiedInVain, breakBetweenRows, firstBoxOf, namesPartRows, remarkOnNames } from './row-breaks.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

type Step = 'continue' | 'stop' | 'go-back';

/** One attempt to fill a fragmentainer. Every attempt uses a new instance. */
export class RowFlow {
  readonly placed: PlacedItem[] = [];
  /** Tokens of boxes that start in a later fragmentainer. */
  readonly tokens: BlockBreakToken[] = [];
  /** The rows that are in this fragment, entirely or partly. */
  readonly extents: RowExtent[] = [];
  readonly breaks: BreakChooser;
  state: RowsState;
  firstBaseline: LU | null = null;
  lastBaseline: LU | null = null;
  private readonly place: RowsPlace;
  private readonly rows: Rows;
  private readonly from: RowsState;
  private adjustment = 0;
  /** Spacing after each finished row whose items extend into rows of this fragment, and all of it. */
  private spacing: LU = 0;
  spacingAbove: LU = 0;
  /** Sum of the shares of unfinished rows in what the container has gained, or 0 if it hasn't. */
  private growLeft = 0;
  /** How far the rows in this fragment have moved, and from which offset on. */
  private readonly moved: { readonly from: LU; readonly by: LU }[] = [];
  private placedRows = 0;
  /** Break value after the items of the previous row, including their last descendants. */
  private breakAfterPrevious: BreakValue = 'auto';
  /** Earlier items that extend into later rows, or past the position to which breaks have moved those rows. */
  private spanning: readonly PlacedItem[] = [];
  /** Items that start in a later fragmentainer. */
  private readonly deferred: OpenItem[] = [];

  constructor(place: RowsPlace, rows: Rows, from: RowsState, breaks: BreakChooser) {
    this.place = place;
    this.rows = rows;
    this.from = from;
    this.state = from;
    this.breaks = breaks;
  }

  get endUnbroken(): LU {
    const last = this.rows.at(-1);
    return last === undefined ? 0 : last.blockOffset + last.blockSize;
  }

  /** Returns how far breaks have moved content that begins at an unbroken offset. */
  movedAt(blockOffset: LU): LU {
    let moved = this.from.adjustment;
    for (const row of this.moved) if (row.from <= blockOffset) moved = row.by;
    return moved;
  }

  /** Whether the rows at an unbroken offset begin in this fragment or an earlier one. */
  hasBegun(blockOffset: LU): boolean {
    const { isDone, status, next } = this.state;
    const row = isDone || status === 'begun' ? undefined : this.rows.at(next);
    return row === undefined || blockOffset < row.blockOffset;
  }

  /** Block extent of the items in this fragment. */
  get solidEnd(): LU {
    let end = 0;
    for (const { offset, result } of this.placed)
      end = Math.max(end, offset + result.fragment.blockSize(this.place.mode));
    return end;
  }

  /** Block extent of the margins of items that end here. */
  get marginEnd(): LU {
    let end = 0;
    for (const { item, offset, result } of this.placed)
      if (!isBroken(result)) end = Math.max(end, offset + result.fragment.blockSize(this.place.mode) + item.marginEnd);
    return end;
  }

  /** Whether an item ends before the fragmentainer's end, but its margin after it. */
  get cutsMargin(): boolean {
    const { mode, fragmentainer } = this.place;
    return this.placed.some(({ item, offset, result }) => {
      const end = offset + result.fragment.blockSize(mode);
      return !isBroken(result) && end <= fragmentainer.remaining && end + item.marginEnd > fragmentainer.remaining;
    });
  }

  /** Whether an item continues in the next fragmentainer. */
  get breaksInside(): boolean {
    return this.placed.some(({ result }) => isBroken(result));
  }

  /**
   * Adds as many rows as fit into the fragmentainer. Returns false if a better break was passed, so that the flow must
   * be filled again.
   */
  fill(): boolean {
    const { from } = this;
    this.adjustment = from.adjustment;
    this.spacing = this.spacingAfterRows();
    this.spacingAbove = this.spacing * this.spannedRows;
    const first = this.rows.at(from.next);
    if (first !== undefined && (from.status === 'pushed' || from.status === 'force-pushed'))
      this.moveToStart(first, from.status === 'pushed');
    else if (from.status === 'begun') this.adjustment += this.spacingAbove;
    if (this.place.gained > 0)
      for (let r = from.next; r < this.rows.length; r++) this.growLeft += this.row(r).grow ?? 0;
    this.resumeFinishedRows();
    for (let r = from.next; r < this.rows.length; r++) {
      this.place.context.budget.tick();
      const step = this.addRow(r);
      if (step !== 'continue') return step === 'stop';
    }
    this.end(this.rows.length, 'waiting', this.adjustment, 0, true);
    return true;
  }

  /** The number of finished rows whose items extend into rows of this fragment. */
  private get spannedRows(): number {
    return new Set(this.from.open.filter((open) => this.spansInto(open)).map(({ row }) => row)).size;
  }

  /** Returns the spacing after each of these rows. If it leaves no room for anything else, it is dropped. */
  private spacingAfterRows(): LU {
    const { spacing, start, fragmentainer } = this.place;
    const room = fragmentainer.remaining - start - spacing * this.spannedRows;
    return spacing > 0 && room >= LU_PER_PX ? spacing : 0;
  }

  /** Notes where the flow resumes. */
  private end(next: number, status: RowsState['status'], adjustment: LU, growth: LU, isDone: boolean): void {
    const open = [...this.deferred];
    for (const { item, row, result, adjustment: moved } of this.placed)
      if (result.breakToken !== null) open.push({ item, row, token: result.breakToken, adjustment: moved });
    open.sort((a, b) => a.row - b.row);
    this.state = new RowsState(next, status, adjustment, growth, isDone, open);
  }

  /** Whether an item of an earlier fragment extends into rows of this one. */
  private spansInto({ item, row }: OpenItem): boolean {
    return row < this.from.next && item.lastRow >= this.from.next;
  }

  /** Resumes items of finished rows: those with overflow, and those that extend into or begin next to later rows. */
  private resumeFinishedRows(): void {
    const { place, from } = this;
    const { spacing } = this;
    const { fragmentainer, start, base } = place;
    let lastRow = -1;
    let rowStart = start - spacing;
    for (const open of from.open) {
      const { item, row, token, adjustment } = open;
      if (row >= from.next) continue;
      const spans = this.spansInto(open);
      if (spans && row !== lastRow) rowStart += spacing;
      if (spans) lastRow = row;
      const natural = item.blockOffset + from.adjustment - base;
      const offset = token.isBreakBefore ? Math.max(start, natural) : spans ? rowStart : start;
      if (offset >= fragmentainer.remaining && offset > start) {
        this.tokens.push(token);
        this.deferred.push(open);
        continue;
      }
      const inner = fragmentainer.advancedBy(offset, fragmentainer.hasPrecedingContent);
      const growth = spans && item.stretches ? this.adjustment - adjustment : 0;
      const begun = token.isBreakBefore ? null : token;
      const result = item.layout(inner, begun, null, growth);
      this.commit({ item, row, result, offset, token: begun, adjustment, growth });
    }
  }

  private commit(placed: PlacedItem): void {
    this.placed.push(placed);
    if (placed.item.lastRow >= this.from.next) (this.spanning as PlacedItem[]).push(placed);
    this.breaks.noteShortage(placed.result.shortage);
  }

  /**
   * Removes the items that can't affect rows after `r`. PERF: each row visits all of these items. An item that doesn't
   * extend past the position to which breaks have moved the rows can't enlarge a later row.
   */
  private forgetUntil(r: number): void {
    const { mode, base } = this.place;
    const { adjustment } = this;
    this.spanning = this.spanning.filter(
      ({ item, result, offset }) =>
        item.lastRow > r ||
        (!isBroken(result) &&
          offset + result.fragment.blockSize(mode) + base - item.blockOffset - item.blockSize > adjustment),
    );
  }

  private between(r: number): BreakValue {
    let value = joinBreakValues(this.breakAfterPrevious, breakBetweenRows(this.rows, r));
    for (const { item, result } of this.spanning)
      if (item.lastRow >= r && !isBroken(result)) value = joinBreakValues(value, item.box.style.box.breakInside);
    return value;
  }

  private addRow(r: number): Step {
    const { place, from } = this;
    const row = this.row(r);
    const { fragmentainer, start } = place;
    const isFirst = r === from.next;
    const resumes = isFirst && from.status === 'begun';
    const wasPushed = isFirst && (from.status === 'pushed' || from.status === 'force-pushed');
    const offset = row.blockOffset + this.adjustment - place.base;
    const inGap = !resumes && !wasPushed && offset + Math.max(0, row.marginStart) > start;
    const progress =
      this.placedRows > 0 ||
      fragmentainer.hasPrecedingContent ||
      (!fragmentainer.requiresContent && (inGap || (place.isFirst && offset > 0)));
    const here: BreakPlace = {
      box: this.firstBoxFrom(r) ?? place.container,
      fragmentainer: fragmentainer.advancedBy(offset, progress),
      between: resumes ? 'auto' : this.between(r),
      isBetweenSiblings: !resumes && (this.placedRows > 0 || inGap),
      makesProgress: progress,
    };
    if (here.isBetweenSiblings) {
      const forcedBy = this.forcedBefore(r, here);
      if (forcedBy !== 'auto') return this.stopBefore(r, 'force-pushed', BreakAppeal.Perfect, forcedBy);
      const first = firstBoxOf(row);
      if (first !== null && this.breaks.isTarget(first)) return this.stopBefore(r, 'pushed', appealBefore(here));
    }
    const top = offset + row.marginStart;
    const isPast = top > fragmentainer.remaining || (top === fragmentainer.remaining && row.blockSize > 0);
    if (!resumes && progress && isPast) {
      const shortage = offset + row.blockSize - fragmentainer.remaining;
      const place = this.honorable(here, r);
      const answer = this.breaks.offer(place, { ...NOTHING_FITS, shortage });
      if (answer === 'go-back') return 'go-back';
      // After a gutter that ended with the page, a row begins at its own position.
      const { remaining } = fragmentainer;
      const isInGutter = r > 0 && offset > remaining && offset - row.gutter <= remaining;
      return this.stopBefore(r, row.gutter > 0 && isInGutter ? 'pushed' : 'waiting', appealBefore(place));
    }
    return this.tryRow(r, offset, resumes, here);
  }

  /** Moves a row to the start of the fragment's contents. An unforced break before it truncates its margin. */
  private moveToStart(row: Row, truncates: boolean): void {
    const { start, base } = this.place;
    this.adjustment = start + this.spacingAbove + base - row.blockOffset - (truncates ? row.marginStart : 0);
  }

  /**
   * Whether the page would stay blank if the row below a margin at its start moved to the next page. Gutters keep their
   * size.
   */
  private leavesBlank(row: Row, { isBetweenSiblings }: BreakPlace): boolean {
    return isBetweenSiblings && row.gutter === 0 && !this.place.isFirst && this.isBlankPage;
  }

  /**
   * Returns the space above the first item on a blank page if all items would begin below their margins, but with a bad
   * break. Otherwise returns 0.
   */
  private emptyAbove(tried: readonly TriedItem[]): LU {
    if (tried.length === 0 || !this.isBlankPage || tried.some(({ result }) => result !== null)) return 0;
    const { start, fragmentainer } = this.place;
    const first = Math.min(...tried.map(({ offset }) => offset));
    return first < fragmentainer.remaining ? first - start : 0;
  }

  /** Whether the page has no content yet. Columns may stay blank, as in other engines. */
  private get isBlankPage(): boolean {
    const { kind, hasPrecedingContent } = this.place.fragmentainer;
    return kind === 'page' && !hasPrecedingContent && this.placedRows === 0 && this.placed.length === 0;
  }

  private tryRow(r: number, offset: LU, resumes: boolean, before: BreakPlace): Step {
    const { place, rows, breaks, adjustment, spacingAbove, spanning, from } = this;
    const around = { place, rows, breaks, adjustment, spacingAbove, spanning, open: resumes ? from.open : null };
    const growth = this.withContainer(r, resumes ? from.growth : 0);
    const attempt = new RowAttempt(around, r, offset, before.makesProgress, growth);
    const empty = this.emptyAbove(attempt.tried);
    if (empty > 0) {
      this.adjustment -= empty;
      return this.tryRow(r, offset - empty, resumes, { ...before, makesProgress: false });
    }
    attempt.grow();
    let here = withItemBreaks(before, attempt.tried);
    const forcedBy = here === before ? 'auto' : this.forcedBefore(r, here);
    if (forcedBy !== 'auto') return this.stopBefore(r, 'force-pushed', BreakAppeal.Perfect, forcedBy);
    // NOTE As in Chromium, a resumed row that ends here isn't broken again to make space for the content below it.
    const isKept = r === from.next && from.status === 'begun';
    const outcome = attempt.outcome(here.fragmentainer, isKept);
    if (outcome.state !== 'whole') here = this.honorable(here, r);
    const answer = breaks.offer(here, outcome);
    if (answer === 'go-back') return 'go-back';
    if (answer === 'continue') return this.acceptRow(attempt);
    if (!this.leavesBlank(attempt.row, here)) return this.stopBefore(r, 'pushed', appealBefore(here));
    // The start of this fragmentainer is as good as that of the next.
    this.moveToStart(attempt.row, true);
    const { start, fragmentainer } = place;
    return this.tryRow(r, start, false, { ...before, fragmentainer, isBetweenSiblings: false, makesProgress: false });
  }

  /**
   * Returns a place before a row at the end of a fragmentainer, where a break is allowed if avoiding it can't succeed.
   */
  private honorable(place: BreakPlace, r: number): BreakPlace {
    return areRowsTiedInVain(this.rows, r, place) ? { ...place, between: 'auto' } : place;
  }

  /**
   * Returns how much a row grows if breaks add `growth` and its container has grown, too. Rows of earlier fragments, and how
   * far breaks have moved the others, have used a part of what the container gained.
   */
  private withContainer(r: number, growth: LU): LU {
    const { grow = 0 } = this.row(r);
    if (this.growLeft === 0 || grow === 0) return growth;
    const share = ((this.place.gained - this.adjustment) * grow) / Math.max(1, this.growLeft);
    return Math.max(growth, Math.floor(share));
  }

  private row(r: number): Row {
    return this.rows.at(r)!;
  }

  private firstBoxFrom(r: number): Box | null {
    for (let i = r; i < this.rows.length; i++) {
      const first = firstBoxOf(this.row(i));
      if (first !== null) return first;
    }
    return null;
  }

  /** Stretches items of earlier rows to the end of row `r`, their last one. */
  private stretchSpanning(r: number, end: LU): void {
    const { mode, fragmentainer } = this.place;
    for (const placed of this.spanning) {
      const { item, result, offset, token } = placed;
      if (item.lastRow !== r || !item.stretches || isBroken(result)) continue;
      const lacking = end - offset - result.fragment.blockSize(mode) - item.marginEnd;
      if (lacking <= 0) continue;
      const fits = end <= fragmentainer.remaining;
      const growth = placed.growth + lacking;
      placed.result =
        fits && token !== null && item.resize !== null
          ? item.resize(result, end - item.marginEnd - offset)
          : item.layout(fits && token === null ? null : fragmentainer.advancedBy(offset, true), token, null, growth);
    }
  }

  /**
   * Returns the value that forces a break before a row. Adjacent boxes share a page with the name of the first
   * (`remarkOnNames`).
   */
  private forcedBefore(r: number, { between, fragmentainer }: BreakPlace): BreakValue {
    if (r === 0) return 'auto';
    const next = firstBoxOf(this.row(r));
    const named =
      next !== null && this.place.container.has(BoxFlag.HasNamedPage) && namesPartRows(this.place.container);
    return forcedBetween(between, fragmentainer, named ? this.firstOfRowBefore(r) : null, next);
  }

  private firstOfRowBefore(r: number): Box | null {
    for (let i = r - 1; i >= 0; i--) {
      const first = firstBoxOf(this.row(i));
      if (first !== null) return first;
    }
    return null;
  }

  private stopBefore(r: number, status: RowsState['status'], appeal: BreakAppeal, value: BreakValue = 'auto'): 'stop' {
    const forced = status === 'force-pushed';
    const first = this.firstBoxFrom(r);
    if (first !== null) this.tokens.push(BlockBreakToken.before(first, forced, value));
    this.breaks.take(appeal, forced);
    this.end(r, status, this.adjustment, 0, first === null);
    return 'stop';
  }

  private acceptRow({ r, row, tried, growth }: RowAttempt): 'continue' | 'stop' {
    const { remaining } = this.place.fragmentainer;
    const unbrokenEnd = row.blockOffset + row.blockSize;
    remarkOnNames(this.place, row, this.firstOfRowBefore(r));
    const end = unbrokenEnd + this.adjustment + growth - this.place.base;
    const start = row.blockOffset + this.adjustment - this.place.base;
    this.moved.push({ from: row.blockOffset, by: this.adjustment });
    this.extents.push({ row: r, start: Math.max(start, this.place.start + this.spacingAbove), end });
    this.stretchSpanning(r, end);
    let goesOn =
      cutsEmpty(this.place, row, start) ||
      this.spanning.some(({ item, result }) => item.lastRow === r && isBroken(result));
    for (const { item, result, offset, token, growth: added } of tried) {
      if (result === null) {
        const later = BlockBreakToken.before(item.box, false);
        this.tokens.push(later);
        this.deferred.push({ item, row: r, token: later, adjustment: this.adjustment });
        // An item that begins next to later rows doesn't delay them.
        goesOn ||= item.lastRow <= r;
        continue;
      }
      this.commit({ item, row: r, result, offset, token, adjustment: this.adjustment, growth: added });
      // Overflow of a finished row doesn't delay the next one.
      const hangsOut = end < remaining && item.blockOffset + item.blockSize + item.marginEnd > unbrokenEnd;
      if (isBroken(result) && item.lastRow <= r && !hangsOut) goesOn = true;
      this.noteBaseline(item, result, offset, r);
    }
    if (goesOn) {
      // Slices continue as if repeated content didn't exist, so the rest of the row is smaller.
      const isSliced = tried.some(
        ({ result }) => result !== null && isBroken(result) && goesOnInSlices(result.breakToken),
      );
      const { reserved, repeated } = this.place.fragmentainer;
      this.end(r, 'begun', this.adjustment, isSliced ? growth - reserved - repeated : growth, false);
      return 'stop';
    }
    this.breakAfterPrevious = 'auto';
    for (const { result } of tried)
      if (result !== null) this.breakAfterPrevious = joinBreakValues(this.breakAfterPrevious, result.breakAfter);
    this.breaks.noteShortage(end - remaining);
    this.adjustment += growth;
    this.forgetUntil(r);
    if (this.growLeft > 0) this.growLeft -= row.grow ?? 0;
    this.placedRows++;
    return 'continue';
  }

  private noteBaseline(item: RowItem, result: LayoutResult, offset: LU, r: number): void {
    const { firstBaseline, lastBaseline } = result.fragment;
    if (this.firstBaseline === null && firstBaseline !== null && r === this.from.next)
      this.firstBaseline = offset + firstBaseline;
    if (lastBaseline !== null && item === this.row(r).items[0]) this.lastBaseline = offset + lastBaseline;
  }
}

/** The outcome of a row that begins beyond the fragmentainer's end. */
const NOTHING_FITS: Outcome = {
  state: 'sticks-out',
  appeal: BreakAppeal.LastResort,
  isForced: false,
  early: null,
  shortage: 0,
};

/**
 * Returns the place before a row, with break values of the items' first descendants that are known only after layout.
 */
function withItemBreaks(place: BreakPlace, tried: readonly TriedItem[]): BreakPlace {
  if (!place.isBetweenSiblings) return place;
  let { between } = place;
  for (const { result } of tried) if (result !== null) between = joinBreakValues(between, result.breakBefore);
  return between === place.between ? place : { ...place, between };
}
