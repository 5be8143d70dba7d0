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

/** Is there a break between two boxes that meet, because their pages have different names? In columns it is one for pages as well. */
export function pageNameChanges(previous: Box, next: Box, fragmentainer: FragmentainerSpace): boolean {
  if (!fragmentainer.insidePages || fragmentainer.takesRest) return false;
  const name = previous.style.box.page;
  if (!previous.has(BoxFlag.HasNamedPage) && !next.has(BoxFlag.HasNamedPage) && name === next.style.box.page)
    return false;
  return endPageName(previous) !== startPageName(next);
}

/** Do the boxes of a row begin on pages of different names? They share one, which has the name of the first. */
export function differInName(row: readonly Box[]): boolean {
  const first = row[0];
  if (first === undefined || !row.some((box) => box.has(BoxFlag.HasNamedPage))) return false;
  const name = startPageName(first);
  return row.some((box) => startPageName(box) !== name);
}
