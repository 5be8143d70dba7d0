/**
 * The axes at which the cells of table columns align (`text-align: "."`, css-text-4 §7.2). Computed before the widths of
 * the columns, from the lines of the cells at their max-content widths.
 */
import type { AroundAxis, CharacterAxis } from '../contract/constraint-space.ts';
import type { LU } from '../../units.ts';
import { type Edges, writingModeOf } from '../sizing/box-edges.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import { LineFragment } from '../contract/fragment.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { beforeAxis } from '../alignment/character-alignment.ts';
import { releaseMeasured } from '../cache/layout-cache.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import type { TableCell, TableGrid } from './table-grid.ts';

interface Extent {
  before: LU;
  after: LU;
}

interface Axis {
  readonly whole: Extent;
  readonly least: Extent;
  readonly keyword: CharacterAxis['keyword'];
}

/**
 * Returns the axis of each column, from the cells that align at it: those of one column with inline content. Columns
 * without such cells have no entry.
 */
export function columnAxes(context: LayoutContext, { rows }: TableGrid, mode: WritingMode): readonly CharacterAxis[] {
  const axes: Axis[] = [];
  for (const { cells } of rows) {
    for (const cell of cells) {
      if (!isAligned(cell, mode)) continue;
      const { textAlign: keyword } = cell.box.style.text;
      const axis = (axes[cell.column] ??= { whole: { before: 0, after: 0 }, least: { before: 0, after: 0 }, keyword });
      widen(context, cell, mode, axis);
    }
  }
  return axes;
}

/** Returns whether a cell is aligned with its column. */
export const isAligned = ({ box, columnSpan }: TableCell, mode: WritingMode): boolean =>
  box.style.text.textAlignCharacter !== null &&
  columnSpan === 1 &&
  box.inline !== null &&
  writingModeOf(box.style).isParallelTo(mode);

function widen(context: LayoutContext, { box }: TableCell, mode: WritingMode, { whole, least }: Axis): void {
  const { minContent, maxContent } = context.intrinsicSizes(box);
  const space = new SpaceBuilder(context, mode, box)
    .available(maxContent)
    .percentages(maxContent, 0)
    .fixedInline(maxContent);
  const { fragment } = context.layout(box, space.build(), null);
  for (const line of fragment.children) {
    if (!(line instanceof LineFragment)) continue;
    const before = beforeAxis(line, box);
    const after = mode.inlineOf(line.width, line.height) - before;
    for (const extent of minContent === maxContent ? [whole, least] : [whole]) {
      extent.before = Math.max(extent.before, before);
      extent.after = Math.max(extent.after, after);
    }
  }
  releaseMeasured(box);
}

/** Adds the room that a column needs around its axis to the border-box sizes of a cell. */
export function withAxis(
  sizes: IntrinsicSizes,
  edges: Edges,
  axis: CharacterAxis | null,
  { box, columnSpan }: TableCell,
): IntrinsicSizes {
  if (axis === null || columnSpan !== 1 || box.style.text.textAlignCharacter === null) return sizes;
  const widened = (size: LU, { before, after }: AroundAxis): LU => Math.max(size, before + after + edges.inline);
  const minContent = widened(sizes.minContent, axis.least);
  return { minContent, maxContent: Math.max(minContent, widened(sizes.maxContent, axis.whole)) };
}
