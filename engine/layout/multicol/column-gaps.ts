/**
 * Decorations of the gaps between columns and between rows of columns (css-gaps-1, css-multicol-1 §4). They are
 * interrupted by spanners.
 */
import type { Budget } from '../../budget.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { LU } from '../../units.ts';
import { GapDecorations, hasGapRules } from '../gap-decorations/gap-rules.ts';
import { decorateGrid, type GapTracks } from '../gap-decorations/grid-gaps.ts';
import type { FragmentExtra } from '../contract/fragment.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { ColumnGeometry } from './column-geometry.ts';

/** A row of columns in its container's fragment. */
export interface PlacedColumnRow {
  /** Offsets from the border box's block start. */
  readonly start: LU;
  readonly end: LU;
  /** Number of columns with contents. */
  readonly columns: number;
  /** Whether it is the first row or follows a spanner. */
  readonly startsGroup: boolean;
}

/** By default, only gaps between columns with contents have rules, and rules between columns end with their row. */
const DEFAULTS = { visibility: 'between', columnBreak: 'intersection' } as const;

/** The box with columns: its border-box inline size, and the distance from its edge to the first column. */
export interface ColumnBox {
  readonly style: ComputedStyle;
  readonly mode: WritingMode;
  readonly inlineSize: LU;
  readonly inlineStart: LU;
}

/** Returns the decorations, or null if there are none. */
export function decorateColumns(
  { style, mode, inlineSize, inlineStart }: ColumnBox,
  geometry: ColumnGeometry,
  rows: readonly PlacedColumnRow[],
  blockSize: LU,
  budget: Budget,
): FragmentExtra | null {
  if (rows.length === 0 || !hasGapRules(style)) return null;
  const decorations = new GapDecorations(style);
  const columns = columnTracks(geometry, inlineStart);
  const gaps = rows.filter(({ startsGroup }) => !startsGroup).length;
  let first = 0;
  for (let from = 0, to = 1; from < rows.length; from = to++) {
    while (to < rows.length && !rows[to]!.startsGroup) to++;
    const group = rows.slice(from, to);
    const tracks: GapTracks = {
      starts: group.map(({ start }) => start),
      ends: group.map(({ end }) => end),
      first,
      total: gaps + 1,
    };
    const areas = group.flatMap((row, r) =>
      Array.from({ length: Math.min(row.columns, geometry.count) }, (_, c) => ({
        columns: { start: c, end: c + 1 },
        rows: { start: r, end: r + 1 },
      })),
    );
    decorateGrid(decorations, columns, tracks, areas, DEFAULTS, budget);
    first += group.length - 1;
  }
  return decorations.extra(mode, inlineSize, blockSize);
}

/** Returns the columns that fit. */
function columnTracks(geometry: ColumnGeometry, inlineStart: LU): GapTracks {
  const indexes = Array.from({ length: geometry.count }, (_, i) => i);
  return {
    starts: indexes.map((i) => inlineStart + geometry.offset(i)),
    ends: indexes.map((i) => inlineStart + geometry.offset(i + 1) - geometry.gap),
    first: 0,
    total: geometry.count,
  };
}
