/** Decorations of the gaps between columns and between rows of columns (css-gaps-1, css-multicol-1 §4). A spanner ends them. */
import type { LU } from '../../units.ts';
import { GapDecorations, hasGapRules } from '../gap-decorations/gap-rules.ts';
import { decorateGrid, type GapTracks } from '../gap-decorations/grid-gaps.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import type { FragmentExtra } from '../fragment.ts';
import type { ColumnGeometry } from './column-geometry.ts';

/** A row of columns in its container's fragment. */
export interface PlacedColumnRow {
  /** From the border box's block start. */
  readonly start: LU;
  readonly end: LU;
  /** How many columns have contents. */
  readonly columns: number;
  /** It comes after a spanner, or is the first one. */
  readonly startsGroup: boolean;
}

/** Only gaps between columns with contents have rules, unless others are asked for; those between columns end with their row. */
const DEFAULTS = { visibility: 'between', columnBreak: 'intersection' } as const;

/** null: there are none. */
export function decorateColumns(
  builder: FragmentBuilder,
  geometry: ColumnGeometry,
  rows: readonly PlacedColumnRow[],
  blockSize: LU,
): FragmentExtra | null {
  const { context, box, mode, edges } = builder;
  if (rows.length === 0 || !hasGapRules(box.style)) return null;
  const decorations = new GapDecorations(box.style);
  const columns = columnTracks(geometry, edges.inlineStart);
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
    decorateGrid(decorations, columns, tracks, areas, DEFAULTS, context.budget);
    first += group.length - 1;
  }
  return decorations.extra(mode, builder.inlineSize, blockSize);
}

/** The columns that there is room for. */
function columnTracks(geometry: ColumnGeometry, inlineStart: LU): GapTracks {
  const indexes = Array.from({ length: geometry.count }, (_, i) => i);
  return {
    starts: indexes.map((i) => inlineStart + geometry.offset(i)),
    ends: indexes.map((i) => inlineStart + geometry.offset(i + 1) - geometry.gap),
    first: 0,
    total: geometry.count,
  };
}
