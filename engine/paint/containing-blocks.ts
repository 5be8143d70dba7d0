/** Finds the containing blocks of fragments. Motion paths are laid out along them (motion-1 §3.1, `<coord-box>`). */
import { BoxFlag, BoxKind } from '../boxes/box.ts';
import type { BoxFragment } from '../layout/contract/fragment.ts';
import { visitFragments } from '../layout/fragments/visit-fragments.ts';
import type { PlacedFragment } from '../pages/page.ts';

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
  visitFragments(root.fragment, root.x, root.y, root, (fragment, x, y, container) => {
    if (fragment.type !== 'box') return container;
    if (wanted.has(fragment)) {
      // The initial containing block has no fragment.
      const isInitial =
        container === root && fragment.box.isOutOfFlow && !root.fragment.box.has(BoxFlag.AbsoluteContainer);
      if (!isInitial) found.set(fragment, container);
    }
    return fragment !== root.fragment && fragment.box.kind !== BoxKind.Inline ? { fragment, x, y } : container;
  });
  return found;
}
