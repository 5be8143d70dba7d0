/** The walk through a fragment tree that gives each fragment its position. */
import type { LU } from '../../units.ts';
import type { Fragment } from '../contract/fragment.ts';

/**
 * Visits a fragment at (x, y) and those inside it, in tree order. `enter` gets each with its position and the facts that
 * hold around it. It returns the facts that hold inside it, or false to skip its contents.
 */
export function visitFragments<Facts>(
  fragment: Fragment,
  x: LU,
  y: LU,
  around: Facts,
  enter: (fragment: Fragment, x: LU, y: LU, around: Facts) => Facts | false,
): void {
  const inside = enter(fragment, x, y, around);
  if (inside === false || fragment.type === 'text') return;
  const { children, offsets } = fragment;
  for (let i = 0; i < children.length; i++)
    visitFragments(children[i]!, x + offsets[2 * i]!, y + offsets[2 * i + 1]!, inside, enter);
}
