/**
 * A grid container with lanes (css-grid-3): its unsized lanes and its items, some of which aren't assigned to a lane
 * yet.
 */
import { addTo } from '../../grouped.ts';
import { orderedChildren } from '../sizing/box-facts.ts';
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { GridAxis } from './grid-axis.ts';
import type { TrackOffsets } from './track-offsets.ts';
import { GridItem } from './grid-item.ts';
import { type ExplicitAxis, gapOf } from './grid-lines.ts';
import { explicitAxis, subgridAxis } from './kept-lines.ts';
import { type LineRange, type Placement, resolvePlacement } from './grid-placement.ts';
import {
  buildSubgrid,
  defaultSpans,
  type GridStructure,
  type RepeatLimits,
  repeatSpace,
  type SharedLines,
  type Subgrid,
} from './grid-structure.ts';
import { LanePlacer } from './lane-placement.ts';
import { lendGrid } from './subgrid.ts';
import { trackContributions } from './track-contributions.ts';
import type { TrackItem } from './grid-track.ts';
import { Length } from '../../css/length.ts';
import { MASONRY } from '../../css/values/grid.ts';

/** Content-box size of the container, or INDEFINITE. */
export interface LaneRoom {
  readonly inline: LU;
  readonly block: LU;
}

/** An item with a fixed range of lanes, or null if it spans any lanes. `item` then starts in the first lane. */
interface LaneEntry {
  readonly item: GridItem;
  readonly range: LineRange | null;
}

/** An item in its lanes. LU along the lanes, from the start of the container's content box. */
export interface StackedItem {
  readonly item: GridItem;
  /** Start and size of its margin box. */
  readonly start: LU;
  readonly outer: LU;
}

const STACK: LineRange = { start: 0, end: 1 };

export class LaneStructure {
  readonly lanes: Lanes;
  /** The lanes. `stack` is the single track along them. */
  readonly axis: GridAxis;
  private readonly stack: GridAxis;
  private readonly context: LayoutContext;
  private readonly box: Box;
  private readonly mode: WritingMode;
  private readonly room: LaneRoom;
  private readonly entries: readonly LaneEntry[];

  /** `shared` holds the lines of the parent grid if the container is a subgrid. */
  constructor(
    context: LayoutContext,
    box: Box,
    mode: WritingMode,
    lanes: Lanes,
    room: LaneRoom,
    limits: RepeatLimits,
    shared: SharedLines | null,
  ) {
    this.context = context;
    this.box = box;
    this.mode = mode;
    this.lanes = lanes;
    this.room = room;
    const isColumns = !lanes.stacksInline;
    const { gridAutoColumns, gridAutoRows } = box.style.rare;
    const size = isColumns ? room.inline : room.block;
    const along = isColumns ? room.block : room.inline;
    const gap = gapOf(box, isColumns, size, (isColumns ? shared?.columns : shared?.rows) ?? null);
    const explicit = this.explicitLanes(size, gap, limits, shared);
    const placements = orderedChildren(box).map((child) => this.placementOf(child, explicit));
    const { before, count } = implicitLanes(
      explicit.count,
      placements.map(({ placement }) => placement),
    );
    this.axis = new GridAxis(explicit, isColumns ? gridAutoColumns : gridAutoRows, before, count, gap, size);
    const bare = explicitAxis(null, null, !isColumns, repeatSpace(along, along, along, 0), context.budget);
    this.stack = new GridAxis(bare, [], 0, 1, gapOf(box, !isColumns, along, null), along);
    this.entries = placements.map(({ child, placement }) => {
      if (placement.kind === 'auto')
        return { item: this.itemIn(child, { start: 0, end: placement.span }), range: null };
      const range = { start: placement.start + before, end: placement.end + before };
      return { item: this.itemIn(child, range), range };
    });
  }

  private explicitLanes(size: LU, gap: LU, limits: RepeatLimits, shared: SharedLines | null): ExplicitAxis {
    const { gridTemplateColumns, gridTemplateRows, gridTemplateAreas } = this.box.style.rare;
    const isColumns = !this.lanes.stacksInline;
    const { budget } = this.context;
    const list = isColumns ? gridTemplateColumns : gridTemplateRows;
    const lent = isColumns ? shared?.columns : shared?.rows;
    if (lent) return subgridAxis(list, gridTemplateAreas, isColumns, lent, budget);
    const { inlineMin, inlineMax, blockMin, blockMax } = limits;
    const space = isColumns ? repeatSpace(size, inlineMin, inlineMax, gap) : repeatSpace(size, blockMin, blockMax, gap);
    return explicitAxis(list, gridTemplateAreas, isColumns, space, budget);
  }

