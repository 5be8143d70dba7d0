/**
 * Data exchanged between a grid and its subgrids (css-grid-2 §9.2): the parent tracks of a subgrid's items, and the
 * sized tracks the subgrid adopts. LU, in the logical axes of the named grid.
 */
import { INDEFINITE, type LU } from '../../units.ts';
import { edgesAgainst, usedMargins } from '../sizing/box-edges.ts';
import type { LentGrid, LentTracks } from '../contract/constraint-space.ts';
import { sameOffsets, TrackOffsets } from './track-offsets.ts';
import type { LineRange } from './grid-placement.ts';
import type { GridItem } from './grid-item.ts';
import { gapOf, type LentLines } from './grid-lines.ts';
import type { BaselineGroups } from './item-alignment.ts';

const NO_BASELINES: ReadonlyMap<number, LU> = new Map();

/** An axis of a subgrid along its parent's columns or rows. */
export interface SubgridAxis {
  readonly lines: LentLines;
  /** Index of its first line in the parent's implicit grid. */
  readonly start: number;
  /** Whether its lines are numbered from the parent's other end. */
  readonly reversed: boolean;
}

/** The axes that a subgrid shares with its parent grid (css-grid-2 §9). */
export interface SubgridAxes {
  readonly item: GridItem;
  /** Its own columns and rows, if they are tracks of the parent. */
  readonly columns: SubgridAxis | null;
  readonly rows: SubgridAxis | null;
}

/** The extra margins that a subgrid adds to its items along one of its own axes. */
interface EdgeLayers {
  /** Margin, border and padding at its ends. */
  readonly start: LU;
  readonly end: LU;
  /** Half the difference between its gutters and the parent's, after and before a gutter's center. */
  readonly afterGutter: LU;
  readonly beforeGutter: LU;
}

/**
 * Returns the subgrid axis along the parent's inline (block) axis and whether it is the subgrid's inline axis. Returns
 * null if it isn't subgridded.
 */
export function sharedAxis(subgrid: SubgridAxes, parentInline: boolean): { inline: boolean; axis: SubgridAxis } | null {
  const inline = subgrid.item.isParallel === parentInline;
  const axis = inline ? subgrid.columns : subgrid.rows;
  return axis === null ? null : { inline, axis };
}

/**
 * Returns the extra margins. `content` is the subgrid's content size along the axis, the basis of gutter percentages,
 * or INDEFINITE.
 */
