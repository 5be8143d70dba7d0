import { type BoxFragment, type Fragment } from '../layout/fragment.ts';
import type { LU } from '../units.ts';

/**
 * How far the content of a page reaches to the right, LU from the fragment's left edge: scrollable overflow (css-overflow-3 §2.2) of
 * border boxes and text. What boxes with a clipping overflow hide doesn't count.
 */
export function scrollableOverflowRight(fragment: BoxFragment): LU {
  return reach(fragment, 0);
}

function reach(fragment: Fragment, x: LU): LU {
  let right = x + fragment.width;
  if (fragment.type === 'text') return right;
  if (fragment.type === 'box') {
    if (fragment.style.box.overflowX !== 'visible') return right;
    if (fragment.style.rare.transform.length > 0) return right;
  } else {
    // A line is as wide as its container allows; only what stands on it counts.
    right = x;
  }
  const { children, offsets } = fragment;
  for (let i = 0; i < children.length; i++) {
    const child = reach(children[i], x + offsets[2 * i]);
    if (child > right) right = child;
  }
  return right;
}
