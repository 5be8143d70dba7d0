/** Fills page areas with the flow, one after the other, each page with the geometry that its `@page` rules give it. */
import type { Box } from '../boxes/box.ts';
import type { Budget } from '../budget.ts';
import { writingModeOf } from '../layout/box-edges.ts';
import { type BlockBreakToken, sameToken } from '../layout/break-token.ts';
import type { LayoutContext } from '../layout/contract.ts';
import { firstPage, type NextPage, nextPage } from '../layout/fragmentation/next-break.ts';
import type { Sides, WritingMode } from '../layout/geometry.ts';
import type { ResolvedOptions } from '../options.ts';
import type { PageStyle, Styler } from '../style/styler.ts';
import { luFromPx } from '../units.ts';
import { type Carried, isNothing, NOTHING_CARRIED, sameCarried } from './area-plan.ts';
import { type EarlierCalls, withCalled } from './earlier-calls.ts';
import type { EarlierPages } from './earlier-pages.ts';
import { fillArea, type FilledArea } from './filled-area.ts';
import type { LastPages } from './last-pages.ts';
import { type PageGeometry, flowRoom, fromTheRight, pageGeometry } from './page-geometry.ts';
import { PageGroups } from './page-groups.ts';

export interface PageFlowInput {
  readonly styler: Styler;
  readonly layout: LayoutContext;
  readonly options: ResolvedOptions;
  readonly budget: Budget;
  readonly root: Box;
  /** Content is laid out on areas enlarged by 1 / scale. */
  readonly scale: number;
  /** What the last round laid out of the same boxes and may be taken over; null: nothing. */
  readonly earlier: EarlierPages | null;
  /** What positioned boxes call on pages before those on which they are laid out. */
  readonly calls: EarlierCalls;
  /** Where the document and its page groups end. */
  readonly lastPages: LastPages;
}

/** A page that the flow has filled: all but what hangs on other pages. */
export interface Draft {
  readonly name: string;
  readonly index: number;
  readonly side: 'left' | 'right';
  /** Made by a forced break to the next left or right page. */
  readonly blank: boolean;
  /** Which page of each of its groups it is, from 1. */
  readonly groups: ReadonlyMap<string, number>;
  readonly style: PageStyle;
  readonly geometry: PageGeometry;
  readonly scale: number;
  /** null on blank pages. */
  readonly filled: FilledArea | null;
}

/** The used geometry of a page, whose style the caller has resolved. Margin boxes need margins: where no rule gives any, the default ones hold. */
export function geometryOf(style: PageStyle, styler: Styler, options: ResolvedOptions): PageGeometry {
  return pageGeometry(style.style, style.size, options, usesDefaultMargins(style, styler));
}

/** Are the margins those of the options? */
export function usesDefaultMargins({ hasMargin }: PageStyle, { hasPageRules, hasMarginBoxes }: Styler): boolean {
  return !hasPageRules || (hasMarginBoxes && !hasMargin);
}

/** Where the pages are in the document. */
interface FlowState {
  readonly token: BlockBreakToken | null;
  /** There is only left what earlier pages had no room for. */
  readonly hasEnded: boolean;
  readonly carried: Carried;
  /** What of that is called on the page itself, from positioned boxes. */
  readonly called: readonly Box[];
}

/** A page without text leaves the flow where it was. */
function stateAfter(before: FlowState, filled: FilledArea | null): FlowState {
  if (filled === null) return before;
  const { token, carried, root } = filled;
  return { token, carried, hasEnded: before.hasEnded || (root !== null && token === null), called: [] };
}

const isSameState = (a: FlowState, b: FlowState): boolean =>
  a.hasEnded === b.hasEnded && sameToken(a.token, b.token) && sameCarried(a.carried, b.carried);

/** The page of a name on which a flow goes on without a break. */
const goingOn = ({ name }: NextPage): NextPage => ({ name, side: null, forced: false });

/** Do pages progress from right to left (css-writing-modes-4 §8.2)? */
export function progressesFromRight({ style }: Box): boolean {
  const { vertical, blockReversed } = writingModeOf(style);
  return vertical ? blockReversed : style.text.direction === 'rtl';
}

export class PageFlow {
  private readonly input: PageFlowInput;
  private readonly mode: WritingMode;
  private readonly beginsAtRight: boolean;
  private readonly groups = new PageGroups();
  private readonly isFromRight: boolean;
  /** So they begin, where no break before the root element says otherwise (css-page-3 §3.2). */
  private readonly leftFirst: boolean;
  private count = 0;
  /** So many pages have been asked for what is called on them from positioned boxes. */
  private callsTaken = 0;
  /** Of the last page. */
  private name = '';

