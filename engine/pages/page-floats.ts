/**
 * Page floats with the page as their reference (css-page-floats-3): they stand at the block start or block end of the page area, above the footnotes, in
 * document order; what has no room goes to the next page, and those after it on the same side with it. One that is higher than a page goes on from one to
 * the next.
 *
 * DEVIATION: `top` and `bottom` are the page's block sides in vertical text, too, where the specification has them on its inline sides.
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

/** A float on its way to a page. */
export interface WaitingFloat {
  readonly box: Box;
  /** Pages that `float-defer` lets pass first; Infinity: the last page is meant. */
  readonly defer: number;
  /** Where it goes on; null: it begins. */
  readonly token: BlockBreakToken | null;
}

/** One that is called. */
export const newFloat = (box: Box): WaitingFloat => ({ box, defer: deferralOf(box.style), token: null });

/** Does it leave the flow for a side of the page? If not, it is a footnote. */
export function isPageFloat({ box }: ComputedStyle): boolean {
  return box.float === 'block-start' || box.float === 'block-end' || box.float === 'snap-block';
}

/** The side of a page float that is called so far from the start of its page and from its end; `snap-block` goes to the nearer one. */
export function floatSideOf({ box }: ComputedStyle, fromStart: LU, fromEnd: LU): PageSide {
  if (box.float === 'snap-block') return fromStart < fromEnd ? 'start' : 'end';
  return box.float === 'block-end' ? 'end' : 'start';
}

/** The same of one that comes from an earlier page: it would stand at the start of this one. */
export function carriedSideOf(style: ComputedStyle): PageSide {
  return floatSideOf(style, 0, MAX_LU);
}

/** css-page-floats-3 §4.1: a negative number counts from the last page, which is where all such floats go. */
export function deferralOf({ box }: ComputedStyle): number {
  const { floatDefer } = box;
  if (floatDefer === 'none') return 0;
  return floatDefer === 'last' || floatDefer < 0 ? Infinity : floatDefer;
}

interface Placed {
  readonly box: Box;
  readonly fragment: BoxFragment;
  readonly side: PageSide;
  /** Logical offsets in the page area: of the margin box's near edge from the side, and of the border box's inline start. */
  readonly fromSide: LU;
  readonly inline: LU;
}

const NO_CALLS: readonly Box[] = [];

export class PageFloats {
  private readonly context: LayoutContext;
  private readonly mode: WritingMode;
  private readonly page: AreaSize;
  private readonly used = { start: 0, end: 0 };
  /** No more floats of this side fit: one waits already, or `clear` says so. */
  private readonly full = { start: false, end: false };
  private readonly floats: Placed[] = [];
  /** Those that go on to the next page, in order. */
  waiting: readonly WaitingFloat[] = [];

  constructor(context: LayoutContext, mode: WritingMode, page: AreaSize) {
    this.context = context;
    this.mode = mode;
    this.page = page;
  }

  /** How much of the page the floats of a side take. */
  sizeAt(side: PageSide): LU {
    return this.used[side];
  }

  get size(): LU {
    return this.used.start + this.used.end;
  }

  /** Where a float stands; null: not on this page. */
  sideOf(box: Box): PageSide | null {
    return this.floats.find((placed) => placed.box === box)?.side ?? null;
  }

  /**
   * Places a float if all floats together may become so large; else it waits for the next page. `isFirst`: it has waited, and nothing stands on this page:
   * there is no better one. `isLastPage`: there are no more pages that it could be deferred to. Gives what it calls if it stands.
   */
  add(float: WaitingFloat, side: PageSide, room: LU, { isFirst = false, isLastPage = false } = {}): readonly Box[] {
    const { box, defer, token } = float;
    const isDue = defer <= 0 || isLastPage;
    const calls = isDue && !this.full[side] ? this.place(float, side, room, isFirst) : null;
    if (calls !== null) return calls;
    // A float that is meant for a later page holds back no other.
    if (isDue) this.full[side] = true;
    this.waiting = [...this.waiting, { box, defer: Math.max(0, defer - 1), token }];
    return NO_CALLS;
  }

  /** The text has ended: no page is better for what waits for a later one, if it fits. Gives what each of those calls that stand. */
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

  /** null: it has no room. `isFirst`: there is no better place, so that what is higher than the page is broken. */
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

  /** What is left of a float comes before others on the next page, which it leaves no room for on this one. */
  private goOn(box: Box, token: BlockBreakToken): void {
    this.full.start = this.full.end = true;
    this.waiting = [...this.waiting, { box, defer: 0, token }];
  }

  /** From the page area's corner; `notes`: how much of it footnotes take beyond the floats of a side. */
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
