/**
 * Multi-column containers (css-multicol-1): rows of columns with spanners between them. A column is a fragmentainer like a page; its fragment is an anonymous
 * part of the container's box, laid out as an ordinary block container.
 */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU, luFromPx, LU_PER_PX } from '../../units.ts';
import {
  blockLimits,
  childPercentageBlock,
  definiteBlockSize,
  edgesAgainst,
  sizeDependsOnBlock,
  usedInlineSize,
  usedMargins,
  writingModeOf,
} from '../box-model.ts';
import { type BlockBreakToken, BreakTokenFlag, type BreakToken } from '../break-token.ts';
import { SpaceBuilder } from '../space-builder.ts';
import {
  BreakAppeal,
  type EarlyBreak,
  type IntrinsicSizes,
  type LayoutContext,
  type LayoutResult,
} from '../contract.ts';
import { type ConstraintSpace, type FragmentainerSpace, SpaceFlag } from '../constraint-space.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { appealInside, noteShortage } from '../fragmentation/break-before-child.ts';
import { clonedEdges, cloneReserve, usedTotalBlockSize } from '../fragmentation/cloned-edges.ts';
import { finishFragmentation, MORE_CONTENT } from '../fragmentation/finish-fragmentation.ts';
import { columnGap, columnGeometry } from './column-geometry.ts';
import { breakAppealOf, ColumnFlow, type ColumnRow, hasPoorBreak, layoutColumnRow } from './column-row.ts';

/** What a multi-column container keeps in its break token. */
class MulticolTokenData {
  /** Where the columns go on; null: at the beginning. */
  readonly columns: BlockBreakToken | null;
  /** A spanner that comes before them, and where it goes on. */
  readonly spanner: Box | null;
  readonly spannerToken: BlockBreakToken | null;
  /** Only the box's own size is left. */
  readonly isDone: boolean;
  readonly total: LU;

  constructor(
    columns: BlockBreakToken | null,
    spanner: Box | null,
    spannerToken: BlockBreakToken | null,
    isDone: boolean,
    total: LU,
  ) {
    this.columns = columns;
    this.spanner = spanner;
    this.spannerToken = spannerToken;
    this.isDone = isDone;
    this.total = total;
  }
}

export function layoutMulticol(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  _early: EarlyBreak | null,
): LayoutResult {
  return new MulticolLayout(context, box, space, token).run();
}

interface Rule {
  readonly x: LU;
  readonly y: LU;
  readonly length: LU;
  readonly horizontal: boolean;
}

class MulticolLayout {
  private readonly builder: FragmentBuilder;
  private readonly flow: ColumnFlow;
  private readonly context: LayoutContext;
  private readonly box: Box;
  private readonly space: ConstraintSpace;
  /** Block size left for the contents in this fragment by the container's own height; INDEFINITE: as they like. */
  private readonly ownRoom: LU;
  /** Is that a height, or only a limit? */
  private readonly hasOwnHeight: boolean;
  private position: LU;
  private readonly rules: { inline: LU; block: LU; length: LU; isLast: boolean }[] = [];
  private columns: BlockBreakToken | null = null;
  private spanner: Box | null = null;
  private spannerToken: BlockBreakToken | null = null;
  private spannerMargin: LU = 0;
  private continues = false;

  constructor(context: LayoutContext, box: Box, space: ConstraintSpace, token: BreakToken | null) {
    this.context = context;
    this.box = box;
    this.space = space;
    const builder = new FragmentBuilder(context, box, space, token);
    this.builder = builder;
    builder.inlineSize = usedInlineSize(context, box, space, builder.edges);
    const percentageBlock = childPercentageBlock(context, box, space, builder.edges, builder.inlineSize);
    builder.percentageBlock = percentageBlock;
    builder.dependsOnBlockSize = sizeDependsOnBlock(box, space);
    this.flow = new ColumnFlow(
      context,
      box,
      space,
      columnGeometry(box.style, builder.contentInlineSize),
      percentageBlock,
    );
    const definite = space.hasFixedBlock
      ? space.fixedBlock
      : definiteBlockSize(box, space, builder.edges, builder.inlineSize);
    this.hasOwnHeight = definite !== INDEFINITE;
    const most = this.hasOwnHeight ? definite : blockLimits(box, space, builder.edges, INDEFINITE).max;
    this.ownRoom = most >= MORE_CONTENT ? INDEFINITE : Math.max(0, most - builder.edges.block - this.consumedContent());
    this.position = builder.blockStartEdge;
  }