  private placementOf(child: Box, explicit: ExplicitAxis): { readonly child: Box; readonly placement: Placement } {
    const { gridColumnStart, gridColumnEnd, gridRowStart, gridRowEnd } = child.style.rare;
    const { columnSpan, rowSpan } = defaultSpans(child, this.mode);
    const placement = this.lanes.stacksInline
      ? resolvePlacement(gridRowStart, gridRowEnd, explicit, rowSpan)
      : resolvePlacement(gridColumnStart, gridColumnEnd, explicit, columnSpan);
    return { child, placement };
  }

  private itemIn(child: Box, range: LineRange): GridItem {
    const { stacksInline } = this.lanes;
    const columns = stacksInline ? STACK : range;
    const rows = stacksInline ? range : STACK;
    const item = new GridItem(this.context, child, this.box, this.mode, columns, rows);
    item.stacksInline = stacksInline;
    item.stacksBlock = !stacksInline;
    if (stacksInline) item.areaInline = this.room.inline;
    else item.areaBlock = this.room.block;
    return item;
  }

  /** Returns a grid structure of `items` with one track along the lanes. */
  asGrid(items: readonly GridItem[]): GridStructure {
    const { axis, stack, lanes } = this;
    const columns = lanes.stacksInline ? stack : axis;
    const rows = lanes.stacksInline ? axis : stack;
    const subgrids = new Map<GridItem, Subgrid>();
    for (const item of items) {
      const subgrid = buildSubgrid(this.context, item, columns, rows);
      if (subgrid !== null) subgrids.set(item, subgrid);
    }
    return { columns, rows, items, subgrids };
  }

  /** Returns the contributions to the lanes. Items without a lane contribute to every lane they could enter. */
  contributions(): readonly TrackItem[] {
    const inline = !this.lanes.stacksInline;
    const placed = this.entries.filter(({ range }) => range !== null).map(({ item }) => item);
    const all: TrackItem[] = [...trackContributions(this.asGrid(placed), inline)];
    const bySpan = new Map<number, GridItem[]>();
    for (const { item, range } of this.entries) {
      if (range !== null) continue;
      const span = inline ? item.columns.end : item.rows.end;
      addTo(bySpan, span, item);
    }
    for (const [span, items] of bySpan) {
      const groups = groupContributions(trackContributions(this.asGrid(items), inline));
      for (let start = 0; start + span <= this.axis.tracks.length; start++) {
        this.context.budget.tickBy(groups.length);
        for (const group of groups) all.push(group.movedBy(start));
      }
    }
    return all;
  }

  /**
   * Places the items in their lanes, which are positioned by `offsets`. `outerOf` returns the margin-box size of an
   * item along its lanes. `extent` is the total size along the lanes.
   */
  stackItems(
    offsets: TrackOffsets,
    outerOf: (item: GridItem) => LU,
  ): { readonly items: readonly StackedItem[]; readonly extent: LU } {
    const { lanes, axis, stack, context, room } = this;
    const length = lanes.stacksInline ? room.inline : room.block;
    const tolerance = lanes.tolerance === null ? Infinity : lanes.tolerance.resolve(Math.max(0, length));
    const placer = new LanePlacer(axis.tracks.length, tolerance, lanes.trackReverse, context.budget);
    const items: StackedItem[] = [];
    let extent = 0;
    for (const entry of this.entries) {
      const span = lanes.stacksInline ? entry.item.rows : entry.item.columns;
      const range = entry.range ?? placer.choose(span.end - span.start);
      const item = entry.range === null ? this.itemIn(entry.item.box, range) : entry.item;
      this.settle(item, range, offsets);
      const start = placer.startOf(range);
      const outer = outerOf(item);
      placer.fill(range, start + outer + stack.gap);
      extent = Math.max(extent, start + outer);
      items.push({ item, start, outer });
    }
    return { items, extent };
  }

  private settle(item: GridItem, range: LineRange, offsets: TrackOffsets): void {
    const { size } = offsets.extent(range);
    if (this.lanes.stacksInline) item.areaBlock = size;
    else item.areaInline = size;
    const sized = { offsets, baselines: null };
    const unsized = { offsets: null, baselines: null };
    for (const subgrid of this.asGrid([item]).subgrids.values())
      item.takeTracks(this.lanes.stacksInline ? lendGrid(subgrid, unsized, sized) : lendGrid(subgrid, sized, unsized));
  }
}

