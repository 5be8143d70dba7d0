/** Decides which boxes clip content that overflows them, and at which edge (css-overflow-3 §3). */
import type { ComputedStyle } from '../css/computed-style.ts';
import { Length } from '../css/length.ts';
import type { BoxStyle } from '../css/style-groups/box-style.ts';
import { type Box, BoxFlag, BoxKind } from './box.ts';
import { Containment, containmentOf } from './containment.ts';

/** How a box clips its content. */
interface OverflowClip {
  /** Whether content is clipped along each axis. */
  readonly x: boolean;
  readonly y: boolean;
  /** The edge of the box that clips, and the distance from it at which content is still visible. */
  readonly at: BoxStyle['overflowClipMargin'];
}

/** Where scroll containers clip. `overflow-clip-margin` doesn't apply to them (css-overflow-3 §3.2). */
const PADDING_EDGE: BoxStyle['overflowClipMargin'] = { edge: 'padding-box', margin: Length.ZERO };

/** Kinds of boxes to which `overflow` doesn't apply. Tables apply it instead of their wrappers. */
const UNCLIPPED: ReadonlySet<BoxKind> = new Set([
  BoxKind.Inline,
  BoxKind.TableRow,
  BoxKind.TableRowGroup,
  BoxKind.TableWrapper,
]);

/** Returns how `overflow` or paint containment clips the content of a box; null: it doesn't. */
export function overflowClipOf(box: Box): OverflowClip | null {
  const { kind, style } = box;
  const { overflowX, overflowY, overflowClipMargin } = style.box;
  const isContained = (containmentOf(kind, style) & Containment.Paint) !== 0;
  if ((overflowX === 'visible' && overflowY === 'visible' && !isContained) || UNCLIPPED.has(kind)) return null;
  if (isContained) return { x: true, y: true, at: overflowClipMargin };
  // The viewport, which is the page, uses the overflow of the root element and the body.
  if (box.has(BoxFlag.OverflowPropagated)) return null;
  // Replaced boxes are never scroll containers.
  const scrolls = isScrollContainer(style) && kind !== BoxKind.Replaced;
  return {
    x: overflowX !== 'visible',
    y: overflowY !== 'visible',
    at: scrolls ? PADDING_EDGE : overflowClipMargin,
  };
}

/** Returns whether a box clips its content vertically or horizontally. */
export function clipsAlong(box: Box, vertically: boolean): boolean {
  const clip = overflowClipOf(box);
  return clip !== null && (vertically ? clip.y : clip.x);
}

/** Returns whether the style makes a box a scroll container (css-overflow-3 §3.1). Both axes scroll, or neither does. */
export function isScrollContainer({ box: { overflowX } }: ComputedStyle): boolean {
  return overflowX !== 'visible' && overflowX !== 'clip';
}
