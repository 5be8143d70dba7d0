/**
 * What passes between a grid and its subgrids (css-grid-2 §9.2): how items of a subgrid lie in its parent's tracks, and the sized tracks
 * that the subgrid takes over. LU, in the logical axes of whichever grid is said.
 */
import { INDEFINITE, type LU } from '../../units.ts';
import { edgesAgainst, usedMargins } from '../box-edges.ts';
import type { LentGrid, LentTracks } from '../constraint-space.ts';
import { TrackOffsets } from './grid-axis.ts';
import type { LineRange } from './grid-placement.ts';
import { gapOf, type Subgrid, type SubgridAxis } from './grid-structure.ts';
import type { BaselineGroups } from './baseline-groups.ts';

/** The layers of "margin" that a subgrid adds to its items along one of its own axes. */
export interface EdgeLayers {
  /** Margin, border and padding at its ends. */
  readonly start: LU;
  readonly end: LU;
  /** Half of what its gutters are larger than its parent's, before and after a gutter's middle. */
  readonly afterGutter: LU;
  readonly beforeGutter: LU;
}

/** The axis of a subgrid that its parent's inline (block) axis sizes: is it the subgrid's inline one, and what is shared; null: not subgridded. */
export function sharedAxis(subgrid: Subgrid, parentInline: boolean): { inline: boolean; axis: SubgridAxis } | null {
  const inline = subgrid.item.isParallel === parentInline;
  const axis = inline ? subgrid.columns : subgrid.rows;
  return axis === null ? null : { inline, axis };
}

/** `content`: the subgrid's content size along the axis, which percentages of gutters refer to; INDEFINITE: not known. */
export function edgeLayers(subgrid: Subgrid, inline: boolean, content: LU = INDEFINITE): EdgeLayers {
  const { item } = subgrid;
  const basis = Math.max(0, item.areaInline);
  const margins = usedMargins(item.box.style, item.mode, basis);
  const edges = edgesAgainst(item.box.style, item.mode, basis);
  const axis = inline ? subgrid.columns : subgrid.rows;
  const lines = axis?.lines ?? null;
  const difference = gapOf(item.box, inline, content, lines) - (lines?.gap ?? 0);
  const afterGutter = Math.floor(difference / 2);
  return {
    start: inline ? margins.inlineStart + edges.inlineStart : margins.blockStart + edges.blockStart,
    end: inline
      ? margins.inlineEnd + edges.inline - edges.inlineStart
      : margins.blockEnd + edges.block - edges.blockStart,
    afterGutter,
    beforeGutter: difference - afterGutter,
  };
}

/** Lines of the parent around lines `range` of the subgrid. */
export function rangeInParent(axis: SubgridAxis, range: LineRange): LineRange {
  const { count } = axis.lines;
  return axis.reversed
    ? { start: axis.start + count - range.end, end: axis.start + count - range.start }
    : { start: axis.start + range.start, end: axis.start + range.end };
}

export const layerBefore = (layers: EdgeLayers, line: number): LU => (line === 0 ? layers.start : layers.afterGutter);
export const layerAfter = (layers: EdgeLayers, line: number, count: number): LU =>
  line === count ? layers.end : layers.beforeGutter;

/** Where the parent's sized tracks lie along an axis of the subgrid, from its content edge. */
export function lentOffsets(subgrid: Subgrid, inline: boolean, axis: SubgridAxis, parent: TrackOffsets): TrackOffsets {
  const { count } = axis.lines;
  const area = parent.extent({ start: axis.start, end: axis.start + count });
  const edges = edgeLayers(subgrid, inline);
  const layers = edgeLayers(subgrid, inline, Math.max(0, area.size - edges.start - edges.end));
  const starts: LU[] = [];
  const ends: LU[] = [];
  for (let t = 0; t < count; t++) {
    const from = axis.reversed ? axis.start + count - 1 - t : axis.start + t;
    const start = axis.reversed ? area.start + area.size - parent.endOf(from) : parent.startOf(from) - area.start;
    const size = parent.endOf(from) - parent.startOf(from);
    starts.push(start - layers.start + layerBefore(layers, t));
    ends.push(start + size - layers.start - layerAfter(layers, t + 1, count));
  }
  return new TrackOffsets(starts, ends);
}

/** The baselines that a parent's tracks share, as distances in the subgrid's tracks; -1: none. */
function lentBaselines(
  subgrid: Subgrid,
  inline: boolean,
  axis: SubgridAxis,
  groups: BaselineGroups | null,
): [LU[], LU[]] {
  const { count } = axis.lines;
  const layers = edgeLayers(subgrid, inline);
  const first: LU[] = [];
  const last: LU[] = [];
  for (let t = 0; t < count; t++) {
    const { start, end } = rangeInParent(axis, { start: t, end: t + 1 });
    const atStart = (axis.reversed ? groups?.atEnd.get(end) : groups?.atStart.get(start)) ?? -1;
    const atEnd = (axis.reversed ? groups?.atStart.get(start) : groups?.atEnd.get(end)) ?? -1;
    first.push(atStart < 0 ? -1 : Math.max(0, atStart - layerBefore(layers, t)));
    last.push(atEnd < 0 ? -1 : Math.max(0, atEnd - layerAfter(layers, t + 1, count)));
  }
  return [first, last];
}

/** What a grid knows of one of its axes; null offsets: not sized yet. */
export interface ParentAxis {
  readonly offsets: TrackOffsets | null;
  readonly baselines: BaselineGroups | null;
}

export function lendGrid(subgrid: Subgrid, columns: ParentAxis, rows: ParentAxis): LentGrid {
  const lend = (inline: boolean): LentTracks | null => {
    const axis = inline ? subgrid.columns : subgrid.rows;
    if (axis === null) return null;
    const { offsets, baselines } = subgrid.item.isParallel === inline ? columns : rows;
    const [firstBaselines, lastBaselines] = lentBaselines(subgrid, inline, axis, baselines);
    const lent = offsets === null ? null : lentOffsets(subgrid, inline, axis, offsets);
    return { lines: axis.lines, offsets: lent, firstBaselines, lastBaselines };
  };
  return new LentTracksOfGrid(lend(true), lend(false));
}

class LentTracksOfGrid implements LentGrid {
  readonly columns: LentTracks | null;
  readonly rows: LentTracks | null;
  private text: string | null = null;

  constructor(columns: LentTracks | null, rows: LentTracks | null) {
    this.columns = columns;
    this.rows = rows;
  }

  get key(): string {
    const write = (lent: LentTracks | null): unknown =>
      lent === null
        ? null
        : [
            lent.lines.count,
            lent.lines.gap,
            [...lent.lines.names],
            lent.lines.areas,
            lent.offsets?.starts,
            lent.offsets?.ends,
            lent.firstBaselines,
            lent.lastBaselines,
          ];
    this.text ??= JSON.stringify([write(this.columns), write(this.rows)]);
    return this.text;
  }
}
