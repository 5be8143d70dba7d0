/** Finds the containing blocks of fragments. Motion paths are laid out along them (motion-1 §3.1, `<coord-box>`). */
import { BoxFlag, BoxKind } from '../boxes/box.ts';
import type { BoxFragment, Fragment } from '../layout/contract/fragment.ts';
import type { PlacedFragment } from '../pages/page.ts';
import type { LU } from '../units.ts';

/**
 * Returns the fragments that establish the containing blocks of `wanted`, from one walk below `root`. Absolutely
 * positioned fragments are children of their containing block's fragment. All others are children of a block container,
 * or of a line or inline box in it.
 */
export function containingBlocks(
  root: PlacedFragment,
  wanted: ReadonlySet<BoxFragment>,
): ReadonlyMap<BoxFragment, PlacedFragment> {
  const found = new Map<BoxFragment, PlacedFragment>();
  const walk = (fragment: Fragment, x: LU, y: LU, container: PlacedFragment): void => {
    if (fragment.type === 'text') return;
    if (fragment.type === 'box' && wanted.has(fragment)) {
      // The initial containing block has no fragment.
      const isInitial =
        container === root && fragment.box.isOutOfFlow && !root.fragment.box.has(BoxFlag.AbsoluteContainer);
      if (!isInitial) found.set(fragment, container);
    }
    const isBlock = fragment.type === 'box' && fragment.box.kind !== BoxKind.Inline;
    const inner = fragment !== root.fragment && isBlock ? { fragment, x, y } : container;
    const { children, offsets } = fragment;
    for (let i = 0; i < children.length; i++) walk(children[i]!, x + offsets[2 * i]!, y + offsets[2 * i + 1]!, inner);
  };
  walk(root.fragment, root.x, root.y, root);
  return found;
}
