/**
 * Computes the maximum line length of orthogonal flows without a definite size (css-writing-modes-4 §7.3.1), because
 * layout doesn't look at parents.
 */
import { type ComputedStyle, isVertical } from '../css/computed-style.ts';
import type { Length } from '../css/length.ts';
import { type Box, BoxFlag, BoxKind } from './box.ts';
import { isScrollContainer } from './clipping.ts';

/** The boxes around a box that limit it: its containing block in the flow, and the nearest scroll container. */
export interface Around {
  readonly container: Box | null;
  readonly scroller: Box | null;
}

export const NOTHING_AROUND: Around = { container: null, scroller: null };

/** Returns the limiting boxes for the children of a box. */
export function aroundChildren(box: Box, around: Around): Around {
  const container = box.kind === BoxKind.Inline || box.has(BoxFlag.Anonymous) ? around.container : box;
  const scrolls = isScrollContainer(box.style) && !box.has(BoxFlag.OverflowPropagated);
  const scroller = scrolls ? box : around.scroller;
  return container === around.container && scroller === around.scroller ? around : { container, scroller };
}

/**
 * Returns the limit along the lines of an orthogonal flow in CSS px; null if only the initial containing block limits
 * it.
 */
export function orthogonalRoom(box: Box, { container, scroller }: Around): number | null {
  if (container === null || box.style.text.writingMode === container.style.text.writingMode) return null;
  const vertical = isVertical(box.style);
  if (isVertical(container.style) === vertical) return null;
  const inContainer = innerLimit(container.style, vertical, false);
  const room = scroller === null ? inContainer : Math.min(inContainer, innerLimit(scroller.style, vertical, true));
  return room === Infinity ? null : room;
}

/**
 * Returns the inner size to which lengths limit an axis: its maximum, or with `sized` its own size, but at least its
 * minimum.
 */
function innerLimit(style: ComputedStyle, vertical: boolean, sized: boolean): number {
  const { box, border } = style;
  const [size, least, most] = vertical
    ? [box.height, box.minHeight, box.maxHeight]
    : [box.width, box.minWidth, box.maxWidth];
  const edges =
    box.boxSizing === 'content-box'
      ? 0
      : vertical
        ? border.borderTopWidth + border.borderBottomWidth + box.paddingTop.px + box.paddingBottom.px
        : border.borderLeftWidth + border.borderRightWidth + box.paddingLeft.px + box.paddingRight.px;
  const inner = (length: Length, otherwise: number): number =>
    length.isLength && !length.hasPercent && length.math === null ? Math.max(0, length.px - edges) : otherwise;
  const limit = Math.min(sized ? inner(size, Infinity) : Infinity, inner(most, Infinity));
  return Math.max(limit, inner(least, 0));
}
