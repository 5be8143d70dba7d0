/** Sizes the columns of a grid and passes the inline sizes to its items and subgrids (css-grid-2 §12.1 step 1). */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Alignment } from '../../css/computed-values.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { type AlignmentKeyword, selfAlignment } from '../alignment/alignment.ts';
import { edgesOf } from '../sizing/box-edges.ts';
import { usedInlineSize } from '../sizing/box-model.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { LentTracks } from '../contract/constraint-space.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { GridAxis } from './grid-axis.ts';
import { alignBaselines } from './grid-baselines.ts';
import { buildStructure, type GridStructure, type Subgrid } from './grid-structure.ts';
import { lendGrid, lentOffsets, sharedAxis } from './subgrid.ts';
import { trackContributions } from './track-contributions.ts';
import { gutters } from './grid-track.ts';
import { settled, type TrackOffsets } from './track-offsets.ts';

const DISTRIBUTED: readonly AlignmentKeyword[] = ['space-between', 'space-around', 'space-evenly'];

/** Whether auto tracks stretch into the free space (§12.8). */
export const stretchesTracks = (alignment: Alignment): boolean =>
  alignment.keyword === 'normal' || alignment.keyword === 'stretch';

/** Returns `align-content`, or `justify-content` if `inline`, with flow-relative values resolved. */
export function contentDistribution(
  alignment: Alignment,
  mode: WritingMode,
  inline: boolean,
): { keyword: AlignmentKeyword; safe: boolean } {
  const keyword = DISTRIBUTED.includes(alignment.keyword)
    ? alignment.keyword
    : selfAlignment(alignment.keyword, mode, mode, inline);
  return { keyword, safe: alignment.overflow === 'safe' };
}

/** Sizes the columns for a content box of `contentInline`, from their contents or from the parent grid. */
export function sizeColumns(
  context: LayoutContext,
  structure: GridStructure,
  style: ComputedStyle,
  mode: WritingMode,
  contentInline: LU,
  lent: LentTracks | null,
): TrackOffsets {
  const { columns } = structure;
  let offsets: TrackOffsets;
  if (lent !== null && lent.offsets !== null) {
    offsets = settled(lent.offsets);
    columns.adopt(offsets);
  } else {
    const { justifyContent } = style.box;
    presumeRows(structure);
    alignBaselines(structure, true, lent);
    columns.size({
      items: trackContributions(structure, true),
      constraint: 'definite',
      available: contentInline,
      minimum: 0,
      maximum: INDEFINITE,
      stretches: stretchesTracks(justifyContent),
      budget: context.budget,
    });
    offsets = columns.offsets(contentInline, contentDistribution(justifyContent, mode, true));
  }
  settleColumns(context, structure, offsets);
  return offsets;
}

/** Presumes row sizes while columns are sized: rows with a definite maximum use it, others have no size (§12.1). */
export function presumeRows({ items, rows }: GridStructure): void {
  // Rows lent by a parent count as `auto` until the parent has sized them.
  if (rows.explicit.isLent) return;
  for (const item of items) {
    const spanned = rows.tracks.slice(item.rows.start, item.rows.end);
    if (!spanned.every((track) => track.hasFixedMax)) continue;
    item.areaBlock = gutters(rows.tracks, item.rows.start, item.rows.end, rows.gap);
    for (const track of spanned) item.areaBlock += track.limit;
  }
}

/** Sets the inline sizes of items, including those in subgrids, from the final column positions. */
export function settleColumns(context: LayoutContext, structure: GridStructure, offsets: TrackOffsets): void {
  context.budget.tickBy(structure.items.length);
  for (const item of structure.items) item.areaInline = offsets.extent(item.columns).size;
  for (const subgrid of structure.subgrids.values()) {
    if (subgrid.item.isParallel) settleSubgrid(context, subgrid, offsets);
    subgrid.item.takeTracks(lendGrid(subgrid, { offsets, baselines: null }, { offsets: null, baselines: null }));
  }
}

function settleSubgrid(context: LayoutContext, subgrid: Subgrid, offsets: TrackOffsets): void {
  const { item, structure } = subgrid;
  const shared = sharedAxis(subgrid, true);
  if (shared !== null) {
    settleColumns(context, structure, lentOffsets(subgrid, true, shared.axis, offsets));
    return;
  }
  const { box, mode } = item;
  const space = item.space(INDEFINITE, 0, null);
  const edges = edgesOf(box, space);
  const content = Math.max(0, usedInlineSize(context, box, space, edges) - edges.inline);
  if (columnsDependOnSize(box)) {
    const limits = { inlineMin: INDEFINITE, inlineMax: INDEFINITE, blockMin: INDEFINITE, blockMax: INDEFINITE };
    const lines = { columns: null, rows: subgrid.rows?.lines ?? null };
    subgrid.structure = buildStructure(context, box, mode, content, INDEFINITE, limits, lines);
  }
  const { columns } = subgrid.structure;
  // PERF: enclosing grids retain the structure. It recreates its tracks when the grid itself is laid out.
  columns.release(sizeColumns(context, subgrid.structure, box.style, mode, content, null));
}

/** Whether the columns contain percentages or automatic repetitions. */
function columnsDependOnSize({ style }: Box): boolean {
  const { gridTemplateColumns, gridAutoColumns } = style.rare;
  const repeats = gridTemplateColumns?.items.some((item) => item.type === 'repeat' && typeof item.count !== 'number');
  return (
    repeats === true || style.box.columnGap.hasPercent || GridAxis.hasPercentages(gridTemplateColumns, gridAutoColumns)
  );
}
