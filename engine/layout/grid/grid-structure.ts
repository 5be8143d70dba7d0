/** A grid container with placed items and unsized tracks. */
import { orderedChildren } from '../sizing/box-facts.ts';
import { type Box, BoxKind } from '../../boxes/box.ts';
import { Containment, containmentOf } from '../../boxes/containment.ts';
import type { TrackList } from '../../css/computed-values.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import type { LentGrid } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { GridAxis } from './grid-axis.ts';
import { GridItem } from './grid-item.ts';
import { type ExplicitAxis, gapOf, type LentLines, type RepeatSpace, subgridSpan } from './grid-lines.ts';
import { placeItems } from './grid-placement.ts';
import { explicitAxis, lentLines, subgridAxis } from './kept-lines.ts';
import { lendGrid, type SubgridAxes, type SubgridAxis, UNSIZED } from './subgrid.ts';

/** Content-box limits for automatic repetition if the size isn't definite, or INDEFINITE. */
export interface RepeatLimits {
  readonly inlineMin: LU;
  readonly inlineMax: LU;
  readonly blockMin: LU;
  readonly blockMax: LU;
}

/** A subgrid with the grid structure of its items. */
export interface Subgrid extends SubgridAxes {
  /** Replaced once the size that its own tracks depend on is known. */
  structure: GridStructure;
}

export interface GridStructure {
  readonly columns: GridAxis;
  readonly rows: GridAxis;
  readonly items: readonly GridItem[];
  readonly subgrids: ReadonlyMap<GridItem, Subgrid>;
}

/** The lines of a parent grid that a subgrid covers, or null for an axis with its own tracks. */
export interface SharedLines {
  readonly columns: LentLines | null;
  readonly rows: LentLines | null;
}

/** Returns the lines that a parent grid lends to its subgrid. Both are null if the grid isn't a subgrid. */
export const sharedLines = (lent: LentGrid | null): SharedLines => ({
  columns: lent?.columns?.lines ?? null,
  rows: lent?.rows?.lines ?? null,
});

/**
 * Returns which of its own axes an in-flow grid child subgrids. Boxes with containment and size containers can't be
 * subgrids (§9).
 */
function subgriddedAxes(box: Box): { columns: boolean; rows: boolean } {
  const { gridTemplateColumns, gridTemplateRows, containerType } = box.style.rare;
  const independent =
    box.kind !== BoxKind.Grid ||
    containerType.includes('size') ||
    (containmentOf(box.kind, box.style) & (Containment.Layout | Containment.Paint)) !== 0;
  return {
    columns: !independent && gridTemplateColumns?.subgrid === true,
    rows: !independent && gridTemplateRows?.subgrid === true,
  };
}

/**
 * Returns the axes of an item that adopt the parent's tracks. An axis along which items are stacked has none
 * (css-grid-3).
 */
function sharedAxes(item: GridItem): { columns: boolean; rows: boolean } {
  const own = subgriddedAxes(item.box);
  const { stacksInline, stacksBlock, isParallel } = item;
  return {
    columns: own.columns && !(isParallel ? stacksInline : stacksBlock),
    rows: own.rows && !(isParallel ? stacksBlock : stacksInline),
  };
}

/**
 * Returns the default spans. A subgrid of indefinite span covers the number of tracks that its line names require
 * (§9.2).
 */
export function defaultSpans(box: Box, mode: WritingMode): { box: Box; columnSpan: number; rowSpan: number } {
  const own = subgriddedAxes(box);
  const { gridTemplateColumns, gridTemplateRows } = box.style.rare;
  const columns = own.columns ? subgridSpan(gridTemplateColumns) : 1;
  const rows = own.rows ? subgridSpan(gridTemplateRows) : 1;
  return writingModeOf(box.style).isParallelTo(mode)
    ? { box, columnSpan: columns, rowSpan: rows }
    : { box, columnSpan: rows, rowSpan: columns };
}

/**
 * Builds the structure. `contentInline` and `contentBlock` are content-box sizes, or INDEFINITE. `shared` holds the
 * lines of the parent grid of a subgrid. `isEmpty` ignores all items.
 */
