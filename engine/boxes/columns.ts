/**
 * Column containers, boxes that span all columns (css-multicol-1 §6), and the limit of nesting. Each container lays out
 * the next one at several heights and positions, so the cost of breaking them multiplies with each level.
 */
import { type Box, BoxFlag, BoxKind, isInFlow } from './box.ts';
import { isMulticol, spansColumns } from './display.ts';
import type { BuildContext } from './build-context.ts';

/** Returns whether a box spans the columns of a container. Only blocks of one formatting context may be in between. */
export function isSpanner(box: Box): boolean {
  if (!spansColumns(box.style) || !isInFlow(box)) return false;
  for (let around = box.parent; around !== null; around = around.parent) {
    if (isColumnContainer(around)) return true;
    if (!mayHoldSpanners(around)) return false;
  }
  return false;
}

/** Returns whether a box inside columns may contain spanners of them. */
export function mayHoldSpanners(box: Box): boolean {
  return box.kind === BoxKind.Block && !box.has(BoxFlag.NewFormattingContext | BoxFlag.FixedContainer) && isInFlow(box);
}

/** Returns whether a box's contents flow in columns. */
function isColumnContainer(box: Box): boolean {
  if (box.kind === BoxKind.Multicol) return true;
  return (box.kind === BoxKind.TableCell || box.kind === BoxKind.Fieldset) && isMulticol(box.style);
}

/** The number of nested containers that break together. */
const MAX_NESTED = 4;

/**
 * Returns the number of column containers around the contents of a box that break together with it. A container nested
 * in too many others becomes monolithic (css-break-3 §4.1), so that it is laid out once.
 */
export function columnsAroundContents(context: BuildContext, box: Box): number {
  const { columnsAround } = context;
  const isContainer = isColumnContainer(box);
  if (isContainer && columnsAround >= MAX_NESTED && !box.has(BoxFlag.Monolithic)) {
    box.flags |= BoxFlag.Monolithic;
    const message = `Columns nested in ${MAX_NESTED} others aren't broken between columns or pages.`;
    if (box.element !== null) context.diagnostics.warnAbout('layout/unsupported', message, box.element);
  }
  const outside = box.has(BoxFlag.Monolithic) ? 0 : columnsAround;
  return isContainer ? outside + 1 : outside;
}
