/**
 * Fills a page's area with as much of the flow as fits and with what it calls to the edges of the page. The result is a
 * pure function of the input, so it is valid on any page.
 */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { autoStartMargin } from '../layout/positioned/auto-margins.ts';
import { usedMargins } from '../layout/box-edges.ts';
import { BlockBreakToken } from '../layout/break-token.ts';
import type { LayoutContext } from '../layout/contract.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import { layoutFragmentainer } from '../layout/fragmentation/fragmentainer.ts';
import type { Sides, WritingMode } from '../layout/geometry.ts';
import { shifted } from '../layout/positioned/positioned.ts';
import { BlockFloats } from '../layout/insertions/block-floats.ts';
import { type Area, type Insertion, kindOf, newInsertion } from '../layout/insertions/insertion.ts';
import { type LU, luFromPx } from '../units.ts';
import { type Anchor, anchorsOf, contentEnd, firstLineStart } from './anchors.ts';
import { AreaPlan } from './area-plan.ts';
import type { EarlierCalls } from './earlier-calls.ts';
import { FootnoteArea } from './footnote-area.ts';
import { MarginNotes, type MarginRoom } from './margin-notes.ts';
import type { PlacedFragment } from './page.ts';
import { SidePlan, withSideFloats } from './side-plan.ts';
import { notesOf, type PageNotes, type Watched } from './page-notes.ts';
import type { LayoutResult } from '../layout/layout-result.ts';
import type { OutOfFlowCandidate } from '../layout/positioned/out-of-flow-candidate.ts';

/** Pages with less than this fraction left for text get no text. */
const LEAST_TEXT = 0.05;

/** Notes wait for the next page if moving their lines would leave more than this fraction of the page empty. */
const MOST_EMPTY = 0.5;
/** The same for the fraction that other lines lose, which move because they can't be parted from those lines. */
const MOST_LOST = 0.25;

/** The inputs that determine an area's contents. Sizes are in LU before scaling. */
export interface AreaQuestion {
  /** Where the flow continues; null: it starts or has ended. */
  readonly token: BlockBreakToken | null;
  /** Whether only content that earlier pages had no room for remains. */
  readonly hasEnded: boolean;
  readonly carried: readonly Insertion[];
  readonly width: LU;
  readonly height: LU;
  /** Whether the area is as tall as its content, so that percentages of its height are `auto`. */
  readonly hasAutoHeight: boolean;
  readonly footnoteArea: ComputedStyle | null;
  readonly margins: MarginRoom;
  /** The part of `carried` that positioned boxes on this page call, and all calls from such boxes. */
  readonly called: readonly Box[];
  readonly elsewhere: EarlierCalls;
}

/** The contents of an area, apart from its input. */
interface Contents {
  /** The root element's fragment, relative to the area's corner; null: no flow on the page. */
  readonly root: PlacedFragment | null;
  /** Boxes that pages/ must place: fixed ones, and those that start on an earlier page. */
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  readonly footnotes: readonly PlacedFragment[];
  readonly floats: readonly PlacedFragment[];
  /** Notes in the page's margins. */
  readonly marginNotes: readonly PlacedFragment[];
  /** The bodies called from it, in order. */
  readonly calls: readonly Box[];
  /** Where the next page continues; null: the flow has ended. */
  readonly token: BlockBreakToken | null;
  /** What the next page must place. */
  readonly carried: readonly Insertion[];
  /** The floats that the text calls to the inline sides of the page, and the maximum block size of one. */
  readonly sideCalls: readonly Box[];
  readonly sideRoom: LU;
  /** The range of the area that the flow occupies, from its block start. Floats and notes have the rest. */
  readonly textStart: LU;
  readonly textEnd: LU;
}

