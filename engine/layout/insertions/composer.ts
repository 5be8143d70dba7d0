/**
 * Composes an area with edges: a page or a column (css-gcpm-3 §2, css-page-floats-3). The body is laid out, its calls
 * are read from the result, and providers take the called boxes: `NoteArea`, `BlockFloats` and `SideFloats`, and
 * `MarginNotes` next to the area. If they leave the body less room, it is laid out again. Boxes that don't fit in an
 * area move to the next one. The result depends only on the input.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { type LU, luFromPx } from '../../units.ts';
import { BlockBreakToken } from '../contract/break-token.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { type Call, callsOf, contentEnd, firstLineStart } from './calls.ts';
import { Edges, Queues } from './edges.ts';
import { type Area, deferralOf, forNext, type Insertion, kindOf, newInsertion } from './insertion.ts';
import { MarginNotes, type MarginRoom } from './margin-notes.ts';
import { SideFloats } from './side-floats.ts';

/** Areas with less than this fraction left for the body get none of it. */
const LEAST_BODY = 0.05;

/** Notes wait for the next area if moving their lines would leave more than this fraction of the area empty. */
const MOST_EMPTY = 0.5;
/** Notes also wait if lines that can't be separated from theirs would empty more than this fraction of the area. */
const MOST_LOST = 0.25;

/** After this many sets of side floats, the area gets none of those that its body calls. */
const MAX_TRIES = 8;

/** An area to fill. */
interface Host {
  readonly area: Area;
  /** The box whose flow is the body. */
  readonly box: Box;
  /** The styles of the footnote areas that `@page` rules mention, by name. */
  readonly noteStyles: ReadonlyMap<string, ComputedStyle>;
  /** The space for notes next to the area; null: none. */
  readonly margins: MarginRoom | null;
  /** The margin of the body at its block start in this area. */
  readonly offset: LU;
  /** Where the body continues; null: it starts or has ended. */
  readonly token: BlockBreakToken | null;
  /** Whether the only remaining content is content for which earlier areas had no room. */
  readonly hasEnded: boolean;
  readonly carried: readonly Insertion[];
  /** Whether this area, rather than an outer one, places this body of a call. */
  readonly belongs: (box: Box) => boolean;
  /** Lays out as much of the body as fits in `room` next to the side floats. `start` is its block offset in the area. */
  readonly layout: (room: LU, start: LU, sides: SideFloats) => LayoutResult;
}

/** A filled area. */
export interface Composed {
  /** Null: the area has no body. */
  readonly body: LayoutResult | null;
  /** The block size for the body. */
  readonly room: LU;
  readonly edges: Edges;
  readonly marginNotes: MarginNotes | null;
  /** The boxes that the body calls in this area, in order. */
  readonly calls: readonly Box[];
  /** Where the body continues in the next area; null: it has ended. */
  readonly token: BlockBreakToken | null;
  /** What the next area must place. */
  readonly waiting: readonly Insertion[];
}

/**
 * Fills an area. Side floats change the lines next to them, so only layout determines whether the line of a call stays.
 * The area tries the floats that its body calls. If the call of a float leaves the area, the float waits for the next
 * one.
 */
export function compose(host: Host): Composed {
  const refused = new Set<Box>();
  const carried = sidesOf(host, refused);
  const first = new Composer(host, carried).compose();
  const awaitsEnd = host.carried.some(({ box, defer }) => kindOf(box.style) === 'inline' && defer > 0);
  let { sides } = carried;
  let composed = first;
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const called = composed.calls.filter(isSideFloat);
    if (called.length === 0 && sides.holdsSame(carried.sides) && !awaitsEnd) return composed;
    const hasEnded = composed.token === null;
    for (const { box } of sides.floats) {
      const isDue = deferralOf(box.style) <= 0 ? called.includes(box) : hasEnded;
      if (!isDue && !carried.sides.has(box)) refused.add(box);
    }
    const room = host.area.block - composed.edges.blocks.size;
    const next = sidesOf(host, refused, { called, room, hasEnded });
    if (next.sides.holdsSame(sides)) return composed;
    ({ sides } = next);
    composed = new Composer(host, next).compose();
  }
  return first;
}

