/**
 * Grid containers with lanes (css-grid-3): sizes the lanes, stacks items in them, and fragments each lane separately.
 */
import { assertInvariant } from '../../invariant.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { distributeContent, synthesizedBaseline } from '../alignment/alignment.ts';
import type { Edges } from '../sizing/box-edges.ts';
import { sizeDependsOnBlock, usedBlockSize } from '../sizing/box-model.ts';
import { type LentGrid, SpaceFlag } from '../contract/constraint-space.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { unbrokenEnd } from '../fragmentation/end-fragment.ts';
import { hasGapRules } from '../gap-decorations/gap-rules.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { quirkyFill } from '../sizing/quirky-fill.ts';
import {
  addPositionedChild,
  containingAreas,
  fragmentRows,
  mustFragmentRows,
  noteUnbrokenRows,
} from '../row-fragmentation/container-rows.ts';
import type { Row } from '../row-fragmentation/row.ts';
import { RowsTokenData } from '../row-fragmentation/rows-token.ts';
import { settled, SizedOffsets, type TrackOffsets } from './track-offsets.ts';
import { alignBaselines } from './grid-baselines.ts';
import { contentDistribution, stretchesTracks } from './grid-columns.ts';
import { contentRoom, rowLimits } from './grid-container.ts';
import type { GridItem } from './grid-item.ts';
import { positionedChildren } from './grid-positioned.ts';
import { type BaselineGroups, alignItem, firstItem } from './item-alignment.ts';
import { type LaneRoom, LaneStructure, type StackedItem, type Lanes } from './lane-structure.ts';
import { type LaidOutItem, lanesAsRows, rowsAsLanes } from './lane-rows.ts';
import { sharedLines } from './grid-structure.ts';
import type { EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

export class LanesLayout {
  private readonly builder: FragmentBuilder;
  private readonly edges: Edges;
  private readonly mode: WritingMode;
  private readonly lanes: Lanes;
  private readonly room: LaneRoom;
  private readonly structure: LaneStructure;
  private readonly lent: LentGrid | null;
  private readonly measureFlag: number;
  private blockSize: LU = 0;
  private intrinsicBlockSize: LU = 0;
  private readonly results = new Map<GridItem, LayoutResult>();

  constructor(builder: FragmentBuilder, lanes: Lanes) {
    const { context, box, space } = builder;
    this.builder = builder;
    this.edges = builder.edges;
    this.mode = space.writingMode;
    this.lanes = lanes;
    this.lent = space.lentGrid;
    this.measureFlag = space.has(SpaceFlag.Measure) ? SpaceFlag.Measure : 0;
    this.room = contentRoom(builder);
    const shared = sharedLines(this.lent);
    this.structure = new LaneStructure(context, box, this.mode, lanes, this.room, rowLimits(builder), shared);
  }

  run(early: EarlyBreak | null): LayoutResult {
    const { builder, edges, lanes, room } = this;
    this.noteRules();
    builder.dependsOnBlockSize = sizeDependsOnBlock(builder.box, builder.space) || room.block !== INDEFINITE;
    const offsets = this.sizeLanes();
    const { items, extent } = this.structure.stackItems(offsets, (item) => this.outerSize(item));
    if (!lanes.stacksInline) this.decideBlockSize(extent);
    const length = lanes.stacksInline ? room.inline : Math.max(0, this.blockSize - edges.block);
    const laidOut = this.placeItems(items, offsets, this.stackOffset(length - extent), extent);
    const flows = this.flows(laidOut, offsets);
    const stack = new SizedOffsets([0], [length]);
    const grid = this.structure.asGrid(items.map(({ item }) => item));
    const [columns, rows] = lanes.stacksInline ? [stack, offsets] : [offsets, stack];
    const positioned = positionedChildren(builder, this.blockSize, grid, columns, rows);
    if (mustFragmentRows(builder, this.blockSize, early) || this.overflows(laidOut)) {
      const { blockSize, intrinsicBlockSize } = this;
      const isColumn = !lanes.stacksInline;
      const unbroken = { flows, isColumn, blockSize, intrinsicBlockSize, decorate: () => null };
      return fragmentRows(builder, new RowsTokenData(unbroken, positioned), room.block, early);
    }
    this.emit(laidOut);
    for (const child of positioned) addPositionedChild(builder, child, 0, 0);
    if (builder.space.fragmentainer !== null) noteUnbrokenRows(builder, flows);
    return builder.finish({
      end: unbrokenEnd(builder, this.blockSize),
      intrinsicBlockSize: this.intrinsicBlockSize,
      percentageBlock: room.block,
      data: RowsTokenData.DONE,
      containingAreas: containingAreas(builder, positioned, 0, this.blockSize),
    });
  }

  /** DEVIATION: css-gaps-1 also defines rules between lanes. */
  private noteRules(): void {
    const { box, context } = this.builder;
    if (!hasGapRules(box.style)) return;
    context.diagnostics.warnAbout('layout/unsupported', 'Gap rules are not drawn in grid lanes.', box.element);
  }

  /** Sizes the lanes like the tracks of a grid. Lanes of a subgrid come from its parent. */
  private sizeLanes(): TrackOffsets {
    const { builder, structure, lanes, room, mode } = this;
    const { style } = builder.box;
    const lent = (lanes.stacksInline ? this.lent?.rows : this.lent?.columns)?.offsets ?? null;
    if (lent !== null) {
      const offsets = settled(lent);
      structure.axis.adopt(offsets);
      if (lanes.stacksInline) this.decideBlockSize(Math.max(0, offsets.end));
      return offsets;
    }
    const alignment = lanes.stacksInline ? style.box.alignContent : style.box.justifyContent;
    const available = lanes.stacksInline ? room.block : room.inline;
    const limits = rowLimits(builder);
    structure.axis.size({
      items: structure.contributions(),
      constraint: available === INDEFINITE ? 'max-content' : 'definite',
      available,
      minimum: lanes.stacksInline ? Math.max(0, limits.blockMin) : 0,
      maximum: lanes.stacksInline ? limits.blockMax : INDEFINITE,
      stretches: stretchesTracks(alignment),
      budget: builder.context.budget,
    });
    if (lanes.stacksInline) this.decideBlockSize(structure.axis.total());
    const size = lanes.stacksInline ? Math.max(0, this.blockSize - this.edges.block) : room.inline;
    return structure.axis.offsets(size, contentDistribution(alignment, mode, !lanes.stacksInline));
  }

  private decideBlockSize(content: LU): void {
    const { builder, edges } = this;
    const { box, space, context } = builder;
    this.intrinsicBlockSize = content + edges.block;
    const filling = Math.max(this.intrinsicBlockSize, quirkyFill(context, box, space));
    this.blockSize = usedBlockSize(box, space, edges, filling, builder.inlineSize);
  }

  /** Lays out an item in its lanes. Returns its margin-box size along them. */
  private outerSize(item: GridItem): LU {
    const result = item.context.layout(item.box, item.space(item.areaBlock, this.measureFlag, null), null);
    this.results.set(item, result);
    const { fragment } = result;
    const { margins } = item;
    return this.lanes.stacksInline
      ? margins.inlineStart + fragment.inlineSize(this.mode) + margins.inlineEnd
      : margins.blockStart + fragment.blockSize(this.mode) + margins.blockEnd;
  }

  /**
   * Returns the offset of the stacked items, which align as a group. `normal` keeps them at the start of stacking
   * (css-align-3 §5.1).
   */
  private stackOffset(free: LU): LU {
    const { stacksInline, fillReverse } = this.lanes;
    const { alignContent, justifyContent } = this.builder.box.style.box;
    const alignment = stacksInline ? justifyContent : alignContent;
    if (fillReverse && stretchesTracks(alignment)) return free;
    const { keyword, safe } = contentDistribution(alignment, this.mode, stacksInline);
    return distributeContent(keyword, safe, free, 1).before;
  }

  private placeItems(items: readonly StackedItem[], offsets: TrackOffsets, stackOffset: LU, extent: LU): LaidOutItem[] {
    const { edges, mode, lanes } = this;
    const baselines = this.baselines(items);
    return items.map(({ item, start, outer }): LaidOutItem => {
      const result = this.resultOf(item);
      const { fragment } = result;
      const along = stackOffset + (lanes.fillReverse ? extent - start - outer : start);
      const area = offsets.extent(lanes.stacksInline ? item.rows : item.columns);
      const size = lanes.stacksInline ? fragment.blockSize(mode) : fragment.inlineSize(mode);
      const across = area.start + alignItem(item, area.size, size, !lanes.stacksInline, baselines);
      const { margins } = item;
      return lanes.stacksInline
        ? {
            item,
            result,
            inlineOffset: edges.inlineStart + along + margins.inlineStart,
            blockOffset: edges.blockStart + across,
          }
        : {
            item,
            result,
            inlineOffset: edges.inlineStart + across,
            blockOffset: edges.blockStart + along + margins.blockStart,
          };
    });
  }

  /** Returns the baseline groups. Baselines align items across their lanes. */
  private baselines(items: readonly StackedItem[]): BaselineGroups | null {
    const grid = this.structure.asGrid(items.map(({ item }) => item));
    const { stacksInline } = this.lanes;
    return alignBaselines(grid, !stacksInline, (stacksInline ? this.lent?.rows : this.lent?.columns) ?? null);
  }

  private resultOf(item: GridItem): LayoutResult {
    const result = this.results.get(item);
    assertInvariant(result !== undefined, 'a lane item is laid out before it is placed');
    return result;
  }

  private flows(items: readonly LaidOutItem[], offsets: TrackOffsets): Row[][] {
    const { gap } = this.structure.axis;
    if (this.lanes.stacksInline) return [rowsAsLanes(items, offsets, this.edges.blockStart, gap, this.mode)];
    return lanesAsRows(items, this.mode);
  }

  /** Whether the contents of an item extend beyond the fragmentainer's end. */
  private overflows(items: readonly LaidOutItem[]): boolean {
    const { fragmentainer } = this.builder.space;
    if (fragmentainer === null) return false;
    return items.some(({ result, blockOffset }) => blockOffset + result.blockExtent > fragmentainer.remaining);
  }

  private emit(items: readonly LaidOutItem[]): void {
    const { builder } = this;
    for (const { result, inlineOffset, blockOffset } of items) {
      builder.addResult(result, inlineOffset, blockOffset);
      if (result.dependsOnBlockSize) builder.dependsOnBlockSize = true;
    }
    this.noteBaselines(items);
  }

  /**
   * Sets the baselines ("Baseline Alignment in the Stacking Axis"): from the first item of the first non-empty lane and
   * the last item overall. Across row lanes, they work as in a grid.
   */
  private noteBaselines(items: readonly LaidOutItem[]): void {
    if (items.length === 0) return;
    const { builder, mode } = this;
    const own = items.map(({ item }) => item);
    const first = this.lanes.stacksInline
      ? firstItem(own, (item) => item.rows.start)
      : own.reduce((best, item) => (item.columns.start < best.columns.start ? item : best));
    const last = this.lanes.stacksInline ? firstItem(own, (item) => -item.rows.end) : own[own.length - 1];
    for (const { item, result, blockOffset } of items) {
      const { fragment } = result;
      const synthesized = synthesizedBaseline(builder.box.style, mode, fragment.blockSize(mode));
      const of = (baseline: LU | null): LU => blockOffset + ((item.isParallel ? baseline : null) ?? synthesized);
      if (item === first) builder.firstBaseline = of(fragment.firstBaseline);
      if (item === last) builder.lastBaseline = of(fragment.lastBaseline);
    }
  }
}