export class FilledArea implements Contents {
  readonly question: AreaQuestion;
  readonly root: PlacedFragment | null;
  readonly outOfFlow: readonly OutOfFlowCandidate[];
  readonly footnotes: readonly PlacedFragment[];
  readonly floats: readonly PlacedFragment[];
  readonly marginNotes: readonly PlacedFragment[];
  readonly calls: readonly Box[];
  readonly token: BlockBreakToken | null;
  readonly carried: readonly Insertion[];
  readonly sideCalls: readonly Box[];
  readonly sideRoom: LU;
  readonly textStart: LU;
  readonly textEnd: LU;
  private notes: PageNotes | null = null;

  constructor(question: AreaQuestion, contents: Contents) {
    this.question = question;
    this.root = contents.root;
    this.outOfFlow = contents.outOfFlow;
    this.footnotes = contents.footnotes;
    this.floats = contents.floats;
    this.marginNotes = contents.marginNotes;
    this.calls = contents.calls;
    this.token = contents.token;
    this.carried = contents.carried;
    this.sideCalls = contents.sideCalls;
    this.sideRoom = contents.sideRoom;
    this.textStart = contents.textStart;
    this.textEnd = contents.textEnd;
  }

  /** Returns the same area with another fragment of the root element. */
  withRoot(root: PlacedFragment): FilledArea {
    return new FilledArea(this.question, { ...this, root });
  }

  /** Returns what the content records for other pages. The result is cached, so `watched` must not change. */
  notesFor(watched: Watched): PageNotes {
    const fixed = this.outOfFlow.filter(({ earlier }) => earlier === null).map(({ box }) => box);
    return (this.notes ??= notesOf(this.fragments(), watched, fixed));
  }

  /** Returns all fragments except fixed boxes. */
  fragments(): BoxFragment[] {
    const placed = [...(this.root === null ? [] : [this.root]), ...this.floats, ...this.footnotes, ...this.marginNotes];
    return placed.map(({ fragment }) => fragment);
  }
}

export function fillArea(context: LayoutContext, root: Box, mode: WritingMode, question: AreaQuestion): FilledArea {
  const { width, height } = question;
  const [inline, block] = mode.vertical ? [height, width] : [width, height];
  const page: Area = { context, mode, inline, block, percentageBlock: block };
  const filled = (sides: SidePlan): FilledArea => new AreaFilling(page, root, question, sides).fill();
  const carried = SidePlan.carriedBy(page, question);
  const area = filled(carried);
  return area.sideCalls.length > 0 || carried.awaitsEnd ? withSideFloats(area, carried, filled) : area;
}

/** The text of an area with its notes and floats. */
interface FittedText {
  readonly result: LayoutResult;
  readonly anchors: readonly Anchor[];
  readonly plan: AreaPlan;
  /** Whether little of the area is empty. */
  readonly isFull: boolean;
}

class AreaFilling {
  private readonly page: Area;
  private readonly context: LayoutContext;
  private readonly root: Box;
  private readonly mode: WritingMode;
  private readonly question: AreaQuestion;
  private readonly sides: SidePlan;
  /** The block size in which the text was laid out. */
  private room: LU = 0;
  /** Notes and floats called from lines of earlier pages that columns had no room for. */
  private unplaced: readonly Box[] = [];
  private readonly block: LU;
  private readonly margins: Sides;
  /** The root's margin at the block start of its first page: the distance from the area's block start to the root's. */
  private readonly offset: LU;

  constructor(page: Area, root: Box, question: AreaQuestion, sides: SidePlan) {
    const { context, mode, inline, block } = page;
    this.page = page;
    this.sides = sides;
    this.context = context;
    this.root = root;
    this.mode = mode;
    this.question = question;
    this.block = block;
    this.margins = mode.toPhysicalSides(usedMargins(root.style, mode, inline));
    this.offset = question.token === null ? mode.toLogicalSides(this.margins).blockStart : 0;
  }

