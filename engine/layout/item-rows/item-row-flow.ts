/**
 * One flow of rows through a fragmentainer: the lines of a flex container, the rows of a grid, the items of one flex column. The items of a row are
 * parallel flows. Offsets called unbroken are from the border-box start corner of the container as it would be without breaks.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { BlockBreakToken, BreakTokenFlag } from '../break-token.ts';
import {
  appealBefore,
  appealInside,
  type BreakChooser,
  type BreakPlace,
  earlyBreakThrough,
  forcedBetween,
  type Outcome,
} from '../fragmentation/break-chooser.ts';
import { breakAfterOf, breakBeforeOf, type BreakValue, joinBreakValues } from '../fragmentation/break-values.ts';
import { type ItemRow, type ItemRowExtent, type ItemRowPlace, ItemRowState, type RowItem } from './item-row.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import { layoutBeside } from '../fragmentation/parallel-flow.ts';
import { namesPartRows, remarkOnNames } from './item-row-breaks.ts';
import type { LayoutResult } from '../layout-result.ts';

interface PlacedItem {
  readonly item: RowItem;
  readonly result: LayoutResult;
  readonly offset: LU;
}

/** An item of the row at hand; `result` null: it starts in a later fragmentainer. */
interface TriedItem {
  readonly item: RowItem;
  readonly result: LayoutResult | null;
  readonly offset: LU;
  /** How good the break inside it is; null: there is none. */
  readonly appeal: BreakAppeal | null;
}

type Step = 'continue' | 'stop' | 'go-back';

/** One try at filling a fragmentainer: for another, a new one is made. */
export class ItemRowFlow {
  readonly placed: PlacedItem[] = [];
  /** Tokens of boxes that start in a later fragmentainer. */
  readonly tokens: BlockBreakToken[] = [];
  /** The rows that are in this fragment, wholly or in part. */
  readonly extents: ItemRowExtent[] = [];
  readonly breaks: BreakChooser;
  state: ItemRowState;
  firstBaseline: LU | null = null;
  lastBaseline: LU | null = null;
  private readonly place: ItemRowPlace;
  private readonly rows: readonly ItemRow[];
  private readonly from: ItemRowState;
  private adjustment = 0;
  /** By how much the rows in this fragment have been moved, and from where on. */
  private readonly moved: { readonly from: LU; readonly by: LU }[] = [];
  private placedRows = 0;
  /** What the items of the row before and their last descendants say. */
  private breakAfterPrevious: BreakValue = 'auto';
  /** Items begun here or before that reach into rows to come. */
  private readonly spanning: PlacedItem[] = [];

  constructor(place: ItemRowPlace, rows: readonly ItemRow[], from: ItemRowState, breaks: BreakChooser) {
    this.place = place;
    this.rows = rows;
    this.from = from;
    this.state = from;
    this.breaks = breaks;
  }

  /** Unbroken offset at which the rows end. */
  get endUnbroken(): LU {
    const last = this.rows[this.rows.length - 1];
    return last === undefined ? 0 : last.blockOffset + last.blockSize;
  }

  /** How far breaks have moved down what begins at an unbroken offset. */
  movedAt(blockOffset: LU): LU {
    let moved = this.from.adjustment;
    for (const row of this.moved) if (row.from <= blockOffset) moved = row.by;
    return moved;
  }

  /** How far down items reach in this fragment. */
  get solidEnd(): LU {
    let end = 0;
    for (const { offset, result } of this.placed)
      end = Math.max(end, offset + result.fragment.blockSize(this.place.mode));
    return end;
  }

  /** How far down the margins of items that end here reach. */
  get marginEnd(): LU {
    let end = 0;
    for (const { item, offset, result } of this.placed)
      if (!isBroken(result)) end = Math.max(end, offset + result.fragment.blockSize(this.place.mode) + item.marginEnd);
    return end;
  }

  /** Does an item end before the fragmentainer does, and the margin below it after it? */
  get cutsMargin(): boolean {
    const { mode, fragmentainer } = this.place;
    return this.placed.some(({ item, offset, result }) => {
      const end = offset + result.fragment.blockSize(mode);
      return !isBroken(result) && end <= fragmentainer.remaining && end + item.marginEnd > fragmentainer.remaining;
    });
  }

