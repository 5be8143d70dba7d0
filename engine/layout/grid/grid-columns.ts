/** Sizing the columns of a grid, and telling its items and subgrids their inline sizes (css-grid-2 §12.1 step 1). */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Alignment } from '../../css/computed-values.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { type AlignmentKeyword, selfAlignment } from '../alignment.ts';
import { edgesOf } from '../box-edges.ts';
import { usedInlineSize } from '../box-model.ts';
import type { LayoutContext } from '../contract.ts';
import type { LentTracks } from '../constraint-space.ts';
import type { WritingMode } from '../geometry.ts';
import { GridAxis } from './grid-axis.ts';
import { alignBaselines } from './grid-baselines.ts';
import { buildStructure, type GridStructure, type Subgrid } from './grid-structure.ts';
import { lendGrid, lentOffsets, sharedAxis } from './subgrid.ts';
import { trackContributions } from './track-contributions.ts';
import { gutters } from './grid-track.ts';
import { settled, type TrackOffsets } from './track-offsets.ts';

const DISTRIBUTED: readonly AlignmentKeyword[] = ['space-between', 'space-around', 'space-evenly'];

/** Do auto tracks take what is left (§12.8)? */
export const stretchesTracks = (alignment: Alignment): boolean =>
  alignment.keyword === 'normal' || alignment.keyword === 'stretch';

/** `align-content` (`justify-content`: `inline`) without flow-relative meanings. */
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

/** The columns in a content box of `contentInline`, sized by what is in them or taken over from the parent grid. */
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

/** §12.1: while columns are sized, rows with a definite maximum are as high as that; the others have no size. */
export function presumeRows({ items, rows }: GridStructure): void {
  // Lent rows are automatic until their lender has sized them.
  if (rows.explicit.isLent) return;
  for (const item of items) {
    const spanned = rows.tracks.slice(item.rows.start, item.rows.end);
    if (!spanned.every((track) => track.hasFixedMax)) continue;
    item.areaBlock = gutters(rows.tracks, item.rows.start, item.rows.end, rows.gap);
    for (const track of spanned) item.areaBlock += track.limit;
  }
}

/** Once the columns lie where they do: the items' inline sizes, those of items in subgrids too. */
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
  // PERF: grids around this one keep its structure; it has tracks of its own again when it is laid out itself.
  columns.release(sizeColumns(context, subgrid.structure, box.style, mode, content, null));
}

/** Are there percentages or automatic repetitions? */
function columnsDependOnSize({ style }: Box): boolean {
  const { gridTemplateColumns, gridAutoColumns } = style.rare;
  const repeats = gridTemplateColumns?.items.some((item) => item.type === 'repeat' && typeof item.count !== 'number');
  return (
    repeats === true || style.box.columnGap.hasPercent || GridAxis.hasPercentages(gridTemplateColumns, gridAutoColumns)
  );
}
