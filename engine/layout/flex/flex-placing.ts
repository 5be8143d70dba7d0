/**
 * Places flex items (css-flexbox-1 §10): in a single fragment, or across fragmentainers line by line, or item by item
 * within a column.
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { safeRoomOf, staticEdge } from '../alignment/alignment.ts';
import type { Edges } from '../sizing/box-edges.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import type { FragmentExtra } from '../contract/fragment.ts';
import { unbrokenEnd } from '../fragmentation/end-fragment.ts';
import { hasGapRules } from '../gap-decorations/gap-rules.ts';
import {
  addPositionedChild,
  fragmentRows,
  mustFragmentRows,
  noteUnbrokenRows,
  unbrokenExtents,
} from '../row-fragmentation/container-rows.ts';
import type { Row, RowItem } from '../row-fragmentation/row.ts';
import { type DecorateGaps, RowsTokenData, type PositionedItem } from '../row-fragmentation/rows-token.ts';
import { blockSizeOf } from '../sizing/sizing-properties.ts';
import { flexGaps, type UnbrokenLine } from './flex-gaps.ts';
import { type FlexContainer, FlexItem } from './flex-item.ts';
import {
  blockBaseline,
  contentKeyword,
  type FlexLine,
  isBaselineAligned,
  itemSpace,
  mainKeyword,
  selfKeyword,
} from './flex-lines.ts';
import type { EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/** A flex container's lines, sized and aligned without breaks. */
export interface SolvedFlex {
  readonly builder: FragmentBuilder;
  readonly container: FlexContainer;
  readonly lines: readonly FlexLine[];
  /** Content-box sizes available to the items. */
  readonly contentMain: LU;
  readonly contentCross: LU;
  readonly mainIsDefinite: boolean;
  /** Block sizes of the unbroken container: its used border box and its content-based size. */
  readonly blockSize: LU;
  readonly intrinsicBlockSize: LU;
}

export class FlexPlacing {
  private readonly solved: SolvedFlex;
  private readonly edges: Edges;

  constructor(solved: SolvedFlex) {
    this.solved = solved;
    this.edges = solved.builder.edges;
  }

  run(early: EarlyBreak | null): LayoutResult {
    const { builder, blockSize } = this.solved;
    return mustFragmentRows(builder, blockSize, early) || this.overflows ? this.fragment(early) : this.emit();
  }

  /** Whether the contents of an item extend beyond the fragmentainer's end. */
  private get overflows(): boolean {
    const { fragmentainer } = this.solved.builder.space;
    if (fragmentainer === null) return false;
    return this.solved.lines.some(({ items }) =>
      items.some(
        (item) => this.logicalOffset(item).block + this.layoutItem(item).blockExtent > fragmentainer.remaining,
      ),
    );
  }

  private emit(): LayoutResult {
    const { builder, container } = this.solved;
    const top = this.solved.lines[0];
    const bottom = this.solved.lines[this.solved.lines.length - 1];
    const [first, last] = container.crossReversed ? [bottom, top] : [top, bottom];
    const givesFirst = first === undefined ? null : this.baselineItem(first, false);
    const givesLast = last === undefined ? null : this.baselineItem(last, true);
    for (const line of this.solved.lines) {
      for (const item of line.items) {
        const result = this.layoutItem(item);
        const { inline, block } = this.logicalOffset(item);
        builder.addResult(result, inline, block);
        if (item === givesFirst) this.noteBaseline(item, result, block, false);
        if (item === givesLast) this.noteBaseline(item, result, block, true);
      }
    }
    const positioned = this.positionedChildren();
    for (const child of positioned) addPositionedChild(builder, child, 0, 0);
    if (builder.space.fragmentainer !== null) noteUnbrokenRows(builder, this.flows());
    return builder.finish({
      end: unbrokenEnd(builder, this.solved.blockSize),
      extra: this.unbrokenGaps(),
      intrinsicBlockSize: this.solved.intrinsicBlockSize,
      percentageBlock: container.contentBlock,
      // Only overflow and positioned boxes can remain.
      data: RowsTokenData.DONE,
    });
  }

  private layoutItem(item: FlexItem): LayoutResult {
    const { container } = this.solved;
    const measured = item.measured ?? item.measuredMain;
    // If the container is only measured, the item's measuring layout suffices.
    if (container.measure && measured !== null) return measured;
    return container.context.layout(item.box, this.finalSpace(item, null, 0), null);
  }

  /** Returns the final constraint space. `growth` is the block size that breaks have added to the item's line. */
  private finalSpace(item: FlexItem, fragmentainer: FragmentainerSpace | null, growth: LU): ConstraintSpace {
    const { container } = this.solved;
    const cross = container.isColumn ? item.crossSize : item.stretchesCross ? item.crossSize + growth : INDEFINITE;
    const main = container.isColumn ? Math.min(item.maxMainSize, item.mainSize + growth) : item.mainSize;
    const grows = fragmentainer !== null && this.growsByBreaks(item);
    const flags = (container.measure ? SpaceFlag.Measure : 0) | (grows ? SpaceFlag.FixedBlockIsMinimum : 0);
    return itemSpace(container, item, main, this.solved.mainIsDefinite, cross, flags, fragmentainer);
  }

