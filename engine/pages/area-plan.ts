/**
 * How much of a page its text may take, so that what it calls has room there (css-gcpm-3 §2.7, css-page-floats-3 §6). Calls are looked at in order: a
 * footnote grows its area upwards, to the line of its call at most; a float takes room if that line stays on the page.
 */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { sameToken } from '../layout/break-token.ts';
import { isSideFloat } from '../layout/side-floats.ts';
import type { LU } from '../units.ts';
import type { Anchor } from './anchors.ts';
import type { FootnoteArea } from './footnote-area.ts';
import type { Note } from './footnote-bodies.ts';
import { isMarginNote } from './margin-notes.ts';
import {
  carriedSideOf,
  floatSideOf,
  isPageFloat,
  newFloat,
  type PageFloats,
  type WaitingFloat,
} from './page-floats.ts';

/** What has left the flow on earlier pages and is still to come, in order. */
export interface Carried {
  readonly notes: readonly Note[];
  readonly floats: readonly WaitingFloat[];
  /** For the page's margins. */
  readonly marginNotes: readonly Box[];
}

export const NOTHING_CARRIED: Carried = { notes: [], floats: [], marginNotes: [] };

export const isNothing = ({ notes, floats, marginNotes }: Carried): boolean =>
  notes.length === 0 && floats.length === 0 && marginNotes.length === 0;

export function sameCarried(a: Carried, b: Carried): boolean {
  if (a.notes.length !== b.notes.length || a.floats.length !== b.floats.length) return false;
  if (a.marginNotes.length !== b.marginNotes.length) return false;
  return (
    a.marginNotes.every((box, i) => box === b.marginNotes[i]) &&
    a.notes.every(({ box, token }, i) => box === b.notes[i]!.box && sameToken(token, b.notes[i]!.token)) &&
    a.floats.every(
      ({ box, defer, token }, i) =>
        box === b.floats[i]!.box && defer === b.floats[i]!.defer && sameToken(token, b.floats[i]!.token),
    )
  );
}

export class AreaPlan {
  readonly notes: FootnoteArea;
  readonly floats: PageFloats;
  private readonly block: LU;
  /** What bodies on the page call, by the body, in order. */
  private readonly nested = new Map<Box, readonly Box[]>();
  /** What is called for the margins from elsewhere than the text, in order. */
  readonly marginNotes: Box[] = [];
  /** Notes that go on to the next page, in order. */
  private readonly waiting: Note[] = [];
  /** Of the calls of the text, how many have been looked at: the others leave the page with their lines. */
  callsSeen = 0;
  /** The text ends above this at the latest. */
  private cut: LU;

  /** What floats at the inline sides need: text may be beside them or not. */
  private readonly beside: LU;
  /** Floats for the inline sides of later pages, which are called from elsewhere than the text. */
  readonly sideFloats: Box[] = [];

  /** Areas without anything in them, on a page area of this block size, of which so much is to be left between them. */
  constructor(notes: FootnoteArea, floats: PageFloats, block: LU, beside: LU) {
    this.beside = beside;
    this.notes = notes;
    this.floats = floats;
    this.block = block;
    this.cut = block;
  }

  /** The room for text between floats and notes, as far as there are any. */
  get textRoom(): LU {
    return Math.min(this.cut, this.block - this.notes.size - this.floats.size);
  }

  /** How far what stands at the start of the page moves the text. */
  get textStart(): LU {
    return this.floats.sizeAt('start') + this.notes.sizeAt('start');
  }

  get carried(): Pick<Carried, 'notes' | 'floats'> {
    return { notes: this.waiting, floats: this.floats.waiting };
  }

  /** All that is called on the page whose text calls these, in order. */
  callsFrom(text: readonly Box[]): readonly Box[] {
    if (this.nested.size === 0) return text;
    const own = new Set(text);
    const carried = [...this.nested.keys()].filter((box) => !own.has(box));
    const calls = new Set<Box>();
    const add = (box: Box): void => {
      calls.add(box);
      for (const inside of this.nested.get(box) ?? []) if (!calls.has(inside)) add(inside);
    };
    for (const box of text) add(box);
    const others = new Set(carried.flatMap((box) => this.nested.get(box)!).filter((box) => !calls.has(box)));
    return [...others, ...calls];
  }

  /** Takes in what earlier pages had no room for. `alone`: there will be no text, so that at least one body must find its place. */
  takeCarried({ notes, floats }: Carried, alone: boolean): void {
    const called: (readonly [Box, readonly Box[]])[] = [];
    for (const float of floats) {
      const isFirst = this.floats.size === 0;
      const how = { isFirst, isLastPage: alone };
      called.push([float.box, this.floats.add(float, carriedSideOf(float.box.style), this.block, how)]);
    }
    const room = Math.max(0, this.block - this.floats.size - this.beside);
    for (const note of notes) {
      const isForced = alone && this.floats.size === 0 && this.notes.isEmpty && this.beside === 0;
      this.addOrWait(note, alone ? room : Math.min(this.notes.maxSize, room), isForced);
    }
    for (const [float, calls] of called) this.takeNested(float, calls, 0);
  }