  /** Does an item go on in the next fragmentainer? */
  get breaksInside(): boolean {
    return this.placed.some(({ result }) => isBroken(result));
  }

  /** Puts as many rows into the fragmentainer as fit. False: a better place has been passed, and the flow is to be filled again for it. */
  fill(): boolean {
    this.adjustment = this.from.adjustment;
    this.resumeFinishedRows();
    for (let r = this.from.next; r < this.rows.length; r++) {
      this.place.context.budget.tick();
      const step = this.addRow(r);
      if (step !== 'continue') return step === 'stop';
    }
    this.state = new ItemRowState(this.rows.length, 'waiting', this.adjustment, 0, true);
    return true;
  }

  /** Items of earlier rows whose contents overflow, or which reach into later rows, or begin beside these. */
  private resumeFinishedRows(): void {
    const { place, from } = this;
    if (place.tokens.size === 0) return;
    const { fragmentainer, start } = place;
    for (let r = 0; r < from.next; r++) {
      for (const item of this.rows[r]!.items) {
        const token = place.tokens.get(item.box);
        if (token === undefined) continue;
        const offset = token.isBreakBefore ? Math.max(start, this.offsetOf(item)) : start;
        if (offset >= fragmentainer.remaining && offset > start) {
          this.tokens.push(token);
          continue;
        }
        const inner = fragmentainer.advancedBy(offset, fragmentainer.hasPrecedingContent);
        const result = item.layout(inner, token.isBreakBefore ? null : token, null, 0);
        this.commit({ item, result, offset });
      }
    }
  }

  /** Where an item would lie in this fragment if nothing kept it. */
  private offsetOf(item: RowItem): LU {
    return item.blockOffset + this.adjustment - this.place.base;
  }

  private commit(placed: PlacedItem): void {
    this.placed.push(placed);
    if (placed.item.lastRow >= this.from.next) this.spanning.push(placed);
    this.breaks.noteShortage(placed.result.shortage);
  }

  private between(r: number): BreakValue {
    let value = this.breakAfterPrevious;
    if (r > 0) for (const item of this.rows[r - 1]!.items) value = joinBreakValues(value, breakAfterOf(item.box));
    for (const item of this.rows[r]!.items) value = joinBreakValues(value, breakBeforeOf(item.box));
    return value;
  }

  private addRow(r: number): Step {
    const { place, from } = this;
    const row = this.rows[r]!;
    const { fragmentainer, start } = place;
    const isFirst = r === from.next;
    const resumes = isFirst && from.status === 'begun';
    const wasPushed = isFirst && (from.status === 'pushed' || from.status === 'force-pushed');
    if (wasPushed) this.moveToStart(row, from.status === 'pushed');
    const offset = row.blockOffset + this.adjustment - place.base;
    const inGap = !resumes && !wasPushed && offset + Math.max(0, row.marginStart) > start;
    const progress =
      this.placedRows > 0 ||
      fragmentainer.hasPrecedingContent ||
      (!fragmentainer.requiresContent && (inGap || (place.isFirst && offset > 0)));
    const here: BreakPlace = {
      box: this.firstItemFrom(r)?.box ?? place.container,
      fragmentainer: fragmentainer.advancedBy(offset, progress),
      between: resumes ? 'auto' : this.between(r),
      isBetweenSiblings: !resumes && (this.placedRows > 0 || inGap),
      makesProgress: progress,
    };
    if (here.isBetweenSiblings) {
      const forcedBy = this.forcedBefore(r, here);
      if (forcedBy !== 'auto') return this.stopBefore(r, 'force-pushed', BreakAppeal.Perfect, forcedBy);
      if (row.items.length > 0 && this.breaks.isTarget(row.items[0]!.box))
        return this.stopBefore(r, 'pushed', appealBefore(here));
    }
    const top = offset + row.marginStart;
    const isPast = top > fragmentainer.remaining || (top === fragmentainer.remaining && row.blockSize > 0);
    if (!resumes && progress && isPast) {
      const shortage = offset + row.blockSize - fragmentainer.remaining;
      const answer = this.breaks.offer(here, { ...NOTHING_FITS, shortage });
      if (answer === 'go-back') return 'go-back';
      // Below a gutter that has ended with the page a row begins where it would have.
      const { remaining } = fragmentainer;
      const isInGutter = r > 0 && offset > remaining && offset - row.gutter <= remaining;
      return this.stopBefore(r, row.gutter > 0 && isInGutter ? 'pushed' : 'waiting', appealBefore(here));
    }
    return this.tryRow(r, offset, resumes, here);
  }

