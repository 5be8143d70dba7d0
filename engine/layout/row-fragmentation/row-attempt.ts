/**
 * One attempt to lay out the items of a row in a fragmentainer: where each of them begins, which continue, and the
 * appeal of the resulting break. The items are parallel flows. "Unbroken" offsets are those of row.ts.
 */
import { BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { type BlockBreakToken, BreakTokenFlag } from '../contract/break-token.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { BreakAppeal, type EarlyBreak } from '../fragmentation/break-appeal.ts';
import {
  type BreakChooser,
  type Outcome,
  appealInside,
  earlyBreakThrough,
  isCutAsOften,
  layoutBeside,
} from '../fragmentation/break-chooser.ts';
import type { OpenItem, PlacedItem, Row, RowItem, Rows, RowsPlace } from './row.ts';

/** An item of the row. `result` is null if it starts in a later fragmentainer. */
export interface TriedItem {
  readonly item: RowItem;
  readonly result: LayoutResult | null;
  readonly offset: LU;
  /** Appeal of the break inside it, or null if it doesn't break. */
  readonly appeal: BreakAppeal | null;
  readonly token: BlockBreakToken | null;
  /** The block size that breaks have added to it. */
  readonly growth: LU;
}

/** The state of the flow before the row. */
interface AroundRow {
  readonly place: RowsPlace;
  readonly rows: Rows;
  readonly breaks: BreakChooser;
  /** How far breaks have moved the row down. */
  readonly adjustment: LU;
  /** Spacing of finished rows above the items that continue. */
  readonly spacingAbove: LU;
  /** Items of earlier rows that extend into this one or a later one. */
  readonly spanning: readonly PlacedItem[];
  /** The items of a row that an earlier fragment has begun; null: the row begins here. */
  readonly open: readonly OpenItem[] | null;
}

export class RowAttempt {
  /** Index of the row. */
  readonly r: number;
  readonly row: Row;
  tried: readonly TriedItem[];
  /** How far breaks move the end of the row down. */
  growth: LU;
  private readonly around: AroundRow;
  /** The row's block start in this fragment. */
  private readonly offset: LU;
  /** Whether content precedes the row in the fragmentainer. */
  private readonly progress: boolean;

  constructor(around: AroundRow, r: number, offset: LU, progress: boolean, growth: LU) {
    this.around = around;
    this.r = r;
    this.row = around.rows.at(r)!;
    this.offset = offset;
    this.progress = progress;
    this.growth = growth;
    this.tried = this.layoutItems();
  }

  /** Grows the row to where its items end, and lays out again those that stretch to it. */
  grow(): void {
    const grown = this.growthToEnd(this.growthOf());
    if (grown <= this.growth) return;
    this.growth = grown;
    this.tried = this.stretched();
  }

  /**
   * Returns the outcome of the row, which is the worst outcome of its items. `isKept`: it isn't broken again to make
   * space for the content below it.
   */
  outcome(fragmentainer: FragmentainerSpace, isKept: boolean): Outcome {
    const { tried, row } = this;
    const { place } = this.around;
    let appeal = leastAppeal(tried);
    const alone = tried.length === 1 && row.box === null ? tried[0]!.result : null;
    const early = alone === null ? null : earlyBreakThrough(row.items[0]!.box, fragmentainer, alone.earlyBreak);
    if (appeal === null && cutsEmpty(place, row, this.offset)) appeal = BreakAppeal.Perfect;
    if (appeal === null) {
      const kept = isKept ? null : early;
      return { state: 'whole', appeal: BreakAppeal.Perfect, isForced: false, early: kept, shortage: 0 };
    }
    const sticksOut =
      fragmentainer.requiresContent &&
      tried.length > 0 &&
      tried.every(({ result }) => result !== null && !isBroken(result));
    if (sticksOut) return { state: 'sticks-out', appeal: BreakAppeal.Perfect, isForced: false, early, shortage: 0 };
    let shortage = 0;
    for (const { item, result, offset } of tried) {
      if (result === null) continue;
      const over = offset + item.blockSize - place.fragmentainer.remaining;
      const short = result.breakToken === null && over > 0 ? over : result.shortage;
      if (short > 0 && (shortage === 0 || short < shortage)) shortage = short;
    }
    const isForced = tried.some(({ result }) => result !== null && isForcedInside(result));
    // Items aren't moved if the next fragmentainer would cut them just as often.
    const isCutInVain = appeal === BreakAppeal.CutsThrough && tried.every((one) => this.isCutAnyway(one));
    return { state: 'broken', appeal: isCutInVain ? BreakAppeal.Perfect : appeal, isForced, early, shortage };
  }

  /** Whether an item that is cut through is cut as often if it moves to the next fragmentainer; true for others. */
  private isCutAnyway({ item, result, appeal, offset }: TriedItem): boolean {
    if (appeal !== BreakAppeal.CutsThrough) return true;
    const { remaining, pageCapacity } = this.around.place.fragmentainer;
    const lacking = Math.max(offset + item.blockSize - remaining, result?.shortage ?? 0);
    return isCutAsOften({ pageCapacity, remaining: remaining - offset }, lacking);
  }

  private layoutItems(): TriedItem[] {
    const { open } = this.around;
    const tried: TriedItem[] = [];
    if (open === null) for (const item of this.row.items) tried.push(this.layoutOne(item, null));
    else for (const { row, item, token } of open) if (row === this.r) tried.push(this.layoutOne(item, token));
    return tried;
  }

  /** Lays out one item, unfragmented if it fits. `token` is where an earlier fragment of its row stopped. */
  private layoutOne(item: RowItem, token: BlockBreakToken | null): TriedItem {
    const { row, growth, progress, offset: rowOffset } = this;
    const { place, breaks, spacingAbove } = this.around;
    const { fragmentainer, mode } = place;
    const begun = token !== null && !token.isBreakBefore;
    const natural = this.naturalOffset(item);
    const offset = begun ? place.start + spacingAbove : token !== null ? Math.max(place.start, natural) : natural;
    const isLower = !begun && offset > Math.max(rowOffset, place.start) && !place.isColumn;
    const later: TriedItem = { item, result: null, offset, appeal: BreakAppeal.Perfect, token, growth: 0 };
    if (isLower && offset >= fragmentainer.remaining) return later;
    const lowered = growth <= 0 ? 0 : Math.min(growth, this.loweredBy(item, offset, begun ? token : null));
    const extra = item.stretches ? growth - lowered : 0;
    const rowFits = rowOffset + row.blockSize + growth <= fragmentainer.remaining;
    const fits = rowFits && offset + item.blockSize + extra + this.edgeBelow <= fragmentainer.remaining;
    const hasBreaks = item.box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage | BoxFlag.HasFloat);
    const room = fragmentainer.advancedBy(offset, progress || isLower);
    // Positioned boxes inside it may begin on the previous page.
    const reachesBack = room.isStart && item.box.has(BoxFlag.MayLieBefore);
    const inner = begun || !fits || hasBreaks || reachesBack ? room : null;
    const layout = (fragmented: FragmentainerSpace | null, target: EarlyBreak | null): LayoutResult => {
      const lay = (early: EarlyBreak | null): LayoutResult =>
        item.layout(fragmented, begun ? token : null, early, extra);
      // NOTE As in Chromium, a cell isn't broken earlier because its end edge doesn't fit. Its row moves if it can.
      return layoutBeside(target, lay, row.box === null ? null : cutsOnlyEdge);
    };
    let result = layout(inner, breaks.targetInside(item.box));
    if (inner === null && result.blockExtent + offset > fragmentainer.remaining) result = layout(room, null);
    let appeal: BreakAppeal | null = null;
    if (isBroken(result)) appeal = this.appealInside(item, result);
    else if (offset + result.fragment.blockSize(mode) > fragmentainer.remaining) appeal = BreakAppeal.LastResort;
    if (appeal === null || appeal === BreakAppeal.Perfect || !isLower)
      return { item, result, offset, appeal, token: begun ? token : null, growth: extra };
    // As in Chromium, a grid row moves as a whole whenever this makes progress.
    if (progress && place.container.kind === BoxKind.Grid)
      return { item, result, offset, appeal, token: begun ? token : null, growth: extra };
    // An item placed lower in its row moves alone rather than break badly. No item follows it, but its row waits for
    // it.
    breaks.noteShortage(offset + item.blockSize - fragmentainer.remaining);
    return later;
  }

  /** Returns the position of an item in this fragment if nothing delays it. */
  private naturalOffset(item: RowItem): LU {
    return item.blockOffset + this.around.adjustment - this.around.place.base;
  }

  /** Returns the appeal of a break inside an item. An avoid that no page can satisfy doesn't move it. */
  private appealInside(item: RowItem, result: LayoutResult): BreakAppeal {
    const { fragmentainer } = this.around.place;
    const { box, blockSize } = this.row;
    if (isForcedInside(result)) return result.appeal;
    let { appeal } = result;
    if (item.blockSize <= fragmentainer.pageCapacity) appeal = appealInside(item.box, fragmentainer, appeal);
    // A cell that spans rows is also broken between them.
    if (box !== null && item.lastRow === this.r && blockSize <= fragmentainer.pageCapacity)
      appeal = appealInside(box, fragmentainer, appeal);
    return appeal;
  }

  /**
   * For the last item of a column: if the container's end edge doesn't fit below, the best break may be inside the
   * item.
   */
  private get edgeBelow(): LU {
    const { place, rows } = this.around;
    return place.isColumn && this.row === rows.at(-1) ? place.endEdge : 0;
  }

  /**
   * Returns how much lower than without breaks an item began, relative to its row. Its distance to the row's end is
   * reduced by this amount.
   */
  private loweredBy(item: RowItem, offset: LU, begun: BlockBreakToken | null): LU {
    const start = begun === null ? offset : offset - begun.consumedBlockSize;
    return Math.max(0, start - this.naturalOffset(item));
  }

  /**
   * Returns how far breaks have moved the row's end, through its items and those that end with it. Ignores overflow
   * from earlier fragments.
   */
  private growthOf(): LU {
    let { growth } = this;
    for (const { item, result, offset } of this.tried)
      if (result !== null) growth = Math.max(growth, this.growthBy(item, result, offset));
    for (const { item, result, offset } of this.around.spanning)
      growth = Math.max(growth, this.growthBy(item, result, offset));
    return growth;
  }

  /** Returns the growth with which the row ends where an item does. */
  private growthBy(item: RowItem, result: LayoutResult, offset: LU): LU {
    if (item.lastRow > this.r || isBroken(result)) return this.growth;
    const { place, adjustment } = this.around;
    const end = this.row.blockOffset + this.row.blockSize;
    const overhang = Math.max(0, item.blockOffset + item.blockSize + item.marginEnd - end);
    const itemEnd = offset + result.fragment.blockSize(place.mode) + item.marginEnd + place.base - overhang;
    return itemEnd - end - adjustment;
  }

  /** Extends a row with a continued item, and the items stretched to it, beyond the fragmentainer's end. */
  private growthToEnd(known: LU): LU {
    const { r, row, tried } = this;
    const { place, adjustment, spanning } = this.around;
    const { fragmentainer, base } = place;
    if (fragmentainer.isGuess) return known;
    if (!tried.some(({ item, result }) => item.stretches && result !== null && !isBroken(result))) return known;
    const end = row.blockOffset + row.blockSize + adjustment - base;
    const goesOn =
      tried.some(
        ({ item, result }) =>
          result === null || (isBroken(result) && item.blockOffset + item.blockSize <= row.blockOffset + row.blockSize),
      ) || spanning.some(({ item, result }) => item.lastRow === r && isBroken(result));
    return goesOn ? Math.max(known, fragmentainer.remaining + 1 - end) : known;
  }

  /** Returns the items, with new results of those that stretch to their row and now end before it. */
  private stretched(): TriedItem[] {
    const { row, growth } = this;
    const { place, adjustment } = this.around;
    const end = row.blockOffset + row.blockSize + adjustment + growth - place.base;
    return this.tried.map((entry) => {
      const { item, result, offset, token } = entry;
      if (!item.stretches || result === null || isBroken(result)) return entry;
      if (offset + result.fragment.blockSize(place.mode) + item.marginEnd >= end) return entry;
      if (end <= place.fragmentainer.remaining && token !== null && item.resize !== null)
        return { ...entry, result: item.resize(result, end - item.marginEnd - offset) };
      const grown = this.layoutOne(item, token);
      // Its contents fit, so the break is in the part that it gained or in its end edge, which continues with the row.
      return grown.appeal === null ? grown : { ...grown, appeal: BreakAppeal.Perfect };
    });
  }
}

/** Whether a table row without cells continues in the next fragmentainer. `offset`: its block start. */
export function cutsEmpty({ start, fragmentainer }: RowsPlace, { box, items, blockSize }: Row, offset: LU): boolean {
  return (
    box !== null &&
    items.length === 0 &&
    offset + blockSize > fragmentainer.remaining &&
    Math.max(offset, start) < fragmentainer.remaining
  );
}

/** Whether the item itself continues, not just its overflow. */
export function isBroken(result: LayoutResult): boolean {
  return result.breakToken !== null && !result.breakToken.has(BreakTokenFlag.AtBlockEnd);
}

/** Whether all contents of a broken item are in its fragments, so that the break cuts only its end edge or empty part. */
function cutsOnlyEdge({ breakToken }: LayoutResult): boolean {
  return breakToken !== null && breakToken.children.length === 0;
}

function isForcedInside(result: LayoutResult): boolean {
  return result.breakToken !== null && result.breakToken.isForced;
}

function leastAppeal(tried: readonly TriedItem[]): BreakAppeal | null {
  let least: BreakAppeal | null = null;
  for (const { appeal } of tried) if (appeal !== null && (least === null || appeal < least)) least = appeal;
  return least;
}
