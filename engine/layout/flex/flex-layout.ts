/**
 * Flex containers (css-flexbox-1 §9). The lines are made unfragmented (flex-lines.ts, with solve-flex-lines.ts for the flexible lengths); then the
 * items are placed, and only that knows of fragmentainers (row-fragmentation.ts).
 */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import { distributeContent, safeRoomOf, staticEdge } from '../alignment.ts';
import type { Edges } from '../box-edges.ts';
import {
  blockLimits,
  definiteBlockSize,
  isOverflowVisible,
  sizeDependsOnBlock,
  usedBlockSize,
  usedInlineSize,
} from '../box-model.ts';
import type { BreakToken } from '../break-token.ts';
import type { EarlyBreak, LayoutContext, LayoutResult } from '../contract.ts';
import { type ConstraintSpace, type FragmentainerSpace, SpaceFlag } from '../constraint-space.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import type { FragmentExtra } from '../fragment.ts';
import { unbrokenEnd } from '../fragmentation/end-fragment.ts';
import {
  addPositionedChild,
  fragmentItemRows,
  mustFragmentItemRows,
  noteUnbrokenItemRows,
  resumeItemRows,
  unbrokenExtents,
} from '../item-rows/item-row-fragmentation.ts';
import { quirkyFill } from '../quirky-fill.ts';
import { hasGapRules } from '../gap-decorations/gap-rules.ts';
import { flexGaps, type UnbrokenLine } from './flex-gaps.ts';
import { makeFlexContainer, orderedChildren } from './flex-container.ts';
import { type FlexContainer, FlexItem } from './flex-item.ts';
import { trimCrossEnds, trimMainEnds } from './flex-trim.ts';
import {
  alignCrossAxis,
  alignMainAxis,
  blockBaseline,
  contentKeyword,
  FlexLine,
  isBaselineAligned,
  itemSpace,
  mainKeyword,
  measureCrossSize,
  selfKeyword,
  sizeLine,
} from './flex-lines.ts';
import { type FlexibleItem, solveFlexLines } from './solve-flex-lines.ts';
import type { ItemRow, RowItem } from '../item-rows/item-row.ts';
import { type DecorateGaps, ItemRowsTokenData, type PositionedItem } from '../item-rows/item-rows-token.ts';
import { preferredRatio } from '../aspect-ratio.ts';
import { blockSizeOf, minBlockSizeOf } from '../sizing-properties.ts';

export function layoutFlex(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  early: EarlyBreak | null,
): LayoutResult {
  const builder = new FragmentBuilder(context, box, space, token);
  return resumeItemRows(builder, early) ?? new FlexLayout(builder).run(early);
}

class FlexLayout {
  private readonly builder: FragmentBuilder;
  private readonly edges: Edges;
  private readonly container: FlexContainer;
  private readonly items: FlexItem[];
  private lines: FlexLine[] = [];
  /** Content-box main size that the items are fitted into. */
  private contentMain: LU = 0;
  private mainIsDefinite = true;
  /** Of the unbroken container: the border box it has, and the one that its contents want. */
  private blockSize: LU = 0;
  private intrinsicBlockSize: LU = 0;
  /** The items at which lines begin, where trimmed margins decide that. */
  private starts: readonly number[] | null = null;
  /** Of a column's items at their hypothetical sizes. */
  private longestColumn: LU = 0;

  constructor(builder: FragmentBuilder) {
    this.builder = builder;
    const { context, box, space } = builder;
    this.edges = builder.edges;
    builder.inlineSize = usedInlineSize(context, box, space, this.edges);
    const definite = definiteBlockSize(box, space, this.edges, builder.inlineSize);
    const contentBlock = definite === INDEFINITE ? INDEFINITE : Math.max(0, definite - this.edges.block);
    const contentInline = Math.max(0, builder.inlineSize - this.edges.inline);
    this.container = makeFlexContainer(
      context,
      box,
      space.writingMode,
      contentInline,
      contentBlock,
      space.has(SpaceFlag.Measure),
    );
    this.items = orderedChildren(box).map((child) => new FlexItem(this.container, child));
  }

  run(early: EarlyBreak | null): LayoutResult {
    for (const item of this.items) {
      this.builder.context.budget.tick();
      item.determineMainSizes();
    }
    this.builder.dependsOnBlockSize = sizeDependsOnBlock(this.builder.box, this.builder.space);
    this.makeLines();
    this.sizeCrossAxis();
    const contentCross = this.resolveContainerCross();
    this.placeLines(contentCross);
    this.alignItems();
    const { builder } = this;
    if (mustFragmentItemRows(builder, this.blockSize, early) || this.overflows(contentCross))
      return this.fragment(contentCross, early);
    return this.emit(contentCross);
  }