/** The side floats next to the body, and those from earlier areas that wait for the next one. */
interface Sides {
  readonly sides: SideFloats;
  readonly waiting: readonly Insertion[];
}

const isSideFloat = ({ style }: Box): boolean => kindOf(style) === 'inline';

/** The side floats that a body calls, the maximum block size of a float, and whether the body ends here. */
interface SideCalls {
  readonly called: readonly Box[];
  readonly room: LU;
  readonly hasEnded: boolean;
}

/** Takes side floats from earlier areas and called ones as far as they fit. */
function sidesOf(
  { area, carried, hasEnded }: Host,
  refused: ReadonlySet<Box>,
  more: SideCalls = { called: [], room: 0, hasEnded },
): Sides {
  const sides = new SideFloats(area);
  const queues = new Queues();
  for (const float of carried)
    if (isSideFloat(float.box))
      queues.place(float, 'inline', more.hasEnded && !refused.has(float.box), () =>
        sides.take(float, area.block, sides.isEmpty),
      );
  const { waiting } = queues;
  for (const box of more.called) {
    const float = newInsertion(box);
    queues.place(float, 'inline', more.hasEnded, () => (refused.has(box) ? null : sides.take(float, more.room)));
  }
  return { sides, waiting };
}

/** A body that has been laid out, with its calls. */
interface Attempt {
  readonly room: LU;
  readonly result: LayoutResult;
  readonly calls: readonly Call[];
  /** Calls from lines of earlier areas, for whose boxes columns had no room. */
  readonly unplaced: readonly Box[];
}

/** A body with the edges for which it leaves room. */
interface Fitted {
  readonly attempt: Attempt;
  readonly edges: Edges;
  /** Whether little of the area is empty. */
  readonly isFull: boolean;
}

class Composer {
  private readonly host: Host;
  private readonly area: Area;
  private readonly sides: Sides;

  constructor(host: Host, sides: Sides) {
    this.host = host;
    this.area = host.area;
    this.sides = sides;
  }

  compose(): Composed {
    const { host, area } = this;
    const edges = this.newEdges(host.hasEnded);
    const { room } = edges;
    // Floats that leave less than a line also prevent text.
    const least = Math.max(area.block * LEAST_BODY, edges.blocks.size > 0 ? this.lineSize : 0);
    if (host.hasEnded || room < least) return this.withoutBody(edges, host.token);
    // A margin that fills the page is truncated at its end (css-break-3 §5.2).
    if (host.offset > 0 && host.offset >= area.block)
      return this.withoutBody(edges, BlockBreakToken.before(host.box, false));
    const attempt = this.attempt(room, edges.start);
    const { result, calls } = attempt;
    // Floats that leave no room for a line get the area to themselves.
    if (!edges.hasNoFloats && host.offset + result.blockExtent > room) return this.withoutBody(edges, host.token);
    if (calls.length === 0) return this.finished(attempt, edges);
    const taken = this.withCalls(attempt, edges);
    // Overflowing content and boxes positioned past the end may also make calls.
    const reach = calls.reduce((end, { lineEnd }) => Math.max(end, lineEnd), this.endOf(result));
    const isEnd = result.breakToken === null && reach <= taken.room;
    if (!isEnd && taken.room < room) return this.withLess(taken);
    // Lines that overflow the area without a possible break before them also make their calls.
    const left = calls.slice(taken.callsSeen);
    if (left.length > 0) taken.takeFinal(left, this.endOf(result), taken.blocks);
    return this.finished(attempt, taken);
  }

  private get lineSize(): LU {
    return luFromPx(this.host.box.style.font.fontSize);
  }

