/** Removes fragments from fragment trees. */
import type { BoxFragment, Fragment, LineFragment } from '../layout/fragment.ts';
import type { LU } from '../units.ts';

/** Returns a fragment without those in `gone`. The remaining ones keep their positions. */
export function withoutFragments<F extends BoxFragment | LineFragment>(fragment: F, gone: ReadonlySet<Fragment>): F {
  const { children, offsets } = fragment;
  const kept: Fragment[] = [];
  const places: LU[] = [];
  let changed = false;
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    const left = gone.has(child) ? null : child.type === 'text' ? child : withoutFragments(child, gone);
    changed ||= left !== child;
    if (left === null) continue;
    kept.push(left);
    places.push(offsets[2 * i]!, offsets[2 * i + 1]!);
  }
  return changed ? (fragment.withContents(kept, places) as F) : fragment;
}
