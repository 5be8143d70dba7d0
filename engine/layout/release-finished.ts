/** What layout keeps on the boxes of a finished page is let go of. */
import { type Fragment, FragmentFlag } from './fragment.ts';
import { releaseResults } from './layout-cache.ts';

/** Boxes that end on a page aren't laid out again, but for repeated ones. */
export function releaseFinished(fragment: Fragment): void {
  if (fragment.type === 'text') return;
  if (fragment.type === 'box') {
    if ((fragment.flags & FragmentFlag.Repeated) !== 0) return;
    if (fragment.breakToken === null) releaseResults(fragment.box);
  }
  for (const child of fragment.children) releaseFinished(child);
}
