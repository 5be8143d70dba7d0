/**
 * Adds boxes to finished fragment trees and removes boxes from them. Fragments are immutable, so those around a change
 * are copied.
 */
import { addTo } from '../../grouped.ts';
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { Budget } from '../../budget.ts';
import type { LU } from '../../units.ts';
import type { BoxFragment, Fragment, LineFragment } from '../contract/fragment.ts';

/** A box's fragment with its physical position in its fragmentainer. */
export interface Spot {
  readonly fragment: BoxFragment;
  readonly x: LU;
  readonly y: LU;
  /** The fragment around it, also beyond the fragmentainer, and the line between the two, if any. */
  readonly around: Spot | null;
  readonly line: LineFragment | null;
}

/** The fragments in a fragmentainer. */
export interface Spots {
  readonly root: Spot;
  /** The first fragment of each box, except inline boxes. */
  readonly first: ReadonlyMap<Box, Spot>;
  /** All fragments of multicol containers. */
  readonly multicol: ReadonlyMap<Box, readonly Spot[]>;
}

/** An added child, relative to its parent. Its fragment may have changed until it is needed. */
interface Addition {
  readonly fragment: () => BoxFragment;
  readonly x: LU;
  readonly y: LU;
  /** Whether it is painted below the parent's other children. */
  readonly isUnder: boolean;
}

/** Changes to the fragments of pages or columns. It doesn't keep fragments alive that nothing else refers to. */
export class FragmentTree {
  private readonly budget: Budget;
  private readonly spots = new WeakMap<BoxFragment, Spots>();
  private readonly additions = new WeakMap<Fragment, Addition[]>();
  private readonly removed = new WeakSet<Fragment>();
  /** Flags that fragments get in addition to their own. */
  private readonly flags = new WeakMap<Fragment, number>();
  /** The copies of changed fragments, or null until they are created. */
  private readonly changed = new WeakMap<Fragment, BoxFragment | LineFragment | null>();

  constructor(budget: Budget) {
    this.budget = budget;
  }

  /** Returns the fragments in a fragmentainer whose flow has `fragment` at (x, y). */
  spotsIn(fragment: BoxFragment, x: LU, y: LU, around: Spot | null): Spots {
    const known = this.spots.get(fragment);
    if (known !== undefined) return known;
    const first = new Map<Box, Spot>();
    const multicol = new Map<Box, Spot[]>();
    const root: Spot = { fragment, x, y, around, line: null };
    const visit = (spot: Spot): void => {
      this.budget.tick();
      const { box } = spot.fragment;
      if (box.kind !== BoxKind.Inline && !first.has(box)) first.set(box, spot);
      if (box.kind === BoxKind.Multicol) {
        addTo(multicol, box, spot);
      }
      visitChildren(spot, spot.fragment, spot.x, spot.y);
    };
    const visitChildren = (spot: Spot, parent: BoxFragment | LineFragment, left: LU, top: LU): void => {
      const { children, offsets } = parent;
      const line = parent.type === 'line' ? parent : null;
      for (let i = 0; i < children.length; i++) {
        const child = children[i]!;
        if (child.type === 'text') continue;
        const [at, down] = [left + offsets[2 * i]!, top + offsets[2 * i + 1]!];
        if (child.type === 'line') visitChildren(spot, child, at, down);
        else visit({ fragment: child, x: at, y: down, around: spot, line });
      }
    };
    visit(root);
    const found = { root, first, multicol };
    this.spots.set(fragment, found);
    return found;
  }

  /** Adds a child to a fragment, at a position in its fragmentainer. */
  add(parent: Spot, fragment: () => BoxFragment, x: LU, y: LU, isUnder = false): void {
    addTo(this.additions, parent.fragment, { fragment, x: x - parent.x, y: y - parent.y, isUnder });
    this.mark(parent);
  }

  /** Removes a fragment. Those around it keep their sizes and positions. */
  remove({ fragment, around, line }: Spot): void {
    this.removed.add(fragment);
    if (line !== null) this.changed.set(line, null);
    if (around !== null) this.mark(around);
  }

  /** Adds flags to a fragment. */
  flag(spot: Spot, flags: number): void {
    this.flags.set(spot.fragment, (this.flags.get(spot.fragment) ?? 0) | flags);
    this.mark(spot);
  }

  /** Returns a fragment with all changes. */
  changedTo<F extends BoxFragment | LineFragment>(fragment: F): F {
    const known = this.changed.get(fragment);
    if (known === undefined) return fragment;
    if (known !== null) return known as F;
    const children: Fragment[] = [];
    const offsets: LU[] = [];
    const put = (child: Fragment, x: LU, y: LU): void => {
      children.push(child);
      offsets.push(x, y);
    };
    const additions = this.additions.get(fragment) ?? [];
    for (const { fragment: added, x, y, isUnder } of additions) if (isUnder) put(added(), x, y);
    fragment.children.forEach((child, i) => {
      if (this.removed.has(child)) return;
      put(
        child.type === 'text' ? child : this.changedTo(child),
        fragment.offsets[2 * i]!,
        fragment.offsets[2 * i + 1]!,
      );
    });
    for (const { fragment: added, x, y, isUnder } of additions) if (!isUnder) put(added(), x, y);
    const flags = this.flags.get(fragment) ?? 0;
    const whole = fragment.withContents(children, offsets);
    const copy = whole.type === 'box' && flags !== 0 ? whole.flagged(flags) : whole;
    this.changed.set(fragment, copy);
    return copy as F;
  }

  /** Marks a fragment and those around it as changed. */
  private mark(spot: Spot): void {
    for (let at: Spot | null = spot; at !== null; at = at.around) {
      if (this.changed.get(at.fragment) === null) return;
      this.changed.set(at.fragment, null);
      if (at.line !== null) this.changed.set(at.line, null);
    }
  }
}