  /** Lets a row begin where the fragment's contents do; an unforced break before it truncates its margin. */
  private moveToStart(row: ItemRow, truncates: boolean): void {
    const { start, base } = this.place;
    this.adjustment = start + base - row.blockOffset - (truncates ? row.marginStart : 0);
  }

  /** Would the page stay blank if the row below a margin at its start moved on to the next one? Gutters are as large as they are. */
  private leavesBlank(row: ItemRow, { isBetweenSiblings }: BreakPlace): boolean {
    return isBetweenSiblings && row.gutter === 0 && !this.place.isFirst && this.isBlankPage;
  }

  /** On a blank page on which all items would begin below their margins, but not without a bad break: how much lies above the first. 0: it isn't so. */
  private emptyAbove(tried: readonly TriedItem[]): LU {
    if (tried.length === 0 || !this.isBlankPage || tried.some(({ result }) => result !== null)) return 0;
    const { start, fragmentainer } = this.place;
    const first = Math.min(...tried.map(({ offset }) => offset));
    return first < fragmentainer.remaining ? first - start : 0;
  }

  /** Nothing stands on the page yet. A column may stay blank, as other engines leave it. */
  private get isBlankPage(): boolean {
    const { kind, hasPrecedingContent } = this.place.fragmentainer;
    return kind === 'page' && !hasPrecedingContent && this.placedRows === 0 && this.placed.length === 0;
  }

  private tryRow(r: number, offset: LU, resumes: boolean, before: BreakPlace): Step {
    const row = this.rows[r]!;
    let growth = resumes ? this.from.growth : 0;
    let tried = this.layoutItems(row, offset, resumes, before.makesProgress, growth);
    const empty = this.emptyAbove(tried);
    if (empty > 0) {
      this.adjustment -= empty;
      return this.tryRow(r, offset - empty, resumes, { ...before, makesProgress: false });
    }
    const grown = this.growthToEnd(r, tried, this.growthOf(r, tried, growth));
    if (grown > growth) {
      growth = grown;
      tried = this.stretchToRow(r, tried, offset, before.makesProgress, growth);
    }
    const here = withItemBreaks(before, tried);
    const forcedBy = here === before ? 'auto' : this.forcedBefore(r, here);
    if (forcedBy !== 'auto') return this.stopBefore(r, 'force-pushed', BreakAppeal.Perfect, forcedBy);
    const answer = this.breaks.offer(here, this.outcomeOf(row, tried, here));
    if (answer === 'go-back') return 'go-back';
    if (answer === 'continue') return this.acceptRow(r, tried, growth);
    if (!this.leavesBlank(row, here)) return this.stopBefore(r, 'pushed', appealBefore(here));
    // The start of this fragmentainer is no worse than that of the next.
    this.moveToStart(row, true);
    const { start, fragmentainer } = this.place;
    const place = { ...before, fragmentainer, isBetweenSiblings: false, makesProgress: false };
    return this.tryRow(r, start, false, place);
  }

