/**
 * The edges of a page or column with the boxes called there, and the room that they leave for its body (css-gcpm-3
 * §2.7, css-page-floats-3 §6). Calls are processed in order. A note extends its area upwards, at most to the line of
 * its call. A float takes space if that line stays.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { LU } from '../../units.ts';
import { BlockFloats, type BlockSide, blockSideOf } from './block-floats.ts';
import type { Call } from './calls.ts';
import {
  type Area,
  forNext,
  type Insertion,
  type InsertionKind,
  kindOf,
  measureFloat,
  newInsertion,
  NO_INSERTIONS,
  type Placed,
  type Taken,
} from './insertion.ts';
import { NoteAreas } from './note-areas.ts';
import type { SideFloats } from './side-floats.ts';

/** Notes of different areas don't wait for each other. */
type Queue = BlockSide | `note ${string}` | 'inline';

const NO_CALLS: readonly Box[] = [];

/**
 * The order of insertions. One that doesn't fit goes to the next area, together with later ones of its queue. A deferred
 * one doesn't hold back others.
 */
export class Queues {
  private readonly full = new Set<Queue>();
  /** What the next area must place. */
  waiting: readonly Insertion[] = NO_INSERTIONS;

  isFull(queue: Queue): boolean {
    return this.full.has(queue);
  }

  /** Lets the rest of a queue go to the next area. */
  close(queue: Queue): void {
    this.full.add(queue);
  }

  /**
   * Places an insertion with `take` if it is due and nothing precedes it in the next area, else it waits. `isLast`
   * means that no later area exists to defer to. Returns its calls.
   */
  place(insertion: Insertion, queue: Queue, isLast: boolean, take: () => Taken | null): readonly Box[] {
    const isDue = insertion.defer <= 0 || isLast;
    const taken = isDue && !this.full.has(queue) ? take() : null;
    if (isDue && taken?.rest !== null) this.full.add(queue);
    if (taken === null) this.waiting = [...this.waiting, forNext(insertion)];
    else {
      const { rest, hasSecondHalf = false } = taken;
      const next = { box: insertion.box, defer: 0, token: rest, isSecondHalf: hasSecondHalf };
      if (rest !== null || hasSecondHalf) this.waiting = [next, ...this.waiting];
    }
    return taken?.calls ?? NO_CALLS;
  }
}

export class Edges {
  private readonly area: Area;
  readonly notes: NoteAreas;
  readonly blocks: BlockFloats;
  readonly sides: SideFloats;
  private readonly queues = new Queues();
  private readonly belongs: (box: Box) => boolean;
  /** Bodies in the area that contain calls, with these calls in order. */
  private readonly nested = new Map<Box, readonly Box[]>();
  /** Margin notes and side floats that aren't called from the area's body, in order. */
  readonly marginNotes: Box[] = [];
  readonly sideCalls: Box[] = [];
  /** Calls from insertions that belong to an outer area. */
  readonly passed: Box[] = [];
  /** The number of the body's calls that have been processed. The others leave the area with their lines. */
  callsSeen = 0;
  /** The smallest additional room for a deferred float that doesn't fit where the flow ends, or 0. */
  shortage: LU = 0;
  /** The latest block offset at which the body ends. */
  private cut: LU;

  /** The body may be next to `sides`. Calls for which `belongs` is false belong to an outer area. */
  constructor(
    area: Area,
    noteStyles: ReadonlyMap<string, ComputedStyle>,
    sides: SideFloats,
    belongs: (box: Box) => boolean,
  ) {
    this.area = area;
    this.notes = new NoteAreas(area, noteStyles);
    this.blocks = new BlockFloats(area);
    this.sides = sides;
    this.belongs = belongs;
    this.cut = area.block;
  }

  /** The block size that floats and notes leave for the body. */
  get room(): LU {
    return Math.min(this.cut, this.area.block - this.notes.size - this.blocks.size);
  }

  /** The block offset of the body. */
  get start(): LU {
    return this.blocks.sizeAt('start') + this.notes.sizeAt('start');
  }

  /** The insertions that the next area must place, except side floats. */
  get waiting(): readonly Insertion[] {
    return this.queues.waiting;
  }

  get waitingNotes(): readonly Insertion[] {
    return this.waiting.filter(({ box }) => kindOf(box.style) === 'note');
  }

  get isEmpty(): boolean {
    return this.hasNoFloats && this.notes.isEmpty;
  }

  get hasNoFloats(): boolean {
    return this.blocks.size === 0 && this.sides.isEmpty;
  }

  /** The block size of the area that the body must not take if it ends at `end`. */
  private beside(end: LU): LU {
    return Math.max(end, this.sides.blockSize);
  }

