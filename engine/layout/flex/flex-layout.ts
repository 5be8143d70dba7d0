/**
 * Flex containers (css-flexbox-1 §9). Lines are first sized without fragmentation (flex-lines.ts, with
 * solve-flex-lines.ts for flexible lengths). Then flex-placing.ts places the items and handles fragmentainers.
 */
import { isScrollContainer } from '../../boxes/clipping.ts';
import { orderedChildren } from '../sizing/box-facts.ts';
import type { Box } from '../../boxes/box.ts';
import { distributeContent } from '../alignment/alignment.ts';
import type { BreakToken } from '../contract/break-token.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { makeFlexContainer, trimCrossEnds, trimMainEnds } from './flex-container.ts';
import { type FlexContainer, FlexItem } from './flex-item.ts';
import {
  FlexLine,
  alignCrossAxis,
  alignMainAxis,
  contentKeyword,
  fallsBackSafely,
  measureCrossSize,
  sizeLine,
} from './flex-lines.ts';
import { FlexPlacing, type SolvedFlex } from './flex-placing.ts';
import { type FlexibleItem, solveFlexLines } from './solve-flex-lines.ts';
import type { EarlyBreak } from '../fragmentation/break-appeal.ts';
import { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { resumeRows } from '../row-fragmentation/container-rows.ts';
import { preferredRatio, blockSizeOf, minBlockSizeOf } from '../sizing/sizing-properties.ts';
import type { Edges } from '../sizing/box-edges.ts';
import {
  blockLimits,
  definiteBlockSize,
  sizeDependsOnBlock,
  usedBlockSize,
  usedInlineSize,
} from '../sizing/box-model.ts';
import { quirkyFill } from '../sizing/quirky-fill.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';

export function layoutFlex(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  early: EarlyBreak | null,
): LayoutResult {
  const builder = new FragmentBuilder(context, box, space, token);
  return resumeRows(builder, early) ?? new FlexPlacing(new FlexSolving(builder).solve()).run(early);
}

class FlexSolving {
  private readonly builder: FragmentBuilder;
  private readonly edges: Edges;
  private readonly container: FlexContainer;
  private items: FlexItem[];
  private lines: FlexLine[] = [];
  /** Content-box main size available to the items. */
  private contentMain: LU = 0;
  private mainIsDefinite = true;
  /** Block sizes of the unbroken container: its used border box and its content-based size. */
  private blockSize: LU = 0;
  private intrinsicBlockSize: LU = 0;
  /** The items that start lines if trimmed margins determine that, or null. */
  private starts: readonly number[] | null = null;
  /** Length of the longest column at the items' hypothetical sizes. */
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

  solve(): SolvedFlex {
    this.builder.dependsOnBlockSize = sizeDependsOnBlock(this.builder.box, this.builder.space);
    let contentCross = this.solveLines([]);
    const struts = strutsOf(this.lines);
    if (struts.length > 0) {
      // §9.4 step 10: start over without the collapsed items.
      const shown = this.items.filter((item) => !item.isCollapsed);
      this.items = shown.map(({ box }) => new FlexItem(this.container, box));
      contentCross = this.solveLines(struts);
    }
    this.alignItems();
    return {
      builder: this.builder,
      container: this.container,
      lines: this.lines,
      contentMain: this.contentMain,
      contentCross,
      mainIsDefinite: this.mainIsDefinite,
      blockSize: this.blockSize,
      intrinsicBlockSize: this.intrinsicBlockSize,
    };
  }

  /** Runs §9.2 to §9.4. Returns the container's content-box cross size. */
  private solveLines(struts: readonly Strut[]): LU {
    for (const item of this.items) {
      this.builder.context.budget.tick();
      item.determineMainSizes();
    }
    this.makeLines();
    this.sizeCrossAxis();
    holdStruts(this.lines, struts);
    const contentCross = this.resolveContainerCross();
    this.placeLines(contentCross);
    return contentCross;
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
    this.lines = [];
    for (const solved of solveFlexLines(items, options)) {
      const line = items.slice(solved.start, solved.end);
      line.forEach((item, i) => {
        item.mainSize = solved.sizes[i]!;
      });
      this.lines.push(new FlexLine(line));
    }
    if (this.lines.length > 0) trimCrossEnds(container, this.lines[0]!.items, this.lines[this.lines.length - 1]!.items);
  }

  /** Returns the block size available to a column's items (§9.2 steps 2 and 4). */
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

  /** Returns the length of the longest column at the items' hypothetical sizes, with columns limited to `most`. */
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
      for (let i = start; i < end; i++) sum += sizes[i - start]! + items[i]!.mainMargins;
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

  /** Returns the container's content-box cross size. A single line fills a definite size (steps 8, 15). */
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
    if (!container.wraps && this.lines.length === 1) this.lines[0]!.crossSize = cross;
    return cross;
  }

  /** Returns a content size as a border-box size, at least the size that quirks mode demands. */
  private atLeastFilling(content: LU): LU {
    const { context, box, space } = this.builder;
    return Math.max(content + this.edges.block, quirkyFill(context, box, space));
  }

  /** Applies `align-content` (step 9 and §9.6 step 16). */
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
    const isSafe = free < 0 && fallsBackSafely(alignment);
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

  /** Step 11, §9.5 and §9.6. */
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
}

/**
 * Whether the block size comes from a preferred ratio and is therefore at least as large as the contents (css-sizing-4
 * §6.2.1).
 */
function hasAutomaticRatioMinimum(box: Box, space: ConstraintSpace): boolean {
  const { style } = box;
  return (
    !space.hasFixedBlock &&
    blockSizeOf(style, space.writingMode).isAuto &&
    minBlockSizeOf(style, space.writingMode).isAuto &&
    preferredRatio(style, space.writingMode) > 0 &&
    !isScrollContainer(style)
  );
}

/** The strut that a collapsed item leaves behind. */
interface Strut {
  /** Number of visible items before it. */
  readonly after: number;
  /** Cross size of the line it was in, in LU. */
  readonly size: LU;
}

/** Returns the struts of lines in which the collapsed items still have their sizes (§9.4 step 10). */
function strutsOf(lines: readonly FlexLine[]): Strut[] {
  const struts: Strut[] = [];
  let shown = 0;
  for (const { items, crossSize } of lines)
    for (const { isCollapsed } of items)
      if (isCollapsed) struts.push({ after: shown, size: crossSize });
      else shown++;
  return struts;
}

/**
 * Enlarges the lines of the remaining items to the struts in them. Struts have no main size and so stay on the line of
 * the preceding item.
 */
function holdStruts(lines: FlexLine[], struts: readonly Strut[]): void {
  if (struts.length > 0 && lines.length === 0) lines.push(new FlexLine([]));
  let index = 0;
  let passed = 0;
  for (const { after, size } of struts) {
    let line = lines[index];
    while (line !== undefined && passed + line.items.length < after) {
      passed += line.items.length;
      line = lines[++index];
    }
    if (line !== undefined) line.crossSize = Math.max(line.crossSize, size);
  }
}