  private consumedContent(): LU {
    const { token, edges, consumedBlockSize, isStartCut } = this.builder;
    if (token === null) return 0;
    return Math.max(0, consumedBlockSize - (isStartCut ? edges.blockStart : edges.block * (token.sequence + 1)));
  }

  run(): LayoutResult {
    const { builder } = this;
    const data = builder.token?.data instanceof MulticolTokenData ? builder.token.data : null;
    if (data !== null) {
      this.columns = data.columns;
      this.spanner = data.spanner;
      this.spannerToken = data.spannerToken;
    }
    this.resumeOverflowingSpanners();
    if (data === null || !data.isDone) this.layoutRows(data);
    return this.finish(data);
  }

  /** Contents of spanners that have ended go on beside what comes here. */
  private resumeOverflowingSpanners(): void {
    const { builder } = this;
    for (const token of builder.token?.children ?? []) {
      if (token.type !== 'block' || token.box === this.box || token.box.isOutOfFlow) continue;
      if (!token.has(BreakTokenFlag.AtBlockEnd)) continue;
      const offset = builder.blockStartEdge;
      const inner = builder.fragmentainer?.advancedBy(offset, builder.fragmentainer.hasPrecedingContent) ?? null;
      const result = this.context.layout(token.box, this.spannerSpace(token.box, inner), token);
      builder.addResult(result, builder.edges.inlineStart, offset);
    }
  }

  private spannerSpace(spanner: Box, fragmentainer: FragmentainerSpace | null): ConstraintSpace {
    const { builder, space, context } = this;
    return new SpaceBuilder(context, builder.mode, spanner)
      .available(builder.contentInlineSize)
      .percentages(builder.contentInlineSize, this.flow.percentageBlock)
      .flag(space.flags & SpaceFlag.Measure)
      .fragmentainer(fragmentainer)
      .build();
  }

  /** Rows and spanners in turn, until everything or the page is full. */
  private layoutRows(data: MulticolTokenData | null): void {
    let hasRow = data === null;
    for (;;) {
      if (this.spanner !== null) {
        if (!this.layoutSpanner()) return;
        hasRow = true;
      }
      if (!hasRow && this.columns === null) return;
      const more = this.layoutRow();
      if (!more) return;
      hasRow = false;
      if (this.spanner === null) return;
    }
  }

  private get fragmentainer(): FragmentainerSpace | null {
    const { fragmentainer } = this.builder;
    if (fragmentainer === null) return null;
    return fragmentainer
      .shortenedBy(cloneReserve(this.builder))
      .advancedBy(this.position, fragmentainer.hasPrecedingContent || this.builder.childCount > 0);
  }

  /** False: the rest comes in the next fragmentainer. */
  private layoutRow(): boolean {
    const { builder } = this;
    const outer = this.fragmentainer;
    const used = this.position - builder.blockStartEdge;
    let most = this.ownRoom === INDEFINITE ? INDEFINITE : Math.max(0, this.ownRoom - used);
    let cutByPage = false;
    if (outer !== null && (most === INDEFINITE || outer.remaining < most)) {
      most = Math.max(0, outer.remaining);
      cutByPage = true;
    }
    if (cutByPage && outer !== null && outer.remaining < LU_PER_PX && outer.hasPrecedingContent)
      return this.breakBeforeRow();
    const fillsAuto = this.box.style.rare.columnFill === 'auto' && most !== INDEFINITE;
    const mayGetMore = cutByPage && outer !== null && outer.offset > 0;
    let row = layoutColumnRow(this.flow, this.columns, most, fillsAuto, !cutByPage, mayGetMore);
    // css-multicol-1 §7.1: before a spanner columns are always balanced.
    if (fillsAuto && row.spanner !== null)
      row = layoutColumnRow(this.flow, this.columns, most, false, !cutByPage, mayGetMore);
    if (mayGetMore && outer.hasPrecedingContent && (row.overflows || (builder.childCount > 0 && hasPoorBreak(row))))
      return this.breakBeforeRow();
    this.addRow(row, fillsAuto);
    this.columns = row.token;
    this.spanner = row.spanner;
    this.spannerToken = null;
    if (mayGetMore || row.token !== null)
      for (const column of row.columns) builder.appeal = Math.min(builder.appeal, breakAppealOf(column)) as BreakAppeal;
    if (row.spanner !== null || row.token === null) return row.spanner !== null;
    this.continues = true;
    builder.addChildToken(row.token);
    builder.forcedBreakInside = row.forcesPage;
    return false;
  }

