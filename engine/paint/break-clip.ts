/** What is painted around boxes that go on on other pages ends with the page area there (css-break-3 §5.4.1): borders, outlines, backgrounds that stick out. */
import { BoxKind } from '../boxes/box.ts';
import { type BoxFragment, FragmentFlag } from '../layout/fragment.ts';
import type { LU } from '../units.ts';
import { UNBOUNDED } from './overflow-clip.ts';
import type { PaintContext } from './paint-context.ts';

/** The axis along which pages follow each other, and how long the page area is along it. */
export interface PageAxis {
  readonly vertical: boolean;
  /** The next page is at the left. */
  readonly reversed: boolean;
  /** CSS px. */
  readonly size: number;
}

/** Clips what a fragment at (x, y) paints within `reach` px of its border box at the edges of the page area behind which the box goes on; false: there is nothing to clip, or to restore. */
export function clipAtBreaks(context: PaintContext, fragment: BoxFragment, x: LU, y: LU, reach: number): boolean {
  const { pageAxis: axis, canvas } = context;
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
