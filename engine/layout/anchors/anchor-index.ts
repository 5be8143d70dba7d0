/**
 * The anchors among the fragments of a containing block (css-anchor-position-1 §2.3). Callers give and get positions
 * from the corner of its current fragment. An anchor with several fragments is their bounding rectangle. Anchors in
 * earlier fragments of the containing block come from its token.
 */
import { type AnchorNames, isWithin, mayBeAnchor } from '../../boxes/anchor-names.ts';
import type { Box } from '../../boxes/box.ts';
import type { Budget } from '../../budget.ts';
import type { LU } from '../../units.ts';
import { type BoxFragment, type Fragment, FragmentFlag } from '../contract/fragment.ts';
import type { Rect } from '../contract/geometry.ts';
import { clipAreaOf, type Edges, UNCLIPPED } from '../fragments/clip-area.ts';
import { visitFragments } from '../fragments/visit-fragments.ts';
import { AnchorTable, withTable, anchorFrom, type FoundAnchor } from './anchor-table.ts';

export class AnchorIndex {
  private readonly document: AnchorNames;
  private readonly budget: Budget;
  private readonly own = new AnchorTable();
  private readonly earlier: readonly AnchorTable[];
  /** Translate from the fragment to the flow. */
  private readonly flowX: LU;
  private readonly flowY: LU;

  constructor(document: AnchorNames, budget: Budget, earlier: readonly AnchorTable[], flowX: LU, flowY: LU) {
    this.document = document;
    this.budget = budget;
    this.earlier = earlier;
    this.flowX = flowX;
    this.flowY = flowY;
  }

  /** Returns all anchors so far, with positions in the flow. No anchors may be added afterwards. */
  tables(): readonly AnchorTable[] {
    return withTable(this.own, this.earlier, this.budget);
  }

  /**
   * Returns the anchor of that name for a box, or null if it doesn't exist or isn't laid out before the box.
   * `container` restricts the search to its descendants.
   */
  find(name: string, query: Box, container: Box | null): FoundAnchor | null {
    const answers = ({ box, within }: FoundAnchor): boolean => {
      this.budget.tick();
      if (within !== null && within.index >= query.index) return false;
      if (container !== null && !isWithin(box, container)) return false;
      return this.document.isInScope(name, box, query);
    };
    let found = this.own.findLast(name, answers);
    for (const table of this.earlier) {
      const other = table.findLast(name, answers);
      if (other !== null && (found === null || other.box.index > found.box.index)) found = other;
    }
    return found && anchorFrom(found, this.flowX, this.flowY);
  }

  /** Whether the anchor for a box may still appear or continue in a later fragment. */
  comesLater(name: string, query: Box, container: Box | null): boolean {
    const found = this.find(name, query, container);
    return found === null ? this.document.has(name) : found.goesOn;
  }

  /** Adds the anchors in a fragment at (x, y). `within` is as in FoundAnchor. `isHidden` marks them as invisible. */
  addFragment(fragment: Fragment, x: LU, y: LU, within: Box | null, isHidden = false): void {
    const visible = isHidden ? EMPTY : UNCLIPPED;
    visitFragments(fragment, x + this.flowX, y + this.flowY, visible, (inner, left, top, clip) => {
      this.budget.tick();
      if (inner.type !== 'box') return clip;
      const names = inner.box.style.rare.anchorName;
      if (names.length > 0 && !isPart(inner)) this.addBox(inner, left, top, within, clip);
      const own = clipAreaOf(inner, left, top);
      return own === null ? clip : intersection(clip, own);
    });
  }

  private addBox(fragment: BoxFragment, x: LU, y: LU, within: Box | null, visible: Edges): void {
    const { box, width, height } = fragment;
    if (!mayBeAnchor(box)) return;
    const rect = { x, y, width, height };
    const isVisible = fragment.style.text.visibility === 'visible' && touches(visible, rect);
    const goesOn = (fragment.flags & FragmentFlag.BreaksAfter) !== 0;
    this.add({ box, rect, goesOn, isVisible, within });
  }

  /** Adds an anchor together with its parts in earlier fragments. */
  private add(anchor: FoundAnchor): void {
    const { own, earlier } = this;
    if (own.of(anchor.box) === null) {
      for (const table of earlier) {
        const before = table.of(anchor.box);
        if (before === null) continue;
        own.add(before);
        break;
      }
    }
    own.add(anchor);
  }
}

const EMPTY: Edges = { left: 0, top: 0, right: -1, bottom: -1 };

function isPart({ flags }: BoxFragment): boolean {
  return (flags & (FragmentFlag.AnonymousPart | FragmentFlag.Repeated)) !== 0;
}

const intersection = (a: Edges, b: Edges): Edges => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/** Whether the interiors of an area and a rectangle intersect. Along an axis where the rectangle has no extent, edges count. */
function touches({ left, top, right, bottom }: Edges, { x, y, width, height }: Rect): boolean {
  const along = (low: LU, high: LU, start: LU, length: LU): boolean =>
    length === 0 ? start >= low && start <= high : start < high && start + length > low;
  return right >= left && bottom >= top && along(left, right, x, width) && along(top, bottom, y, height);
}
