/**
 * Tied content: siblings that can't be split, with `break-after: avoid` or `break-before: avoid` between them. If no
 * page has room for all of them, a break between two of them is unavoidable. Then `avoid` moves nothing, and the page is
 * filled (css-break-3 §4.4).
 */
import { type Box, isInFlow } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { isMonolithic } from '../sizing/box-facts.ts';
import { BoxFragment, LineFragment } from '../contract/fragment.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import { breakBetween, hasChildrenSideBySide, isAvoidBreak } from './break-values.ts';

/**
 * Whether no page has room for tied content. `above`: its size before a place at the end of the page. `sizeFrom`
 * measures the rest, at least until it exceeds a limit. NOTE Columns are as in browsers: an `avoid` that can't be
 * satisfied moves content to the next column.
 */
export function isTiedInVain(
  { kind, pageCapacity }: FragmentainerSpace,
  above: LU,
  sizeFrom: (limit: LU) => LU,
): boolean {
  const limit = pageCapacity - above;
  return kind === 'page' && (limit < 0 || sizeFrom(limit) > limit);
}

/** Whether every break inside an unbroken box is avoided. */
export function isSolid({ box, children }: BoxFragment, fragmentainer: FragmentainerSpace): boolean {
  if (isMonolithic(box) || isAvoidBreak(box.style.box.breakInside, fragmentainer)) return true;
  const { orphans, widows } = box.style.text;
  const isSideBySide = hasChildrenSideBySide(box);
  let lines = 0;
  let previous: Box | null = null;
  for (const child of children) {
    if (child instanceof LineFragment) {
      if (++lines >= orphans + widows) return false;
    } else if (child instanceof BoxFragment && isInFlow(child.box)) {
      if (!isSolid(child, fragmentainer)) return false;
      if (previous !== null && !isAvoidBreak(breakBetween(previous, child.box), fragmentainer)) return false;
      if (!isSideBySide) previous = child.box;
    }
  }
  return true;
}