  /**
   * Returns the edges with the body's calls. Columns are split if they call more than fits with them together, and if
   * splitting them lets more fit.
   */
  private withCalls({ result, calls }: Attempt, edges: Edges): Edges {
    const start = this.host.offset + firstLineStart(result.fragment, this.area.mode);
    const [waited, notesWaited] = [edges.waiting.length, edges.waitingNotes.length];
    edges.takeCalls(calls, start);
    if (!calls.some(({ isJoined }) => isJoined)) return edges;
    const holdsNotes = this.endOf(result) <= edges.room && edges.waitingNotes.length === notesWaited;
    if (holdsNotes && edges.waiting.length === waited) return edges;
    const parted = this.newEdges(false);
    parted.takeCalls(this.read(result, false).calls, start);
    return holdsNotes && parted.waiting.length >= edges.waiting.length ? edges : parted;
  }

  /**
   * Lays out less of the body, so that everything in `edges` fits. Lines other than those with the excess calls may move
   * to the next area.
   */
  private withLess(edges: Edges, mayPlanAgain = true): Composed {
    const { room } = edges;
    const less = this.fitted(room, edges);
    const waits = new Set(edges.waitingNotes.map(({ box }) => box));
    // Notes called from lines that the edges didn't know about, for example after a float left a column, also need their
    // space.
    if (mayPlanAgain && less.edges.waitingNotes.some(({ box, token }) => token === null && !waits.has(box))) {
      const again = this.withCalls(less.attempt, this.newEdges(false));
      if (again.room < room) return this.withLess(again, false);
    }
    const fewer = less.isFull ? null : this.withFewerNotes(edges);
    return this.finished((fewer ?? less).attempt, (fewer ?? less).edges);
  }

  /**
   * Keeps lines in the area whose notes don't fit with them, because moving the lines would leave too much of it empty
   * (css-gcpm-3 §2.7 lets `footnote-policy: auto` place a note on a later page). The body takes as little room as it
   * needs to fill the area, so that as many notes as possible follow it. Returns null if the body can't fill the area or
   * if a note must stay with its line.
   */
  private withFewerNotes(edges: Edges): Fitted | null {
    if (!this.area.breaks) return null;
    let [short, enough] = [edges.room, this.area.block - this.newEdges(false).notes.size - edges.blocks.size];
    if (enough <= short || !this.fitted(enough, edges).isFull) return null;
    const { lineSize } = this;
    while (enough - short >= lineSize) {
      const middle = (short + enough) >> 1;
      if (this.fitted(middle, edges).isFull) enough = middle;
      else short = middle;
    }
    const fitted = this.fitted(this.contentEnd(this.layout(enough, edges.start)), edges);
    const carried = new Set(this.host.carried.map(({ box }) => box));
    const mayContinue = fitted.edges.waitingNotes.every((note) => carried.has(note.box) || mayWait(note));
    return fitted.isFull && mayContinue ? fitted : null;
  }

  /** Lays out as much of the body as fits `room`, with the notes and floats for which `planned` leaves space. */
  private fitted(room: LU, planned: Edges): Fitted {
    const attempt = this.attempt(room, planned.start);
    const { result, calls } = attempt;
    const edges = this.newEdges(false);
    const end = result.breakToken === null ? Math.min(room, this.endOf(result)) : room;
    edges.takeFinal(calls, end, planned.blocks);
    const textEnd = this.contentEnd(result);
    const { block } = this.area;
    const fills = room - textEnd <= block * MOST_LOST && edges.room - textEnd <= block * MOST_EMPTY;
    return { attempt, edges, isFull: result.breakToken === null || fills };
  }

  private newEdges(alone: boolean): Edges {
    const { area, noteStyles, belongs, carried } = this.host;
    const edges = new Edges(area, noteStyles, this.sides.sides, belongs);
    edges.takeCarried(carried, alone);
    return edges;
  }

  private layout(room: LU, start: LU): LayoutResult {
    return this.host.layout(room, start, this.sides.sides);
  }