  private breakBeforeRow(): boolean {
    const { builder } = this;
    this.continues = true;
    builder.breaksInside = true;
    if (this.columns !== null) builder.addChildToken(this.columns);
    if (builder.childCount === 0) builder.appeal = BreakAppeal.LastResort;
    return false;
  }

  private addRow(row: ColumnRow, fills: boolean): void {
    const { builder, flow } = this;
    let height = 0;
    row.columns.forEach((column, i) => {
      builder.addChild(column.fragment, builder.edges.inlineStart + flow.geometry.offset(i), this.position);
      builder.takeCandidates(column.outOfFlow);
      if (column.footnotes.length > 0) builder.addFootnotes(column.footnotes);
      // A column whose flow goes on is as high as the row; the last one ends with its content.
      height = Math.max(
        height,
        column.breakToken === null ? column.fragment.blockSize(builder.mode) : contentSize(column, row),
      );
      const { firstBaseline, lastBaseline } = column.fragment;
      if (builder.firstBaseline === null && firstBaseline !== null)
        builder.firstBaseline = this.position + firstBaseline;
      if (lastBaseline !== null) builder.lastBaseline = this.position + lastBaseline;
      builder.dependsOnBlockSize ||= column.dependsOnBlockSize;
      // What would let more into one of the columns would let more into an outer one.
      if (row.token !== null && row.spanner === null) noteShortage(builder, column.shortage);
    });
    if (fills && row.spanner === null && (this.hasOwnHeight || row.token !== null))
      height = Math.max(height, row.height);
    if (row.columns.length > 1) {
      for (let i = 1; i < Math.min(row.columns.length, flow.geometry.count); i++) {
        this.rules.push({
          inline: builder.edges.inlineStart + flow.geometry.offset(i) - (flow.geometry.gap >> 1),
          block: this.position,
          length: height,
          isLast: row.spanner === null,
        });
      }
    }
    for (const column of row.columns)
      builder.tallestUnbreakable = Math.max(builder.tallestUnbreakable, Math.min(column.tallestUnbreakable, height));
    this.position += height;
    if (height > 0) this.spannerMargin = 0;
  }

  /** css-multicol-1 §6.1: across all columns, a formatting context of its own. False: it goes on in the next fragmentainer. */
  private layoutSpanner(): boolean {
    const { builder, context } = this;
    const spanner = this.spanner as Box;
    const margins = usedMargins(spanner.style, builder.mode, builder.contentInlineSize);
    const isResumed = this.spannerToken !== null;
    // Margins of spanners that follow each other collapse; with anything else they don't.
    const before = isResumed
      ? 0
      : Math.max(margins.blockStart, this.spannerMargin) - (this.spannerMargin > 0 ? this.spannerMargin : 0);
    const start = this.position + before;
    const outer = builder.fragmentainer;
    const fragmentainer =
      outer === null ? null : outer.advancedBy(start, outer.hasPrecedingContent || builder.childCount > 0);
    const result = context.layout(spanner, this.spannerSpace(spanner, fragmentainer), this.spannerToken);
    const size = result.fragment.blockSize(builder.mode);
    if (
      fragmentainer !== null &&
      fragmentainer.hasPrecedingContent &&
      !isResumed &&
      doesNotFit(spanner, result, size, fragmentainer)
    ) {
      this.continues = true;
      builder.breaksInside = true;
      if (builder.childCount === 0) builder.appeal = BreakAppeal.LastResort;
      return false;
    }
    const free = builder.contentInlineSize - result.fragment.inlineSize(builder.mode);
    const b = spanner.style.box;
    const centred = b.marginLeft.isAuto && b.marginRight.isAuto && free > 0 ? free >> 1 : margins.inlineStart;
    builder.addResult(result, builder.edges.inlineStart + centred, start);
    const { firstBaseline, lastBaseline } = result.fragment;
    if (builder.firstBaseline === null && firstBaseline !== null) builder.firstBaseline = start + firstBaseline;
    if (lastBaseline !== null) builder.lastBaseline = start + lastBaseline;
    this.position = start + size;
    if (result.breakToken !== null && !result.breakToken.has(BreakTokenFlag.AtBlockEnd)) {
      this.spannerToken = result.breakToken;
      this.continues = true;
      return false;
    }
    this.position += margins.blockEnd;
    this.spannerMargin = Math.max(0, margins.blockEnd);
    this.spanner = null;
    return true;
  }