  /** The text has ended at `text`: floats that were meant for later pages take what is left. */
  takeDeferred(text: LU): void {
    const placed = this.floats.placeDeferred(this.block - this.notes.size - text);
    for (const [float, calls] of placed) this.takeNested(float, calls, text);
  }

  /** Takes in what the lines of a page call, in order. `textStart`: the offset of what no break can come before. */
  takeCalls(anchors: readonly Anchor[], textStart: LU): void {
    for (const anchor of anchors) {
      if (anchor.lineEnd > this.textRoom && anchor.lineStart > textStart) return;
      this.callsSeen++;
      const { style } = anchor.box;
      if (!isPageFloat(style)) this.takeNote(anchor, textStart);
      else {
        const before = this.textStart;
        const side = floatSideOf(style, before + anchor.lineStart, this.block - before - anchor.lineEnd);
        const room = this.block - this.notes.size - Math.max(anchor.lineEnd, this.beside);
        const float = newFloat(anchor.box);
        this.takeNested(anchor.box, this.floats.add(float, side, room), anchor.lineEnd);
      }
    }
  }

  /** Takes in what stays on a page whose text takes `text` of it; floats only where `planned` has placed them. */
  takeFinal(anchors: readonly Anchor[], textEnd: LU, planned: PageFloats): void {
    const text = Math.max(textEnd, this.beside);
    for (const { box } of anchors) {
      if (!isPageFloat(box.style)) {
        this.addOrWait({ box, token: null }, Math.min(this.notes.maxSize, this.block - text - this.floats.size), false);
      } else {
        const side = planned.sideOf(box);
        const room = side === null ? 0 : this.block - this.notes.size - text;
        const float = newFloat(box);
        this.takeNested(box, this.floats.add(float, side ?? carriedSideOf(box.style), room), text);
      }
    }
  }

  /** css-gcpm-3 §2.7: where there is no room for a note, `footnote-policy` says what stays together. */
  private takeNote(anchor: Anchor, textStart: LU): void {
    const { notes } = this;
    const atLine = this.block - this.floats.size - Math.max(anchor.lineEnd, this.beside);
    const room = Math.min(notes.maxSize, atLine);
    const note = { box: anchor.box, token: null };
    const policy = policyOf(anchor.box.style);
    const before = breakBefore(anchor, policy === 'block', textStart);
    if (policy !== 'auto' && before !== null) {
      if (this.waiting.length > 0 || !this.addWhole(note, room)) this.cut = Math.min(this.cut, before);
      return;
    }
    // The first line of a note belongs below its call; only where the area is full as it is, the call stays without it.
    const isShort = atLine < notes.maxSize && this.waiting.length === 0 && before !== null;
    if (!isShort) this.addOrWait(note, room, false);
    else if (!this.addPart(note, room)) this.cut = Math.min(this.cut, before);
  }

  private addWhole(note: Note, room: LU): boolean {
    const added = this.notes.add(note, room, 'whole');
    if (added !== null) this.takeCalled(note.box, added.calls, room);
    return added !== null;
  }

  private addPart(note: Note, room: LU, force = false): boolean {
    const added = this.notes.add(note, room, force ? 'force' : 'part');
    if (added === null) return false;
    if (added.rest !== null) this.waiting.push({ box: note.box, token: added.rest });
    this.takeCalled(note.box, added.calls, room);
    return true;
  }

  private addOrWait(note: Note, room: LU, force: boolean): void {
    if (this.waiting.length > 0 || !this.addPart(note, room, force)) this.waiting.push(note);
  }

  /** What a float calls that stands on a page whose text reaches so far at least. */
  takeNested(from: Box, calls: readonly Box[], text: LU): void {
    if (calls.length > 0)
      this.takeCalled(
        from,
        calls,
        Math.min(this.notes.maxSize, this.block - Math.max(text, this.beside) - this.floats.size),
      );
  }

  /** Notes that are called in a note, or in a float, follow it. */
  private takeCalled(from: Box, calls: readonly Box[], room: LU): void {
    if (calls.length > 0) this.nested.set(from, calls);
    for (const box of calls) {
      const { style } = box;
      if (isMarginNote(style)) this.marginNotes.push(box);
      else if (isSideFloat(style)) this.sideFloats.push(box);
      // Floats in floats have no line of their own to stay with: the next page takes them.
      else if (isPageFloat(style)) this.floats.add(newFloat(box), carriedSideOf(style), 0);
      else this.addOrWait({ box, token: null }, room, false);
    }
  }
}

/** What is not to be broken goes whole, with the line of its call. */
function policyOf({ rare, box }: ComputedStyle): ComputedStyle['rare']['footnotePolicy'] {
  return rare.footnotePolicy === 'auto' && box.breakInside !== 'auto' ? 'line' : rare.footnotePolicy;
}

/** Where the text may break so that the line (the paragraph) of a call comes after the break; null: it begins the page. */
function breakBefore({ lineStart, blockStart }: Anchor, beforeBlock: boolean, textStart: LU): LU | null {
  if (beforeBlock && blockStart !== null && blockStart > textStart) return blockStart;
  return lineStart > textStart ? lineStart : null;
}