  /** Do the contents of an item reach over the fragmentainer's end? */
  private overflows(contentCross: LU): boolean {
    const { fragmentainer } = this.builder.space;
    if (fragmentainer === null) return false;
    return this.items.some(
      (item) =>
        this.logicalOffset(item, contentCross).block + this.layoutItem(item).blockExtent > fragmentainer.remaining,
    );
  }

  // --- §9.3 -------------------------------------------------------------------------------------------------------

  private makeLines(): void {
    const { container, items } = this;
    this.contentMain = container.isColumn ? this.columnMainSize() : container.contentInline;
    const available = this.contentMain;
    if (!container.isColumn) this.starts = trimMainEnds(container, items, available);
    const options = {
      availableMain: available,
      wraps: container.wraps,
      gap: container.mainGap,
      budget: container.context.budget,
      starts: this.starts,
    };
    for (const solved of solveFlexLines(items, options)) {
      const line = items.slice(solved.start, solved.end);
      line.forEach((item, i) => {
        item.mainSize = solved.sizes[i];
      });
      this.lines.push(new FlexLine(line));
    }
    if (this.lines.length > 0) trimCrossEnds(container, this.lines[0].items, this.lines[this.lines.length - 1].items);
  }

  /** The block size that a column's items are fitted into (§9.2 steps 2 and 4). */
  private columnMainSize(): LU {
    const { builder, edges } = this;
    const { box, space } = builder;
    const definite = definiteBlockSize(box, space, edges, builder.inlineSize);
    const limits = blockLimits(box, space, edges, MAX_LU);
    const decided =
      definite !== INDEFINITE
        ? definite
        : space.hasFixedBlock
          ? space.fixedBlock
          : limits.max >= MAX_LU
            ? INDEFINITE
            : limits.max;
    this.longestColumn = this.measureColumns(decided === INDEFINITE ? INDEFINITE : Math.max(0, decided - edges.block));
    if (definite !== INDEFINITE) {
      const most = Math.max(0, limits.max - edges.block);
      const least = hasAutomaticRatioMinimum(box, space) ? Math.min(this.longestColumn, most) : 0;
      return Math.max(least, definite - edges.block);
    }
    this.mainIsDefinite = false;
    if (space.hasFixedBlock) return Math.max(0, space.fixedBlock - edges.block);
    return Math.max(
      0,
      usedBlockSize(box, space, edges, this.atLeastFilling(this.longestColumn), builder.inlineSize) - edges.block,
    );
  }

  /** The longest column of items at their hypothetical sizes, columns being at most `most` long. */
  private measureColumns(most: LU): LU {
    const { container, items } = this;
    this.starts = trimMainEnds(container, items, most);
    const rigid = items.map((item): FlexibleItem => ({
      flexBaseSize: item.flexBaseSize,
      minMainSize: item.minMainSize,
      maxMainSize: item.maxMainSize,
      mainMargins: item.mainMargins,
      mainEdges: item.mainEdges,
      grow: 0,
      shrink: 0,
    }));
    const options = {
      availableMain: container.wraps ? most : INDEFINITE,
      wraps: container.wraps,
      gap: container.mainGap,
      budget: container.context.budget,
      starts: this.starts,
    };
    let longest = 0;
    for (const { start, end, sizes } of solveFlexLines(rigid, options)) {
      let sum = container.mainGap * (end - start - 1);
      for (let i = start; i < end; i++) sum += sizes[i - start] + items[i].mainMargins;
      longest = Math.max(longest, sum);
    }
    return longest;
  }

  // --- §9.4 -------------------------------------------------------------------------------------------------------

  private sizeCrossAxis(): void {
    const { container } = this;
    for (const item of this.items) {
      container.context.budget.tick();
      measureCrossSize(container, item, this.mainIsDefinite);
      if (item.measured?.dependsOnBlockSize === true) this.builder.dependsOnBlockSize = true;
    }
    for (const line of this.lines) sizeLine(container, line);
  }