  /**
   * Whether the item's block size depends on its contents and so grows with the space that breaks add inside it (§10).
   */
  private growsByBreaks(item: FlexItem): boolean {
    const { container } = this.solved;
    if (!container.isColumn) {
      const isContainers = !container.wraps && item.stretchesCross;
      if (!item.crossProperty.isAuto) return false;
      if (isContainers && blockSizeOf(container.box.style, container.mode).isLength) return false;
      // Percentages of the item's size can make the contents larger than the item. They overflow instead.
      return !item.stretchesCross || this.layoutItem(item).intrinsicBlockSize <= item.crossSize;
    }
    const canShrink = item.shrink !== 0 && container.contentBlock !== INDEFINITE;
    if (!item.hasDefiniteBasis && !canShrink) return true;
    return item.mainProperty.isAuto && (!canShrink || item.hasAutomaticMinimum);
  }

  private fragment(early: EarlyBreak | null): LayoutResult {
    const { builder, container } = this.solved;
    const positioned = this.positionedChildren();
    const { isColumn } = container;
    const { blockSize, intrinsicBlockSize } = this.solved;
    const unbroken = { flows: this.flows(), isColumn, blockSize, intrinsicBlockSize, decorate: this.gaps() };
    return fragmentRows(builder, new RowsTokenData(unbroken, positioned), container.contentBlock, early);
  }

  /** Returns the lines, or the items of each column, as rows to be distributed over fragmentainers. */
  private flows(): Row[][] {
    const { container, lines } = this.solved;
    if (!container.isColumn) {
      const downwards = lines.toSorted((a, b) => this.lineOffset(a) - this.lineOffset(b));
      return [downwards.map((line, i) => this.lineRow(line, i))];
    }
    // Negative margins may turn the order of positions around, but not that of items.
    return lines.map(({ items }) =>
      (container.mainReversed ? items.toReversed() : items).map((item, i) => this.columnRow(item, i)),
    );
  }

  private lineRow(line: FlexLine, index: number): Row {
    return {
      blockOffset: this.edges.blockStart + this.lineOffset(line),
      blockSize: line.crossSize,
      marginStart: 0,
      // The part of a gap that a break may truncate. css-grid-1 §10.1 specifies this for grids only. Browsers apply it
      // between flex lines on pages only.
      gutter: this.solved.builder.space.fragmentainer?.kind === 'page' ? this.solved.container.crossGap : 0,
      grow: this.stretchesLines ? 1 : 0,
      box: null,
      items: line.items.map((item) => this.rowItem(item, index)),
    };
  }

  /** Whether lines fill the container (§9.4 step 9). */
  private get stretchesLines(): boolean {
    const { container } = this.solved;
    return !container.wraps || contentKeyword(container, container.box.style.box.alignContent) === 'stretch';
  }

  private columnRow(item: FlexItem, index: number): Row {
    const { margins } = item;
    const rowItem = this.rowItem(item, index);
    return {
      blockOffset: rowItem.blockOffset - margins.blockStart,
      blockSize: rowItem.blockSize + margins.blockStart + margins.blockEnd,
      marginStart: margins.blockStart,
      gutter: this.solved.container.mainGap,
      grow: item.grow,
      box: null,
      items: [rowItem],
    };
  }

  private rowItem(item: FlexItem, row: number): RowItem {
    const { container } = this.solved;
    const { inline, block } = this.logicalOffset(item);
    return {
      box: item.box,
      inlineOffset: inline,
      blockOffset: block,
      blockSize: container.isColumn ? item.mainSize : item.crossSize,
      marginEnd: item.margins.blockEnd,
      lastRow: row,
      stretches: container.isColumn ? item.grow > 0 : item.stretchesCross && this.growsByBreaks(item),
      resize: null,
      layout: (fragmentainer, token, early, growth) =>
        container.context.layout(item.box, this.finalSpace(item, fragmentainer, growth), token, early),
    };
  }

  private unbrokenGaps(): FragmentExtra | null {
    const { builder, blockSize } = this.solved;
    const { edges } = this;
    if (!hasGapRules(builder.box.style)) return null;
    const content = { start: edges.blockStart, end: blockSize - edges.blockEnd };
    return this.gaps()(unbrokenExtents(this.flows()), content, blockSize);
  }

  private gaps(): DecorateGaps {
    const { builder, container } = this.solved;
    const { edges } = this;
    const { isColumn } = container;
    if (!hasGapRules(builder.box.style)) return () => null;
    const lines = this.solved.lines.map((line): UnbrokenLine => {
      const cross = this.lineOffset(line) + (isColumn ? edges.inlineStart : edges.blockStart);
      return {
        cross: { start: cross, end: cross + line.crossSize },
        items: line.items.map((item) => this.mainExtent(item)),
      };
    });
    const main = { start: edges.inlineStart, end: edges.inlineStart + this.solved.contentMain };
    return flexGaps(builder, lines, isColumn, main);
  }

