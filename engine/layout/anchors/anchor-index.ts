/**
 * The anchors among the fragments of a containing block (css-anchor-position-1 §2.3): where they lie, from the corner of its fragment. An anchor in
 * several fragments is the rectangle around all of them; those in earlier fragments of the containing block come from its token.
 */
import { type DocumentAnchors, isWithin, mayBeAnchor } from '../../boxes/anchors.ts';
import { type Box, BoxFlag } from '../../boxes/box.ts';
import type { Budget } from '../../budget.ts';
import type { LU } from '../../units.ts';
import { type BoxFragment, type Fragment, FragmentFlag } from '../fragment.ts';
import type { Rect } from '../geometry.ts';
import type { FoundAnchor } from './found-anchor.ts';

const NONE: readonly FoundAnchor[] = [];

export class AnchorIndex {
  private readonly document: DocumentAnchors;
  private readonly budget: Budget;
  private readonly byName = new Map<string, FoundAnchor[]>();

  constructor(document: DocumentAnchors, budget: Budget, earlier: readonly FoundAnchor[]) {
    this.document = document;
    this.budget = budget;
    for (const anchor of earlier) this.add(anchor);
  }

  /** Every anchor once, in no order that means anything. */
  get all(): readonly FoundAnchor[] {
    return [...new Set([...this.byName.values()].flat())];
  }

  /** The anchor that a box asks for; null: there is none, or none that is laid out before the box. `container`: where it must be inside of; null: anywhere. */
  find(name: string, query: Box, container: Box | null): FoundAnchor | null {
    let found: FoundAnchor | null = null;
    for (const anchor of this.byName.get(name) ?? NONE) {
      this.budget.tick();
      const { box, within } = anchor;
      if (found !== null && box.index < found.box.index) continue;
      if (within !== null && within.index >= query.index) continue;
      if (container !== null && !isWithin(box, container)) continue;
      if (this.document.isInScope(name, box, query)) found = anchor;
    }
    return found;
  }

  /** Is an anchor that a box asks for still to come, or to go on, as far as is known? */
  comesLater(name: string, query: Box, container: Box | null): boolean {
    const found = this.find(name, query, container);
    return found === null ? this.document.has(name) : found.goesOn;
  }

  /** Adds the anchors in a fragment at (x, y). `within`: see FoundAnchor. `isHidden`: it is not to be seen. */
  addFragment(fragment: Fragment, x: LU, y: LU, within: Box | null, isHidden = false): void {
    this.visit(fragment, x, y, within, isHidden ? EMPTY : null);
  }

  /** `clip`: what can be seen of what is here; null: everything. */
  private visit(fragment: Fragment, x: LU, y: LU, within: Box | null, clip: Rect | null): void {
    this.budget.tick();
    if (fragment.type === 'text') return;
    let inner = clip;
    if (fragment.type === 'box') {
      const names = fragment.box.style.rare.anchorName;
      if (names.length > 0 && !isPart(fragment)) this.addBox(fragment, x, y, within, clip);
      if (clips(fragment)) inner = intersection(clip, paddingBox(fragment, x, y));
    }
    const { children, offsets } = fragment;
    for (let i = 0; i < children.length; i++)
      this.visit(children[i]!, x + offsets[i * 2]!, y + offsets[i * 2 + 1]!, within, inner);
  }

  private addBox(fragment: BoxFragment, x: LU, y: LU, within: Box | null, clip: Rect | null): void {
    const { box, width, height } = fragment;
    if (!mayBeAnchor(box)) return;
    const rect = { x, y, width, height };
    const isVisible = fragment.style.text.visibility === 'visible' && (clip === null || touches(clip, rect));
    const goesOn = (fragment.flags & FragmentFlag.BreaksAfter) !== 0;
    this.add({ box, rect, goesOn, isVisible, within });
  }

  private add(anchor: FoundAnchor): void {
    const { box } = anchor;
    for (const name of box.style.rare.anchorName) {
      const list = this.byName.get(name);
      if (list === undefined) {
        this.byName.set(name, [anchor]);
        continue;
      }
      // Fragments of one box, and pieces of one that a block has cut, mostly follow one another.
      const at = list.findLastIndex((other) => isSame(other.box, box));
      if (at < 0) list.push(anchor);
      else list[at] = joined(list[at]!, anchor);
    }
  }
}

const EMPTY: Rect = { x: 0, y: 0, width: -1, height: -1 };

/** Boxes of the same element or pseudo-element. */
function isSame(a: Box, b: Box): boolean {
  return a === b || (a.element === b.element && a.pseudo === b.pseudo);
}

function joined(a: FoundAnchor, b: FoundAnchor): FoundAnchor {
  const x = Math.min(a.rect.x, b.rect.x);
  const y = Math.min(a.rect.y, b.rect.y);
  const right = Math.max(a.rect.x + a.rect.width, b.rect.x + b.rect.width);
  const bottom = Math.max(a.rect.y + a.rect.height, b.rect.y + b.rect.height);
  return {
    ...b,
    box: a.box,
    rect: { x, y, width: right - x, height: bottom - y },
    isVisible: a.isVisible || b.isVisible,
  };
}

function isPart({ flags }: BoxFragment): boolean {
  return (flags & (FragmentFlag.AnonymousPart | FragmentFlag.Repeated)) !== 0;
}

function clips({ box, flags }: BoxFragment): boolean {
  if ((flags & FragmentFlag.AnonymousPart) !== 0 || box.has(BoxFlag.OverflowPropagated | BoxFlag.Root)) return false;
  return box.style.box.overflowX !== 'visible' || box.style.box.overflowY !== 'visible';
}

function paddingBox({ border, width, height }: BoxFragment, x: LU, y: LU): Rect {
  return {
    x: x + border.left,
    y: y + border.top,
    width: width - border.left - border.right,
    height: height - border.top - border.bottom,
  };
}

function intersection(a: Rect | null, b: Rect): Rect {
  if (a === null) return b;
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return {
    x,
    y,
    width: Math.min(a.x + a.width, b.x + b.width) - x,
    height: Math.min(a.y + a.height, b.y + b.height) - y,
  };
}

/** Do the two have a point inside in common, or, where one is without extent, on the edge? */
function touches(clip: Rect, rect: Rect): boolean {
  const along = (low: LU, size: LU, start: LU, length: LU): boolean =>
    length === 0 ? start >= low && start <= low + size : start < low + size && start + length > low;
  return (
    clip.width >= 0 &&
    clip.height >= 0 &&
    along(clip.x, clip.width, rect.x, rect.width) &&
    along(clip.y, clip.height, rect.y, rect.height)
  );
}
