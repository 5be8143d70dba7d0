/**
 * Grid containers (css-grid-2): places items (grid-placement.ts), sizes tracks (track-sizing.ts), and aligns tracks and
 * items (§10, §11).
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { synthesizedBaseline } from '../alignment/alignment.ts';
import type { Edges } from '../sizing/box-edges.ts';
import { sizeDependsOnBlock, usedBlockSize } from '../sizing/box-model.ts';
import type { BreakToken } from '../contract/break-token.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { type ConstraintSpace, type LentGrid, SpaceFlag } from '../contract/constraint-space.ts';
import { FragmentBuilder } from '../fragments/fragment-builder.ts';
import type { FragmentExtra } from '../contract/fragment.ts';
import { unbrokenEnd } from '../fragmentation/end-fragment.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { quirkyFill } from '../sizing/quirky-fill.ts';
import {
  addPositionedChild,
  containingAreas,
  fragmentRows,
  mustFragmentRows,
  noteUnbrokenRows,
  resumeRows,
} from '../row-fragmentation/container-rows.ts';
import { GridAxis } from './grid-axis.ts';
import { alignBaselines } from './grid-baselines.ts';
import { contentDistribution, settleColumns, sizeColumns, stretchesTracks } from './grid-columns.ts';
import { contentRoom, isSizedEmpty, rowLimits } from './grid-container.ts';
import { gridGaps, showsGaps } from './grid-gaps.ts';
import { type BaselineGroups, alignItem, firstItem } from './item-alignment.ts';
import { LanesLayout } from './lanes-layout.ts';
import { lanesOf } from './lane-structure.ts';
import type { GridItem } from './grid-item.ts';
import { TrackFunction, type SizingConstraint } from './grid-track.ts';
import { lendGrid } from './subgrid.ts';
import { trackContributions } from './track-contributions.ts';
import { settled, type TrackOffsets } from './track-offsets.ts';
import { positionedChildren } from './grid-positioned.ts';
import { buildStructure, type GridStructure, sharedLines } from './grid-structure.ts';
import type { Row, RowItem } from '../row-fragmentation/row.ts';
import { RowsTokenData } from '../row-fragmentation/rows-token.ts';
import type { EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

export function layoutGrid(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  early: EarlyBreak | null,
): LayoutResult {
  const builder = new FragmentBuilder(context, box, space, token);
  const resumed = resumeRows(builder, early);
  if (resumed !== null) return resumed;
  const lanes = lanesOf(box);
  return lanes === null ? new GridLayout(builder).run(early) : new LanesLayout(builder, lanes).run(early);
}

class GridLayout {
  private readonly builder: FragmentBuilder;
  private readonly edges: Edges;
  private readonly mode: WritingMode;
  private readonly contentInline: LU;
  private contentBlock: LU;
  /** Block sizes of the unbroken container: its used border box and its content-based size. */
  private blockSize: LU = 0;
  private intrinsicBlockSize: LU = 0;
  private readonly measure: boolean;
  private structure: GridStructure;
  private readonly lent: LentGrid | null;
  private columnBaselines: BaselineGroups | null = null;
  private rowBaselines: BaselineGroups | null = null;

  constructor(builder: FragmentBuilder) {
    const { space, edges } = builder;
    this.builder = builder;
    this.edges = edges;
    this.mode = space.writingMode;
    this.measure = space.has(SpaceFlag.Measure);
    this.lent = space.lentGrid;
    const room = contentRoom(builder);
    this.contentInline = room.inline;
    this.contentBlock = room.block;
    this.structure = this.build(this.contentBlock);
  }

  private build(contentBlock: LU): GridStructure {
    const { context, box } = this.builder;
    const shared = sharedLines(this.lent);
    return buildStructure(context, box, this.mode, this.contentInline, contentBlock, rowLimits(this.builder), shared);
  }

  run(early: EarlyBreak | null): LayoutResult {
    const { builder } = this;
    const { box } = builder;
    builder.dependsOnBlockSize = sizeDependsOnBlock(box, builder.space) || this.contentBlock !== INDEFINITE;
    let columnOffsets = this.sizeColumns();
    const knowsMoreLater = this.structure.items.some(
      (item) => item.areaBlock === INDEFINITE && item.dependsOnAreaBlock(),
    );
    let rowOffsets = this.sizeRows(columnOffsets);
    if (knowsMoreLater && !this.measure) {
      this.assumeRows(rowOffsets);
      columnOffsets = this.sizeColumns();
      rowOffsets = this.sizeRows(columnOffsets);
    }
    if (mustFragmentRows(builder, this.blockSize, early) || this.overflows(rowOffsets))
      return this.fragment(columnOffsets, rowOffsets, early);
    return this.emit(columnOffsets, rowOffsets);
  }

  /** Rebuilds the structure with known rows, since the items' inline sizes may depend on them (§12.1 step 3). */
  private assumeRows(rows: TrackOffsets): void {
    const extents = this.structure.items.map((item) => rows.extent(item.rows).size);
    this.structure = this.build(this.contentBlock);
    this.structure.items.forEach((item, i) => (item.areaBlock = extents[i]!));
  }

  /** Whether the contents of an item extend beyond the fragmentainer's end. */
  private overflows(rowOffsets: TrackOffsets): boolean {
    const { fragmentainer } = this.builder.space;
    if (fragmentainer === null) return false;
    return this.structure.items.some((item) => {
      const block = rowOffsets.extent(item.rows);
      item.areaBlock = block.size;
      return this.edges.blockStart + block.start + this.layoutItem(item).blockExtent > fragmentainer.remaining;
    });
  }

  private sizeColumns(): TrackOffsets {
    const { context, box } = this.builder;
    const lent = this.lent?.columns ?? null;
    const offsets = sizeColumns(context, this.structure, box.style, this.mode, this.contentInline, lent);
    this.columnBaselines = alignBaselines(this.structure, true, lent);
    return offsets;
  }

  /**
   * Sizes the rows after the columns. Percentages of an automatic height resolve against the resulting height (§12.1).
   */
  private sizeRows(columnOffsets: TrackOffsets): TrackOffsets {
    const lent = this.lent?.rows ?? null;
    this.rowBaselines = alignBaselines(this.structure, false, lent);
    const offsets =
      lent !== null && lent.offsets !== null ? this.takeRows(lent.offsets) : this.sizeOwnRows(columnOffsets);
    for (const subgrid of this.structure.subgrids.values()) {
      const columns = { offsets: columnOffsets, baselines: this.columnBaselines };
      subgrid.item.takeTracks(lendGrid(subgrid, columns, { offsets, baselines: this.rowBaselines }));
    }
    return offsets;
  }

  /** Adopts the rows of the parent grid for a subgrid (§9.2). */
  private takeRows(lent: TrackOffsets): TrackOffsets {
    const { builder, edges } = this;
    const offsets = settled(lent);
    this.structure.rows.adopt(offsets);
    this.intrinsicBlockSize = edges.block + Math.max(0, offsets.end);
    this.blockSize = usedBlockSize(builder.box, builder.space, edges, this.intrinsicBlockSize, builder.inlineSize);
    return offsets;
  }

  private sizeOwnRows(columnOffsets: TrackOffsets): TrackOffsets {
    const { builder } = this;
    const { box, space } = builder;
    this.sizeTracksOfRows(this.contentBlock);
    const isEmpty = isSizedEmpty(box, this.mode, 'block');
    const intrinsic = (isEmpty ? this.emptyBlockSize() : this.structure.rows.total()) + this.edges.block;
    this.intrinsicBlockSize = intrinsic;
    const filling = Math.max(intrinsic, quirkyFill(builder.context, box, space));
    this.blockSize = usedBlockSize(box, space, this.edges, filling, builder.inlineSize);
    const content = Math.max(0, this.blockSize - this.edges.block);
    if (this.contentBlock === INDEFINITE && (this.hasRowPercentages() || this.structure.rows.leavesFlexSpace())) {
      this.structure = this.build(content);
      this.structure.columns.adopt(columnOffsets);
      settleColumns(builder.context, this.structure, columnOffsets);
      this.columnBaselines = alignBaselines(this.structure, true, this.lent?.columns ?? null);
      this.rowBaselines = alignBaselines(this.structure, false, this.lent?.rows ?? null);
      this.sizeTracksOfRows(content);
    }
    return this.structure.rows.offsets(content, contentDistribution(box.style.box.alignContent, this.mode, false));
  }

  /** Returns the block size of the rows without any items. */
  private emptyBlockSize(): LU {
    const { context, box } = this.builder;
    const limits = rowLimits(this.builder);
    const { rows } = buildStructure(context, box, this.mode, this.contentInline, this.contentBlock, limits, null, true);
    rows.size({
      items: [],
      constraint: 'max-content',
      available: INDEFINITE,
      minimum: Math.max(0, limits.blockMin),
      maximum: limits.blockMax,
      stretches: false,
      budget: context.budget,
    });
    return rows.total();
  }

  private sizeTracksOfRows(available: LU): void {
    const { box, context } = this.builder;
    const limits = rowLimits(this.builder);
    const constraint: SizingConstraint = available === INDEFINITE ? 'max-content' : 'definite';
    this.structure.rows.size({
      items: trackContributions(this.structure, false),
      constraint,
      available,
      minimum: Math.max(0, limits.blockMin),
      maximum: limits.blockMax,
      stretches: stretchesTracks(box.style.box.alignContent),
      budget: context.budget,
    });
  }

  private hasRowPercentages(): boolean {
    const { gridTemplateRows, gridAutoRows } = this.builder.box.style.rare;
    return this.builder.box.style.box.rowGap.hasPercent || GridAxis.hasPercentages(gridTemplateRows, gridAutoRows);
  }

  private emit(columnOffsets: TrackOffsets, rowOffsets: TrackOffsets): LayoutResult {
    const { builder, edges } = this;
    const { items } = this.structure;
    const first = firstItem(items, ({ rows }) => rows.start);
    const last = firstItem(items, ({ rows }) => -rows.end);
    for (const item of items) {
      const inline = columnOffsets.extent(item.columns);
      const block = rowOffsets.extent(item.rows);
      item.areaBlock = block.size;
      const result = this.layoutItem(item);
      const { fragment } = result;
      const inlineOffset =
        edges.inlineStart + inline.start + this.alignItem(item, inline.size, fragment.inlineSize(this.mode), true);
      const blockOffset =
        edges.blockStart + block.start + this.alignItem(item, block.size, fragment.blockSize(this.mode), false);
      builder.addResult(result, inlineOffset, blockOffset);
      if (result.dependsOnBlockSize) builder.dependsOnBlockSize = true;
      if (item === first) builder.firstBaseline = blockOffset + this.baselineOf(item, result, false);
      if (item === last) builder.lastBaseline = blockOffset + this.baselineOf(item, result, true);
    }
    const positioned = positionedChildren(builder, this.blockSize, this.structure, columnOffsets, rowOffsets);
    for (const child of positioned) addPositionedChild(builder, child, 0, 0);
    if (builder.space.fragmentainer !== null) noteUnbrokenRows(builder, [this.rowsToBreak(columnOffsets, rowOffsets)]);
    return builder.finish({
      end: unbrokenEnd(builder, this.blockSize),
      extra: this.unbrokenGaps(columnOffsets, rowOffsets),
      intrinsicBlockSize: this.intrinsicBlockSize,
      percentageBlock: this.contentBlock,
      // Only overflow and positioned boxes can remain.
      data: RowsTokenData.DONE,
      containingAreas: containingAreas(builder, positioned, 0, this.blockSize),
    });
  }

  private unbrokenGaps(columnOffsets: TrackOffsets, rowOffsets: TrackOffsets): FragmentExtra | null {
    const { builder, edges, blockSize } = this;
    if (!showsGaps(builder)) return null;
    const extents = rowOffsets.all().map(({ start, end }, row) => ({
      row,
      start: edges.blockStart + start,
      end: edges.blockStart + end,
    }));
    const content = { start: edges.blockStart, end: blockSize - edges.blockEnd };
    return gridGaps(builder, this.structure, columnOffsets)([extents], content, blockSize);
  }

  private fragment(columnOffsets: TrackOffsets, rowOffsets: TrackOffsets, early: EarlyBreak | null): LayoutResult {
    const { builder, blockSize, intrinsicBlockSize } = this;
    const positioned = positionedChildren(builder, blockSize, this.structure, columnOffsets, rowOffsets);
    const flows = [this.rowsToBreak(columnOffsets, rowOffsets)];
    const decorate = gridGaps(builder, this.structure, columnOffsets);
    const unbroken = { flows, isColumn: false, blockSize, intrinsicBlockSize, decorate };
    return fragmentRows(builder, new RowsTokenData(unbroken, positioned), this.contentBlock, early);
  }

  /** Returns the grid rows to distribute over fragmentainers. Items that span several rows don't delay later rows. */
  private rowsToBreak(columnOffsets: TrackOffsets, rowOffsets: TrackOffsets): Row[] {
    const { edges } = this;
    const rows: (Row & { items: RowItem[] })[] = [];
    const growth = this.structure.rows.growthFactors(stretchesTracks(this.builder.box.style.box.alignContent));
    for (let t = 0; t < rowOffsets.count; t++) {
      rows.push({
        blockOffset: edges.blockStart + rowOffsets.startOf(t),
        blockSize: rowOffsets.endOf(t) - rowOffsets.startOf(t),
        marginStart: 0,
        // Distributed space widens the gutters (css-align-3 §8).
        gutter: t === 0 ? this.structure.rows.gap : rowOffsets.startOf(t) - rowOffsets.endOf(t - 1),
        grow: growth[t]!,
        box: null,
        items: [],
      });
    }
    for (const item of this.structure.items)
      rows[item.rows.start]!.items.push(this.rowItem(item, columnOffsets, rowOffsets));
    return rows;
  }

  private rowItem(item: GridItem, columnOffsets: TrackOffsets, rowOffsets: TrackOffsets): RowItem {
    const { edges } = this;
    const inline = columnOffsets.extent(item.columns);
    const block = rowOffsets.extent(item.rows);
    item.areaBlock = block.size;
    const { fragment } = item.context.layout(item.box, item.space(item.areaBlock, 0, null), null);
    const blockSize = fragment.blockSize(this.mode);
    return {
      box: item.box,
      inlineOffset:
        edges.inlineStart + inline.start + this.alignItem(item, inline.size, fragment.inlineSize(this.mode), true),
      blockOffset: edges.blockStart + block.start + this.alignItem(item, block.size, blockSize, false),
      blockSize,
      marginEnd: item.margins.blockEnd,
      lastRow: item.rows.end - 1,
      stretches: item.stretches(false) && this.growsByBreaks(item),
      resize: null,
      layout: (fragmentainer, token, early, growth) => {
        const grows = fragmentainer !== null && this.growsByBreaks(item);
        const flags = grows ? SpaceFlag.FixedBlockIsMinimum : 0;
        return item.context.layout(item.box, item.space(item.areaBlock + growth, flags, fragmentainer), token, early);
      },
    };
  }

  /**
   * Whether the item's block size depends on its contents and so grows with the space that breaks add inside it (§13).
   */
  private growsByBreaks(item: GridItem): boolean {
    if (!item.blockProperty().isAuto) return false;
    const { tracks } = this.structure.rows;
    for (let t = item.rows.start; t < item.rows.end; t++) {
      const { min, max } = tracks[t]!;
      if (min === TrackFunction.Fixed && (max === TrackFunction.Fixed || this.contentBlock !== INDEFINITE))
        return false;
    }
    return true;
  }

  private layoutItem(item: GridItem): LayoutResult {
    return this.measure ? item.measure() : this.layoutFinally(item);
  }

  private layoutFinally(item: GridItem): LayoutResult {
    return item.context.layout(item.box, item.space(item.areaBlock, 0, null), null);
  }

  private alignItem(item: GridItem, area: LU, size: LU, inline: boolean): LU {
    return alignItem(item, area, size, inline, inline ? this.columnBaselines : this.rowBaselines);
  }

  /** Returns an item's contribution to the grid's own baselines, from its border edge (§10.6). */
  private baselineOf(item: GridItem, laidOut: LayoutResult, last: boolean): LU {
    const { kind } = item.box;
    const known = last ? laidOut.fragment.lastBaseline : laidOut.fragment.firstBaseline;
    // Stretching moves content aligned inside, and the edge used for a synthesized baseline.
    const moves = item.stretches(false) && (known === null || kind === BoxKind.Flex || kind === BoxKind.Grid);
    const { fragment } = this.measure && moves ? this.layoutFinally(item) : laidOut;
    const own = item.isParallel ? (last ? fragment.lastBaseline : fragment.firstBaseline) : null;
    return own ?? synthesizedBaseline(this.builder.box.style, this.mode, fragment.blockSize(this.mode));
  }
}
