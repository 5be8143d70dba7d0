/**
 * The explicit grid of one axis: track sizes with repetitions expanded, and the names of its lines (css-grid-2 §7). Lines count from 0 at the
 * start of the explicit grid.
 */
import type { TrackList, TrackListItem, TrackSize } from '../../css/computed-values.ts';
import { Length } from '../../css/computed-values.ts';
import { INDEFINITE, type LU } from '../../units.ts';

/** Tracks of the explicit grid at most; hostile lists are cut. */
export const MAX_TRACKS = 10_000;

export const AUTO_TRACK: TrackSize = { type: 'breadth', breadth: Length.AUTO };

/** Where automatic repetitions stand, for `auto-fit`. */
export interface AutoRepeat {
  readonly start: number;
  readonly end: number;
  readonly fit: boolean;
}

export interface ExplicitAxis {
  readonly tracks: readonly TrackSize[];
  /** Count of explicit tracks: of the list, or of the areas where these are more. */
  readonly count: number;
  /** Indices of the lines of a name, ascending. */
  readonly names: ReadonlyMap<string, readonly number[]>;
  readonly autoRepeat: AutoRepeat | null;
}

/** `available`: content-box size of the axis for automatic repetition; with `atLeast` it is a minimum to be filled, else a maximum. */
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
): ExplicitAxis {
  const builder = new AxisBuilder();
  const items = list === null || list.subgrid ? [] : list.items;
  for (const item of items) builder.add(item, items, space);
  const named = areas === null ? 0 : isColumn ? (areas[0]?.length ?? 0) : areas.length;
  if (areas !== null) addAreaNames(builder, areas, isColumn);
  for (const lines of builder.names.values()) lines.sort((a, b) => a - b);
  return {
    tracks: builder.tracks,
    count: Math.max(builder.tracks.length, Math.min(named, MAX_TRACKS)),
    names: builder.names,
    autoRepeat: builder.autoRepeat,
  };
}

class AxisBuilder {
  readonly tracks: TrackSize[] = [];
  readonly names = new Map<string, number[]>();
  autoRepeat: AutoRepeat | null = null;

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
    const lines = this.names.get(name);
    if (lines === undefined) this.names.set(name, [line]);
    else if (!lines.includes(line)) lines.push(line);
  }
}

/** css-grid-2 §7.2.3.2: as many repetitions as fit, at least one. */
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
  // A track of size 0 would repeat for ever: it is taken as 1px.
  const period = Math.max(64, once) + space.gap * onceTracks;
  const free =
    space.available - others - space.gap * Math.max(0, otherTracks - 1) - (otherTracks === 0 ? -space.gap : 0);
  const fitting = space.atLeast ? Math.ceil(free / period) : Math.floor(free / period);
  return Math.max(1, Math.min(fitting, Math.floor(MAX_TRACKS / Math.max(1, onceTracks))));
}

/** The definite size that a track counts with for repetition: its maximum if that is definite, else its minimum. */
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

/** css-grid-2 §7.3.2: each named area names the lines around it. */
function addAreaNames(builder: AxisBuilder, areas: readonly (readonly string[])[], isColumn: boolean): void {
  const extents = new Map<string, { start: number; end: number }>();
  areas.forEach((row, y) =>
    row.forEach((name, x) => {
      if (name === '.') return;
      const at = isColumn ? x : y;
      const extent = extents.get(name);
      if (extent === undefined) extents.set(name, { start: at, end: at + 1 });
      else {
        extent.start = Math.min(extent.start, at);
        extent.end = Math.max(extent.end, at + 1);
      }
    }),
  );
  for (const [name, { start, end }] of extents) {
    builder.addName(`${name}-start`, start);
    builder.addName(`${name}-end`, end);
  }
}
