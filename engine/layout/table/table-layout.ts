/**
 * Tables (css-tables-3, css2 §17): the wrapper box with its captions, and the grid box with the rows. column-sizing.ts
 * computes column widths and row-sizing.ts row heights. table-geometry.ts combines both for one width. Fragmentation is
 * in table-fragmentation.ts.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { LengthKind } from '../../css/length.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { Edges, sidesBasis } from '../sizing/box-edges.ts';
import {
  preferredRatio,
  fitContent,
  inlineSizeOf,
  maxInlineSizeOf,
  minInlineSizeOf,
  toBorderBox,
} from '../sizing/sizing-properties.ts';
import {
  addTransferredLimits,
  clampSize,
  inlineLimits,
  resolveInlineLength,
  stretchedInlineSize,
  transferredInlineSize,
  usedInlineSize,
  withUsedPadding,
} from '../sizing/box-model.ts';
import { isDefiniteLength } from '../sizing/box-facts.ts';
import { outerIntrinsicContribution } from '../sizing/intrinsic-contribution.ts';
import type { BreakToken } from '../contract/break-token.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { withBestBreak } from '../fragmentation/break-chooser.ts';
import { wholeFragment } from '../fragmentation/end-fragment.ts';
import { SectionRows } from './section-rows.ts';
import { TableEmitter } from './table-emitter.ts';
import { fragmentTable, mustFragment } from './table-fragmentation.ts';
import { TableGeometry } from './table-geometry.ts';
import { tableOf, TableStructure } from './table-structure.ts';
import { layoutWrapperParts } from './table-wrapper.ts';
import { notePlaces } from './table-places.ts';
import { TableTokenData } from './table-token.ts';
import type { EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/** Lays out the principal box: the grid box, with captions of the same width above and below it (css-tables-3 §3.2). */
export function layoutTableWrapper(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  early: EarlyBreak | null,
): LayoutResult {
  const table = tableOf(box);
  const inlineSize =
    table === null ? usedInlineSize(context, box, space, Edges.ZERO) : usedTableInlineSize(context, box, table, space);
  return withBestBreak(early, (breaks) => layoutWrapperParts(context, box, space, token, breaks, inlineSize));
}

/**
 * Returns the specified inline size, at least the min-content size of the grid and the captions (css-tables-3 §3.9.1).
 */
function usedTableInlineSize(context: LayoutContext, wrapper: Box, table: Box, space: ConstraintSpace): LU {
  if (space.hasFixedInline) return Math.max(space.fixedInline, minimumInlineSize(context, wrapper, table));
  const structure = TableStructure.of(context, table);
  const edges = structure.edges(sidesBasis(space));
  const limits = inlineLimits(context, wrapper, space, edges);
  const size = inlineSizeOf(table.style, space.writingMode);
  let used = resolveInlineLength(context, wrapper, space, edges, size);
  if (!size.isLength && preferredRatio(table.style, space.writingMode) > 0) {
    addTransferredLimits(table, space, edges, limits);
    if (size.isAutomatic) used = transferredInlineSize(table, space, edges);
  }
  if (used === INDEFINITE) {
    const sizes = withUsedPadding(structure.gridSizes(context, false), table.style, space.writingMode, edges);
    used = fitContent(sizes, stretchedInlineSize(wrapper, space));
  }
  return Math.max(clampSize(used, limits.min, limits.max), minimumInlineSize(context, wrapper, table));
}

function minimumInlineSize(context: LayoutContext, wrapper: Box, table: Box): LU {
  const structure = TableStructure.of(context, table);
  let least = structure.gridSizes(context, false).minContent;
  for (const child of wrapper.children) {
    if (child.kind === BoxKind.Table || child.isOutOfFlow) continue;
    least = Math.max(least, outerIntrinsicContribution(context, child, structure.mode).minContent);
  }
  return least;
}

/** Lays out the grid box with rows and cells. Its wrapper determines its inline size. */
export function layoutTable(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  early: EarlyBreak | null,
): LayoutResult {
  const resumed = token?.type === 'block' && token.data instanceof TableTokenData ? token.data : null;
  const structure = TableStructure.of(context, box);
  const edges = resumed !== null ? resumed.geometry.edges : structure.edges(sidesBasis(space));
  const inlineSize = space.hasFixedInline ? space.fixedInline : structure.gridSizes(context, false).maxContent;
  const geometry =
    resumed !== null ? resumed.geometry : new TableGeometry(context, structure, space, edges, inlineSize);
  const known = new Map<number, SectionRows>();
  const rowsOf = (section: number): SectionRows => {
    const rows = known.get(section) ?? new SectionRows(context, geometry, section, space.flags & SpaceFlag.Measure);
    known.set(section, rows);
    return rows;
  };
  return withBestBreak(early, (breaks) => {
    const builder = new FragmentBuilder(context, box, space, token, edges, breaks);
    builder.inlineSize = geometry.inlineSize;
    if (mustFragment(builder, geometry, resumed, early)) return fragmentTable(builder, geometry, rowsOf, resumed);
    const emitter = new TableEmitter(context, geometry, builder);
    for (let s = 0; s < structure.grid.sections.length; s++) emitter.addWholeSection(s, false);
    notePlaces(builder, geometry);
    return emitter.finish(wholeFragment(geometry.blockSize), null);
  });
}

export function intrinsicTable(context: LayoutContext, box: Box): IntrinsicSizes {
  return TableStructure.of(context, box).gridSizes(context, false);
}

/**
 * Returns the contribution of a wrapper, with the table's own width, limits and captions. It is never smaller than its
 * grid.
 */
export function intrinsicTableWrapper(context: LayoutContext, box: Box): IntrinsicSizes {
  const table = tableOf(box);
  if (table === null) return { minContent: 0, maxContent: 0 };
  const structure = TableStructure.of(context, table);
  const { style } = table;
  const edges = structure.edges(0);
  const grid = structure.gridSizes(context, box.has(BoxFlag.InItemOrCell));
  const least = minimumInlineSize(context, box, table);
  const size = inlineSizeOf(style, structure.mode);
  let min = grid.minContent;
  let max = grid.maxContent;
  if (isDefiniteLength(size)) min = max = toBorderBox(style, size.resolve(0), edges.inline);
  else if (size.kind === LengthKind.MinContent) max = min;
  else if (size.kind === LengthKind.MaxContent) min = max;
  const lower = minInlineSizeOf(style, structure.mode);
  const upper = maxInlineSizeOf(style, structure.mode);
  if (isDefiniteLength(upper)) {
    const most = toBorderBox(style, upper.resolve(0), edges.inline);
    min = Math.min(min, most);
    max = Math.min(max, most);
  }
  const floor = Math.max(least, isDefiniteLength(lower) ? toBorderBox(style, lower.resolve(0), edges.inline) : 0);
  return { minContent: Math.max(min, floor), maxContent: Math.max(max, floor) };
}
