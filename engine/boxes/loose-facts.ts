/**
 * Determines how generated boxes affect their surroundings before any are constructed: whether they produce a line or
 * an item, and how they affect blocks.
 */
import type { ComputedStyle } from '../css/computed-style.ts';
import { BoxFlag } from './box.ts';
import { isCollapsibleSpace, type LooseBox, type LooseNode } from './loose-box.ts';

/** Returns whether a node produces an item. White space doesn't, collapsible or not. */
export function makesItem(node: LooseNode, parent: LooseBox): boolean {
  if (node.type === 'text') return /[^ \t\n\r\f]/.test(node.data);
  if (node.type === 'box' && isPlainInline(node)) return node.children.some((child) => makesItem(child, node));
  return isSignificant(node, parent);
}

/**
 * Returns whether a box is an anonymous inline box around text of a `display: contents` element, which counts as text
 * for items.
 */
export function isPlainInline(box: LooseBox): boolean {
  return box.isInlineBox && !box.has(BoxFlag.FlexItem | BoxFlag.GridItem);
}

/**
 * Returns whether a node produces a line, or a box around one. Collapsible white space and out-of-flow content don't.
 */
export function isSignificant(node: LooseNode, parent: LooseBox): boolean {
  if (node.type === 'text') return !isCollapsibleSpace(node.data, parent.style);
  if (node.type === 'break') return true;
  // A footnote call needs a line, even an empty one.
  if (node.has(BoxFlag.Footnote)) return true;
  if (node.isOutOfFlowOrFloat) return false;
  if (!node.isInlineBox) return true;
  if (hasEdges(node) || node.children.some((child) => isSignificant(child, node))) return true;
  return containsPositioned(node) || (isGroup(node.style) && (node.holdsFloat || node.holdsOutOfFlow));
}

/** Returns whether the box's contents are drawn as a group with an effect. */
export function isGroup({ rare }: ComputedStyle): boolean {
  const { opacity, filter, mixBlendMode, maskLayers } = rare;
  return (
    opacity < 1 || filter.length > 0 || mixBlendMode !== 'normal' || maskLayers.some(({ image }) => image !== null)
  );
}

/** Returns whether the inline box may be the containing block of a positioned box. */
export function containsPositioned(box: LooseBox): boolean {
  return box.has(BoxFlag.AbsoluteContainer) && box.holdsOutOfFlow;
}

/** Returns whether an inline box affects the blocks inside it. `decorates`: whether its decorations do. */
export function reachesBlocks(style: ComputedStyle, decorates: boolean): boolean {
  const { position, textDecorationLine } = style.box;
  return position === 'relative' || (decorates && textDecorationLine.length > 0) || isGroup(style);
}

/** Returns whether an inline box has a border, padding or margin on any side. */
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

/** Returns whether the nodes, or their inline boxes, contain a block-level box. */
export function holdsBlocks(children: readonly LooseNode[]): boolean {
  return children.some(
    (child) => child.type === 'box' && (child.isBlockLevel || (child.isInlineBox && child.holdsBlocks)),
  );
}