  /** Returns an item's margin box on the main axis, from the start corner of the container's border box. */
  private mainExtent(item: FlexItem): { start: LU; end: LU } {
    const { inline, block } = this.logicalOffset(item);
    const { margins, mainSize } = item;
    return this.solved.container.isColumn
      ? { start: block - margins.blockStart, end: block + mainSize + margins.blockEnd }
      : { start: inline - margins.inlineStart, end: inline + mainSize + margins.inlineEnd };
  }

  /** Returns the line's offset from the cross-axis start of the container's content box. */
  private lineOffset(line: FlexLine): LU {
    return this.solved.container.crossReversed
      ? this.solved.contentCross - line.crossOffset - line.crossSize
      : line.crossOffset;
  }

  /** Returns the item's offset from the start corner of the container's border box. */
  private logicalOffset(item: FlexItem): { inline: LU; block: LU } {
    const { container } = this.solved;
    const { edges } = this;
    const main = container.mainReversed ? this.solved.contentMain - item.mainOffset - item.mainSize : item.mainOffset;
    const cross = container.crossReversed
      ? this.solved.contentCross - item.crossOffset - item.crossSize
      : item.crossOffset;
    return container.isColumn
      ? { inline: edges.inlineStart + cross, block: edges.blockStart + main }
      : { inline: edges.inlineStart + main, block: edges.blockStart + cross };
  }

  /**
   * Returns the item of a line that supplies the container's baseline, or null (§8.5). Baseline-aligned items take
   * precedence over the startmost (endmost) one.
   */
  private baselineItem({ items }: FlexLine, last: boolean): FlexItem | null {
    const { isColumn, mainReversed } = this.solved.container;
    const aligned = isColumn ? undefined : items.find(isBaselineAligned);
    const isAtEnd = isColumn ? last !== mainReversed : mainReversed;
    return aligned ?? (isAtEnd ? items.at(-1) : items[0]) ?? null;
  }

  private noteBaseline(item: FlexItem, result: LayoutResult, block: LU, last: boolean): void {
    const { builder, container } = this.solved;
    const size = container.isColumn ? item.mainSize : item.crossSize;
    const baseline = block + blockBaseline(container, item, this.ofSize(item, result, size), size, last);
    if (last) builder.lastBaseline = baseline;
    else builder.firstBaseline = baseline;
  }

  /**
   * Returns the layout that supplies an item's baselines at block size `size`. If contents align within it, the
   * measuring layout doesn't apply.
   */
  private ofSize(item: FlexItem, result: LayoutResult, size: LU): LayoutResult {
    const { container } = this.solved;
    const isAligned = item.box.kind === BoxKind.Flex || item.box.kind === BoxKind.Grid;
    if (!isAligned || !container.measure || result.fragment.blockSize(container.mode) === size) return result;
    return container.context.layout(item.box, this.finalSpace(item, null, 0), null);
  }

  /** Returns static positions. Each positioned child is treated as the sole item (§4.1). */
  private positionedChildren(): PositionedItem[] {
    return this.solved.container.box.children
      .filter((child) => child.isOutOfFlow)
      .map((child) => this.staticPosition(child));
  }

  private staticPosition(child: Box): PositionedItem {
    const { container } = this.solved;
    const { edges } = this;
    const item = new FlexItem(container, child);
    const mainSize = container.isColumn ? Math.max(0, this.solved.blockSize - edges.block) : this.solved.contentMain;
    const { justifyContent } = container.box.style.box;
    const main = axisEdge(mainKeyword(container, justifyContent), mainSize, container.mainReversed);
    const cross = axisEdge(selfKeyword(container, item), this.solved.contentCross, container.crossReversed);
    const [inline, block] = container.isColumn ? [cross, main] : [main, cross];
    return {
      box: child,
      inlineOffset: edges.inlineStart + inline.offset,
      blockOffset: edges.blockStart + block.offset,
      edges: {
        mode: container.mode,
        inline: inline.edge,
        block: block.edge,
        safeRoom: container.isColumn
          ? safeRoomOf(item.alignSelf, this.solved.contentCross, justifyContent, mainSize)
          : safeRoomOf(justifyContent, mainSize, item.alignSelf, this.solved.contentCross),
      },
      area: null,
    };
  }
}

/** Converts a static position along a flex axis to logical coordinates. */
function axisEdge(keyword: ReturnType<typeof mainKeyword>, size: LU, reversed: boolean): ReturnType<typeof staticEdge> {
  const single =
    keyword === 'space-around' || keyword === 'space-evenly'
      ? 'center'
      : keyword === 'space-between'
        ? 'start'
        : keyword;
  const flipped = !reversed || single === 'center' ? single : single === 'end' ? 'start' : 'end';
  return staticEdge(flipped, size);
}
