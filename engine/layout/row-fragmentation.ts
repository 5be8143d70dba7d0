/**
 * Breaking flex and grid containers across fragmentainers (css-flexbox-1 §10, css-grid-2 §13). The container has been laid out without breaks; here its
 * rows (flex lines, grid rows, single items of a column) are put into fragmentainers one after the other. The items of a row are parallel flows. What a
 * break pushes down moves all later rows.
 */
import type { Box } from '../boxes/box.ts';
import { BoxFlag } from '../boxes/box.ts';
import type { LU } from '../units.ts';
import { usedBlockSize } from './box-model.ts';
import { BlockBreakToken } from './break-token.ts';
import { BreakAppeal, type EarlyBreak, type FragmentainerSpace, type LayoutResult } from './contract.ts';
import type { FragmentBuilder } from './fragment-builder.ts';
import {
  appealBefore,
  appealInside,
  breakBefore,
  type ChildPlace,
  earlyBreakInside,
  isEarlyBreakBefore,
  noteShortage,
} from './fragmentation/break-before-child.ts';
import {
  breakAfterOf,
  breakBeforeOf,
  type BreakValue,
  isForcedBreak,
  joinBreakValues,
  pageNameChanges,
} from './fragmentation/break-values.ts';
import { finishFragmentation, MORE_CONTENT } from './fragmentation/finish-fragmentation.ts';

/** An item at its place in the unbroken container; offsets from the container's border-box start corner. */
export interface RowItem {
  readonly box: Box;
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
  readonly blockSize: LU;
  /** It reaches into later rows, which therefore don't wait for it. */
  readonly spansRows: boolean;
  layout(
    fragmentainer: FragmentainerSpace | null,
    token: BlockBreakToken | null,
    early: EarlyBreak | null,
  ): LayoutResult;
}

export interface FragmentRow {
  readonly blockOffset: LU;
  readonly blockSize: LU;
  readonly items: readonly RowItem[];
}

/** What the container's break token carries; `extra` is the algorithm's own. */
export class RowBreakData {
  readonly rows: readonly FragmentRow[];
  readonly extra: unknown;
  /** The first row that isn't finished, and how much of it (of its unbroken size) has been placed. */
  readonly nextRow: number;
  readonly rowConsumed: LU;
  readonly rowStarted: boolean;

  constructor(rows: readonly FragmentRow[], extra: unknown, nextRow: number, rowConsumed: LU, rowStarted: boolean) {
    this.rows = rows;
    this.extra = extra;
    this.nextRow = nextRow;
    this.rowConsumed = rowConsumed;
    this.rowStarted = rowStarted;
  }
}

/** Has this container to be broken, or looked through for breaks, in its fragmentainer? */
export function mustFragmentRows(builder: FragmentBuilder, blockSize: LU, early: EarlyBreak | null): boolean {
  const { fragmentainer, box } = builder;
  if (fragmentainer === null) return false;
  if (builder.token !== null || early !== null || box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage)) return true;
  return blockSize > fragmentainer.remaining;
}

/** Rows as they come from an algorithm, or from the token of the fragment before. */
export function fragmentRows(builder: FragmentBuilder, data: RowBreakData, early: EarlyBreak | null): LayoutResult {
  const fragmenter = new RowFragmenter(builder, data, early);
  return fragmenter.run();
}

interface LaidOutItem {
  readonly item: RowItem;
  readonly result: LayoutResult | null;
  readonly offset: LU;
}

class RowFragmenter {
  private readonly builder: FragmentBuilder;
  private readonly data: RowBreakData;
  private readonly early: EarlyBreak | null;
  private readonly fragmentainer: FragmentainerSpace;
  private placedRows = 0;
  /** From unbroken offsets to offsets in this fragment. */
  private delta: LU;
  private end: LU;

  constructor(builder: FragmentBuilder, data: RowBreakData, early: EarlyBreak | null) {
    this.builder = builder;
    this.data = data;
    this.early = early;
    this.fragmentainer = builder.fragmentainer as FragmentainerSpace;
    this.end = builder.blockStartEdge;
    const first = data.rows[data.nextRow];
    this.delta =
      builder.token === null || first === undefined ? 0 : builder.blockStartEdge - first.blockOffset - data.rowConsumed;
  }

  run(): LayoutResult {
    const { data, builder } = this;
    this.resumeSpanning();
    for (let r = data.nextRow; r < data.rows.length; r++) {
      builder.context.budget.tick();
      const step = this.addRow(r);
      if (step === 'again') return builder.abort('needs-earlier-break');
      if (step === 'stop') return this.finish(true);
    }
    return this.finish(false);
  }

  private tokenOf(box: Box): BlockBreakToken | null {
    for (const token of this.builder.token?.children ?? [])
      if (token.type === 'block' && token.box === box) return token;
    return null;
  }

