/** The visual order of table children, regardless of document order (css2 §17.2, §17.4). */
import { type Box, BoxKind } from '../../boxes/box.ts';

export type SectionRole = 'header' | 'body' | 'footer';

/**
 * Returns the row groups of a grid box, with the first header group at the start and the first footer group at the end.
 */
export function sectionsInVisualOrder(table: Box): { readonly box: Box; readonly role: SectionRole }[] {
  let header: Box | null = null;
  let footer: Box | null = null;
  const body: { box: Box; role: SectionRole }[] = [];
  for (const box of table.children) {
    if (box.kind !== BoxKind.TableRowGroup) continue;
    const inside = box.style.box.display.inside;
    if (inside === 'table-header-group' && header === null) header = box;
    else if (inside === 'table-footer-group' && footer === null) footer = box;
    else body.push({ box, role: 'body' });
  }
  if (header) body.unshift({ box: header, role: 'header' });
  if (footer) body.push({ box: footer, role: 'footer' });
  return body;
}

/** Returns the grid box and the captions of a wrapper. */
export function wrapperPartsInOrder(wrapper: Box): Box[] {
  const top: Box[] = [];
  const bottom: Box[] = [];
  let grid: Box | null = null;
  for (const child of wrapper.children) {
    if (child.isOutOfFlow) continue;
    if (child.kind === BoxKind.Table) grid = child;
    else if (child.style.text.captionSide === 'bottom') bottom.push(child);
    else top.push(child);
  }
  return grid === null ? [...top, ...bottom] : [...top, grid, ...bottom];
}