  private finish(data: MulticolTokenData | null): LayoutResult {
    const { builder } = this;
    const { edges } = builder;
    const intrinsic = this.position + (this.continues ? 0 : edges.blockEnd);
    builder.intrinsicBlockSize = intrinsic;
    const consumed = builder.consumedBlockSize;
    const known = data !== null && data.isDone ? data.total : INDEFINITE;
    const wanted = this.continues ? MORE_CONTENT : consumed + intrinsic;
    const total = known !== INDEFINITE ? known + clonedEdges(builder) : usedTotalBlockSize(builder, wanted);
    builder.flowContinues = this.continues;
    builder.seenAllChildren = !this.continues;
    finishFragmentation(builder, total, edges.blockEnd);
    if (builder.token?.has(BreakTokenFlag.AtBlockEnd) === true && this.continues) builder.isAtBlockEnd = true;
    const isDone = !this.continues;
    builder.tokenData = new MulticolTokenData(
      this.columns,
      this.spanner,
      this.spannerToken,
      isDone,
      isDone ? total : INDEFINITE,
    );
    this.addRules();
    return builder.finish();
  }

  private addRules(): void {
    const { builder, box } = this;
    const bottom = builder.blockSize - (builder.isAtBlockEnd || !builder.hasBroken ? builder.edges.blockEnd : 0);
    const { columnRuleStyle, columnRuleWidth } = box.style.rare;
    if (this.rules.length === 0 || columnRuleStyle === 'none' || columnRuleStyle === 'hidden' || columnRuleWidth === 0)
      return;
    const { mode } = builder;
    const width = mode.vertical ? builder.blockSize : builder.inlineSize;
    const height = mode.vertical ? builder.inlineSize : builder.blockSize;
    const rules: Rule[] = this.rules.map(({ inline, block, length: own, isLast }) => {
      // The columns of the last row reach down to the end of a container with a height of its own.
      const length = isLast && this.hasOwnHeight ? Math.max(own, bottom - block) : own;
      return {
        x: mode.physicalX(inline, block, mode.vertical ? length : 0, width),
        y: mode.physicalY(inline, block, mode.vertical ? 0 : length, height),
        length,
        horizontal: mode.vertical,
      };
    });
    builder.extra = { columnRules: rules };
  }
}

function doesNotFit(spanner: Box, result: LayoutResult, size: LU, fragmentainer: FragmentainerSpace): boolean {
  const breaks = result.breakToken !== null && !result.breakToken.has(BreakTokenFlag.AtBlockEnd);
  return (
    size > fragmentainer.remaining ||
    (breaks && appealInside(spanner, fragmentainer, result.appeal) < BreakAppeal.Perfect)
  );
}

/** Columns that go on are as high as the row, unless a spanner has ended them. */
function contentSize(column: LayoutResult, row: ColumnRow): LU {
  return column.columnSpanner !== null ? column.fragment.blockSize(column.fragment.writingMode) : row.height;
}

/** css-multicol-1 §3.4 backwards: columns side by side. `content`: content-box sizes of what flows in them. */
export function intrinsicMulticol(box: Box, content: IntrinsicSizes): IntrinsicSizes {
  const { style } = box;
  const mode = writingModeOf(style);
  const edges = edgesAgainst(style, mode, 0);
  const { columnCount, columnWidth } = style.rare;
  const gap = columnGap(style, 0);
  const width = columnWidth.isLength ? luFromPx(columnWidth.px) : INDEFINITE;
  const count = Math.min(columnCount ?? 1, 10_000);
  // A column may be narrower than its column-width when the container is.
  const minColumn = width === INDEFINITE ? content.minContent : Math.min(width, content.minContent);
  const min = columnCount !== null && width === INDEFINITE ? minColumn * count + gap * (count - 1) : minColumn;
  const maxColumn = width === INDEFINITE ? content.maxContent : Math.max(width, content.minContent);
  const max = maxColumn * count + gap * (count - 1);
  return { minContent: min + edges.inline, maxContent: Math.max(min, max) + edges.inline };
}
