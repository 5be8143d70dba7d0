/** Fills page areas with the flow, one after the other. The `@page` rules determine each page's geometry. */
import { type Box, BoxFlag } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import { type BlockBreakToken, sameToken } from '../layout/contract/break-token.ts';
import type { LayoutContext } from '../layout/contract/contract.ts';
import { type BoxFragment, FragmentFlag } from '../layout/contract/fragment.ts';
import type { WritingMode } from '../layout/contract/geometry.ts';
import { type NextPage, firstPage, nextPage } from '../layout/fragmentation/next-break.ts';
import { type Insertion, isSpread, NO_INSERTIONS, sameInsertions } from '../layout/insertions/insertion.ts';
import { usedMargins, writingModeOf } from '../layout/sizing/box-edges.ts';
import type { ResolvedOptions } from '../options.ts';
import { NO_WRAP_AREAS, type WrapAreas } from './wrap-areas.ts';
import { type SentBackCalls, withCalled } from './sent-back-calls.ts';
import { Edition, NEXT_NUMBER, type PageNumbering } from './kept-pages.ts';
import { type FilledArea, fillArea } from './filled-area.ts';
import { type LastPages, PageGroups } from './page-groups.ts';
import {
  type PageGeometry,
  flowMargins,
  flowRoom,
  fromTheRight,
  pageGeometry,
  firstPageOf,
  halfOf,
  type PlacedSpread,
  secondPageOf,
} from './page-geometry.ts';
import type { ReusablePages } from './reusable-pages.ts';
import { visitFragments } from '../layout/fragments/visit-fragments.ts';
import { transformedOverflow } from './transformed-overflow.ts';
import type { PageStyle, Styler } from '../style/styler.ts';
import { type LU, LU_PER_PX } from '../units.ts';

interface PageFlowInput {
  readonly styler: Styler;
  readonly layout: LayoutContext;
  readonly options: ResolvedOptions;
  readonly budget: Budget;
  readonly root: Box;
  /** Content is laid out on areas enlarged by 1 / scale. */
  readonly scale: number;
  /** Pages of the last round over the same boxes that may be reused; null: none. */
  readonly reusable: ReusablePages | null;
  /** Calls in positioned boxes that are painted on an earlier page than the one that lays them out. */
  readonly calls: SentBackCalls;
  /** Where text flows around positioned boxes. */
  readonly wraps: WrapAreas;
  /** The last pages of the document and its page groups. */
  readonly lastPages: LastPages;
}

/** A page filled with the flow, without anything that depends on other pages. */
export interface Draft {
  readonly name: string;
  readonly index: number;
  readonly side: 'left' | 'right';
  /** Whether a forced break to the next left or right page created the page. */
  readonly blank: boolean;
  /** Whether a forced break starts the page. Its content doesn't extend into the page before. */
  readonly forced: boolean;
  /** The position of the page in each of its groups, from 1. */
  readonly groups: ReadonlyMap<string, number>;
  readonly style: PageStyle;
  readonly geometry: PageGeometry;
  readonly scale: number;
  readonly numbering: PageNumbering;
  /** Null on blank pages. */
  readonly filled: FilledArea | null;
}

/**
 * Returns the used geometry of a page whose style has been resolved. Margin boxes need margins, so the default margins
 * apply if no rule sets any.
 */
export function geometryOf(style: PageStyle, styler: Styler, options: ResolvedOptions): PageGeometry {
  return pageGeometry(style.style, style.size, options, usesDefaultMargins(style, styler));
}

/** Returns whether the margins come from the options. */
export function usesDefaultMargins({ hasMargin }: PageStyle, { hasPageRules, hasMarginBoxes }: Styler): boolean {
  return !hasPageRules || (hasMarginBoxes && !hasMargin);
}

