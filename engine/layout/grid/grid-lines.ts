/**
 * The explicit grid of one axis: track sizes with expanded repetitions, and line names (css-grid-2 §7). Lines are
 * numbered from 0 at the start of the explicit grid.
 */
import type { Box } from '../../boxes/box.ts';
import type { TrackList, TrackListItem, TrackSize } from '../../css/computed-values.ts';
import { Length } from '../../css/length.ts';
import type { Budget } from '../../budget.ts';
import { INDEFINITE, type LU } from '../../units.ts';

/** Maximum number of explicit tracks. Longer lists are truncated to bound hostile input. */
export const MAX_TRACKS = 10_000;

export const AUTO_TRACK: TrackSize = { type: 'breadth', breadth: Length.AUTO };

/** The range of automatic repetitions, needed for `auto-fit`. */
interface AutoRepeat {
  readonly start: number;
  readonly end: number;
  readonly fit: boolean;
}

/** Maps a name to the ascending indices of its lines. */
type LineNames = ReadonlyMap<string, readonly number[]>;

/** The extent of a named area. In subgrids, several areas can have the same name. */
interface AreaExtent {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The lines that a grid shares with a subgrid along one of the subgrid's axes (css-grid-2 §9.2), numbered from the
 * subgrid's start.
 */
export interface LentLines {
  readonly count: number;
  readonly names: LineNames;
  readonly areas: readonly AreaExtent[];
  /** The parent's gutter, which the subgrid uses for `normal`. */
  readonly gap: LU;
}

export interface ExplicitAxis {
  readonly tracks: readonly TrackSize[];
  /** Number of explicit tracks, from the track list or the areas, whichever is larger. */
  readonly count: number;
  /** All line names, including those of area edges. */
  readonly names: LineNames;
  /** Line names without those of areas. */
  readonly ownNames: LineNames;
  readonly areas: readonly AreaExtent[];
  readonly autoRepeat: AutoRepeat | null;
  /** Total number of line names, counted per line. */
  readonly nameCount: number;
  /** Whether the tracks belong to the parent grid, so that there are no implicit ones. */
  readonly isLent: boolean;
}

/**
 * The content-box size for automatic repetition. With `atLeast`, `available` is a minimum to fill, otherwise a maximum.
 */
export interface RepeatSpace {
  readonly available: LU;
  readonly atLeast: boolean;
  readonly gap: LU;
}

export function resolveExplicitAxis(
  list: TrackList | null,
  areas: readonly (readonly string[])[] | null,
  isColumn: boolean,
  space: RepeatSpace,
  budget: Budget,
): ExplicitAxis {
  const builder = new AxisBuilder(budget);
  const items = list === null || list.subgrid ? [] : list.items;
  for (const item of items) builder.add(item, items, space);
  const named = areas === null ? 0 : isColumn ? (areas[0]?.length ?? 0) : areas.length;
  const count = Math.max(builder.tracks.length, Math.min(named, MAX_TRACKS));
  return builder.finish(count, areaExtents(areas, isColumn), false);
}

/** Resolves a subgridded axis: the lent lines with their names, plus the names the subgrid adds (§9.2). */
export function resolveSubgridAxis(
  list: TrackList | null,
  areas: readonly (readonly string[])[] | null,
  isColumn: boolean,
  lent: LentLines,
  budget: Budget,
): ExplicitAxis {
  const builder = new AxisBuilder(budget);
  for (const [name, lines] of lent.names) for (const line of lines) builder.addName(name, line);
  subgridNames(list, lent.count + 1).forEach((names, line) => {
    for (const name of names) builder.addName(name, line);
  });
  const extents = [...lent.areas];
  for (const { name, start, end } of areaExtents(areas, isColumn))
    if (start < lent.count) extents.push({ name, start, end: Math.min(end, lent.count) });
  return builder.finish(lent.count, extents, true);
}

/** Expands a subgrid's `<line-name-list>` to `lines` lines. `auto-fill` repeats to fill the remaining lines (§9.1). */
function subgridNames(list: TrackList | null, lines: number): (readonly string[])[] {
  if (list === null) return [];
  const names: (readonly string[])[] = [];
  const { written } = nameCounts(list);
  for (const item of list.items) {
    if (item.type === 'names') names.push(item.names);
    if (item.type !== 'repeat') continue;
    const count =
      typeof item.count === 'number' ? item.count : Math.max(0, Math.floor((lines - written) / item.items.length));
    for (let i = 0; i < count && names.length < lines; i++)
      for (const inner of item.items) if (inner.type === 'names') names.push(inner.names);
  }
  return names.slice(0, lines);
}

/** Counts the lines named by a subgrid's list without `auto-fill`, and those of one `auto-fill` repetition. */
function nameCounts(list: TrackList): { readonly written: number; readonly repeated: number } {
  let written = 0;
  let repeated = 0;
  for (const item of list.items) {
    if (item.type === 'names') written++;
    else if (item.type === 'repeat' && typeof item.count === 'number') written += item.count * item.items.length;
    else if (item.type === 'repeat') repeated += item.items.length;
  }
  return { written, repeated };
}

/** Returns the default span of a subgrid: the number of tracks for its own list of names, at least one (§9.2). */
export function subgridSpan(list: TrackList | null): number {
  if (list === null) return 1;
  const { written, repeated } = nameCounts(list);
  const automatic = repeated === 0 ? 0 : repeated * Math.max(0, Math.floor((MAX_TRACKS - written) / repeated));
  return Math.max(1, Math.min(MAX_TRACKS, written + automatic) - 1);
}

/**
 * Returns the lines that a subgrid covering `count` tracks from `start` gets from an axis. `reversed` numbers them from
 * the other end (§9.2).
 */
export function lendLines(axis: ExplicitAxis, start: number, count: number, reversed: boolean, gap: LU): LentLines {
  const names = new Map<string, number[]>();
  for (const [name, lines] of axis.ownNames) {
    const seen: number[] = [];
    for (const line of lines)
      if (line >= start && line <= start + count) seen.push(reversed ? start + count - line : line - start);
    if (seen.length > 0) names.set(name, seen);
  }
  const areas: AreaExtent[] = [];
  for (const area of axis.areas) {
    const from = Math.max(0, area.start - start);
    const to = Math.min(count, area.end - start);
    const { name } = area;
    if (from < to)
      areas.push(reversed ? { name, start: count - to, end: count - from } : { name, start: from, end: to });
  }
  return { count, names, areas, gap };
}

class AxisBuilder {
  readonly tracks: TrackSize[] = [];
  private readonly names = new Map<string, Set<number>>();
  private nameCount = 0;
  private readonly budget: Budget;
  autoRepeat: AutoRepeat | null = null;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  add(item: TrackListItem, all: readonly TrackListItem[], space: RepeatSpace): void {
    switch (item.type) {
      case 'names':
        for (const name of item.names) this.addName(name, this.tracks.length);
        break;
      case 'track':
        if (this.tracks.length < MAX_TRACKS) this.tracks.push(item.size);
        break;
      case 'repeat': {
        const automatic = typeof item.count !== 'number';
        const count = automatic ? autoRepetitions(item.items, all, space) : (item.count as number);
        const start = this.tracks.length;
        for (let i = 0; i < count && this.tracks.length < MAX_TRACKS; i++)
          for (const inner of item.items) this.add(inner, all, space);
        if (automatic) this.autoRepeat = { start, end: this.tracks.length, fit: item.count === 'auto-fit' };
        break;
      }
    }
  }

