import type { BoxFragment, Fragment, LineFragment } from '../layout/fragment.ts';
import type { LU } from '../units.ts';

/**
 * How far the content of a page reaches to the right, LU from the fragment's left edge: scrollable overflow (css-overflow-3 §2.2) of
 * border boxes and text. What boxes with a clipping overflow hide doesn't count.
 */
export function scrollableOverflowRight(fragment: BoxFragment): LU {
  return reach(fragment, 0);
}

function reach(fragment: Fragment, x: LU): LU {
  if (fragment.type === 'text') return x + fragment.width;
  if (fragment.type === 'box') {
    const moved = translation(fragment);
    // Where a rotation or scale leads isn't followed: such a box counts as it was laid out.
    if (moved === null) return x + fragment.width;
    return reachOfBox(fragment, x + moved);
  }
  // A line is as wide as its container allows; only what stands on it counts.
  return reachOfChildren(fragment, x, x);
}

function reachOfBox(fragment: BoxFragment, x: LU): LU {
  const right = x + fragment.width;
  return fragment.style.box.overflowX === 'visible' ? reachOfChildren(fragment, x, right) : right;
}

/** How far a box is moved sideways by translations alone, LU; null: by other transforms too. */
function translation({ style: { rare }, width }: BoxFragment): LU | null {
  if (rare.rotate !== null || rare.scale !== null) return null;
  let moved = rare.translate ? rare.translate.x.resolve(width) : 0;
  for (const step of rare.transform) {
    if (step.type !== 'translate') return null;
    moved += step.x.resolve(width);
  }
  return moved;
}

function reachOfChildren(fragment: BoxFragment | LineFragment, x: LU, own: LU): LU {
  let right = own;
  const { children, offsets } = fragment;
  for (let i = 0; i < children.length; i++) {
    const child = reach(children[i], x + offsets[2 * i]);
    if (child > right) right = child;
  }
  return right;
}