/** The progress of the pages through the document. */
interface FlowState {
  readonly token: BlockBreakToken | null;
  /** Whether the only remaining content is content for which earlier pages had no room. */
  readonly hasEnded: boolean;
  readonly carried: readonly Insertion[];
  /** The part of `carried` that positioned boxes on the page itself call. */
  readonly called: readonly Box[];
}

/** Returns the state after a page. A page without text doesn't advance the flow. */
function stateAfter(before: FlowState, filled: FilledArea | null): FlowState {
  if (filled === null) return before;
  const { token, carried, root } = filled;
  return { token, carried, hasEnded: before.hasEnded || (root !== null && token === null), called: [] };
}

const isSameState = (a: FlowState, b: FlowState): boolean =>
  a.hasEnded === b.hasEnded && sameToken(a.token, b.token) && sameInsertions(a.carried, b.carried);

/** Returns the next page if the flow continues without a break. */
const goingOn = ({ name }: NextPage): NextPage => ({ name, side: null, forced: false });

/** Returns whether pages progress from right to left (css-writing-modes-4 §8.2). */
export function progressesFromRight({ style }: Box): boolean {
  const { vertical, blockReversed } = writingModeOf(style);
  return vertical ? blockReversed : style.text.direction === 'rtl';
}

export class PageFlow {
  private readonly input: PageFlowInput;
  private readonly mode: WritingMode;
  private readonly beginsAtRight: boolean;
  /** The earlier edition whose pages are kept. */
  private readonly edition: Edition | null;
  private readonly groups = new PageGroups();
  private readonly isFromRight: boolean;
  /** Whether the first page is a left page, unless a break before the root element changes that (css-page-3 §3.2). */
  private readonly leftFirst: boolean;
  private count = 0;
  /** The number of pages whose calls from positioned boxes have been taken. */
  private callsTaken = 0;
  /** The name of the last page. */
  private name = '';
  /** The spread of the last page. */
  private spread: PlacedSpread | null = null;

  constructor(input: PageFlowInput) {
    this.input = input;
    this.mode = writingModeOf(input.root.style);
    const { keepPages } = input.options;
    this.edition = keepPages === undefined ? null : new Edition(input.root, keepPages);
    // Uses the root element's own direction, not the one propagated from body.
    const { element } = input.root;
    const isRtl = element !== null && input.styler.styleOf(element).text.direction === 'rtl';
    this.beginsAtRight = isRtl && !this.mode.vertical;
    this.isFromRight = progressesFromRight(input.root);
    const { side } = firstPage(input.root);
    this.leftFirst = side === null ? this.isFromRight : this.physicalSide(side) === 'left';
  }

  /** Yields the pages in order. Each is laid out on demand. */
  *pages(): Generator<Draft, void, void> {
    const { layout, root } = this.input;
    layout.regions?.reset();
    let before: FlowState = { token: null, hasEnded: false, carried: NO_INSERTIONS, called: [] };
    let next = firstPage(root);
    for (;;) {
      const { token, hasEnded } = before;
      if (next.side !== null && this.physicalSide(next.side) !== this.sideOf(this.count)) {
        this.groups.goOnBlank(root, token, this.count);
        const halves = before.carried.filter(({ isSecondHalf }) => isSecondHalf);
        const only = { token: null, hasEnded: true, carried: halves, called: [] };
        yield this.draft(next, halves.length > 0 ? only : null);
        if (halves.length > 0) before = { ...before, carried: before.carried.filter((one) => !halves.includes(one)) };
      } else if (hasEnded && this.awaitsSpread(before.carried)) yield this.draft(next, null);
      if (!hasEnded) this.groups.goOn(root, token, next.forced, this.count);
      const called = this.calledHere();
      const state: FlowState = { ...before, carried: withCalled(before.carried, called), called };
      const draft: Draft = this.draft(next, state);
      yield draft;
      const after: FlowState = stateAfter(state, draft.filled);
      const isLast = this.count > this.input.calls.lastPage;
      if (after.hasEnded && after.carried.length === 0 && isLast) return;
      if (isLast && isSameState(after, state)) {
        layout.diagnostics.report(
          'layout/no-progress',
          'error',
          'Layout stopped because a page could not take any content. The rest of the document is missing. Please report this bug.',
        );
        return;
      }
      next = after.token === null || sameToken(after.token, token) ? goingOn(next) : nextPage(after.token);
      before = after;
    }
  }

