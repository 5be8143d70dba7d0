/** Named pages (css-page-3 §9): the page names at the edges of boxes, and whether adjacent ones differ. */
import { type Box, BoxFlag, isInFlow } from '../../boxes/box.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import { firstInFlowChild, isColumned, lastInFlowChild } from './break-values.ts';

/** Returns the page name at the start of a box: that of its first in-flow descendant. */
export function startPageName(box: Box): string {
  let at = box;
  while (at.has(BoxFlag.HasNamedPage)) {
    const child = firstChildOnPages(at);
    if (child === null) break;
    at = child;
  }
  return at.style.box.page;
}

/** Returns the page name at the end of a box. */
function endPageName(box: Box): string {
  let at = box;
  while (at.has(BoxFlag.HasNamedPage)) {
    const child = isColumned(at) ? (at.children.findLast(isInFlow) ?? null) : lastInFlowChild(at);
    if (child === null) break;
    at = child;
  }
  return at.style.box.page;
}

/**
 * Returns the child that supplies the page name at the box's start, or null. For columns, this is their first child,
 * regardless of its break values.
 */
export function firstChildOnPages(box: Box): Box | null {
  return isColumned(box) ? (box.children.find(isInFlow) ?? null) : firstInFlowChild(box);
}

/** Whether different page names force a break between two adjacent boxes. As in browsers, they don't break columns. */
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

/** Whether the page name changes inside the columns of a box, where it has no effect. Spanners aren't in columns. */
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

/** Whether the boxes of a row start with different page names. They share a page with the name of the first. */
export function differInName(row: readonly Box[]): boolean {
  const first = row[0];
  if (first === undefined || !row.some((box) => box.has(BoxFlag.HasNamedPage))) return false;
  const name = startPageName(first);
  return row.some((box) => startPageName(box) !== name);
}