  private attempt(room: LU, start: LU): Attempt {
    const result = this.layout(room, start);
    return { room, result, ...this.read(result) };
  }

  /** Reads the calls from a body. `joins`: balanced columns that end in the area stay together. */
  private read({ fragment, footnotes }: LayoutResult, joins = true): Pick<Attempt, 'calls' | 'unplaced'> {
    if (footnotes.length === 0) return { calls: [], unplaced: [] };
    const { offset, belongs } = this.host;
    const called = new Set(footnotes.filter(belongs));
    // Of several copies of a row in the area, only the first contributes calls.
    const found = callsOf(fragment, this.area.mode, joins).filter(({ box }) => called.delete(box));
    const calls = found.map((call) => ({
      ...call,
      lineStart: call.lineStart + offset,
      lineEnd: call.lineEnd + offset,
      blockStart: call.blockStart === null ? null : call.blockStart + offset,
      place: call.place + offset,
    }));
    return { calls, unplaced: [...called].filter(({ style }) => style.box.floatReference === 'column') };
  }

  /** Returns the block offset at which the body ends. */
  private endOf({ fragment }: LayoutResult): LU {
    return this.host.offset + fragment.blockSize(this.area.mode);
  }

  /** Returns the block offset at which the contents of the body end. */
  private contentEnd({ fragment }: LayoutResult): LU {
    return this.host.offset + contentEnd(fragment, this.area.mode);
  }

  private finished(attempt: Attempt, edges: Edges): Composed {
    const { result, room } = attempt;
    const end = this.endOf(result);
    if (result.breakToken === null) edges.takeDeferred(end);
    return { body: result, room, token: result.breakToken, ...this.around(edges, attempt, end) };
  }

  private withoutBody(edges: Edges, token: BlockBreakToken | null): Composed {
    return { body: null, room: edges.room, token, ...this.around(edges, { calls: [], unplaced: [] }, 0) };
  }

  /** `end` is where the body ends. */
  private around(
    edges: Edges,
    { calls, unplaced }: Pick<Attempt, 'calls' | 'unplaced'>,
    end: LU,
  ): Pick<Composed, 'edges' | 'marginNotes' | 'calls' | 'waiting'> {
    const marginNotes = this.marginNotes(calls, edges);
    for (const [note, inside] of marginNotes?.calls ?? []) edges.takeNested(note, inside, end);
    const called = calls.map(({ box }) => box);
    const { sides, waiting } = this.sides;
    const sideCalls = [...called.filter(isSideFloat), ...edges.sideCalls].filter((box) => !sides.has(box));
    return {
      edges,
      marginNotes,
      calls: called,
      waiting: [
        ...edges.waiting,
        ...unplaced.map((box) => ({ ...newInsertion(box), defer: 0 })),
        ...waiting,
        ...sideCalls.map(newInsertion).map(forNext),
        ...(marginNotes?.waiting ?? []).map(newInsertion),
      ],
    };
  }

  /** Places margin notes next to their calls. Those that aren't called from the body begin at the area's start. */
  private marginNotes(calls: readonly Call[], edges: Edges): MarginNotes | null {
    const { area, carried, margins } = this.host;
    const isMargin = ({ box }: Pick<Call, 'box'>): boolean => kindOf(box.style) === 'margin';
    const called = calls.filter(isMargin);
    const others = [...carried.filter(isMargin).map(({ box }) => box), ...edges.marginNotes];
    if (margins === null || called.length + others.length === 0) return null;
    const notes = new MarginNotes(area, margins);
    for (const box of others) notes.add(box, 0, 0);
    for (const { box, place, toBaseline } of called) notes.add(box, place + edges.start, toBaseline);
    return notes;
  }
}

/** Whether a note may continue, or begin, in the area after that of its call. */
const mayWait = ({ box: { style }, token }: Insertion): boolean =>
  style.rare.footnotePolicy === 'auto' && (token === null || style.box.breakInside === 'auto');
