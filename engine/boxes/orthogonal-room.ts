/** How long lines of orthogonal flows may be where no block size says it (css-writing-modes-4 §7.3.1): layout looks at no parents. */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Length } from '../css/length.ts';
import { type Box, BoxFlag, BoxKind } from './box.ts';

/** The boxes around a box that limit it: the one that is its containing block in the flow, and the nearest scroll container. */
export interface Around {
  readonly container: Box | null;
  readonly scroller: Box | null;
}

export const NOTHING_AROUND: Around = { container: null, scroller: null };

/** What stands around the children of a box. */
export function aroundChildren(box: Box, around: Around): Around {
  const container = box.kind === BoxKind.Inline || box.has(BoxFlag.Anonymous) ? around.container : box;
  const { overflowX } = box.style.box;
  const scrolls = overflowX !== 'visible' && overflowX !== 'clip' && !box.has(BoxFlag.OverflowPropagated);
  const scroller = scrolls ? box : around.scroller;
  return container === around.container && scroller === around.scroller ? around : { container, scroller };
}

/** CSS px along the lines of a box that is an orthogonal flow in what is around it; null: only the initial containing block limits it. */
export function orthogonalRoom(box: Box, { container, scroller }: Around): number | null {
  const vertical = isVertical(box.style);
  if (container === null || isVertical(container.style) === vertical) return null;
  const inContainer = innerLimit(container.style, vertical, false);
  const room = scroller === null ? inContainer : Math.min(inContainer, innerLimit(scroller.style, vertical, true));
  return room === Infinity ? null : room;
}

const isVertical = ({ text }: ComputedStyle): boolean => text.writingMode !== 'horizontal-tb';

/** The inner size that lengths fix or limit along an axis: its own one if `sized`, or its maximum; in each case not less than its minimum. */
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
