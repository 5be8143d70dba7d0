/** Gap decorations of a grid's gutters (css-gaps-1), in each of its fragments. */
import { GapDecorations, hasGapRules } from '../gap-decorations/gap-rules.ts';
import { decorateGrid, type GapTracks, type TrackRange } from '../gap-decorations/grid-gaps.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import type { TrackOffsets } from './track-offsets.ts';
import type { GridStructure } from './grid-structure.ts';
import type { GridTrack } from './grid-track.ts';
import type { LU } from '../../units.ts';
import type { PhysicalRect, TrackAreas } from '../contract/fragment.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { DecorateGaps } from '../row-fragmentation/rows-token.ts';

const DEFAULTS = { visibility: 'all', columnBreak: 'normal' } as const;
const NO_GAPS: DecorateGaps = () => null;

/** Returns whether the gaps of a grid are needed: for decorations, or for inspection. */
export const showsGaps = ({ box, context }: FragmentBuilder): boolean => context.keepsTracks || hasGapRules(box.style);

/** Returns the decorations of a sized grid, and its tracks if fragments keep them. */
export function gridGaps(
  builder: FragmentBuilder,
  { columns, rows, items }: GridStructure,
  columnOffsets: TrackOffsets,
): DecorateGaps {
  if (!showsGaps(builder)) return NO_GAPS;
  const { box, context, mode, edges, inlineSize } = builder;
  const shownColumns = shownTracks(columns.tracks);
  const shownRows = shownTracks(rows.tracks);
  const columnTracks: GapTracks = {
    starts: shownColumns.tracks.map((t) => edges.inlineStart + columnOffsets.startOf(t)),
    ends: shownColumns.tracks.map((t) => edges.inlineStart + columnOffsets.endOf(t)),
    first: 0,
    total: shownColumns.tracks.length,
  };
  return ([extents], content, blockSize) => {
    const here = extents!.filter(({ row }) => !rows.tracks[row]!.collapsed);
    if (here.length === 0) return null;
    const first = shownRows.before[here[0]!.row]!;
    const rowTracks: GapTracks = {
      starts: here.map(({ start }) => start),
      ends: here.map(({ end }) => end),
      first,
      total: shownRows.tracks.length,
    };
    const tracks = context.keepsTracks
      ? { tracks: trackAreas(mode, inlineSize, blockSize, columnTracks, rowTracks, content) }
      : null;
    if (!hasGapRules(box.style)) return tracks;
    const areas = items.map((item) => ({
      columns: shownColumns.range(item.columns, 0),
      rows: shownRows.range(item.rows, first),
    }));
    const decorations = new GapDecorations(box.style);
    decorateGrid(decorations, columnTracks, rowTracks, areas, DEFAULTS, context.budget);
    const extra = decorations.extra(mode, inlineSize, blockSize);
    return tracks === null ? extra : { ...extra, ...tracks };
  };
}

/** Returns the areas of tracks in a fragment of this size. `content`: the block range of its contents. */
function trackAreas(
  mode: WritingMode,
  inlineSize: LU,
  blockSize: LU,
  columns: GapTracks,
  rows: GapTracks,
  content: { readonly start: LU; readonly end: LU },
): TrackAreas {
  const [width, height] = [mode.xOf(inlineSize, blockSize), mode.yOf(inlineSize, blockSize)];
  const area = (inline: LU, inlineEnd: LU, block: LU, blockEnd: LU): PhysicalRect => {
    const own = {
      width: mode.xOf(inlineEnd - inline, blockEnd - block),
      height: mode.yOf(inlineEnd - inline, blockEnd - block),
    };
    const x = mode.physicalX(inline, block, own.width, width);
    return { x, y: mode.physicalY(inline, block, own.height, height), ...own };
  };
  const [start, end] = [columns.starts[0] ?? 0, columns.ends.at(-1) ?? inlineSize];
  return {
    columns: columns.starts.map((at, i) => area(at, columns.ends[i]!, content.start, content.end)),
    rows: rows.starts.map((at, i) => area(start, end, at, rows.ends[i]!)),
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