  /** Returns everything called in the area, in order, given the body's own calls. */
  callsFrom(body: readonly Box[]): readonly Box[] {
    if (this.nested.size === 0) return body;
    const own = new Set(body);
    const carried = [...this.nested.keys()].filter((box) => !own.has(box));
    const calls = new Set<Box>();
    const add = (box: Box): void => {
      calls.add(box);
      for (const inside of this.nested.get(box) ?? []) if (!calls.has(inside)) add(inside);
    };
    for (const box of body) add(box);
    const others = new Set(carried.flatMap((box) => this.nested.get(box)!).filter((box) => !calls.has(box)));
    return [...others, ...calls];
  }

  /** Returns the insertions at the edges of an area of block size `block` whose body has the block size `room`. */
  placed(block: LU, room: LU): { readonly notes: readonly Placed[]; readonly floats: readonly Placed[] } {
    const sides = this.sides.placed(room).map((side) => ({ ...side, block: this.start + side.block }));
    const blocks = this.blocks.placed(block, (side) => this.notes.sizeAt(side));
    // Floats that are split between facing pages are at the edges of the page, so that their halves meet.
    const [before, after] = [this.blocks.spreadSizeAt('start'), this.blocks.spreadSizeAt('end')];
    const notes = this.notes.placed(block - before - after).map((note) => ({ ...note, block: note.block + before }));
    return { notes, floats: [...blocks, ...sides] };
  }

  /**
   * Places the insertions for which earlier areas had no room. `alone` means that the area has no body, so it must
   * place something.
   */
  takeCarried(carried: readonly Insertion[], alone: boolean): void {
    const { blocks, area } = this;
    const called: (readonly [Box, readonly Box[]])[] = [];
    for (const float of carried) {
      if (kindOf(float.box.style) !== 'block') continue;
      const side = blockSideOf(float.box.style);
      called.push([
        float.box,
        this.placeBlock(float, side, area.block, { isForced: blocks.size === 0, isLast: alone }),
      ]);
    }
    const room = Math.max(0, area.block - blocks.size - this.beside(0));
    for (const note of carried) {
      if (kindOf(note.box.style) !== 'note') continue;
      const isForced = alone && this.isEmpty;
      this.placeNote(note, room, alone ? { isForced, isLimited: false } : {});
    }
    for (const [float, calls] of called) this.takeNested(float, calls, 0);
    for (const { box, calls } of this.sides.floats) this.takeNested(box, calls, 0);
  }

  /** Places deferred floats in the remaining space, because the flow ends at `end` in this area. */
  takeDeferred(end: LU): void {
    const { queues } = this;
    const room = this.area.block - this.notes.size - end;
    const placed = new Map<Box, readonly Box[]>();
    for (const float of queues.waiting) {
      if (kindOf(float.box.style) !== 'block' || float.defer <= 0) continue;
      const side = blockSideOf(float.box.style);
      const taken = queues.isFull(side) ? null : this.takeBlock(float, side, room);
      if (taken !== null) placed.set(float.box, taken.calls);
      else this.noteShortage(measureFloat(this.area, float, null).size + this.blocks.size - room);
    }
    queues.waiting = queues.waiting.filter(({ box }) => !placed.has(box));
    for (const [float, calls] of placed) this.takeNested(float, calls, end);
  }

  private noteShortage(shortage: LU): void {
    if (shortage > 0 && (this.shortage === 0 || shortage < this.shortage)) this.shortage = shortage;
  }

  /**
   * Places the insertions that the lines of the body call, in order. No break is possible before `bodyStart`. A float
   * isn't placed where it would move the line of an earlier call, for example in another cell.
   */
  takeCalls(calls: readonly Call[], bodyStart: LU): void {
    const { area } = this;
    let reach: LU = 0;
    for (const call of calls) {
      const kind = kindOf(call.box.style);
      if (takesRoom(kind) && call.lineEnd > this.room && call.lineStart > bodyStart) return;
      this.callsSeen++;
      if (kind !== 'margin') reach = Math.max(reach, call.lineEnd);
      if (kind === 'note') this.takeNote(call, bodyStart);
      else if (kind === 'block') {
        const { start } = this;
        const side = blockSideOf(call.box.style, start + call.lineStart, area.block - start - call.lineEnd);
        const room = area.block - this.notes.size - this.beside(reach);
        this.takeNested(call.box, this.placeBlock(newInsertion(call.box), side, room), call.lineEnd);
      }
    }
  }

