/**
 * Determines how much of a page its text may take, so that everything it calls fits (css-gcpm-3 §2.7, css-page-floats-3
 * §6). Calls are processed in order. A footnote extends its area upwards, at most to the line of its call. A float
 * takes space if that line stays on the page.
 */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { type BlockFloats, blockSideOf } from '../layout/insertions/block-floats.ts';
import { type Insertion, kindOf, newInsertion } from '../layout/insertions/insertion.ts';
import type { LU } from '../units.ts';
import type { Anchor } from './anchors.ts';
import type { FootnoteArea } from './footnote-area.ts';

export class AreaPlan {
  readonly notes: FootnoteArea;
  readonly floats: BlockFloats;
  private readonly block: LU;
  /** Bodies on the page that contain calls, with these calls in order. */
  private readonly nested = new Map<Box, readonly Box[]>();
  /** Margin notes that aren't called from the text, in order. */
  readonly marginNotes: Box[] = [];
  /** Notes that continue on the next page, in order. */
  readonly waiting: Insertion[] = [];
  /** The number of the text's calls that have been processed. The others leave the page with their lines. */
  callsSeen = 0;
  /** The latest block offset at which the text ends. */
  private cut: LU;

  /** Block size of the floats at the inline sides. Text may be next to them. */
  private readonly beside: LU;
  /** Floats for the inline sides of later pages that aren't called from the text. */
  readonly sideFloats: Box[] = [];

  /** Starts with empty areas on a page area of block size `block`, of which `beside` must remain between them. */
  constructor(notes: FootnoteArea, floats: BlockFloats, block: LU, beside: LU) {
    this.beside = beside;
    this.notes = notes;
    this.floats = floats;
    this.block = block;
    this.cut = block;
  }

  /** The block size that floats and notes leave for text. */
  get textRoom(): LU {
    return Math.min(this.cut, this.block - this.notes.size - this.floats.size);
  }

  /** The block offset of the text after floats and notes at the start of the page. */
  get textStart(): LU {
    return this.floats.sizeAt('start') + this.notes.sizeAt('start');
  }

  /** The notes and block floats for the next page. */
  get carried(): readonly Insertion[] {
    return [...this.waiting, ...this.floats.waiting];
  }

  /** Returns everything called on the page, in order, given the text's own calls. */
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

  /**
   * Places content that earlier pages had no room for. `alone` means that the page has no text, so at least one body must be
   * placed.
   */
  takeCarried(carried: readonly Insertion[], alone: boolean): void {
    const called: (readonly [Box, readonly Box[]])[] = [];
    for (const float of carried) {
      if (kindOf(float.box.style) !== 'block') continue;
      const how = { isForced: this.floats.size === 0, isLast: alone };
      called.push([float.box, this.floats.add(float, blockSideOf(float.box.style), this.block, how)]);
    }
    const room = Math.max(0, this.block - this.floats.size - this.beside);
    for (const note of carried) {
      if (kindOf(note.box.style) !== 'note') continue;
      const isForced = alone && this.floats.size === 0 && this.notes.isEmpty && this.beside === 0;
      this.addOrWait(note, alone ? room : Math.min(this.notes.maxSize, room), isForced);
    }
    for (const [float, calls] of called) this.takeNested(float, calls, 0);
  }

  /** Places deferred floats in the remaining space, because the text ends at `text` on this page. */
  takeDeferred(text: LU): void {
    const placed = this.floats.placeDeferred(this.block - this.notes.size - text);
    for (const [float, calls] of placed) this.takeNested(float, calls, text);
  }

  /** Places what the lines of a page call, in order. No break is possible before `textStart`. */
  takeCalls(anchors: readonly Anchor[], textStart: LU): void {
    for (const anchor of anchors) {
      if (anchor.lineEnd > this.textRoom && anchor.lineStart > textStart) return;
      this.callsSeen++;
      const { style } = anchor.box;
      if (kindOf(style) !== 'block') this.takeNote(anchor, textStart);
      else {
        const before = this.textStart;
        const side = blockSideOf(style, before + anchor.lineStart, this.block - before - anchor.lineEnd);
        const room = this.block - this.notes.size - Math.max(anchor.lineEnd, this.beside);
        const float = newInsertion(anchor.box);
        this.takeNested(anchor.box, this.floats.add(float, side, room), anchor.lineEnd);
      }
    }
  }

