/**
 * Converts the items of lanes to rows for fragmentation (css-grid-3, "Fragmentation"). Offsets are LU from the start
 * corner of the container's border box.
 */
import { addTo } from '../../grouped.ts';
import type { LU } from '../../units.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { Row, RowItem } from '../row-fragmentation/row.ts';
import type { TrackOffsets } from './track-offsets.ts';
import type { GridItem } from './grid-item.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/** An item and the position of its border box. */
export interface LaidOutItem {
  readonly item: GridItem;
  readonly result: LayoutResult;
  readonly inlineOffset: LU;
  readonly blockOffset: LU;
}

/** Returns the rows of lanes that run along the inline axis. They break like grid rows. */
export function rowsAsLanes(
  items: readonly LaidOutItem[],
  offsets: TrackOffsets,
  contentStart: LU,
  gutter: LU,
  mode: WritingMode,
): Row[] {
  const rows = offsets.all().map(({ start, end }) => ({
    blockOffset: contentStart + start,
    blockSize: end - start,
    marginStart: 0,
    gutter,
    box: null,
    items: [] as RowItem[],
  }));
  for (const laidOut of items) {
    const { start, end } = laidOut.item.rows;
    rows[start]!.items.push(rowItem(laidOut, end - 1, mode));
  }
  return rows;
}

/**
 * Returns the flows of lanes that run along the block axis. Adjacent lanes are parallel flows. If an item spans several
 * lanes, all lanes share one flow, with a row from each item's start to the next.
 */
export function lanesAsRows(items: readonly LaidOutItem[], mode: WritingMode): Row[][] {
  const isApart = items.every(({ item }) => item.columns.end - item.columns.start === 1);
  if (!isApart) return [sharedRows(items, mode)];
  const lanes = new Map<number, LaidOutItem[]>();
  for (const laidOut of items) {
    const { start } = laidOut.item.columns;
    addTo(lanes, start, laidOut);
  }
  return [...lanes.values()].map((lane) => inOrder(lane).map((laidOut, row) => ownRow(laidOut, row, mode)));
}

function ownRow(laidOut: LaidOutItem, row: number, mode: WritingMode): Row {
  const { margins } = laidOut.item;
  const item = rowItem(laidOut, row, mode);
  return {
    blockOffset: item.blockOffset - margins.blockStart,
    blockSize: margins.blockStart + item.blockSize + margins.blockEnd,
    marginStart: margins.blockStart,
    gutter: 0,
    box: null,
    items: [item],
  };
}

function sharedRows(items: readonly LaidOutItem[], mode: WritingMode): Row[] {
  const ordered = inOrder(items);
  const endOf = ({ item, result, blockOffset }: LaidOutItem): LU =>
    blockOffset + result.fragment.blockSize(mode) + item.margins.blockEnd;
  const lines = [...new Set(ordered.map(startOf)), ordered.reduce((end, laidOut) => Math.max(end, endOf(laidOut)), 0)];
  const rows = lines.slice(1).map((end, row) => ({
    blockOffset: lines[row]!,
    blockSize: end - lines[row]!,
    marginStart: 0,
    gutter: 0,
    box: null,
    items: [] as RowItem[],
  }));
  for (const laidOut of ordered) {
    const row = lineBefore(lines, startOf(laidOut));
    const last = Math.max(row, lineBefore(lines, endOf(laidOut) - 1));
    rows[row]?.items.push(rowItem(laidOut, last, mode));
  }
  return rows;
}

/** Returns the index of the last of the ascending lines at or before an offset. */
function lineBefore(lines: readonly LU[], offset: LU): number {
  let low = 0;
  let high = lines.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lines[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

const startOf = ({ item, blockOffset }: LaidOutItem): LU => blockOffset - item.margins.blockStart;

const inOrder = (items: readonly LaidOutItem[]): LaidOutItem[] => [...items].sort((a, b) => startOf(a) - startOf(b));

function rowItem(
  { item, result, inlineOffset, blockOffset }: LaidOutItem,
  lastRow: number,
  mode: WritingMode,
): RowItem {
  return {
    box: item.box,
    inlineOffset,
    blockOffset,
    blockSize: result.fragment.blockSize(mode),
    marginEnd: item.margins.blockEnd,
    lastRow,
    stretches: false,
    resize: null,
    layout: (fragmentainer, token, early) =>
      item.context.layout(item.box, item.space(item.areaBlock, 0, fragmentainer), token, early),
  };
}
