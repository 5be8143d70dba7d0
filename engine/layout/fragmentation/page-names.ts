/** Named pages (css-page-3 §9): the names at the edges of a box, and where two that meet differ. */
import { type Box, BoxFlag, isInFlow } from '../../boxes/box.ts';
import type { FragmentainerSpace } from '../fragmentainer-space.ts';
import { firstInFlowChild, isColumned, lastInFlowChild } from './break-values.ts';

/** The page name at the start of a box: that of its first in-flow descendants. */
export function startPageName(box: Box): string {
  let at = box;
  while (at.has(BoxFlag.HasNamedPage)) {
    const child = firstChildOnPages(at);
    if (child === null) break;
    at = child;
  }
  return at.style.box.page;
}

/** The page name at the end of a box. */
function endPageName(box: Box): string {
  let at = box;
  while (at.has(BoxFlag.HasNamedPage)) {
    const child = isColumned(at) ? (at.children.findLast(isInFlow) ?? null) : lastInFlowChild(at);
    if (child === null) break;
    at = child;
  }
  return at.style.box.page;
}

/** The child whose page name is the box's own at its start; null: none. Columns begin with their first one, whatever its break values mean there. */
export function firstChildOnPages(box: Box): Box | null {
  return isColumned(box) ? (box.children.find(isInFlow) ?? null) : firstInFlowChild(box);
}

/** Is there a break between two boxes that meet, because their pages have different names? Columns don't end for the sake of pages, as in browsers. */
export function pageNameChanges(previous: Box, next: Box, fragmentainer: FragmentainerSpace): boolean {
  if (fragmentainer.kind === 'column' || fragmentainer.takesRest) return false;
  return namesDiffer(previous, next);
}

function namesDiffer(previous: Box, next: Box): boolean {
  const name = previous.style.box.page;
  if (!previous.has(BoxFlag.HasNamedPage) && !next.has(BoxFlag.HasNamedPage) && name === next.style.box.page)
    return false;
  return endPageName(previous) !== startPageName(next);
}

/** Does the name change between boxes in the flow of a box's columns, which then has no effect? Those that span columns lie outside. */
export function changesInColumns(box: Box): boolean {
  if (!box.has(BoxFlag.HasNamedPage)) return false;
  let previous: Box | null = null;
  for (const child of box.children) {
    if (!isInFlow(child)) continue;
    if (child.has(BoxFlag.Spanner)) previous = null;
    else if ((previous !== null && namesDiffer(previous, child)) || changesInColumns(child)) return true;
    else previous = child;
  }
  return false;
}

/** Do the boxes of a row begin on pages of different names? They share one, which has the name of the first. */
export function differInName(row: readonly Box[]): boolean {
  const first = row[0];
  if (first === undefined || !row.some((box) => box.has(BoxFlag.HasNamedPage))) return false;
  const name = startPageName(first);
  return row.some((box) => startPageName(box) !== name);
}