  /** What has become of a row: the worst of what its items say. */
  private outcomeOf(row: ItemRow, tried: readonly TriedItem[], { fragmentainer }: BreakPlace): Outcome {
    const appeal = leastAppeal(tried);
    const alone = tried.length === 1 ? tried[0]!.result : null;
    const early = alone === null ? null : earlyBreakThrough(row.items[0]!.box, fragmentainer, alone.earlyBreak);
    if (appeal === null) {
      // NOTE What went on from before and ends here isn't broken once more for what comes below it, as in Chromium.
      const isKept = row === this.rows[this.from.next] && this.from.status === 'begun';
      const kept = isKept ? null : early;
      return { state: 'whole', appeal: BreakAppeal.Perfect, isForced: false, early: kept, shortage: 0 };
    }
    const sticksOut =
      fragmentainer.requiresContent && tried.every(({ result }) => result !== null && !isBroken(result));
    if (sticksOut) return { state: 'sticks-out', appeal: BreakAppeal.Perfect, isForced: false, early, shortage: 0 };
    let shortage = 0;
    for (const { item, result, offset } of tried) {
      if (result === null) continue;
      const over = offset + item.blockSize - this.place.fragmentainer.remaining;
      const short = result.breakToken === null && over > 0 ? over : result.shortage;
      if (short > 0 && (shortage === 0 || short < shortage)) shortage = short;
    }
    const isForced = tried.some(({ result }) => result !== null && isForcedInside(result));
    return { state: 'broken', appeal, isForced, early, shortage };
  }

  private firstItemFrom(r: number): RowItem | undefined {
    for (let i = r; i < this.rows.length; i++) if (this.rows[i]!.items.length > 0) return this.rows[i]!.items[0];
    return undefined;
  }

  /** Lays the items out again that are to be as high as their row and end before it now. */
  private stretchToRow(r: number, tried: TriedItem[], rowOffset: LU, progress: boolean, growth: LU): TriedItem[] {
    const { base, mode } = this.place;
    const row = this.rows[r]!;
    const end = row.blockOffset + row.blockSize + this.adjustment + growth - base;
    return tried.map((entry) => {
      const { item, result, offset } = entry;
      if (!item.stretches || result === null || isBroken(result)) return entry;
      if (offset + result.fragment.blockSize(mode) + item.marginEnd >= end) return entry;
      const token =
        r === this.from.next && this.from.status === 'begun' ? (this.place.tokens.get(item.box) ?? null) : null;
      return this.layoutOne(row, item, token, rowOffset, progress, growth);
    });
  }

  /** What forces a break before a row. Boxes side by side share a page: its name is that of the first (`remarkOnNames`). */
  private forcedBefore(r: number, { between, fragmentainer }: BreakPlace): BreakValue {
    if (r === 0) return 'auto';
    const next = this.rows[r]!.items[0]?.box ?? null;
    const named =
      next !== null && this.place.container.has(BoxFlag.HasNamedPage) && namesPartRows(this.place.container);
    return forcedBetween(between, fragmentainer, named ? this.firstOfRowBefore(r) : null, next);
  }

  private firstOfRowBefore(r: number): Box | null {
    for (let i = r - 1; i >= 0; i--) if (this.rows[i]!.items.length > 0) return this.rows[i]!.items[0]!.box;
    return null;
  }

  private stopBefore(
    r: number,
    status: ItemRowState['status'],
    appeal: BreakAppeal,
    value: BreakValue = 'auto',
  ): 'stop' {
    const forced = status === 'force-pushed';
    const first = this.firstItemFrom(r);
    if (first !== undefined) this.tokens.push(BlockBreakToken.before(first.box, forced, value));
    this.breaks.take(appeal, forced);
    this.state = new ItemRowState(r, status, this.adjustment, 0, first === undefined);
    return 'stop';
  }

  /** Lays out a row's items. */
  private layoutItems(row: ItemRow, rowOffset: LU, resumes: boolean, progress: boolean, growth: LU): TriedItem[] {
    const tried: TriedItem[] = [];
    for (const item of row.items) {
      const token = resumes ? (this.place.tokens.get(item.box) ?? null) : null;
      if (resumes && token === null) continue;
      tried.push(this.layoutOne(row, item, token, rowOffset, progress, growth));
    }
    return tried;
  }

