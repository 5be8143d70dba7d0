/** Releases the layout data of boxes that end on a finished page. */
import { type Fragment, FragmentFlag } from './fragment.ts';
import { releaseResults } from './layout-cache.ts';

/** Releases the data of boxes in the fragment that end on the page. Only repeated boxes are laid out again later. */
export function releaseFinished(fragment: Fragment): void {
  if (fragment.type === 'text') return;
  if (fragment.type === 'box') {
    if ((fragment.flags & FragmentFlag.Repeated) !== 0) return;
    if (fragment.breakToken === null) releaseResults(fragment.box);
  }
  for (const child of fragment.children) releaseFinished(child);
}
