/** Boxes that span all columns (css-multicol-1 §6). */
import { type Box, BoxFlag, BoxKind, isInFlow } from './box.ts';
import { isMulticol, spansColumns } from './display.ts';

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
export function isColumnContainer(box: Box): boolean {
  if (box.kind === BoxKind.Multicol) return true;
  return (box.kind === BoxKind.TableCell || box.kind === BoxKind.Fieldset) && isMulticol(box.style);
}