  /**
   * Places the insertions that stay if the body ends at `end`. Floats are only placed where `planned` has placed them.
   */
  takeFinal(calls: readonly Call[], end: LU, planned: BlockFloats): void {
    const body = this.beside(end);
    for (const { box } of calls) {
      const kind = kindOf(box.style);
      if (kind === 'note') {
        this.placeNote(newInsertion(box), this.area.block - body - this.blocks.size);
      } else if (kind === 'block') {
        const side = planned.sideOf(box);
        const room = side === null ? 0 : this.area.block - this.notes.size - body;
        this.takeNested(box, this.placeBlock(newInsertion(box), side ?? blockSideOf(box.style), room), body);
      }
    }
  }

  /** Places a called note. If there is no room, `footnote-policy` determines what stays together (css-gcpm-3 §2.7). */
  private takeNote(call: Call, bodyStart: LU): void {
    const { notes, area, queues } = this;
    const atLine = area.block - this.blocks.size - this.beside(call.lineEnd);
    const most = notes.maxSizeFor(call.box);
    const room = Math.min(most, atLine);
    const queue = this.queueOf(call.box);
    const note = newInsertion(call.box);
    const policy = policyOf(call.box.style, area);
    const before = breakBefore(call, policy === 'block', bodyStart);
    const isFull = queues.isFull(queue);
    // The first line of a note belongs in the area of its call. The call stays without it only if the note area is
    // full.
    const mayMove = policy === 'auto' ? atLine < most && !isFull : true;
    if (before === null || !mayMove) {
      this.placeNote(note, room);
      return;
    }
    const taken = isFull ? null : notes.take(note, room, policy === 'auto' ? 'part' : 'whole');
    if (taken === null) this.cut = Math.min(this.cut, before);
    else
      this.takeCalled(
        note.box,
        queues.place(note, queue, true, () => taken),
        room,
      );
  }

  /** Places a note if all areas together have `room`. Next to text, its area has a limit (`isLimited`). */
  private placeNote(note: Insertion, room: LU, { isForced = false, isLimited = true } = {}): void {
    const most = isLimited ? Math.min(this.notes.maxSizeFor(note.box), room) : room;
    const take = (): Taken | null => this.notes.take(note, most, isForced ? 'force' : 'part');
    this.takeCalled(note.box, this.queues.place(note, this.queueOf(note.box), true, take), room, isLimited);
  }

  private queueOf(note: Box): Queue {
    return `note ${this.notes.nameFor(note)}`;
  }

  private placeBlock(
    float: Insertion,
    side: BlockSide,
    room: LU,
    { isForced = false, isLast = false } = {},
  ): readonly Box[] {
    return this.queues.place(float, side, isLast, () => this.takeBlock(float, side, room, isForced));
  }

  private takeBlock(float: Insertion, side: BlockSide, room: LU, isForced = false): Taken | null {
    const taken = this.blocks.take(float, side, room, isForced);
    const { clearPage } = float.box.style.box;
    if (taken !== null && (clearPage === 'both-block' || clearPage === `block-${side}`)) this.queues.close(side);
    return taken;
  }

  /** Places the insertions that an insertion calls. The body extends at least to `end`. */
  takeNested(from: Box, calls: readonly Box[], end: LU): void {
    this.takeCalled(from, calls, this.area.block - this.beside(end) - this.blocks.size);
  }

  /** Places the insertions that an insertion calls, after it. For notes, see `placeNote`. */
  private takeCalled(from: Box, calls: readonly Box[], room: LU, isLimited = true): void {
    if (calls.length > 0) this.nested.set(from, calls);
    for (const box of calls) {
      const { style } = box;
      const kind = kindOf(style);
      if (!this.belongs(box)) this.passed.push(box);
      else if (kind === 'margin') this.marginNotes.push(box);
      else if (kind === 'inline') this.sideCalls.push(box);
      // Floats within floats have no line to stay with, so they go to the next area.
      else if (kind === 'block') this.placeBlock(newInsertion(box), blockSideOf(style), 0);
      else this.placeNote(newInsertion(box), room, { isLimited });
    }
  }
}

/** Margin notes take no space in the area, and neither do side floats above or below the body. */
const takesRoom = (kind: InsertionKind): boolean => kind === 'note' || kind === 'block';

/** Returns the policy. An unbreakable note behaves as with `line`: it moves as a whole with the line of its call. */
function policyOf({ rare, box }: ComputedStyle, { breaks }: Area): ComputedStyle['rare']['footnotePolicy'] {
  const mayBreak = breaks && box.breakInside === 'auto';
  return rare.footnotePolicy === 'auto' && !mayBreak ? 'line' : rare.footnotePolicy;
}

/** Returns the break position before the line or paragraph of a call, or null if it starts the area. */
function breakBefore({ lineStart, blockStart }: Call, beforeBlock: boolean, bodyStart: LU): LU | null {
  if (beforeBlock && blockStart !== null && blockStart > bodyStart) return blockStart;
  return lineStart > bodyStart ? lineStart : null;
}
