/** Finds how high a page is whose `@page { size }` gives only a width: as high as its content, as receipts are printed. */
import { type BoxFragment, type Fragment, FragmentFlag } from '../layout/contract/fragment.ts';
import { usedMargins } from '../layout/sizing/box-edges.ts';
import type { WritingMode } from '../layout/contract/geometry.ts';
import type { PageStyle } from '../style/styler.ts';
import { type LU, LU_PER_PX } from '../units.ts';
import type { FilledArea } from './filled-area.ts';
import { transformedOverflow } from './transformed-overflow.ts';

/** The highest sheet in CSS px: 200 in, which every PDF reader shows. Content that is higher continues on another page. */
export const MAX_AUTO_HEIGHT = 19_200;

/** Returns whether a page is as high as its content. In vertical text, pages continue sideways and need a height. */
export const hasAutoHeight = ({ size }: PageStyle, mode: WritingMode): boolean =>
  size.width !== null && size.height === null && !mode.vertical;

/** Returns where the content of a page ends that has been filled at the height `room`, from the start of its area. */
export function contentHeight({ root, footnotes, floats, token }: FilledArea, mode: WritingMode, room: LU): LU {
  let end: LU = 0;
  if (root !== null) {
    const { style, width } = root.fragment;
    const margin = token === null ? usedMargins(style, mode, width).blockEnd : 0;
    end = root.y + extentOf(root.fragment) + margin;
  }
  // Notes and floats at the end of the page stay there.
  let last = room;
  for (const { fragment, y } of [...footnotes, ...floats])
    if (y >= end) last = Math.min(last, y);
    else end = Math.max(end, y + fragment.height);
  return end + room - last;
}

/** Includes overflow. A fragment that continues on the next page fills its page; its content ends before. */
function extentOf(fragment: BoxFragment): LU {
  if ((fragment.flags & FragmentFlag.BreaksAfter) === 0)
    return Math.max(fragment.height, Math.ceil((transformedOverflow(fragment)?.bottom ?? 0) * LU_PER_PX));
  let extent: LU = 0;
  fragment.children.forEach((child: Fragment, i) => {
    const size = child.type === 'box' ? extentOf(child) : child.height;
    extent = Math.max(extent, fragment.offsets[2 * i + 1]! + size);
  });
  return extent;
}