  /** Returns a page after the flow's last one, for content that extends past it. */
  pageAfterEnd(): Draft {
    return this.draft(
      { name: this.name, side: null, forced: false },
      { token: null, hasEnded: true, carried: NO_INSERTIONS, called: [] },
    );
  }

  /** Returns the calls from positioned boxes on the next page and on blank pages before it. */
  private calledHere(): readonly Box[] {
    const called: Box[] = [];
    while (this.callsTaken <= this.count) called.push(...this.input.calls.on(this.callsTaken++));
    return called;
  }

  /** Returns whether a page can't show any of its floats, because they begin on the first page of a spread. */
  private awaitsSpread(carried: readonly Insertion[]): boolean {
    if (!this.input.styler.hasSpreads || this.mode.vertical || this.beginsSpread(this.count)) return false;
    return carried.length > 0 && carried.every(({ box, isSecondHalf }) => isSpread(box.style) && !isSecondHalf);
  }

  /** Returns whether a page is the first one of a spread. */
  private beginsSpread(index: number): boolean {
    return (this.sideOf(index) === 'left') !== this.isFromRight;
  }

  private sideOf(index: number): 'left' | 'right' {
    return (index % 2 === 0) === this.leftFirst ? 'left' : 'right';
  }

  /** Recto is the second side of a spread (css-break-4 §3.1). */
  private physicalSide(side: NonNullable<NextPage['side']>): 'left' | 'right' {
    if (side === 'left' || side === 'right') return side;
    return (side === 'recto') === this.isFromRight ? 'left' : 'right';
  }

  /** `state` is the state of the flow that the page continues; null: the page is blank. */
  private draft({ name, forced }: NextPage, state: FlowState | null): Draft {
    const blank = state === null;
    const { styler, budget, scale, lastPages } = this.input;
    const index = this.count++;
    this.name = name;
    budget.spendPage(index + 1);
    const side = this.sideOf(index);
    const groups = this.groups.numbersOn(index);
    const ends = lastPages.get(index);
    const style = styler.pageStyle({ name, index, first: index === 0, left: side === 'left', blank, groups, ends });
    const used = this.geometryFor(style, side, state);
    const geometry = this.beginsAtRight ? fromTheRight(used) : used;
    this.spread = this.spreadOf(name, index, geometry);
    const filled = state === null ? null : this.fill(style, geometry, side, state);
    const numbering = this.edition?.numberingOf(filled) ?? NEXT_NUMBER;
    return { name, index, side, blank, forced, groups, style, geometry, scale, numbering, filled };
  }

  /** Returns the spread of a page, or null if no float needs it. The page that faces a first page has its name. */
  private spreadOf(name: string, index: number, geometry: PageGeometry): PlacedSpread | null {
    const { styler, options, scale } = this.input;
    if (!styler.hasSpreads || this.mode.vertical) return null;
    const isLeft = this.sideOf(index) === 'left';
    const half = halfOf(geometry, isLeft, scale);
    if (!this.beginsSpread(index)) return secondPageOf(half, this.spread);
    const facing = { name, index: index + 1, first: false, left: !isLeft, blank: false };
    const style = styler.pageStyle({ ...facing, groups: this.groups.numbersOn(index) });
    return firstPageOf(half, halfOf(geometryOf(style, styler, options), !isLeft, scale));
  }