  /** Items of finished rows that reach into this fragmentainer. */
  private resumeSpanning(): void {
    const { builder, data } = this;
    if (builder.token === null) return;
    for (let r = 0; r < data.nextRow; r++) {
      for (const item of data.rows[r].items) {
        const token = item.spansRows ? this.tokenOf(item.box) : null;
        if (token === null) continue;
        const offset = builder.blockStartEdge;
        const result = item.layout(this.fragmentainer.advancedBy(offset, true), token, null);
        builder.addResult(result, item.inlineOffset, offset);
        this.end = Math.max(this.end, offset + result.fragment.blockSize(builder.mode));
      }
    }
  }

  private between(r: number): BreakValue {
    let value: BreakValue = 'auto';
    if (r > 0) for (const item of this.data.rows[r - 1].items) value = joinBreakValues(value, breakAfterOf(item.box));
    for (const item of this.data.rows[r].items) value = joinBreakValues(value, breakBeforeOf(item.box));
    return value;
  }

  private addRow(r: number): 'continue' | 'stop' | 'again' {
    const { builder, data, fragmentainer } = this;
    const row = data.rows[r];
    const resumes = r === data.nextRow && data.rowStarted;
    const offset = row.blockOffset + this.delta + (resumes ? data.rowConsumed : 0);
    const between = resumes ? 'auto' : this.between(r);
    const progress = this.placedRows > 0 || fragmentainer.hasPrecedingContent;
    const first = row.items[0];
    const place: ChildPlace = {
      fragmentainer: fragmentainer.advancedBy(offset, progress),
      between,
      isBetweenSiblings: this.placedRows > 0,
      makesProgress: progress,
    };
    if (this.placedRows > 0 && first !== undefined) {
      if (isForcedBreak(between, fragmentainer) || this.pageChanges(r))
        return this.stopBefore(r, BreakAppeal.Perfect, true);
      if (isEarlyBreakBefore(this.early, first.box)) return this.stopBefore(r, appealBefore(place), false);
    }
    const size = resumes ? Math.max(0, row.blockSize - data.rowConsumed) : row.blockSize;
    const items = this.layoutItems(row, offset, resumes, progress, offset + size > fragmentainer.remaining);
    const inside = this.appealOf(items, fragmentainer);
    if (inside !== null && this.placedRows > 0) {
      const before = appealBefore(place);
      const better =
        builder.earlyBreak !== null && this.early === null && builder.earlyBreak.appeal > Math.max(inside, before);
      if (better) return 'again';
      if (before > inside) return this.stopBefore(r, before, false);
    }
    return this.acceptRow(r, items, offset, size, inside, place);
  }

  private pageChanges(r: number): boolean {
    const previous = this.data.rows[r - 1]?.items[0];
    const next = this.data.rows[r].items[0];
    return previous !== undefined && next !== undefined && pageNameChanges(previous.box, next.box, this.fragmentainer);
  }

  private stopBefore(r: number, appeal: BreakAppeal, forced: boolean): 'stop' {
    const { items } = this.data.rows[r];
    for (const item of items.slice(0, 1)) breakBefore(this.builder, item.box, appeal, forced);
    this.builder.tokenData = new RowBreakData(this.data.rows, this.data.extra, r, 0, false);
    return 'stop';
  }

  /** Lays out a row's items; those that fit as they are without a fragmentainer. A null result: the item starts in the next one. */
  private layoutItems(
    row: FragmentRow,
    rowOffset: LU,
    resumes: boolean,
    progress: boolean,
    overflows: boolean,
  ): LaidOutItem[] {
    const { fragmentainer } = this;
    const items: LaidOutItem[] = [];
    for (const item of row.items) {
      const token = resumes ? this.tokenOf(item.box) : null;
      if (resumes && token === null) continue;
      const begun = token !== null && !token.isBreakBefore;
      const offset = begun ? rowOffset : Math.max(rowOffset, item.blockOffset + this.delta);
      const fits = !overflows && offset + item.blockSize <= fragmentainer.remaining;
      const needsLook = begun || !fits || item.box.has(BoxFlag.HasForcedBreak | BoxFlag.HasNamedPage);
      if (needsLook && offset >= fragmentainer.remaining && offset > rowOffset) {
        items.push({ item, result: null, offset });
        continue;
      }
      const inner = needsLook ? fragmentainer.advancedBy(offset, progress) : null;
      items.push({
        item,
        result: item.layout(inner, begun ? token : null, earlyBreakInside(this.early, item.box)),
        offset,
      });
    }
    return items;
  }

