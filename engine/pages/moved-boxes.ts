/**
 * Handles boxes that relative positioning, a transform or negative margins move past the end of their page or before
 * its start. For painting, the areas of consecutive pages form one strip, as when Chromium prints. A moved box appears
 * on every page whose area it overlaps, and pages are added for it if necessary. If several pages show it, each shows
 * its own part.
 */
import type { Box } from '../boxes/box.ts';
import { isEffectGroup } from '../boxes/box-flags.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type BoxFragment, FragmentFlag } from '../layout/contract/fragment.ts';
import type { WritingMode } from '../layout/contract/geometry.ts';
import type { FragmentTree, Spot } from '../layout/positioned/fragment-tree.ts';
import type { LU } from '../units.ts';
import { EDGE_TOLERANCE, findMoved, type Moved } from './find-moved.ts';
import type { Draft } from './page-flow.ts';
import { flowRoom, marginsAround } from './page-geometry.ts';

/** Boxes moved further aren't shown. This limits the number of added pages. */
const MOST_PAGES = 100;

/** Paints a box over the flow of a page, relative to its area's corner. Its fragment may change until it is needed. */
export type PutOver = (pageIndex: number, fragment: () => BoxFragment, x: LU, y: LU) => void;

export class MovedBoxes {
  private readonly mode: WritingMode;
  private readonly tree: FragmentTree;
  private readonly putOver: PutOver;
  private readonly diagnostics: Diagnostics;
  /**
   * Boxes that extend past the last page so far, relative to its area's corner. `isShown`: visible on an earlier page.
   */
  private ahead: { readonly moved: Moved; readonly isShown: boolean; readonly pages: number; home: number }[] = [];
  private last: Draft | null = null;

  /** `mode` is the root element's. Pages are changed in `tree`. */
  constructor(mode: WritingMode, tree: FragmentTree, putOver: PutOver, diagnostics: Diagnostics) {
    this.mode = mode;
    this.tree = tree;
    this.putOver = putOver;
    this.diagnostics = diagnostics;
  }

  /** Adds the next page. `before` holds the unsent pages before it, in order. */
  add(draft: Draft, before: readonly Draft[]): void {
    this.moveOn(draft);
    const root = draft.filled?.root ?? null;
    if (root === null) return;
    const { geometry, scale, forced } = draft;
    const margins = marginsAround(geometry, scale);
    for (const moved of findMoved(root, flowRoom(geometry, scale), margins, this.mode, forced)) {
      const isShown = moved.end > EDGE_TOLERANCE && moved.start < this.lengthOf(draft) - EDGE_TOLERANCE;
      if (moved.start < -EDGE_TOLERANCE) this.moveBack(moved, draft, before, isShown);
      if (moved.end <= this.lengthOf(draft) + EDGE_TOLERANCE) continue;
      if (isShown) this.cut(moved);
      this.ahead.push({ moved, isShown, pages: 0, home: draft.index });
    }
  }

  /** Adds as many pages as boxes extend to, once the flow has ended. */
  addPages(addPage: () => void): void {
    while (this.ahead.length > 0) addPage();
  }

  /** Places boxes from earlier pages on this one and keeps those that extend past it. */
  private moveOn(draft: Draft): void {
    const { last } = this;
    this.last = draft;
    if (last === null || this.ahead.length === 0) return;
    const length = this.lengthOf(draft);
    const still: typeof this.ahead = [];
    for (const { moved: before, isShown, pages, home } of this.ahead) {
      const moved = this.along(before, -this.lengthOf(last), draft, last);
      const isHere = moved.start < length - EDGE_TOLERANCE;
      const continues = moved.end > length + EDGE_TOLERANCE;
      if (isHere && continues) this.cut(moved);
      if (isHere) this.place(draft, moved, isShown, home);
      if (!continues) continue;
      if (pages < MOST_PAGES) still.push({ moved, isShown: isShown || isHere, pages: pages + 1, home });
      else this.leaveOut();
    }
    this.ahead = still;
  }

