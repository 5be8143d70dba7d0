/** Clips decorations of boxes that continue on other pages at the page area (css-break-3 §5.4.1). */
import { BoxKind } from '../boxes/box.ts';
import { type BoxFragment, FragmentFlag } from '../layout/contract/fragment.ts';
import { type LU, LU_PER_PX } from '../units.ts';
import { type ContentClip, sliceClip, UNBOUNDED } from './overflow-clip.ts';
import type { PaintContext } from './paint-context.ts';

/** The axis along which pages follow each other, and the length of the page area along it. */
export interface PageAxis {
  readonly vertical: boolean;
  /** Whether the next page is to the left. */
  readonly reversed: boolean;
  /** CSS px. */
  readonly size: number;
}

/** Returns the clip at the block edges of a page's area. */
export const areaClip = ({ vertical, size }: PageAxis): ContentClip =>
  sliceClip({ vertical, from: 0, to: size * LU_PER_PX }, 0, 0);

/**
 * Clips the decorations of a fragment at (x, y), within `reach` px of its border box, at page edges that the box
 * crosses. Returns false if nothing is clipped, so that no restore is needed.
 */
export function clipAtBreaks(context: PaintContext, fragment: BoxFragment, x: LU, y: LU, reach: number): boolean {
  const { axis, canvas } = context.page;
  const cut = fragment.flags & (FragmentFlag.BreaksBefore | FragmentFlag.BreaksAfter);
  if (cut === 0 || axis === null || fragment.box.kind === BoxKind.Inline) return false;
  const { vertical, reversed, size } = axis;
  const start = (vertical ? y : x) / 64;
  const end = start + (vertical ? fragment.height : fragment.width) / 64;
  const [before, after] = reversed
    ? [FragmentFlag.BreaksAfter, FragmentFlag.BreaksBefore]
    : [FragmentFlag.BreaksBefore, FragmentFlag.BreaksAfter];
  const from = (cut & before) !== 0 && start - reach < 0 ? 0 : -UNBOUNDED;
  const to = (cut & after) !== 0 && end + reach > size ? size : UNBOUNDED;
  if (from === -UNBOUNDED && to === UNBOUNDED) return false;
  canvas.save();
  if (vertical) canvas.clipRect(-UNBOUNDED, from, 2 * UNBOUNDED, to - from);
  else canvas.clipRect(from, -UNBOUNDED, to - from, 2 * UNBOUNDED);
  return true;
}
