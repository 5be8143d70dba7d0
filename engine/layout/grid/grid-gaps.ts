/** Gap decorations of a grid's gutters (css-gaps-1), in each of its fragments. */
import { GapDecorations, hasGapRules } from '../gap-decorations/gap-rules.ts';
import { decorateGrid, type GapTracks, type TrackRange } from '../gap-decorations/grid-gaps.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import type { TrackOffsets } from './track-offsets.ts';
import type { GridStructure } from './grid-structure.ts';
import type { GridTrack } from './grid-track.ts';
import type { DecorateGaps } from '../row-fragmentation/rows-token.ts';

const DEFAULTS = { visibility: 'all', columnBreak: 'normal' } as const;
const NO_GAPS: DecorateGaps = () => null;

/** Returns the decorations of a sized grid. */
export function gridGaps(
  { box, context, mode, edges, inlineSize }: FragmentBuilder,
  { columns, rows, items }: GridStructure,
  columnOffsets: TrackOffsets,
): DecorateGaps {
  if (!hasGapRules(box.style)) return NO_GAPS;
  const shownColumns = shownTracks(columns.tracks);
  const shownRows = shownTracks(rows.tracks);
  const columnTracks: GapTracks = {
    starts: shownColumns.tracks.map((t) => edges.inlineStart + columnOffsets.startOf(t)),
    ends: shownColumns.tracks.map((t) => edges.inlineStart + columnOffsets.endOf(t)),
    first: 0,
    total: shownColumns.tracks.length,
  };
  return ([extents], _, blockSize) => {
    const here = extents!.filter(({ row }) => !rows.tracks[row]!.collapsed);
    if (here.length === 0) return null;
    const first = shownRows.before[here[0]!.row]!;
    const rowTracks: GapTracks = {
      starts: here.map(({ start }) => start),
      ends: here.map(({ end }) => end),
      first,
      total: shownRows.tracks.length,
    };
    const areas = items.map((item) => ({
      columns: shownColumns.range(item.columns, 0),
      rows: shownRows.range(item.rows, first),
    }));
    const decorations = new GapDecorations(box.style);
    decorateGrid(decorations, columnTracks, rowTracks, areas, DEFAULTS, context.budget);
    return decorations.extra(mode, inlineSize, blockSize);
  };
}

/**
 * Returns the tracks that aren't collapsed. Gutters that coincide because of collapsed tracks count as one. `before[t]`
 * is the number of shown tracks before track t.
 */
function shownTracks(all: readonly GridTrack[]): {
  readonly tracks: readonly number[];
  readonly before: readonly number[];
  /** Returns the range among the shown tracks, numbered from `first`. */
  range(given: TrackRange, first: number): TrackRange;
} {
  const tracks: number[] = [];
  const before: number[] = [0];
  all.forEach((track, t) => {
    if (!track.collapsed) tracks.push(t);
    before.push(tracks.length);
  });
  const at = (line: number): number => before[Math.min(line, all.length)]!;
  return { tracks, before, range: ({ start, end }, first) => ({ start: at(start) - first, end: at(end) - first }) };
}