  /** How good it is to break inside the row; null: nothing of it breaks. */
  private appealOf(items: readonly LaidOutItem[], fragmentainer: FragmentainerSpace): BreakAppeal | null {
    let appeal: BreakAppeal | null = null;
    const { mode } = this.builder;
    for (const { item, result, offset } of items) {
      let own: BreakAppeal | null = null;
      if (result === null) own = BreakAppeal.Perfect;
      else if (result.breakToken !== null) own = appealInside(item.box, fragmentainer, result.appeal);
      else if (offset + result.fragment.blockSize(mode) > fragmentainer.remaining) own = BreakAppeal.LastResort;
      if (own !== null && (appeal === null || own < appeal)) appeal = own;
    }
    return appeal;
  }

  private acceptRow(
    r: number,
    items: readonly LaidOutItem[],
    offset: LU,
    size: LU,
    inside: BreakAppeal | null,
    place: ChildPlace,
  ): 'continue' | 'stop' {
    const { builder, data, fragmentainer } = this;
    const row = data.rows[r];
    let rowEnd = offset + size;
    let goesOn = false;
    for (const { item, result, offset: at } of items) {
      if (result === null) {
        builder.addChildToken(BlockBreakToken.before(item.box, false));
        goesOn = true;
        continue;
      }
      builder.addResult(result, item.inlineOffset, at);
      if (result.breakToken?.isForced === true) builder.forcedBreakInside = true;
      noteShortage(builder, result.shortage);
      if (result.breakToken !== null && !item.spansRows) goesOn = true;
      // What a break inside has pushed down makes the row longer; items that hung out of it before don't.
      const grown = result.fragment.blockSize(builder.mode) - item.blockSize;
      const resumed = r === data.nextRow && data.rowStarted;
      if (result.breakToken === null && !item.spansRows && (grown > 0 || resumed)) {
        rowEnd = Math.max(rowEnd, at + result.fragment.blockSize(builder.mode));
      }
      this.noteBaseline(item, result, at, r);
    }
    if (inside !== null && inside < builder.appeal) builder.appeal = inside;
    if (goesOn) {
      const used = Math.max(0, fragmentainer.remaining - offset);
      const consumed = (r === data.nextRow && data.rowStarted ? data.rowConsumed : 0) + used;
      builder.tokenData = new RowBreakData(data.rows, data.extra, r, Math.min(consumed, row.blockSize), true);
      this.end = Math.max(this.end, fragmentainer.remaining);
      return 'stop';
    }
    this.rememberPlace(row, items, place);
    this.delta += rowEnd - (offset + size);
    this.end = Math.max(this.end, rowEnd);
    this.placedRows++;
    return 'continue';
  }

  /** css-break-3 §4.4: the best of the places passed so far. */
  private rememberPlace(row: FragmentRow, items: readonly LaidOutItem[], place: ChildPlace): void {
    const { builder } = this;
    const first = row.items[0];
    if (first === undefined) return;
    const inner = items.length === 1 ? (items[0].result?.earlyBreak ?? null) : null;
    if (inner !== null) {
      const appeal = appealInside(first.box, place.fragmentainer, inner.appeal);
      if (builder.earlyBreak === null || builder.earlyBreak.appeal <= appeal) {
        const line = inner.box === first.box ? inner.line : -1;
        builder.earlyBreak = { box: first.box, inside: line >= 0 ? null : inner, line, appeal };
      }
    }
    const before = appealBefore(place);
    if (!place.makesProgress || before === BreakAppeal.LastResort) return;
    if (builder.earlyBreak === null || builder.earlyBreak.appeal <= before)
      builder.earlyBreak = { box: first.box, inside: null, line: -1, appeal: before };
  }

  private noteBaseline(item: RowItem, result: LayoutResult, offset: LU, r: number): void {
    const { builder } = this;
    const { firstBaseline, lastBaseline } = result.fragment;
    if (builder.firstBaseline === null && firstBaseline !== null && r === this.data.nextRow)
      builder.firstBaseline = offset + firstBaseline;
    if (lastBaseline !== null && item === this.data.rows[r].items[0]) builder.lastBaseline = offset + lastBaseline;
  }

  /** `goesOn`: rows are left for the next fragmentainer. */
  private finish(goesOn: boolean): LayoutResult {
    const { builder, data } = this;
    const { box, space, edges } = builder;
    if (!goesOn) {
      builder.seenAllChildren = true;
      builder.tokenData = new RowBreakData(data.rows, data.extra, data.rows.length, 0, false);
    }
    const intrinsic = this.end + (goesOn ? 0 : edges.blockEnd);
    const total = usedBlockSize(
      box,
      space,
      edges,
      goesOn ? MORE_CONTENT : builder.consumedBlockSize + intrinsic,
      builder.inlineSize,
    );
    builder.intrinsicBlockSize = intrinsic;
    builder.flowContinues = goesOn;
    finishFragmentation(
      builder,
      Math.max(total, goesOn ? 0 : space.hasFixedBlock ? builder.consumedBlockSize + intrinsic : 0),
      edges.blockEnd,
    );
    return builder.finish();
  }
}