  private moveBack(first: Moved, home: Draft, before: readonly Draft[], isShownAtHome: boolean): void {
    let moved = first;
    let isShown = isShownAtHome;
    let page = home;
    for (let i = before.length - 1; i >= 0 && moved.start < -EDGE_TOLERANCE; i--) {
      const previous = before[i]!;
      moved = this.along(moved, this.lengthOf(previous), previous, page);
      page = previous;
      if (moved.end <= EDGE_TOLERANCE) continue;
      if (i > 0 && moved.start < -EDGE_TOLERANCE) this.cut(moved);
      this.place(previous, moved, isShown, home.index);
      isShown = true;
    }
    if (moved.start < -EDGE_TOLERANCE && page.index > 0) this.leaveOut();
  }

  /** Cuts a box at the edges of the page areas, because several pages show it. */
  private cut({ own }: Pick<Moved, 'own'>): void {
    this.tree.flag(own, FragmentFlag.CutAtArea);
  }

  /**
   * Adds a box to a page: over its flow, or, if it is in the flow, to the closest ancestor there. Boxes from earlier pages
   * are painted below the page's own content, those from later pages above.
   */
  private place({ filled, index }: Draft, { own, x, y, isInFlow }: Moved, isShown: boolean, home: number): void {
    const root = filled?.root ?? null;
    if (isShown) this.cut({ own });
    const spots = isInFlow && root !== null ? this.tree.spotsIn(root.fragment, root.x, root.y, null) : null;
    const parent = this.tree.closestTo(own.around, spots).spot;
    const groups = groupsAround(own, parent?.fragment.box ?? null);
    const outer = groups.at(-1) ?? own;
    const [left, top] = [x + outer.x - own.x, y + outer.y - own.y];
    const fragment = (): BoxFragment => {
      const alone = withinGroups(this.tree.changedTo(own.fragment), own, groups);
      // A second occurrence is an artifact.
      return isShown ? alone.flagged(FragmentFlag.Repeated) : alone;
    };
    if (parent !== null) this.tree.add(parent, fragment, left, top, home < index);
    else this.putOver(index, fragment, left, top);
    if (!isShown) this.tree.remove(own);
  }

  private leaveOut(): void {
    this.diagnostics.warn(
      'layout/moved-away',
      'A box moves by too many pages, or back to finished pages. It is not shown.',
    );
  }

  /** Translates a moved box to another page's area, `by` further along the strip. */
  private along({ x, y, start, end, ...moved }: Moved, by: LU, to: Draft, from: Draft): Moved {
    const { vertical, blockReversed } = this.mode;
    // If the strip runs to the left, areas are measured from their right edges.
    const dx = !vertical ? 0 : blockReversed ? this.lengthOf(to) - this.lengthOf(from) - by : by;
    return { ...moved, x: x + dx, y: vertical ? y : y + by, start: start + by, end: end + by };
  }

  private lengthOf({ geometry, scale }: Draft): LU {
    const { width, height } = flowRoom(geometry, scale);
    return this.mode.blockOf(width, height);
  }
}

/** Returns the ancestors below `end` whose effects apply to the box as part of a group, from the closest one. */
function groupsAround(own: Spot, end: Box | null): readonly Spot[] {
  const groups: Spot[] = [];
  for (let { around } = own; around !== null && around.fragment.box !== end; { around } = around)
    if (isEffectGroup(around.fragment.style)) groups.push(around);
  return groups;
}

/** Returns a box as the only content of the groups around it. */
function withinGroups(fragment: BoxFragment, own: Spot, groups: readonly Spot[]): BoxFragment {
  let [inner, at] = [fragment, own];
  for (const group of groups) {
    inner = group.fragment.withContents([inner], [at.x - group.x, at.y - group.y]);
    at = group;
  }
  return inner;
}
