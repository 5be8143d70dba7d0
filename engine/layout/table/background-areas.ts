/**
 * Areas where the backgrounds of rows, row groups, columns and column groups are visible (css2 §17.5.1, §17.6.1). These
 * are the full areas of the cells that begin in them, even where cells span beyond. Border spacing is excluded.
 */
import { addTo } from '../../grouped.ts';
import type { Box } from '../../boxes/box.ts';
import { Color } from '../../css/color.ts';
import type { LU } from '../../units.ts';
import type { ColumnBackground, PhysicalRect } from '../contract/fragment.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { TableGeometry } from './table-geometry.ts';
import type { PlacedTableRow } from './placed-row.ts';

/** The border box of a fragment of the grid box, or of a part of it. */
export interface TableFrame {
  readonly mode: WritingMode;
  readonly inlineSize: LU;
  readonly blockSize: LU;
}

/** A cell's fragment, from the start corner of the grid box fragment. */
export interface CellArea {
  readonly column: number;
  readonly inline: LU;
  readonly block: LU;
  readonly inlineSize: LU;
  readonly blockSize: LU;
}

/** Converts a logical rectangle to a physical one. */
export function toPhysical(frame: TableFrame, inline: LU, block: LU, inlineSize: LU, blockSize: LU): PhysicalRect {
  const { mode } = frame;
  const width = mode.xOf(inlineSize, blockSize);
  const height = mode.yOf(inlineSize, blockSize);
  const whole = mode.xOf(frame.inlineSize, frame.blockSize);
  const wholeHeight = mode.yOf(frame.inlineSize, frame.blockSize);
  return {
    x: mode.physicalX(inline, block, width, whole),
    y: mode.physicalY(inline, block, height, wholeHeight),
    width,
    height,
  };
}

export function hasBackground(box: Box): boolean {
  const { background } = box.style;
  const color = background.backgroundColor === Color.CURRENT ? box.style.text.color : background.backgroundColor;
  if (color.a > 0) return true;
  return background.backgroundLayers.some((layer) => layer.image !== null);
}

/**
 * Returns the cell areas relative to a part whose start corner is at (`inline`, `block`), or null if they fill it
 * exactly.
 */
export function areasIn(cells: readonly CellArea[], part: TableFrame, inline: LU, block: LU): PhysicalRect[] | null {
  let covered = 0;
  for (const cell of cells) covered += cell.inlineSize * cell.blockSize;
  if (covered === part.inlineSize * part.blockSize) return null;
  return cells.map((cell) =>
    toPhysical(part, cell.inline - inline, cell.block - block, cell.inlineSize, cell.blockSize),
  );
}

/** Returns the backgrounds, with column groups first because they are below their columns (css2 §17.5.1). */
export function columnAreas(
  geometry: TableGeometry,
  rows: readonly PlacedTableRow[],
  cells: readonly CellArea[],
  frame: TableFrame,
): ColumnBackground[] {
  const found: ColumnBackground[] = [];
  if (rows.length === 0) return found;
  const block = rows[0]!.blockOffset;
  const last = rows[rows.length - 1]!;
  const blockSize = last.blockOffset + last.blockSize - block;
  const { columnOffsets, columnSizes } = geometry;
  const byColumn = new Map<number, CellArea[]>();
  for (const cell of cells) {
    addTo(byColumn, cell.column, cell);
  }
  for (const { box, start, end } of columnsWithBackground(geometry)) {
    const inline = columnOffsets[start]!;
    const inlineSize = columnOffsets[end]! + columnSizes[end]! - inline;
    const own: CellArea[] = [];
    for (let c = start; c <= end; c++) for (const cell of byColumn.get(c) ?? []) own.push(cell);
    const filled = areasIn(own, { mode: frame.mode, inlineSize, blockSize }, inline, block) === null;
    found.push({
      box,
      ...toPhysical(frame, inline, block, inlineSize, blockSize),
      areas: filled ? null : areasIn(own, frame, 0, 0),
    });
  }
  return found;
}

/** Returns the columns and groups with a visible background, with their first and last column. */
export function columnsWithBackground({
  grid,
  columnSizes,
}: TableGeometry): { readonly box: Box; readonly start: number; readonly end: number }[] {
  return (
    [...grid.columnGroups, ...grid.columns]
      // A group without its own columns is in both lists.
      .filter(({ box, group, start }) => box !== group && hasBackground(box) && start < columnSizes.length)
      .map(({ box, start, end }) => ({ box, start, end: Math.min(end, columnSizes.length) - 1 }))
  );
}