  fill(): FilledArea {
    const { question, block, root } = this;
    const plan = this.newPlan(question.hasEnded);
    const room = plan.textRoom;
    // Page floats that leave less than a line also prevent text.
    const least = Math.max(block * LEAST_TEXT, plan.floats.size > 0 ? luFromPx(root.style.font.fontSize) : 0);
    if (question.hasEnded || room < least) return this.withoutText(plan, question.token);
    // A margin that fills the page is truncated at its end (css-break-3 §5.2).
    if (this.offset > 0 && this.offset >= block) return this.withoutText(plan, BlockBreakToken.before(root, false));
    const result = this.layout(room);
    // There is no text if side floats leave no room for a line.
    if (!this.sides.floats.isEmpty && this.offset + result.blockExtent > room)
      return this.withoutText(plan, question.token);
    const anchors = this.anchors(result);
    if (anchors.length === 0) return this.finished(result, plan, anchors);
    const taken = this.withCalls(plan, result, anchors);
    // Overflowing content and boxes positioned past the end may also make calls.
    const reach = anchors.reduce((end, { lineEnd }) => Math.max(end, lineEnd), this.endOf(result));
    const isEnd = result.breakToken === null && reach <= taken.textRoom;
    if (isEnd || taken.textRoom >= room) {
      // Lines that overflow the page without a possible break before them also make their calls.
      const left = anchors.filter(takesRoom).slice(taken.callsSeen);
      if (left.length > 0) taken.takeFinal(left, this.endOf(result), taken.floats);
      return this.finished(result, taken, anchors);
    }
    return this.withLessText(taken);
  }

  /** Returns the plan with the text's calls. Columns are split if they call too much to stay together. */
  private withCalls(plan: AreaPlan, result: LayoutResult, anchors: readonly Anchor[]): AreaPlan {
    const textStart = this.offset + firstLineStart(result.fragment, this.mode);
    const waited = plan.waiting.length;
    plan.takeCalls(anchors.filter(takesRoom), textStart);
    const isAll = this.endOf(result) <= plan.textRoom && plan.waiting.length === waited;
    if (isAll || !anchors.some(({ isJoined }) => isJoined)) return plan;
    const parted = this.newPlan(false);
    parted.takeCalls(this.anchors(result, false).filter(takesRoom), textStart);
    return parted;
  }

  /**
   * Lays out less of the flow, so that everything in the plan fits. Lines other than those with the excess calls may
   * move to the next page.
   */
  private withLessText(plan: AreaPlan, mayPlanAgain = true): FilledArea {
    const room = plan.textRoom;
    const less = this.textIn(room, plan.floats);
    const waits = new Set(plan.waiting.map(({ box }) => box));
    // Notes called from lines that the plan didn't know about, for example after a float left a column, also need their
    // space.
    if (mayPlanAgain && less.plan.waiting.some(({ box, token }) => token === null && !waits.has(box))) {
      const again = this.withCalls(this.newPlan(false), less.result, less.anchors);
      if (again.textRoom < room) return this.withLessText(again, false);
    }
    const area = this.finished(less.result, less.plan, less.anchors);
    return less.isFull ? area : (this.withFewerNotes(plan) ?? area);
  }

  /**
   * Keeps lines on the page whose notes don't fit with them, because moving the lines would leave too much of the page
   * empty (css-gcpm-3 §2.7 lets `footnote-policy: auto` place a note on a later page). The text takes as little room as
   * it needs to fill the page, so that as many notes as possible follow it. Returns null if the text can't fill the
   * page or if a note must stay with its line.
   */
  private withFewerNotes({ textRoom, floats }: AreaPlan): FilledArea | null {
    let [short, enough] = [textRoom, this.block - this.newPlan(false).notes.size - floats.size];
    if (enough <= short || !this.textIn(enough, floats).isFull) return null;
    const line = luFromPx(this.root.style.font.fontSize);
    while (enough - short >= line) {
      const middle = (short + enough) >> 1;
      if (this.textIn(middle, floats).isFull) enough = middle;
      else short = middle;
    }
    const { result, anchors, plan, isFull } = this.textIn(this.textEnd(this.layout(enough)), floats);
    const carried = new Set(this.question.carried.map(({ box }) => box));
    return isFull && plan.waiting.every((note) => carried.has(note.box) || mayWait(note))
      ? this.finished(result, plan, anchors)
      : null;
  }

