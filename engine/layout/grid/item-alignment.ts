/**
 * Alignment of items in their grid areas, their baseline-sharing groups (css-align-3 §9), and the item that supplies a
 * grid's baseline (css-grid-2 §10.6, §11).
 */
import { alignInArea } from '../alignment/alignment.ts';
import type { LentTracks } from '../contract/constraint-space.ts';
import type { GridItem } from './grid-item.ts';
import type { LU } from '../../units.ts';

/**
 * Returns the distance from the area's start edge to the item's border edge, from auto margins or self-alignment (§11).
 */
export function alignItem(item: GridItem, area: LU, size: LU, inline: boolean, baselines: BaselineGroups | null): LU {
  const { margins, autoMargins } = item;
  if (inline ? item.subgridInline : item.subgridBlock) return inline ? margins.inlineStart : margins.blockStart;
  const start = inline ? margins.inlineStart : margins.blockStart;
  const end = inline ? margins.inlineEnd : margins.blockEnd;
  const autoStart = inline ? autoMargins.inlineStart : autoMargins.blockStart;
  const autoEnd = inline ? autoMargins.inlineEnd : autoMargins.blockEnd;
  const outer = size + start + end;
  if (autoStart + autoEnd > 0) {
    const free = Math.max(0, area - outer);
    return start + (autoStart === 0 ? 0 : autoEnd === 0 ? free : Math.floor(free / 2));
  }
  if (baselines?.has(item) === true) return start + baselines.offset(item, area, outer);
  const alignment = inline ? item.justifySelf : item.alignSelf;
  return start + alignInArea(item.keyword(inline), alignment.overflow === 'safe', area, outer);
}

/** Returns the item that supplies a baseline: lowest `rank`, then baseline-aligned items, then grid order. */
export function firstItem(items: readonly GridItem[], rank: (item: GridItem) => number): GridItem | null {
  let best: GridItem | null = null;
  const isBaseline = (item: GridItem): boolean => item.alignSelf.keyword === 'baseline';
  for (const item of items) {
    if (best === null || rank(item) < rank(best)) best = item;
    else if (rank(item) === rank(best)) {
      if (isBaseline(item) && !isBaseline(best)) best = item;
      else if (isBaseline(item) === isBaseline(best) && item.columns.start < best.columns.start) best = item;
    }
  }
  return best;
}

/** An item with a baseline at `distance` LU from its group's edge, in the lines of the requesting grid. */
export interface Participant {
  readonly item: GridItem;
  /** Whether the item is aligned along the inline axis of its own container. */
  readonly inline: boolean;
  readonly start: number;
  readonly end: number;
  readonly atEnd: boolean;
  readonly distance: LU;
}

/**
 * The baseline-sharing groups of one axis. `atStart` maps a track to the distance of the shared baseline from its
 * start, `atEnd` a line to the distance from its end side.
 */
export class BaselineGroups {
  readonly atStart = new Map<number, LU>();
  readonly atEnd = new Map<number, LU>();
  private readonly members = new Map<GridItem, Participant>();

  add(participant: Participant, isOwn: boolean): void {
    const groups = participant.atEnd ? this.atEnd : this.atStart;
    const key = keyOf(participant);
    groups.set(key, Math.max(groups.get(key) ?? participant.distance, participant.distance));
    if (isOwn) this.members.set(participant.item, participant);
  }

  /** Adds the baselines that a subgrid shares with its parent. */
  addLent(lent: LentTracks): void {
    for (const [t, distance] of lent.firstBaselines) this.atStart.set(t, distance);
    for (const [t, distance] of lent.lastBaselines) this.atEnd.set(t + 1, distance);
  }

  has(item: GridItem): boolean {
    return this.members.has(item);
  }

  /** Returns the space between an item and its group's edge. */
  shim(participant: Participant): LU {
    const groups = participant.atEnd ? this.atEnd : this.atStart;
    return Math.max(0, (groups.get(keyOf(participant)) ?? 0) - participant.distance);
  }

  /** Returns the distance from the area's start to the margin box of an item with the outer size `outer`. */
  offset(item: GridItem, area: LU, outer: LU): LU {
    const participant = this.members.get(item);
    if (participant === undefined) return 0;
    const shim = this.shim(participant);
    return participant.atEnd ? area - outer - shim : shim;
  }
}

const keyOf = (participant: Participant): number => (participant.atEnd ? participant.end : participant.start);