  /** The container's content-box cross size; a single line takes all of a definite one (steps 8, 15). */
  private resolveContainerCross(): LU {
    const { builder, container, edges } = this;
    const { box, space } = builder;
    let content = container.crossGap * Math.max(0, this.lines.length - 1);
    for (const line of this.lines) content += line.crossSize;
    let cross: LU;
    if (container.isColumn) {
      cross = container.contentInline;
      this.intrinsicBlockSize = this.longestColumn + edges.block;
      this.blockSize = usedBlockSize(box, space, edges, this.contentMain + edges.block, builder.inlineSize);
    } else {
      this.intrinsicBlockSize = content + edges.block;
      this.blockSize = usedBlockSize(box, space, edges, this.atLeastFilling(content), builder.inlineSize);
      cross = Math.max(0, this.blockSize - edges.block);
    }
    if (!container.wraps && this.lines.length === 1) this.lines[0].crossSize = cross;
    return cross;
  }

  /** A content size as a border-box size, no less than quirks mode gives the container. */
  private atLeastFilling(content: LU): LU {
    const { context, box, space } = this.builder;
    return Math.max(content + this.edges.block, quirkyFill(context, box, space));
  }

  /** Step 9 and §9.6 step 16: `align-content`. */
  private placeLines(contentCross: LU): void {
    const { container, lines } = this;
    if (!container.wraps) return;
    const alignment = container.box.style.box.alignContent;
    let free = contentCross - container.crossGap * Math.max(0, lines.length - 1);
    for (const line of lines) free -= line.crossSize;
    const keyword = contentKeyword(container, alignment);
    if (keyword === 'stretch' && free > 0) {
      let given = 0;
      lines.forEach((line, i) => {
        const sum = Math.floor((free * (i + 1)) / lines.length);
        line.crossSize += sum - given;
        given = sum;
      });
    }
    // `safe` means the start of the flow, which may be the end of the lines.
    const isSafe = alignment.overflow === 'safe' && free < 0;
    const flowStart = container.crossReversed ? 'end' : 'start';
    const shares =
      keyword === 'stretch'
        ? { before: 0, between: 0 }
        : distributeContent(isSafe ? flowStart : keyword, false, free, lines.length);
    let offset = shares.before;
    for (const line of lines) {
      line.crossOffset = offset;
      offset += line.crossSize + container.crossGap + shares.between;
    }
  }

  /** Step 11 and §9.5, §9.6. */
  private alignItems(): void {
    const { container } = this;
    for (const line of this.lines) {
      for (const item of line.items) {
        if (item.stretchesCross)
          item.crossSize = item.clampCross(Math.max(item.crossEdges, line.crossSize - item.crossMargins));
      }
      alignMainAxis(container, line, this.contentMain);
      for (const item of line.items) alignCrossAxis(container, line, item);
    }
  }

  // --- Fragments --------------------------------------------------------------------------------------------------

  private emit(contentCross: LU): LayoutResult {
    const { builder, container } = this;
    const top = this.lines[0];
    const bottom = this.lines[this.lines.length - 1];
    const [first, last] = container.crossReversed ? [bottom, top] : [top, bottom];
    for (const line of this.lines) {
      for (const item of line.items) {
        const result = this.layoutItem(item);
        const { inline, block } = this.logicalOffset(item, contentCross);
        builder.addResult(result, inline, block);
        if (line === first) this.noteBaseline(item, line, result, block, false);
        if (line === last) this.noteBaseline(item, line, result, block, true);
      }
    }
    const positioned = this.positionedChildren(contentCross);
    for (const child of positioned) addPositionedChild(builder, child, 0, 0);
    if (builder.space.fragmentainer !== null) noteUnbrokenItemRows(builder, this.flows(contentCross));
    return builder.finish({
      end: unbrokenEnd(builder, this.blockSize),
      extra: this.unbrokenGaps(contentCross),
      intrinsicBlockSize: this.intrinsicBlockSize,
      percentageBlock: container.contentBlock,
      // Only what overflows or is positioned can be left.
      data: ItemRowsTokenData.DONE,
    });
  }

  private layoutItem(item: FlexItem): LayoutResult {
    const { container } = this;
    const measured = item.measured ?? item.measuredMain;
    // For a container that is only measured what an item measured is enough.
    if (container.measure && measured !== null) return measured;
    return container.context.layout(item.box, this.finalSpace(item, null, 0), null);
  }

