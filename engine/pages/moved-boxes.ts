/**
 * Handles boxes that relative positioning, a transform or negative margins move past the end of their page or before
 * its start. For painting, the areas of consecutive pages form one strip, as when Chromium prints. A moved box appears
 * on every page whose area it overlaps, and pages are added for it if necessary.
 */
import { BoxFlag } from '../boxes/box.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type BoxFragment, type Fragment, FragmentFlag } from '../layout/fragment.ts';
import type { WritingMode } from '../layout/geometry.ts';
import type { LU } from '../units.ts';
import { EDGE_TOLERANCE, findMoved, type Moved } from './find-moved.ts';
import type { PlacedFragment } from './page.ts';
import type { Draft } from './page-flow.ts';
import { flowRoom, marginsAround } from './page-geometry.ts';
import { withoutFragments } from './without-fragments.ts';

/** Boxes moved further aren't shown. This limits the number of added pages. */
const MOST_PAGES = 100;

/** A moved box on a page. */
interface Placed {
  readonly own: BoxFragment;
  readonly fragment: BoxFragment;
  readonly x: LU;
  readonly y: LU;
  /** Whether it is also visible on another page. */
  readonly isShown: boolean;
}

/** Returns what has become of a fragment since its page was added. */
type Changed = (fragment: BoxFragment) => BoxFragment;

export class MovedBoxes {
  private readonly mode: WritingMode;
  private readonly diagnostics: Diagnostics;
  /** By page index. */
  private readonly placed = new Map<number, Placed[]>();
  /** Boxes that are painted with the page's flow, by page index. */
  private readonly inFlow = new Map<number, (Placed & { readonly isLater: boolean })[]>();
  /** Boxes that aren't visible on their own page but are on another, by page index. */
  private readonly away = new Map<number, Set<BoxFragment>>();
  /**
   * Boxes that extend past the last page so far, relative to its area's corner. `isShown`: visible on an earlier page.
   */
  private ahead: { readonly moved: Moved; readonly isShown: boolean; readonly pages: number; home: number }[] = [];
  private last: Draft | null = null;

  /** `mode` is the root element's. */
  constructor(mode: WritingMode, diagnostics: Diagnostics) {
    this.mode = mode;
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
      if (moved.end > this.lengthOf(draft) + EDGE_TOLERANCE)
        this.ahead.push({ moved, isShown, pages: 0, home: draft.index });
    }
  }

  /** Adds as many pages as boxes extend to, once the flow has ended. */
  addPages(addPage: () => void): void {
    while (this.ahead.length > 0) addPage();
  }

  /** Returns the boxes from other pages that are painted over the page's flow, relative to the area's corner. */
  on({ index }: Draft, changed: Changed): readonly PlacedFragment[] {
    return (this.placed.get(index) ?? []).map((placed) => asPlaced(placed, changed));
  }

  /** Returns a page without the boxes that are only visible on others. */
  withoutAway(draft: Draft, changed: Changed): Draft {
    const { filled, index } = draft;
    const gone = this.away.get(index);
    const root = filled?.root ?? null;
    if (gone === undefined || filled === null || root === null) return draft;
    return {
      ...draft,
      filled: filled.withRoot({ ...root, fragment: withoutFragments(root.fragment, new Set([...gone].map(changed))) }),
    };
  }

  /**
   * Returns a page with boxes from other pages added to its flow. Those from earlier pages come below its own content,
   * those from later pages above.
   */
  withFlow(draft: Draft, changed: Changed): Draft {
    const { filled, index } = draft;
    const added = this.inFlow.get(index);
    const root = filled?.root ?? null;
    if (added === undefined || filled === null || root === null) return draft;
    const place = ({ x, y }: PlacedFragment): LU[] => [x - root.x, y - root.y];
    const under = added.filter(({ isLater }) => !isLater).map((placed) => asPlaced(placed, changed));
    const over = added.filter(({ isLater }) => isLater).map((placed) => asPlaced(placed, changed));
    const { fragment } = root;
    const children = [
      ...under.map((placed) => placed.fragment),
      ...fragment.children,
      ...over.map((placed) => placed.fragment),
    ];
    const offsets = [...under.flatMap(place), ...fragment.offsets, ...over.flatMap(place)];
    return { ...draft, filled: filled.withRoot({ ...root, fragment: fragment.withContents(children, offsets) }) };
  }

  /** Discards a page that has been sent. */
  forget({ index }: Draft): void {
    this.placed.delete(index);
    this.inFlow.delete(index);
    this.away.delete(index);
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
      if (isHere) this.place(draft, moved, isShown, home);
      if (moved.end <= length + EDGE_TOLERANCE) continue;
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
      this.place(previous, moved, isShown, home.index);
      isShown = true;
    }
    if (moved.start < -EDGE_TOLERANCE && page.index > 0) this.leaveOut();
  }

  private place(page: Draft, { own, fragment, x, y, isInFlow }: Moved, isShown: boolean, home: number): void {
    const { index } = page;
    const placed: Placed = { own, fragment, x, y, isShown };
    // If the root itself is a group, it has already been included.
    const hasFlow = isInFlow && (page.filled?.root ?? null) !== null && !fragment.box.has(BoxFlag.Root);
    if (hasFlow) append(this.inFlow, index, { ...placed, isLater: home > index });
    else append(this.placed, index, placed);
    if (isShown) return;
    const away = this.away.get(home) ?? new Set<BoxFragment>();
    away.add(own);
    this.away.set(home, away);
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

function asPlaced({ own, fragment, x, y, isShown }: Placed, changed: Changed): PlacedFragment {
  const current = replaced(fragment, own, changed(own));
  // A second occurrence is an artifact.
  return { fragment: isShown ? current.flagged(FragmentFlag.Repeated) : current, x, y };
}

/** Returns a group with another fragment in place of `own`. Each group around it has one child. */
function replaced<F extends Fragment>(group: F, own: BoxFragment, other: BoxFragment): F | BoxFragment {
  if (own === other || group.type === 'text') return group;
  if (group === own) return other;
  return group.withContents([replaced(group.children[0]!, own, other)], group.offsets) as F;
}

function append<T>(lists: Map<number, T[]>, index: number, entry: T): void {
  const list = lists.get(index);
  if (list === undefined) lists.set(index, [entry]);
  else list.push(entry);
}