/** Returns the number of implicit lanes and how many of them precede the explicit ones. */
function implicitLanes(explicit: number, placements: readonly Placement[]): { before: number; count: number } {
  let before = 0;
  let end = Math.max(1, explicit);
  let span = 1;
  for (const placement of placements) {
    if (placement.kind === 'auto') span = Math.max(span, placement.span);
    else {
      before = Math.max(before, -placement.start);
      end = Math.max(end, placement.end);
    }
  }
  return { before, count: Math.max(before + end, span) };
}

/** Groups contributions of the same lanes. Items of subgrids can occupy different lanes from their siblings. */
function groupContributions(items: readonly TrackItem[]): ContributionGroup[] {
  const groups = new Map<string, TrackItem[]>();
  for (const item of items) {
    const key = `${item.start} ${item.end}`;
    addTo(groups, key, item);
  }
  return [...groups.values()].map((group) => new ContributionGroup(group));
}

/** The largest contributions of items that enter the same lanes, at any position. */
class ContributionGroup {
  private readonly items: readonly TrackItem[];
  private minContent = -1;
  private maxContent = -1;
  private readonly minimums = new Map<string, LU>();

  constructor(items: readonly TrackItem[]) {
    this.items = items;
  }

  /** Returns the contribution shifted by a number of lanes. */
  movedBy(lanes: number): TrackItem {
    const { start, end } = this.items[0]!;
    return {
      start: start + lanes,
      end: end + lanes,
      minContentContribution: () => this.minContentContribution(),
      maxContentContribution: () => this.maxContentContribution(),
      minimumContribution: (limit, spansAutoMin, spansFlexible) =>
        this.minimumContribution(limit, spansAutoMin, spansFlexible),
    };
  }

  private minContentContribution(): LU {
    if (this.minContent < 0) this.minContent = this.largest((item) => item.minContentContribution());
    return this.minContent;
  }

  private maxContentContribution(): LU {
    if (this.maxContent < 0) this.maxContent = this.largest((item) => item.maxContentContribution());
    return this.maxContent;
  }

  private minimumContribution(limit: LU, spansAutoMin: boolean, spansFlexible: boolean): LU {
    const key = `${limit} ${spansAutoMin} ${spansFlexible}`;
    const known = this.minimums.get(key);
    if (known !== undefined) return known;
    const largest = this.largest((item) => item.minimumContribution(limit, spansAutoMin, spansFlexible));
    this.minimums.set(key, largest);
    return largest;
  }

  private largest(sizeOf: (item: TrackItem) => LU): LU {
    return this.items.reduce((most, item) => Math.max(most, sizeOf(item)), 0);
  }
}

/** Directions and tolerance of a container's lanes. */
export interface Lanes {
  /** Whether lanes run along the inline axis, so that they are rows. */
  readonly stacksInline: boolean;
  /** Whether items are stacked from the lanes' end. */
  readonly fillReverse: boolean;
  /** Whether the last lane is filled first. */
  readonly trackReverse: boolean;
  /**
   * How much closer to the start a lane must be to be chosen before the next lane in order. Percentages refer to the
   * length of the lanes. Null if lanes are always filled in turn.
   */
  readonly tolerance: Length | null;
}

/** Returns the lanes, or null for a grid container with tracks along both axes. */
export function lanesOf(box: Box): Lanes | null {
  const { style } = box;
  const { gridTemplateColumns, gridTemplateRows, gridLanesDirection, flowTolerance } = style.rare;
  const { axis, fillReverse, trackReverse } = gridLanesDirection;
  const hasLanes = style.box.display.inside === 'grid-lanes';
  let stacksInline: boolean;
  if (hasLanes)
    stacksInline = axis === 'normal' ? gridTemplateColumns === null && gridTemplateRows !== null : axis === 'row';
  else if (gridTemplateRows === MASONRY) stacksInline = false;
  else if (gridTemplateColumns === MASONRY) stacksInline = true;
  else return null;
  // `normal` is 1em. The older keyword `masonry` predates tolerances.
  const normal = hasLanes ? Length.px(style.font.fontSize) : Length.ZERO;
  const tolerance = flowTolerance === 'normal' ? normal : flowTolerance === 'infinite' ? null : flowTolerance;
  return { stacksInline, fillReverse, trackReverse, tolerance };
}