  /** Lays out as much of the flow as fits `room`, with the notes and floats for which it leaves space. */
  private textIn(room: LU, floats: BlockFloats): FittedText {
    const result = this.layout(room);
    const anchors = this.anchors(result);
    const plan = this.newPlan(false);
    const end = result.breakToken === null ? Math.min(room, this.endOf(result)) : room;
    plan.takeFinal(anchors.filter(takesRoom), end, floats);
    const textEnd = this.textEnd(result);
    const fills = room - textEnd <= this.block * MOST_LOST && plan.textRoom - textEnd <= this.block * MOST_EMPTY;
    return { result, anchors, plan, isFull: result.breakToken === null || fills };
  }

  /** Returns the block offset at which the text itself ends. */
  private textEnd({ fragment }: LayoutResult): LU {
    return this.offset + contentEnd(fragment, this.mode);
  }

  private newPlan(alone: boolean): AreaPlan {
    const { context, mode, question, block } = this;
    const notes = new FootnoteArea(context, mode, question, question.footnoteArea);
    const { floats } = this.sides;
    const plan = new AreaPlan(notes, new BlockFloats(this.page), block, floats.blockSize);
    plan.takeCarried(question.carried, alone);
    for (const { box, calls } of floats.floats) if (calls.length > 0) plan.takeNested(box, calls, 0);
    return plan;
  }

  private layout(room: LU): LayoutResult {
    const { context, root, mode, question } = this;
    const [width, height] = mode.vertical ? [room, question.height] : [question.width, room];
    this.room = room;
    const inline = mode.toLogicalSides(this.margins).inlineStart;
    const floats = this.sides.floats.around(room, inline, this.offset);
    return layoutFragmentainer(
      context,
      root,
      width,
      height,
      this.offset,
      question.token,
      floats,
      !question.hasAutoHeight,
    );
  }

  private endOf({ fragment }: LayoutResult): LU {
    return this.offset + fragment.blockSize(this.mode);
  }

  private anchors({ fragment, footnotes }: LayoutResult, joins = true): Anchor[] {
    this.unplaced = [];
    if (footnotes.length === 0) return [];
    const { offset } = this;
    // Floats of columns have already been placed.
    const called = new Set(footnotes.filter((box) => !this.question.elsewhere.has(box)));
    // Only the first of several copies of a row on the page makes a call.
    const anchors = anchorsOf(fragment, this.mode, joins).filter(({ box }) => called.delete(box));
    this.unplaced = [...called].filter(({ style }) => style.box.floatReference === 'column');
    return anchors.map((anchor) => ({
      ...anchor,
      lineStart: anchor.lineStart + offset,
      lineEnd: anchor.lineEnd + offset,
      blockStart: anchor.blockStart === null ? null : anchor.blockStart + offset,
      place: anchor.place + offset,
    }));
  }

  private finished(result: LayoutResult, plan: AreaPlan, anchors: readonly Anchor[]): FilledArea {
    const { question } = this;
    const { fragment } = result;
    if (result.breakToken === null) plan.takeDeferred(this.endOf(result));
    const before = plan.textStart;
    const { x, y } = this.place(fragment, before);
    return new FilledArea(question, {
      root: { fragment, x, y },
      outOfFlow: result.outOfFlow.map((candidate) => shifted(candidate, x, y)),
      ...this.placed(plan, anchors, this.endOf(result)),
      token: result.breakToken,
      textStart: before,
      textEnd: before + this.room,
    });
  }

