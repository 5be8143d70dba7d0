/**
 * Which inline boxes stand on whole px by themselves, with the text in them, and which leave it to their line, as Chromium has it: it keeps a rectangle only of those
 * that have edges or something of their own to show, or hold what isn't placed as they are.
 */
import { BoxKind } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Length } from '../css/length.ts';
import type { BoxFragment, Fragment } from '../layout/fragment.ts';
import { hasOutline } from './layer-tree.ts';
import type { PaintContext } from './paint-context.ts';

/** Does an inline box without decorations stand on whole px by itself? In vertical text, where y goes along the line, none does. */
export function standsByItself(context: PaintContext, { style, children, writingMode }: BoxFragment): boolean {
  if (writingMode.vertical) return false;
  if (hasMargin(style) || hasPadding(style) || hasOutline(style)) return true;
  return children.some((child) => isPlacedOtherwise(context, child, style));
}

/** Is what is in an inline box elsewhere, or otherwise high, than the box's own text? */
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
