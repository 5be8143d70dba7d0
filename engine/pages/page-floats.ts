/**
 * Page floats with the page as their reference (css-page-floats-3). They are placed at the block start or block end of
 * the page area, above the footnotes, in document order. A float that doesn't fit goes to the next page, together with
 * later ones on its side. One that is higher than a page continues on the next.
 *
 * DEVIATION: in vertical text, `top` and `bottom` are also the page's block sides, while the specification uses its
 * inline sides.
 */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { usedMargins } from '../layout/box-edges.ts';
import type { LayoutContext } from '../layout/contract.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import type { WritingMode } from '../layout/geometry.ts';
import type { BlockBreakToken } from '../layout/break-token.ts';
import { FragmentainerSpace } from '../layout/fragmentainer-space.ts';
import type { LayoutResult } from '../layout/layout-result.ts';
import { SpaceBuilder } from '../layout/space-builder.ts';
import { type LU, MAX_LU } from '../units.ts';
import type { AreaSize, PageSide } from './footnote-area.ts';
import type { PlacedFragment } from './page.ts';

/** A float that waits for a page. */
export interface WaitingFloat {
  readonly box: Box;
  /** The number of pages that `float-defer` skips first; Infinity: the last page. */
  readonly defer: number;
  /** Where it continues; null: it starts. */
  readonly token: BlockBreakToken | null;
}

/** Returns a newly called float. */
export const newFloat = (box: Box): WaitingFloat => ({ box, defer: deferralOf(box.style), token: null });

/** Returns whether a body floats to a side of the page. Otherwise it is a footnote. */
export function isPageFloat({ box }: ComputedStyle): boolean {
  return box.float === 'block-start' || box.float === 'block-end' || box.float === 'snap-block';
}

/**
 * Returns the side of a page float that is called at these distances from the page's start and end. `snap-block` uses
 * the nearer side.
 */
export function floatSideOf({ box }: ComputedStyle, fromStart: LU, fromEnd: LU): PageSide {
  if (box.float === 'snap-block') return fromStart < fromEnd ? 'start' : 'end';
  return box.float === 'block-end' ? 'end' : 'start';
}

/** Returns the side of a float from an earlier page, which counts as called at the start of this one. */
export function carriedSideOf(style: ComputedStyle): PageSide {
  return floatSideOf(style, 0, MAX_LU);
}

/**
 * Returns the number of pages to skip. Negative values count from the last page (css-page-floats-3 §4.1); all such
 * floats go to the last page.
 */
export function deferralOf({ box }: ComputedStyle): number {
  const { floatDefer } = box;
  if (floatDefer === 'none') return 0;
  return floatDefer === 'last' || floatDefer < 0 ? Infinity : floatDefer;
}

interface Placed {
  readonly box: Box;
  readonly fragment: BoxFragment;
  readonly side: PageSide;
  /**
   * Logical offsets in the page area: from the side to the near edge of the margin box, and the inline start of the
   * border box.
   */
  readonly fromSide: LU;
  readonly inline: LU;
}

const NO_CALLS: readonly Box[] = [];

export class PageFloats {
  private readonly context: LayoutContext;
  private readonly mode: WritingMode;
  private readonly page: AreaSize;
  private readonly used = { start: 0, end: 0 };
  /** Whether a side takes no more floats, because one is waiting or because of `clear`. */
  private readonly full = { start: false, end: false };
  private readonly floats: Placed[] = [];
  /** Floats that go to the next page, in order. */
  waiting: readonly WaitingFloat[] = [];

  constructor(context: LayoutContext, mode: WritingMode, page: AreaSize) {
    this.context = context;
    this.mode = mode;
    this.page = page;
  }

  /** Returns how much of the page the floats of a side take. */
  sizeAt(side: PageSide): LU {
    return this.used[side];
  }

  get size(): LU {
    return this.used.start + this.used.end;
  }

  /** Returns the side of a float, or null if it isn't on this page. */
  sideOf(box: Box): PageSide | null {
    return this.floats.find((placed) => placed.box === box)?.side ?? null;
  }