export function edgeLayers(subgrid: SubgridAxes, inline: boolean, content: LU = INDEFINITE): EdgeLayers {
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

/** Converts a range of the subgrid's lines to lines of the parent. */
export function rangeInParent(axis: SubgridAxis, range: LineRange): LineRange {
  const { count } = axis.lines;
  return axis.reversed
    ? { start: axis.start + count - range.end, end: axis.start + count - range.start }
    : { start: axis.start + range.start, end: axis.start + range.end };
}

export const layerBefore = (layers: EdgeLayers, line: number): LU => (line === 0 ? layers.start : layers.afterGutter);
export const layerAfter = (layers: EdgeLayers, line: number, count: number): LU =>
  line === count ? layers.end : layers.beforeGutter;

const isWhole = ({ start, lines, reversed }: SubgridAxis, parent: TrackOffsets): boolean =>
  start === 0 && lines.count === parent.count && !reversed;

const isBare = ({ start, end, afterGutter, beforeGutter }: EdgeLayers): boolean =>
  start === 0 && end === 0 && afterGutter === 0 && beforeGutter === 0;

/** Returns the positions of the parent's sized tracks along an axis of the subgrid, from its content edge. */
export function lentOffsets(
  subgrid: SubgridAxes,
  inline: boolean,
  axis: SubgridAxis,
  parent: TrackOffsets,
): TrackOffsets {
  const { count } = axis.lines;
  const area = parent.extent({ start: axis.start, end: axis.start + count });
  const edges = edgeLayers(subgrid, inline);
  const layers = edgeLayers(subgrid, inline, Math.max(0, area.size - edges.start - edges.end));
  if (isWhole(axis, parent) && area.start === 0 && isBare(layers)) return parent;
  return new LentOffsets(parent, axis, area, layers);
}

/**
 * PERF: computes positions from the parent's on demand. Every grid holds the offsets of its nested subgrids, so storing
 * them would take quadratic space in the nesting depth.
 */
class LentOffsets extends TrackOffsets {
  readonly count: number;
  private readonly lender: TrackOffsets;
  private readonly axis: SubgridAxis;
  /** The area that the subgrid covers. */
  private readonly area: { readonly start: LU; readonly size: LU };
  private readonly layers: EdgeLayers;

  constructor(
    lender: TrackOffsets,
    axis: SubgridAxis,
    area: { readonly start: LU; readonly size: LU },
    layers: EdgeLayers,
  ) {
    super();
    this.count = axis.lines.count;
    this.lender = lender;
    this.axis = axis;
    this.area = area;
    this.layers = layers;
  }

  startOf(track: number): LU {
    const { lender, area, axis, layers } = this;
    const from = this.inParent(track);
    const start = axis.reversed ? area.start + area.size - lender.endOf(from) : lender.startOf(from) - area.start;
    return start - layers.start + layerBefore(layers, track);
  }

  endOf(track: number): LU {
    const { lender, area, axis, layers, count } = this;
    const from = this.inParent(track);
    const end = axis.reversed ? area.start + area.size - lender.startOf(from) : lender.endOf(from) - area.start;
    return end - layers.start - layerAfter(layers, track + 1, count);
  }

  private inParent(track: number): number {
    const { start, reversed } = this.axis;
    return reversed ? start + this.count - 1 - track : start + track;
  }
}

/** Returns the shared baselines of the parent's tracks as distances in the subgrid's tracks. */
function lentBaselines(
  subgrid: SubgridAxes,
  inline: boolean,
  axis: SubgridAxis,
  groups: BaselineGroups | null,
): [first: ReadonlyMap<number, LU>, last: ReadonlyMap<number, LU>] {
  if (groups === null) return [NO_BASELINES, NO_BASELINES];
  const { count } = axis.lines;
  const layers = edgeLayers(subgrid, inline);
  const end = axis.start + count;
  const first = new Map<number, LU>();
  const last = new Map<number, LU>();
  const addFirst = (t: number, distance: LU): void => {
    if (distance >= 0 && t >= 0 && t < count) first.set(t, Math.max(0, distance - layerBefore(layers, t)));
  };
  const addLast = (t: number, distance: LU): void => {
    if (distance >= 0 && t >= 0 && t < count) last.set(t, Math.max(0, distance - layerAfter(layers, t + 1, count)));
  };
  for (const [line, distance] of groups.atStart) {
    if (axis.reversed) addLast(end - 1 - line, distance);
    else addFirst(line - axis.start, distance);
  }
  for (const [line, distance] of groups.atEnd) {
    if (axis.reversed) addFirst(end - line, distance);
    else addLast(line - 1 - axis.start, distance);
  }
  return [first, last];
}

/** One axis of a parent grid. `offsets` is null until it is sized. */
interface ParentAxis {
  readonly offsets: TrackOffsets | null;
  readonly baselines: BaselineGroups | null;
}

/** An axis without sized tracks: a subgrid gets only its lines. */
export const UNSIZED: ParentAxis = { offsets: null, baselines: null };

export function lendGrid(subgrid: SubgridAxes, columns: ParentAxis, rows: ParentAxis): LentGrid {
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

  constructor(columns: LentTracks | null, rows: LentTracks | null) {
    this.columns = columns;
    this.rows = rows;
  }

  sharesLinesOf(other: LentGrid): boolean {
    const same = (a: LentTracks | null, b: LentTracks | null): boolean =>
      a === b || (a !== null && b !== null && sameLines(a.lines, b.lines));
    return this === other || (same(this.columns, other.columns) && same(this.rows, other.rows));
  }

  equals(other: LentGrid): boolean {
    return this === other || (sameTracks(this.columns, other.columns) && sameTracks(this.rows, other.rows));
  }
}

function sameTracks(a: LentTracks | null, b: LentTracks | null): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  return (
    sameLines(a.lines, b.lines) &&
    (a.offsets === b.offsets || (a.offsets !== null && b.offsets !== null && sameOffsets(a.offsets, b.offsets))) &&
    sameEntries(a.firstBaselines, b.firstBaselines, Object.is) &&
    sameEntries(a.lastBaselines, b.lastBaselines, Object.is)
  );
}

function sameLines(a: LentTracks['lines'], b: LentTracks['lines']): boolean {
  if (a === b) return true;
  return (
    a.count === b.count &&
    a.gap === b.gap &&
    sameEntries(a.names, b.names, sameNumbers) &&
    a.areas.length === b.areas.length &&
    a.areas.every(({ name, start, end }, i) => {
      const area = b.areas[i]!;
      return name === area.name && start === area.start && end === area.end;
    })
  );
}

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a === b || (a.length === b.length && a.every((value, i) => value === b[i]));

function sameEntries<K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>, same: (a: V, b: V) => boolean): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !same(value, other)) return false;
  }
  return true;
}