  /** Pages as high as their content are first filled at the maximum height, to find the height of the content. */
  private geometryFor(style: PageStyle, side: 'left' | 'right', state: FlowState | null): PageGeometry {
    const { styler, options, scale } = this.input;
    if (state === null || !hasAutoHeight(style, this.mode)) return geometryOf(style, styler, options);
    const ofHeight = (height: number): PageGeometry =>
      geometryOf({ ...style, size: { ...style.size, height } }, styler, options);
    const tallest = ofHeight(MAX_AUTO_HEIGHT);
    const room = flowRoom(tallest, scale).height;
    const content = contentHeight(this.fill(style, tallest, side, state), this.mode, room);
    const around = tallest.height - tallest.exact.height;
    return ofHeight(Math.min(MAX_AUTO_HEIGHT, around + Math.ceil((content / LU_PER_PX) * scale)));
  }

  private fill(
    style: PageStyle,
    geometry: PageGeometry,
    side: 'left' | 'right',
    state: FlowState,
    index = this.count - 1,
  ): FilledArea {
    const { layout, root, scale, reusable, calls } = this.input;
    const input = {
      ...state,
      elsewhere: calls,
      ...flowRoom(geometry, scale),
      hasAutoHeight: hasAutoHeight(style, this.mode),
      footnoteAreas: style.footnoteAreas,
      margins: { side, sizes: flowMargins(geometry, scale) },
      spread: this.spread && { inline: this.spread.inline, start: this.spread.start },
      wraps: this.input.wraps.get(index) ?? NO_WRAP_AREAS,
    };
    // The contents of regions depend on those of other pages.
    const same = layout.regions === null ? reusable?.find(input) : null;
    const natural = same ?? fillArea(layout, root, this.mode, input);
    return this.edition?.fitted(natural, (early) => fillArea(layout, root, this.mode, input, early)) ?? natural;
  }
}

/** The highest sheet in CSS px: 200 in, which every PDF reader shows. Content that is higher continues on another page. */
const MAX_AUTO_HEIGHT = 19_200;

/** Returns whether a page is as high as its content. In vertical text, pages continue sideways and need a height. */
const hasAutoHeight = ({ size }: PageStyle, mode: WritingMode): boolean =>
  size.width !== null && size.height === null && !mode.vertical;

/** Returns the end of the content of a page filled at the height `room`, from the start of its area. */
function contentHeight({ root, footnotes, floats, token }: FilledArea, mode: WritingMode, room: LU): LU {
  let end: LU = 0;
  if (root !== null) {
    const { style, width } = root.fragment;
    const margin = token === null ? usedMargins(style, mode, width).blockEnd : 0;
    end = root.y + extentOf(root.fragment) + margin;
  }
  // Notes and floats at the end of the page stay there.
  let last = room;
  for (const { fragment, y } of [...footnotes, ...floats])
    if (y >= end) last = Math.min(last, y);
    else end = Math.max(end, y + fragment.height);
  return end + room - last;
}

/** Includes overflow. A fragment that continues on the next page fills its page; its content ends before. */
function extentOf(root: BoxFragment): LU {
  let extent: LU = 0;
  visitFragments(root, 0, 0, true, (fragment, _, y) => {
    if (fragment.type === 'box' && fragment !== root && followsPageEnd(fragment)) return false;
    const goesOn = fragment.type === 'box' && (fragment.flags & FragmentFlag.BreaksAfter) !== 0;
    extent = Math.max(extent, goesOn ? y : y + fragment.height);
    if (fragment.type !== 'box') return false;
    if (goesOn || fragment.box.has(BoxFlag.Root)) return true;
    extent = Math.max(extent, y + Math.ceil((transformedOverflow(fragment)?.bottom ?? 0) * LU_PER_PX));
    return false;
  });
  return extent;
}

/**
 * Whether a child of the root is placed from the end of the page, so that it doesn't determine the position of that
 * end.
 */
function followsPageEnd({ box }: BoxFragment): boolean {
  const { bottom, height } = box.style.box;
  return box.isOutOfFlow && (!bottom.isAuto || height.hasPercent);
}
