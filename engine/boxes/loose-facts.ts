/** What boxes that have been generated mean to those around them, before any is constructed: whether a line or an item comes of them, what they do to blocks. */
import type { ComputedStyle } from '../css/computed-style.ts';
import { BoxFlag } from './box.ts';
import { isCollapsibleSpace, type LooseBox, type LooseNode } from './loose-box.ts';

/** Text of white space makes no item, collapsible or not. */
export function makesItem(node: LooseNode, parent: LooseBox): boolean {
  if (node.type === 'text') return /[^ \t\n\r\f]/.test(node.data);
  if (node.type === 'box' && isPlainInline(node)) return node.children.some((child) => makesItem(child, node));
  return isSignificant(node, parent);
}

/** An anonymous inline box around text of a `display: contents` element: text, as far as items are concerned. */
export function isPlainInline(box: LooseBox): boolean {
  return box.isInlineBox && !box.has(BoxFlag.FlexItem | BoxFlag.GridItem);
}

/** Does a line, or a box around it, come of the node? Collapsible white space and what is out of flow make none. */
export function isSignificant(node: LooseNode, parent: LooseBox): boolean {
  if (node.type === 'text') return !isCollapsibleSpace(node.data, parent.style);
  if (node.type === 'break') return true;
  // What is called from here needs a line to stand on, if only an empty one.
  if (node.has(BoxFlag.Footnote)) return true;
  if (node.isOutOfFlowOrFloat) return false;
  if (!node.isInlineBox) return true;
  if (hasEdges(node) || node.children.some((child) => isSignificant(child, node))) return true;
  return containsPositioned(node) || (isGroup(node.style) && (node.holdsFloat || node.holdsOutOfFlow));
}

/** Is what the box holds drawn as one, through something? */
export function isGroup({ rare }: ComputedStyle): boolean {
  const { opacity, filter, mixBlendMode, maskLayers } = rare;
  return (
    opacity < 1 || filter.length > 0 || mixBlendMode !== 'normal' || maskLayers.some(({ image }) => image !== null)
  );
}

/** May something in the inline box be positioned in it? */
export function containsPositioned(box: LooseBox): boolean {
  return box.has(BoxFlag.AbsoluteContainer) && box.holdsOutOfFlow;
}

/** Does an inline box do something to the blocks inside it? `decorates`: its decorations do. */
export function reachesBlocks(style: ComputedStyle, decorates: boolean): boolean {
  const { position, textDecorationLine } = style.box;
  return position === 'relative' || (decorates && textDecorationLine.length > 0) || isGroup(style);
}

/** Has an inline box borders, padding or margins at any side? */
export function hasEdges({ style: { box, border } }: LooseBox): boolean {
  return (
    border.borderTopWidth > 0 ||
    border.borderRightWidth > 0 ||
    border.borderBottomWidth > 0 ||
    border.borderLeftWidth > 0 ||
    box.paddingLeft.px !== 0 ||
    box.paddingRight.px !== 0 ||
    box.paddingTop.px !== 0 ||
    box.paddingBottom.px !== 0 ||
    box.marginLeft.px !== 0 ||
    box.marginRight.px !== 0
  );
}

/** Is there a block-level box among the nodes or in inline boxes of theirs? */
export function holdsBlocks(children: readonly LooseNode[]): boolean {
  return children.some(
    (child) => child.type === 'box' && (child.isBlockLevel || (child.isInlineBox && child.holdsBlocks)),
  );
}