  /**
   * Places a float if all floats together then fit in `room`, else it waits for the next page. `isFirst` means that it
   * has waited and nothing precedes it on this page, so that no page is better. `isLastPage` means that no later page
   * exists to defer to. Returns the calls within the float if it is placed.
   */
  add(float: WaitingFloat, side: PageSide, room: LU, { isFirst = false, isLastPage = false } = {}): readonly Box[] {
    const { box, defer, token } = float;
    const isDue = defer <= 0 || isLastPage;
    const calls = isDue && !this.full[side] ? this.place(float, side, room, isFirst) : null;
    if (calls !== null) return calls;
    // A deferred float doesn't hold back others.
    if (isDue) this.full[side] = true;
    this.waiting = [...this.waiting, { box, defer: Math.max(0, defer - 1), token }];
    return NO_CALLS;
  }

  /**
   * Places deferred floats that fit, because the text has ended and no later page is better. Returns the placed floats
   * with their calls.
   */
  placeDeferred(room: LU): readonly (readonly [Box, readonly Box[]])[] {
    const { waiting } = this;
    const calls: (readonly [Box, readonly Box[]])[] = [];
    this.waiting = [];
    for (const float of waiting) {
      const { box, defer } = float;
      const side = carriedSideOf(box.style);
      const called = defer > 0 && !this.full[side] ? this.place(float, side, room, false) : null;
      if (called === null) this.waiting = [...this.waiting, float];
      else calls.push([box, called]);
    }
    return calls;
  }

  /** Returns null if the float doesn't fit. With `isFirst`, a float that is higher than the page is broken instead. */
  private place({ box, token }: WaitingFloat, side: PageSide, room: LU, isFirst: boolean): readonly Box[] | null {
    const { context, mode, page } = this;
    const [inline, block] = mode.vertical ? [page.height, page.width] : [page.width, page.height];
    const margins = usedMargins(box.style, mode, inline);
    const before = token === null ? margins.blockStart : 0;
    const laidOut = (most: LU | null): LayoutResult => {
      const space = new SpaceBuilder(context, mode, box).available(inline).percentages(inline, block);
      return context.layout(
        box,
        space.fragmentainer(most === null ? null : FragmentainerSpace.column(most, false, true)).build(),
        token,
      );
    };
    let result = laidOut(token === null ? null : MAX_LU >> 1);
    let size = before + result.fragment.blockSize(mode) + margins.blockEnd;
    let offset = Math.max(0, box.style.box.floatOffset.resolve(Math.max(0, block - size)));
    if (isFirst && this.size + size + offset > block) {
      result = laidOut(Math.max(1, block - this.size - before));
      size = before + result.fragment.blockSize(mode) + (result.breakToken === null ? margins.blockEnd : 0);
      offset = 0;
    } else if (this.size + size + offset > room) return null;
    const near = side === 'start' ? before : size - before - result.fragment.blockSize(mode);
    this.floats.push({
      box,
      fragment: result.fragment,
      side,
      fromSide: this.used[side] + offset + near,
      inline: margins.inlineStart,
    });
    this.used[side] += size + offset;
    const { clearPage } = box.style.box;
    if (clearPage === 'both-block' || clearPage === `block-${side}`) this.full[side] = true;
    if (result.breakToken !== null) this.goOn(box, result.breakToken);
    return result.footnotes;
  }

  /** Continues a float on the next page before all others. It leaves no room for others on this page. */
  private goOn(box: Box, token: BlockBreakToken): void {
    this.full.start = this.full.end = true;
    this.waiting = [...this.waiting, { box, defer: 0, token }];
  }

  /**
   * Returns the floats relative to the page area's corner. `notes` returns the size of the footnotes outside the floats
   * of a side.
   */
  placed(notes: (side: PageSide) => LU): PlacedFragment[] {
    const { mode, page } = this;
    const block = mode.vertical ? page.width : page.height;
    return this.floats.map(({ fragment, side, fromSide, inline }) => {
      const from = notes(side) + fromSide;
      const down = side === 'start' ? from : block - from - fragment.blockSize(mode);
      return {
        fragment,
        x: mode.physicalX(inline, down, fragment.width, page.width),
        y: mode.physicalY(inline, down, fragment.height, page.height),
      };
    });
  }
}
