/**
 * Decides which inline boxes have their own whole-px position, and which follow their line. Text in a box moves with
 * it. Text lines have whole-px baselines, as in Chromium. Boxes are painted at their layout position.
 */
import { BoxKind } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Length } from '../css/length.ts';
import type { BoxFragment, Fragment } from '../layout/contract/fragment.ts';
import { hasOutline } from './layer-tree.ts';
import type { PaintContext } from './paint-context.ts';

/**
 * Returns whether an inline box without decorations has its own whole-px position. In vertical text, where y runs along
 * the line, no box has one.
 */
export function standsByItself(context: PaintContext, { style, children, writingMode }: BoxFragment): boolean {
  if (writingMode.vertical) return false;
  if (hasMargin(style) || hasPadding(style) || hasOutline(style)) return true;
  return children.some((child) => isPlacedOtherwise(context, child, style));
}

/** Returns whether a child is shifted relative to the inline box's own text, or has a different height. */
function isPlacedOtherwise(context: PaintContext, child: Fragment, parent: ComputedStyle): boolean {
  if (child.type !== 'box' || child.box.isFloat || child.box.kind === BoxKind.RubyText) return false;
  if (child.box.kind !== BoxKind.Inline) return true;
  const { style } = child;
  if (style.box.verticalAlign !== 'baseline' || hasMargin(style)) return true;
  if (style.font === parent.font) return false;
  const [own, around] = [context.metrics(style), context.metrics(parent)];
  return own.ascent !== around.ascent || own.descent !== around.descent;
}

const isSet = ({ isLength, px, hasPercent }: Length): boolean => isLength && (px !== 0 || hasPercent);

const hasMargin = ({ box }: ComputedStyle): boolean =>
  isSet(box.marginTop) || isSet(box.marginRight) || isSet(box.marginBottom) || isSet(box.marginLeft);

const hasPadding = ({ box }: ComputedStyle): boolean =>
  isSet(box.paddingTop) || isSet(box.paddingRight) || isSet(box.paddingBottom) || isSet(box.paddingLeft);