  addName(name: string, line: number): void {
    this.budget.spendLineName(++this.nameCount);
    const lines = this.names.get(name);
    if (lines === undefined) this.names.set(name, new Set([line]));
    else lines.add(line);
  }

  /** Builds the axis. Each named area also names the lines around it (css-grid-2 §7.3.2). */
  finish(count: number, areas: readonly AreaExtent[], isLent: boolean): ExplicitAxis {
    const { tracks, autoRepeat } = this;
    const ownNames = this.sortedNames();
    for (const { name, start, end } of areas) {
      this.addName(`${name}-start`, start);
      this.addName(`${name}-end`, end);
    }
    const names = areas.length === 0 ? ownNames : this.sortedNames();
    return { tracks, count, names, ownNames, areas, autoRepeat, nameCount: this.nameCount, isLent };
  }

  private sortedNames(): LineNames {
    const names = new Map<string, number[]>();
    for (const [name, lines] of this.names)
      names.set(
        name,
        [...lines].sort((a, b) => a - b),
      );
    return names;
  }
}

/** Returns the number of repetitions that fit, at least one (css-grid-2 §7.2.3.2). */
function autoRepetitions(
  repeated: readonly TrackListItem[],
  all: readonly TrackListItem[],
  space: RepeatSpace,
): number {
  if (space.available === INDEFINITE) return 1;
  let once = 0;
  let onceTracks = 0;
  for (const item of repeated) {
    if (item.type !== 'track') continue;
    once += fixedBreadth(item.size, space.available);
    onceTracks++;
  }
  let others = 0;
  let otherTracks = 0;
  const addOther = (item: TrackListItem): void => {
    if (item.type === 'track') {
      others += fixedBreadth(item.size, space.available);
      otherTracks++;
    } else if (item.type === 'repeat' && typeof item.count === 'number') {
      for (let i = 0; i < Math.min(item.count, MAX_TRACKS); i++) item.items.forEach(addOther);
    }
  };
  all.forEach(addOther);
  // A track of size 0 would repeat forever, so it is treated as 1px.
  const period = Math.max(64, once) + space.gap * onceTracks;
  const free =
    space.available - others - space.gap * Math.max(0, otherTracks - 1) - (otherTracks === 0 ? -space.gap : 0);
  const fitting = space.atLeast ? Math.ceil(free / period) : Math.floor(free / period);
  return Math.max(1, Math.min(fitting, Math.floor(MAX_TRACKS / Math.max(1, onceTracks))));
}

/** Returns the definite size of a track for repetition: its maximum if definite, otherwise its minimum. */
function fixedBreadth(size: TrackSize, basis: LU): LU {
  const definite = (breadth: unknown): LU =>
    breadth instanceof Length && breadth.isLength ? breadth.resolve(basis) : INDEFINITE;
  switch (size.type) {
    case 'breadth':
      return Math.max(0, definite(size.breadth));
    case 'minmax': {
      const min = definite(size.min);
      const max = definite(size.max);
      return max === INDEFINITE ? Math.max(0, min) : Math.max(max, min);
    }
    case 'fit-content':
      return Math.max(0, definite(size.limit));
  }
}

function areaExtents(areas: readonly (readonly string[])[] | null, isColumn: boolean): AreaExtent[] {
  const extents = new Map<string, { name: string; start: number; end: number }>();
  areas?.forEach((row, y) =>
    row.forEach((name, x) => {
      if (name === '.') return;
      const at = isColumn ? x : y;
      const extent = extents.get(name);
      if (extent === undefined) extents.set(name, { name, start: at, end: at + 1 });
      else {
        extent.start = Math.min(extent.start, at);
        extent.end = Math.max(extent.end, at + 1);
      }
    }),
  );
  return [...extents.values()];
}

/** Returns the used gutter. `normal` is 0, or the parent's gutter in a subgrid (css-align-3 §8.1). */
export function gapOf(box: Box, inline: boolean, basis: LU, lent: LentLines | null): LU {
  const gap = inline ? box.style.box.columnGap : box.style.box.rowGap;
  return gap.isLength ? Math.max(0, gap.resolve(Math.max(0, basis))) : (lent?.gap ?? 0);
}