  /** `growth`: what breaks have added to the block size of the item's line. */
  private finalSpace(item: FlexItem, fragmentainer: FragmentainerSpace | null, growth: LU): ConstraintSpace {
    const { container } = this;
    const stretched = container.isColumn || item.stretchesCross ? item.crossSize + growth : INDEFINITE;
    const grows = fragmentainer !== null && this.growsByBreaks(item);
    const flags = (container.measure ? SpaceFlag.Measure : 0) | (grows ? SpaceFlag.FixedBlockIsMinimum : 0);
    return itemSpace(container, item, this.mainIsDefinite, stretched, flags, fragmentainer);
  }

  /** §10: is the item's block size its contents' and so grows with what breaks inside it add? */
  private growsByBreaks(item: FlexItem): boolean {
    const { container } = this;
    if (!container.isColumn) {
      const isContainers = !container.wraps && item.stretchesCross;
      if (!item.crossProperty.isAuto) return false;
      if (isContainers && blockSizeOf(container.box.style, container.mode).isLength) return false;
      // Percentages of the item's size have made the contents higher than it is: they overflow it.
      return !item.stretchesCross || this.layoutItem(item).intrinsicBlockSize <= item.crossSize;
    }
    const canShrink = item.shrink !== 0 && container.contentBlock !== INDEFINITE;
    if (!item.hasDefiniteBasis && !canShrink) return true;
    return item.mainProperty.isAuto && (!canShrink || item.hasAutomaticMinimum);
  }

  private fragment(contentCross: LU, early: EarlyBreak | null): LayoutResult {
    const { builder, container } = this;
    const positioned = this.positionedChildren(contentCross);
    const flows = this.flows(contentCross);
    const gaps = this.gaps(contentCross);
    const data = new ItemRowsTokenData(flows, container.isColumn, this.intrinsicBlockSize, positioned, gaps);
    return fragmentItemRows(builder, data, container.contentBlock, early);
  }

  /** The lines, or the items of each column, as rows that go into fragmentainers one after the other. */
  private flows(contentCross: LU): ItemRow[][] {
    const byOffset = (a: ItemRow, b: ItemRow): number => a.blockOffset - b.blockOffset;
    return this.container.isColumn
      ? this.lines.map((line) => line.items.map((item, i) => this.columnRow(item, i, contentCross)).sort(byOffset))
      : [this.lines.map((line, i) => this.lineRow(line, i, contentCross)).sort(byOffset)];
  }

  /** What a break may leave out of a gap: css-flexbox-1 doesn't say so as css-grid-1 §10.1 does, and browsers do it on pages alone. */
  private gutter(gap: LU): LU {
    return this.builder.space.fragmentainer?.kind === 'page' ? gap : 0;
  }

  private lineRow(line: FlexLine, index: number, contentCross: LU): ItemRow {
    return {
      blockOffset: this.edges.blockStart + this.lineOffset(line, contentCross),
      blockSize: line.crossSize,
      marginStart: 0,
      gutter: this.gutter(this.container.crossGap),
      items: line.items.map((item) => this.rowItem(item, index, contentCross)),
    };
  }

  private columnRow(item: FlexItem, index: number, contentCross: LU): ItemRow {
    const { margins } = item;
    const rowItem = this.rowItem(item, index, contentCross);
    return {
      blockOffset: rowItem.blockOffset - margins.blockStart,
      blockSize: rowItem.blockSize + margins.blockStart + margins.blockEnd,
      marginStart: margins.blockStart,
      gutter: this.gutter(this.container.mainGap),
      items: [rowItem],
    };
  }

  private rowItem(item: FlexItem, row: number, contentCross: LU): RowItem {
    const { container } = this;
    const { inline, block } = this.logicalOffset(item, contentCross);
    return {
      box: item.box,
      inlineOffset: inline,
      blockOffset: block,
      blockSize: container.isColumn ? item.mainSize : item.crossSize,
      marginEnd: item.margins.blockEnd,
      lastRow: row,
      stretches: !container.isColumn && item.stretchesCross && this.growsByBreaks(item),
      layout: (fragmentainer, token, early, growth) =>
        container.context.layout(item.box, this.finalSpace(item, fragmentainer, growth), token, early),
    };
  }

  private unbrokenGaps(contentCross: LU): FragmentExtra | null {
    const { builder, edges, blockSize } = this;
    if (!hasGapRules(builder.box.style)) return null;
    const content = { start: edges.blockStart, end: blockSize - edges.blockEnd };
    return this.gaps(contentCross)(unbrokenExtents(this.flows(contentCross)), content, blockSize);
  }