export function buildStructure(
  context: LayoutContext,
  box: Box,
  mode: WritingMode,
  contentInline: LU,
  contentBlock: LU,
  limits: RepeatLimits,
  shared: SharedLines | null,
  isEmpty = false,
): GridStructure {
  const { rare } = box.style;
  const lentColumns = shared?.columns ?? null;
  const lentRows = shared?.rows ?? null;
  const columnGap = gapOf(box, true, contentInline, lentColumns);
  const rowGap = gapOf(box, false, contentBlock, lentRows);
  const explicit = (
    list: TrackList | null,
    isColumn: boolean,
    lent: LentLines | null,
    room: RepeatSpace,
  ): ExplicitAxis =>
    lent === null
      ? explicitAxis(list, rare.gridTemplateAreas, isColumn, room, context.budget)
      : subgridAxis(list, rare.gridTemplateAreas, isColumn, lent, context.budget);
  const { inlineMin, inlineMax, blockMin, blockMax } = limits;
  const explicitColumns = explicit(
    rare.gridTemplateColumns,
    true,
    lentColumns,
    repeatSpace(contentInline, inlineMin, inlineMax, columnGap),
  );
  const explicitRows = explicit(
    rare.gridTemplateRows,
    false,
    lentRows,
    repeatSpace(contentBlock, blockMin, blockMax, rowGap),
  );
  const boxes = isEmpty ? [] : orderedChildren(box).map((child) => defaultSpans(child, mode));
  const placement = placeItems(boxes, explicitColumns, explicitRows, rare.gridAutoFlow, context.budget);
  const items = placement.items.map((item) => new GridItem(context, item.box, box, mode, item.columns, item.rows));
  const { columnsBefore, columnCount, rowsBefore, rowCount } = placement;
  const columns = new GridAxis(
    explicitColumns,
    lentColumns === null ? rare.gridAutoColumns : [],
    columnsBefore,
    columnCount,
    columnGap,
    contentInline,
  );
  const autoRows = lentRows === null ? rare.gridAutoRows : [];
  const rows = new GridAxis(explicitRows, autoRows, rowsBefore, rowCount, rowGap, contentBlock);
  columns.collapseEmpty(items.map((item) => item.columns));
  rows.collapseEmpty(items.map((item) => item.rows));
  trimMargins(box, items, columns, rows);
  const subgrids = new Map<GridItem, Subgrid>();
  for (const item of items) {
    const subgrid = buildSubgrid(context, item, columns, rows);
    if (subgrid !== null) subgrids.set(item, subgrid);
  }
  return { columns, rows, items, subgrids };
}

/** Trims the margins of items in the first or last track that isn't collapsed (css-box-4 §3.3.3). */
function trimMargins(box: Box, items: readonly GridItem[], columns: GridAxis, rows: GridAxis): void {
  const edges = box.style.box.marginTrim;
  if (edges.length === 0) return;
  const [firstColumn, lastColumn] = columns.shownEnds();
  const [firstRow, lastRow] = rows.shownEnds();
  for (const item of items) {
    const sides = new Set<string>();
    if (item.columns.start <= firstColumn) sides.add('inline-start');
    if (item.columns.end >= lastColumn) sides.add('inline-end');
    if (item.rows.start <= firstRow) sides.add('block-start');
    if (item.rows.end >= lastRow) sides.add('block-end');
    item.trims = new Set(edges.filter((edge) => sides.has(edge)));
  }
}

/**
 * Returns the space for automatic repetition: a definite or maximum size to fit into, or a minimum to fill (§7.2.3.2).
 */
export function repeatSpace(size: LU, min: LU, max: LU, gap: LU): RepeatSpace {
  const most = size !== INDEFINITE ? size : max;
  return most !== INDEFINITE ? { available: most, atLeast: false, gap } : { available: min, atLeast: true, gap };
}

const NO_LIMITS: RepeatLimits = {
  inlineMin: INDEFINITE,
  inlineMax: INDEFINITE,
  blockMin: INDEFINITE,
  blockMax: INDEFINITE,
};

/** Returns the subgrid of an item, or null if it doesn't share any tracks. */
export function buildSubgrid(
  context: LayoutContext,
  item: GridItem,
  columns: GridAxis,
  rows: GridAxis,
): Subgrid | null {
  const own = sharedAxes(item);
  if (!own.columns && !own.rows) return null;
  context.budget.tick();
  const { mode, containerMode } = item;
  const share = (inline: boolean): SubgridAxis | null => {
    if (!(inline ? own.columns : own.rows)) return null;
    const alongColumns = item.isParallel === inline;
    const axis = alongColumns ? columns : rows;
    const range = alongColumns ? item.columns : item.rows;
    const reversed =
      (inline ? mode.inlineReversed : mode.blockReversed) !==
      (alongColumns ? containerMode.inlineReversed : containerMode.blockReversed);
    const count = range.end - range.start;
    const lines = lentLines(axis.explicit, range.start - axis.before, count, reversed, axis.gap, context.budget);
    return { lines, start: range.start, reversed };
  };
  const subgrid = { item, columns: share(true), rows: share(false) };
  item.subgridInline = item.isParallel ? own.columns : own.rows;
  item.subgridBlock = item.isParallel ? own.rows : own.columns;
  item.takeTracks(lendGrid(subgrid, UNSIZED, UNSIZED));
  const shared = { columns: subgrid.columns?.lines ?? null, rows: subgrid.rows?.lines ?? null };
  const structure = buildStructure(context, item.box, mode, INDEFINITE, INDEFINITE, NO_LIMITS, shared);
  return { item: subgrid.item, columns: subgrid.columns, rows: subgrid.rows, structure };
}