  /**
   * Places what stays on a page whose text ends at `textEnd`. Floats are only placed where `planned` has placed them.
   */
  takeFinal(anchors: readonly Anchor[], textEnd: LU, planned: BlockFloats): void {
    const text = Math.max(textEnd, this.beside);
    for (const { box } of anchors) {
      if (kindOf(box.style) !== 'block') {
        this.addOrWait(newInsertion(box), Math.min(this.notes.maxSize, this.block - text - this.floats.size), false);
      } else {
        const side = planned.sideOf(box);
        const room = side === null ? 0 : this.block - this.notes.size - text;
        const float = newInsertion(box);
        this.takeNested(box, this.floats.add(float, side ?? blockSideOf(box.style), room), text);
      }
    }
  }

  /** Places a note. If there is no room, `footnote-policy` determines what stays together (css-gcpm-3 §2.7). */
  private takeNote(anchor: Anchor, textStart: LU): void {
    const { notes } = this;
    const atLine = this.block - this.floats.size - Math.max(anchor.lineEnd, this.beside);
    const room = Math.min(notes.maxSize, atLine);
    const note = newInsertion(anchor.box);
    const policy = policyOf(anchor.box.style);
    const before = breakBefore(anchor, policy === 'block', textStart);
    if (policy !== 'auto' && before !== null) {
      if (this.waiting.length > 0 || !this.addWhole(note, room)) this.cut = Math.min(this.cut, before);
      return;
    }
    // The first line of a note belongs on the page of its call. Only if the area is full does the call stay without it.
    const isShort = atLine < notes.maxSize && this.waiting.length === 0 && before !== null;
    if (!isShort) this.addOrWait(note, room, false);
    else if (!this.addPart(note, room)) this.cut = Math.min(this.cut, before);
  }

  private addWhole(note: Insertion, room: LU): boolean {
    const added = this.notes.add(note, room, 'whole');
    if (added !== null) this.takeCalled(note.box, added.calls, room);
    return added !== null;
  }

  private addPart(note: Insertion, room: LU, force = false): boolean {
    const added = this.notes.add(note, room, force ? 'force' : 'part');
    if (added === null) return false;
    if (added.rest !== null) this.waiting.push({ ...note, token: added.rest });
    this.takeCalled(note.box, added.calls, room);
    return true;
  }

  private addOrWait(note: Insertion, room: LU, force: boolean): void {
    if (this.waiting.length > 0 || !this.addPart(note, room, force)) this.waiting.push(note);
  }

  /** Places what a float calls. The page's text extends at least to `text`. */
  takeNested(from: Box, calls: readonly Box[], text: LU): void {
    if (calls.length > 0)
      this.takeCalled(
        from,
        calls,
        Math.min(this.notes.maxSize, this.block - Math.max(text, this.beside) - this.floats.size),
      );
  }

  /** Places notes called in a note or float after it. */
  private takeCalled(from: Box, calls: readonly Box[], room: LU): void {
    if (calls.length > 0) this.nested.set(from, calls);
    for (const box of calls) {
      const { style } = box;
      const kind = kindOf(style);
      if (kind === 'margin') this.marginNotes.push(box);
      else if (kind === 'inline') this.sideFloats.push(box);
      // Floats within floats have no line to stay with, so they go to the next page.
      else if (kind === 'block') this.floats.add(newInsertion(box), blockSideOf(style), 0);
      else this.addOrWait(newInsertion(box), room, false);
    }
  }
}

/** Returns the policy. An unbreakable note behaves as with `line`: it moves as a whole with the line of its call. */
function policyOf({ rare, box }: ComputedStyle): ComputedStyle['rare']['footnotePolicy'] {
  return rare.footnotePolicy === 'auto' && box.breakInside !== 'auto' ? 'line' : rare.footnotePolicy;
}

/** Returns the break position before the line or paragraph of a call, or null if it starts the page. */
function breakBefore({ lineStart, blockStart }: Anchor, beforeBlock: boolean, textStart: LU): LU | null {
  if (beforeBlock && blockStart !== null && blockStart > textStart) return blockStart;
  return lineStart > textStart ? lineStart : null;
}
