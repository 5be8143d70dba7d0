/**
 * Adds boxes to finished fragment trees and removes boxes from them. Fragments are immutable, so those around a change
 * are copied.
 */
import { addTo } from '../../grouped.ts';
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { Budget } from '../../budget.ts';
import type { LU } from '../../units.ts';
import type { BoxFragment, Fragment, LineFragment } from '../contract/fragment.ts';
import { visitFragments } from '../fragments/visit-fragments.ts';
import { clipsBlockEnd } from '../sizing/box-facts.ts';

/** The box around a fragment, also beyond the fragmentainer, and the line between the two, if any. */
export interface Surroundings {
  readonly around: Spot | null;
  readonly line: LineFragment | null;
}

/** A box's fragment with its physical position in its fragmentainer. */
export interface Spot extends Surroundings {
  readonly fragment: BoxFragment;
  readonly x: LU;
  readonly y: LU;
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

  /** Returns the fragments in a fragmentainer whose flow is at (x, y). `outside` is the box around that flow. */
  spotsIn(flow: BoxFragment, x: LU, y: LU, outside: Spot | null): Spots {
    const known = this.spots.get(flow);
    if (known !== undefined) return known;
    const first = new Map<Box, Spot>();
    const multicol = new Map<Box, Spot[]>();
    const root: Spot = { fragment: flow, x, y, around: outside, line: null };
    visitFragments<Surroundings>(flow, x, y, root, (fragment, left, top, { around, line }) => {
      if (fragment.type === 'text') return false;
      if (fragment.type === 'line') return { around, line: fragment };
      this.budget.tick();
      const { box } = fragment;
      const spot = fragment === flow ? root : { fragment, x: left, y: top, around, line };
      if (box.kind !== BoxKind.Inline && !first.has(box)) first.set(box, spot);
      if (box.kind === BoxKind.Multicol) addTo(multicol, box, spot);
      return { around: spot, line: null };
    });
    const found = { root, first, multicol };
    this.spots.set(flow, found);
    return found;
  }

  /**
   * Returns the first fragment in a fragmentainer of the box at `home`, or of the closest box around it that has one; or
   * null. `isClipped` means that a box without a fragment there clips its overflow.
   */
  closestTo(home: Spot | null, spots: Spots | null): { readonly spot: Spot | null; readonly isClipped: boolean } {
    let isClipped = false;
    for (let around = home; around !== null; { around } = around) {
      const { box, writingMode } = around.fragment;
      const spot = spots?.first.get(box);
      if (spot !== undefined) return { spot, isClipped };
      isClipped ||= clipsBlockEnd({ box, mode: writingMode });
    }
    return { spot: null, isClipped };
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