  /** One of them: as it is, without a fragmentainer, if it fits. `token`: what an earlier fragment of its row left. */
  private layoutOne(
    row: ItemRow,
    item: RowItem,
    token: BlockBreakToken | null,
    rowOffset: LU,
    progress: boolean,
    growth: LU,
  ): TriedItem {
    const { place } = this;
    const { fragmentainer, mode } = place;
    const begun = token !== null && !token.isBreakBefore;
    const natural = this.offsetOf(item);
    const offset = begun ? place.start : token !== null ? Math.max(place.start, natural) : natural;
    const isLower = !begun && offset > Math.max(rowOffset, place.start) && !place.isColumn;
    const later: TriedItem = { item, result: null, offset, appeal: BreakAppeal.Perfect };
    if (isLower && offset >= fragmentainer.remaining) return later;
    const extra = item.stretches ? Math.max(0, growth - this.loweredBy(item, offset, begun ? token : null)) : 0;
    const rowFits = rowOffset + row.blockSize + growth <= fragmentainer.remaining;
    const fits = rowFits && offset + item.blockSize + extra + this.edgeBelow(row) <= fragmentainer.remaining;
    const hasBreaks = item.box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage | BoxFlag.HasFloat);
    const room = fragmentainer.advancedBy(offset, progress || isLower);
    // What is positioned in it may begin on the page before.
    const reachesBack = room.isStart && item.box.has(BoxFlag.MayLieBefore);
    const inner = begun || !fits || hasBreaks || reachesBack ? room : null;
    let result = layoutBeside(this.breaks.targetInside(item.box), (early) =>
      item.layout(inner, begun ? token : null, early, extra),
    );
    if (inner === null && result.blockExtent + offset > fragmentainer.remaining)
      result = layoutBeside(null, (early) => item.layout(room, null, early, extra));
    let appeal: BreakAppeal | null = null;
    if (isBroken(result))
      appeal = isForcedInside(result) ? result.appeal : appealInside(item.box, fragmentainer, result.appeal);
    else if (offset + result.fragment.blockSize(mode) > fragmentainer.remaining) appeal = BreakAppeal.LastResort;
    if (appeal === null || appeal === BreakAppeal.Perfect || !isLower) return { item, result, offset, appeal };
    // A grid's row moves on as a whole, as in Chromium, wherever that gets on.
    if (progress && place.container.kind === BoxKind.Grid) return { item, result, offset, appeal };
    // An item further down in its row moves on by itself rather than break badly: nothing follows it, but its row waits for it.
    this.breaks.noteShortage(offset + item.blockSize - fragmentainer.remaining);
    return later;
  }

  /** Of the last item of a column: where the container's end doesn't fit below it, the best place to break may be inside it. */
  private edgeBelow(row: ItemRow): LU {
    return this.place.isColumn && row === this.rows.at(-1) ? this.place.endEdge : 0;
  }

  /** How much further down than without breaks an item began, counted from its row: so much less is missing to the row's end. */
  private loweredBy(item: RowItem, offset: LU, begun: BlockBreakToken | null): LU {
    const start = begun === null ? offset : offset - begun.consumedBlockSize;
    return Math.max(0, start - this.offsetOf(item));
  }

  /** By how much breaks have moved the row's end down: its items' and those of items that end with it. What hung out of it before doesn't count. */
  private growthOf(r: number, tried: readonly TriedItem[], known: LU): LU {
    const row = this.rows[r]!;
    const { base, mode } = this.place;
    const end = row.blockOffset + row.blockSize;
    let growth = known;
    const measure = (item: RowItem, result: LayoutResult | null, offset: LU): void => {
      if (item.lastRow > r || result === null || isBroken(result)) return;
      const overhang = Math.max(0, item.blockOffset + item.blockSize + item.marginEnd - end);
      const itemEnd = offset + result.fragment.blockSize(mode) + item.marginEnd + base - overhang;
      growth = Math.max(growth, itemEnd - end - this.adjustment);
    };
    for (const { item, result, offset } of tried) measure(item, result, offset);
    for (const { item, result, offset } of this.spanning) measure(item, result, offset);
    return growth;
  }

  /** A row with an item that goes on reaches past the fragmentainer's end, and so do the items stretched to it. */
  private growthToEnd(r: number, tried: readonly TriedItem[], known: LU): LU {
    const { fragmentainer, base } = this.place;
    if (fragmentainer.isGuess) return known;
    const row = this.rows[r]!;
    if (!tried.some(({ item, result }) => item.stretches && result !== null && !isBroken(result))) return known;
    const end = row.blockOffset + row.blockSize + this.adjustment - base;
    const goesOn = tried.some(
      ({ item, result }) =>
        result === null || (isBroken(result) && item.blockOffset + item.blockSize <= row.blockOffset + row.blockSize),
    );
    return goesOn ? Math.max(known, fragmentainer.remaining + 1 - end) : known;
  }

  private acceptRow(r: number, tried: readonly TriedItem[], growth: LU): 'continue' | 'stop' {
    const { remaining } = this.place.fragmentainer;
    const unbrokenEnd = this.rows[r]!.blockOffset + this.rows[r]!.blockSize;
    remarkOnNames(this.place, this.rows[r]!, this.firstOfRowBefore(r));
    const end = unbrokenEnd + this.adjustment + growth - this.place.base;
    const start = this.rows[r]!.blockOffset + this.adjustment - this.place.base;
    this.moved.push({ from: this.rows[r]!.blockOffset, by: this.adjustment });
    this.extents.push({ row: r, start: Math.max(start, this.place.start), end: Math.min(end, remaining) });
    let goesOn = this.spanning.some(({ item, result }) => item.lastRow === r && isBroken(result));
    for (const { item, result, offset } of tried) {
      if (result === null) {
        this.tokens.push(BlockBreakToken.before(item.box, false));
        // One that begins beside later rows keeps these from nothing.
        goesOn ||= item.lastRow <= r;
        continue;
      }
      this.commit({ item, result, offset });
      // What hangs out of a row that has ended is no reason for the next one to wait.
      const hangsOut = end < remaining && item.blockOffset + item.blockSize + item.marginEnd > unbrokenEnd;
      if (isBroken(result) && item.lastRow <= r && !hangsOut) goesOn = true;
      this.noteBaseline(item, result, offset, r);
    }
    if (goesOn) {
      this.state = new ItemRowState(r, 'begun', this.adjustment, growth, false);
      return 'stop';
    }
    this.breakAfterPrevious = 'auto';
    for (const { result } of tried)
      if (result !== null) this.breakAfterPrevious = joinBreakValues(this.breakAfterPrevious, result.breakAfter);
    this.breaks.noteShortage(end - remaining);
    this.adjustment += growth;
    this.placedRows++;
    return 'continue';
  }

  private noteBaseline(item: RowItem, result: LayoutResult, offset: LU, r: number): void {
    const { firstBaseline, lastBaseline } = result.fragment;
    if (this.firstBaseline === null && firstBaseline !== null && r === this.from.next)
      this.firstBaseline = offset + firstBaseline;
    if (lastBaseline !== null && item === this.rows[r]!.items[0]) this.lastBaseline = offset + lastBaseline;
  }
}

/** Does the item itself go on, not only what overflows it? */
function isBroken(result: LayoutResult): boolean {
  return result.breakToken !== null && !result.breakToken.has(BreakTokenFlag.AtBlockEnd);
}

function isForcedInside(result: LayoutResult): boolean {
  return result.breakToken !== null && result.breakToken.isForced;
}

/** Of a row that begins past the fragmentainer's end. */
const NOTHING_FITS: Outcome = {
  state: 'sticks-out',
  appeal: BreakAppeal.LastResort,
  isForced: false,
  early: null,
  shortage: 0,
};

function leastAppeal(tried: readonly TriedItem[]): BreakAppeal | null {
  let least: BreakAppeal | null = null;
  for (const { appeal } of tried) if (appeal !== null && (least === null || appeal < least)) least = appeal;
  return least;
}

/** The place before a row with what its items' first descendants say, where only their layout could tell. */
function withItemBreaks(place: BreakPlace, tried: readonly TriedItem[]): BreakPlace {
  if (!place.isBetweenSiblings) return place;
  let { between } = place;
  for (const { result } of tried) if (result !== null) between = joinBreakValues(between, result.breakBefore);
  return between === place.between ? place : { ...place, between };
}