  /** Returns where the root's fragment is in the area. `before`: what page floats and notes above it take. */
  private place(fragment: BoxFragment, before: LU): { readonly x: LU; readonly y: LU } {
    const { question, mode, margins, root } = this;
    const { width, height } = question;
    const logical = mode.toLogicalSides(margins);
    const available = mode.inlineOf(width, height);
    const inline =
      autoStartMargin(root.style, mode, logical, fragment.inlineSize(mode), available) ?? logical.inlineStart;
    const block = this.offset + before;
    return {
      x: mode.physicalX(inline, block, fragment.width, width),
      y: mode.physicalY(inline, block, fragment.height, height),
    };
  }

  /** `token` is where the flow continues. */
  private withoutText(plan: AreaPlan, token: BlockBreakToken | null): FilledArea {
    const { question } = this;
    return new FilledArea(question, {
      root: null,
      outOfFlow: [],
      ...this.placed(plan, [], 0),
      token,
      textStart: plan.textStart,
      textEnd: plan.textStart + (question.hasEnded ? plan.textRoom : 0),
    });
  }

  /** `text` is the block size that the text occupies. */
  private placed(
    plan: AreaPlan,
    anchors: readonly Anchor[],
    text: LU,
  ): Pick<Contents, 'footnotes' | 'floats' | 'marginNotes' | 'calls' | 'carried' | 'sideCalls' | 'sideRoom'> {
    const { question } = this;
    const sideCalls = anchors.map(({ box }) => box).filter(({ style }) => kindOf(style) === 'inline');
    const margin = this.marginNotes(anchors, plan.marginNotes, plan.textStart);
    for (const [note, calls] of margin?.calls ?? []) plan.takeNested(note, calls, text);
    return {
      footnotes: plan.notes.placed(),
      floats: this.placedFloats(plan),
      marginNotes: margin?.placed() ?? [],
      calls: plan.callsFrom([...question.called, ...anchors.map(({ box }) => box)]),
      carried: [
        ...plan.carried,
        ...this.unplaced.map((box) => ({ box, defer: 0, token: null })),
        ...this.sides.waitingAfter([...sideCalls, ...plan.sideFloats]),
        ...(margin?.waiting ?? []).map(newInsertion),
      ],
      sideCalls,
      sideRoom: this.block - plan.floats.size,
    };
  }

  private placedFloats({ floats, notes, textRoom, textStart }: AreaPlan): PlacedFragment[] {
    const { mode, question } = this;
    const room = this.room > 0 ? this.room : textRoom;
    const sides = this.sides.floats.placed(room).map((side) => ({ ...side, block: textStart + side.block }));
    return [...floats.placed((side) => notes.sizeAt(side)), ...sides].map(({ fragment, inline, block }) => ({
      fragment,
      x: mode.physicalX(inline, block, fragment.width, question.width),
      y: mode.physicalY(inline, block, fragment.height, question.height),
    }));
  }

  /**
   * Places margin notes. `others` aren't called from the text. `before` is the distance by which page floats and notes
   * have moved the text. Returns null if there are no notes.
   */
  private marginNotes(anchors: readonly Anchor[], others: readonly Box[], before: LU): MarginNotes | null {
    const { context, mode, question } = this;
    const called = anchors.filter(({ box }) => kindOf(box.style) === 'margin');
    const carried = question.carried.map(({ box }) => box).filter(({ style }) => kindOf(style) === 'margin');
    const unplaced = [...carried, ...others];
    if (called.length === 0 && unplaced.length === 0) return null;
    const notes = new MarginNotes(context, mode, question, question.margins);
    for (const box of unplaced) notes.add(box, 0, 0);
    for (const { box, place, toBaseline } of called) notes.add(box, place + before, toBaseline);
    return notes;
  }
}

/** Margin notes take no space in the area, and neither do side floats above or below the text. */
const takesRoom = ({ box: { style } }: Anchor): boolean => kindOf(style) === 'note' || kindOf(style) === 'block';

/** Whether a note may continue, or begin, on the page after that of its call. */
const mayWait = ({ box: { style }, token }: Insertion): boolean =>
  style.rare.footnotePolicy === 'auto' && (token === null || style.box.breakInside === 'auto');