  constructor(input: PageFlowInput) {
    this.input = input;
    this.mode = writingModeOf(input.root.style);
    // By the root element's own direction, not by what it has from body.
    const { element } = input.root;
    const isRtl = element !== null && input.styler.styleOf(element).text.direction === 'rtl';
    this.beginsAtRight = isRtl && !this.mode.vertical;
    this.isFromRight = progressesFromRight(input.root);
    const { side } = firstPage(input.root);
    this.leftFirst = side === null ? this.isFromRight : this.physicalSide(side) === 'left';
  }

  /** The pages in their order, each laid out when it is asked for. */
  *pages(): Generator<Draft, void, void> {
    const { layout, root } = this.input;
    let before: FlowState = { token: null, hasEnded: false, carried: NOTHING_CARRIED, called: [] };
    let next = firstPage(root);
    for (;;) {
      const { token, hasEnded } = before;
      if (next.side !== null && this.physicalSide(next.side) !== this.sideOf(this.count)) {
        this.groups.goOnBlank(root, token, this.count);
        yield this.draft(next.name, null);
      }
      if (!hasEnded) this.groups.goOn(root, token, next.forced, this.count);
      const called = this.calledHere();
      const state: FlowState = { ...before, carried: withCalled(before.carried, called), called };
      const draft: Draft = this.draft(next.name, state);
      yield draft;
      const after: FlowState = stateAfter(state, draft.filled);
      const isLast = this.count > this.input.calls.lastPage;
      if (after.hasEnded && isNothing(after.carried) && isLast) return;
      if (isLast && isSameState(after, state)) {
        layout.diagnostics.warn(
          'layout/no-progress',
          'A page took nothing in; what was to come after it was left out.',
        );
        return;
      }
      next = after.token === null || sameToken(after.token, token) ? goingOn(next) : nextPage(after.token);
      before = after;
    }
  }

  /** A page after the flow's last one, for what reaches past that. */
  pageAfterEnd(): Draft {
    return this.draft(this.name, { token: null, hasEnded: true, carried: NOTHING_CARRIED, called: [] });
  }

  /** What positioned boxes call on the next page, and on blank ones before it. */
  private calledHere(): readonly Box[] {
    const called: Box[] = [];
    while (this.callsTaken <= this.count) called.push(...this.input.calls.on(this.callsTaken++));
    return called;
  }

  private sideOf(index: number): 'left' | 'right' {
    return (index % 2 === 0) === this.leftFirst ? 'left' : 'right';
  }

  /** css-break-4 §3.1: recto is the side that comes second in a spread. */
  private physicalSide(side: NonNullable<NextPage['side']>): 'left' | 'right' {
    if (side === 'left' || side === 'right') return side;
    return (side === 'recto') === this.isFromRight ? 'left' : 'right';
  }

  /** `state`: what goes on on the page; null: it is blank. */
  private draft(name: string, state: FlowState | null): Draft {
    const blank = state === null;
    const { styler, options, budget, scale, lastPages } = this.input;
    const index = this.count++;
    this.name = name;
    budget.spendPage(index + 1);
    const side = this.sideOf(index);
    const groups = this.groups.numbersOn(index);
    const ends = lastPages.get(index);
    const style = styler.pageStyle({ name, index, first: index === 0, left: side === 'left', blank, groups, ends });
    const used = geometryOf(style, styler, options);
    const geometry = this.beginsAtRight ? fromTheRight(used) : used;
    const filled = state === null ? null : this.fill(style, geometry, side, state);
    return { name, index, side, blank, groups, style, geometry, scale, filled };
  }

  private fill(style: PageStyle, geometry: PageGeometry, side: 'left' | 'right', state: FlowState): FilledArea {
    const { layout, root, scale, earlier, calls } = this.input;
    const question = {
      ...state,
      elsewhere: calls,
      ...flowRoom(geometry, scale),
      footnoteArea: style.footnoteArea,
      margins: { side, sizes: marginsAround(geometry, scale) },
    };
    return earlier?.find(question) ?? fillArea(layout, root, this.mode, question);
  }
}

/** From the page area to the sheet's edges, in the units of content at a scale. */
function marginsAround({ area, width, height }: PageGeometry, scale: number): Sides {
  return {
    top: Math.floor(area.y / scale),
    left: Math.floor(area.x / scale),
    right: Math.floor((luFromPx(width) - area.x - area.width) / scale),
    bottom: Math.floor((luFromPx(height) - area.y - area.height) / scale),
  };
}