  private gaps(contentCross: LU): DecorateGaps {
    const { builder, container, edges } = this;
    const { isColumn } = container;
    if (!hasGapRules(builder.box.style)) return () => null;
    const lines = this.lines.map((line): UnbrokenLine => {
      const cross = this.lineOffset(line, contentCross) + (isColumn ? edges.inlineStart : edges.blockStart);
      return {
        cross: { start: cross, end: cross + line.crossSize },
        items: line.items.map((item) => this.mainExtent(item, contentCross)),
      };
    });
    const main = { start: edges.inlineStart, end: edges.inlineStart + this.contentMain };
    return flexGaps(builder, lines, isColumn, main);
  }

  /** An item's margin box on the main axis, from the start corner of the container's border box. */
  private mainExtent(item: FlexItem, contentCross: LU): { start: LU; end: LU } {
    const { inline, block } = this.logicalOffset(item, contentCross);
    const { margins, mainSize } = item;
    return this.container.isColumn
      ? { start: block - margins.blockStart, end: block + mainSize + margins.blockEnd }
      : { start: inline - margins.inlineStart, end: inline + mainSize + margins.inlineEnd };
  }

  /** From the start of the container's content box on the cross axis. */
  private lineOffset(line: FlexLine, contentCross: LU): LU {
    return this.container.crossReversed ? contentCross - line.crossOffset - line.crossSize : line.crossOffset;
  }

  /** From the start corner of the container's border box. */
  private logicalOffset(item: FlexItem, contentCross: LU): { inline: LU; block: LU } {
    const { container, edges } = this;
    const main = container.mainReversed ? this.contentMain - item.mainOffset - item.mainSize : item.mainOffset;
    const cross = container.crossReversed ? contentCross - item.crossOffset - item.crossSize : item.crossOffset;
    return container.isColumn
      ? { inline: edges.inlineStart + cross, block: edges.blockStart + main }
      : { inline: edges.inlineStart + main, block: edges.blockStart + cross };
  }

  /** §8.5: of the startmost (endmost) line a baseline-aligned item, else the startmost (endmost) one. */
  private noteBaseline(item: FlexItem, line: FlexLine, result: LayoutResult, block: LU, last: boolean): void {
    const { builder, container } = this;
    const aligned = container.isColumn ? undefined : line.items.find(isBaselineAligned);
    const atEnd = container.isColumn && last !== container.mainReversed;
    const wanted =
      aligned ?? line.items[atEnd || (!container.isColumn && container.mainReversed) ? line.items.length - 1 : 0];
    if (item !== wanted) return;
    const baseline = block + blockBaseline(container, item, result, last);
    if (last) builder.lastBaseline = baseline;
    else builder.firstBaseline = baseline;
  }

  /** §4.1: the static position is that of a sole item. */
  private positionedChildren(contentCross: LU): PositionedItem[] {
    return this.container.box.children
      .filter((child) => child.isOutOfFlow)
      .map((child) => this.staticPosition(child, contentCross));
  }

  private staticPosition(child: Box, contentCross: LU): PositionedItem {
    const { container, edges } = this;
    const item = new FlexItem(container, child);
    const mainSize = container.isColumn ? Math.max(0, this.blockSize - edges.block) : this.contentMain;
    const { justifyContent } = container.box.style.box;
    const main = axisEdge(mainKeyword(container, justifyContent), mainSize, container.mainReversed);
    const cross = axisEdge(selfKeyword(container, item), contentCross, container.crossReversed);
    const [inline, block] = container.isColumn ? [cross, main] : [main, cross];
    return {
      box: child,
      inlineOffset: edges.inlineStart + inline.offset,
      blockOffset: edges.blockStart + block.offset,
      inlineEdge: inline.edge,
      blockEdge: block.edge,
      safeRoom: container.isColumn
        ? safeRoomOf(item.alignSelf, contentCross, justifyContent, mainSize)
        : safeRoomOf(justifyContent, mainSize, item.alignSelf, contentCross),
      area: null,
    };
  }
}

/** css-sizing-4 §6.2.1: a block size that stems from a preferred ratio has room for the contents. */
function hasAutomaticRatioMinimum(box: Box, space: ConstraintSpace): boolean {
  const { style } = box;
  return (
    !space.hasFixedBlock &&
    blockSizeOf(style, space.writingMode).isAuto &&
    minBlockSizeOf(style, space.writingMode).isAuto &&
    preferredRatio(style, space.writingMode) > 0 &&
    isOverflowVisible(style)
  );
}

/** A static position along a flex axis in logical coordinates. */
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
