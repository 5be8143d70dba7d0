/** Adds positioned boxes to finished fragment trees. Fragments are immutable, so those around an addition are copied. */
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { Budget } from '../../budget.ts';
import type { LU } from '../../units.ts';
import type { BoxFragment, Fragment } from '../fragment.ts';

/** A fragment with its physical position in its fragmentainer. */
export interface Spot {
  readonly fragment: BoxFragment;
  readonly x: LU;
  readonly y: LU;
  /** The fragment around it, also beyond the fragmentainer. */
  readonly around: Spot | null;
}

/** The fragments in a fragmentainer. */
export interface Spots {
  readonly root: Spot;
  /** The first fragment of each box. */
  readonly first: ReadonlyMap<Box, Spot>;
  /** All fragments of multicol containers. */
  readonly multicol: ReadonlyMap<Box, readonly Spot[]>;
}

export class FragmentTree {
  private readonly budget: Budget;
  private readonly spots = new Map<BoxFragment, Spots>();
  private readonly added = new Map<Fragment, { readonly fragments: Fragment[]; readonly offsets: LU[] }>();
  /** The copies of changed fragments, or null until they are created. */
  private readonly changed = new Map<Fragment, BoxFragment | null>();

  constructor(budget: Budget) {
    this.budget = budget;
  }

  /** Returns the fragments in a fragmentainer whose flow has `fragment` at (x, y). Fragments in lines are excluded. */
  spotsIn(fragment: BoxFragment, x: LU, y: LU, around: Spot | null): Spots {
    const known = this.spots.get(fragment);
    if (known !== undefined) return known;
    const first = new Map<Box, Spot>();
    const multicol = new Map<Box, Spot[]>();
    const root: Spot = { fragment, x, y, around };
    const visit = (spot: Spot): void => {
      this.budget.tick();
      const { box, children, offsets } = spot.fragment;
      if (!first.has(box)) first.set(box, spot);
      if (box.kind === BoxKind.Multicol) {
        const spots = multicol.get(box);
        if (spots === undefined) multicol.set(box, [spot]);
        else spots.push(spot);
      }
      for (let i = 0; i < children.length; i++) {
        const child = children[i]!;
        if (child.type !== 'box') continue;
        visit({ fragment: child, x: spot.x + offsets[2 * i]!, y: spot.y + offsets[2 * i + 1]!, around: spot });
      }
    };
    visit(root);
    const found = { root, first, multicol };
    this.spots.set(fragment, found);
    return found;
  }

  /** Adds a child to a fragment, at a position in its fragmentainer. */
  add({ fragment: outer, x: left, y: top, ...spot }: Spot, fragment: BoxFragment, x: LU, y: LU): void {
    const added = this.added.get(outer) ?? { fragments: [], offsets: [] };
    added.fragments.push(fragment);
    added.offsets.push(x - left, y - top);
    this.added.set(outer, added);
    this.changed.set(outer, null);
    for (let { around } = spot; around !== null; { around } = around) {
      if (this.changed.has(around.fragment)) break;
      this.changed.set(around.fragment, null);
    }
  }

  /** Returns a fragment with all additions. */
  changedTo(fragment: BoxFragment): BoxFragment {
    const known = this.changed.get(fragment);
    if (known === undefined) return fragment;
    if (known !== null) return known;
    const children = fragment.children.map((child) => (child.type === 'box' ? this.changedTo(child) : child));
    const { fragments = [], offsets = [] } = this.added.get(fragment) ?? {};
    const copy = fragment.withContents([...children, ...fragments], [...fragment.offsets, ...offsets]);
    this.changed.set(fragment, copy);
    return copy;
  }
}
