/**
 * Notes in the margins of a page: boxes that float to an inline side (`left`, `outside`, ...) with `float-reference:
 * -pagewright-margin`. Each is placed next to the line that calls it, as close as earlier notes on its side and the
 * page's end permit. Notes that don't fit go to the next page.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { LU } from '../../units.ts';
import { usedMargins } from '../sizing/box-edges.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import type { BoxFragment } from '../contract/fragment.ts';
import type { Sides, WritingMode } from '../contract/geometry.ts';
import { type Area, layoutInsertion, newInsertion, type Placed } from './insertion.ts';

/** The space for notes next to a page area. */
export interface MarginRoom {
  /** The side of the spread that the page is on. */
  readonly side: 'left' | 'right';
  /** Distances from the area's edges to the sheet's, before scaling. */
  readonly sizes: Sides;
}

type MarginSide = 'inlineStart' | 'inlineEnd';

/** Returns the margin that a box floats to, or null. */
function marginSideOf({ box, text }: ComputedStyle, mode: WritingMode, page: 'left' | 'right'): MarginSide | null {
  if (box.floatReference !== '-pagewright-margin') return null;
  const toStart = (isStart: boolean): MarginSide => (isStart ? 'inlineStart' : 'inlineEnd');
  // The spine is at the left of a right page. Vertical text has no spine at its inline sides.
  const isSpineFirst = mode.vertical || (page === 'right') !== mode.inlineReversed;
  switch (box.float) {
    case 'inline-start':
      return 'inlineStart';
    case 'inline-end':
      return 'inlineEnd';
    case 'left':
    case 'right':
      return toStart((box.float === 'left') === (text.direction === 'ltr'));
    case 'inside':
      return toStart(isSpineFirst);
    case 'outside':
      return toStart(!isSpineFirst);
    default:
      return null;
  }
}

interface Note {
  readonly fragment: BoxFragment;
  readonly inline: LU;
  /** The preferred block start and block size of the margin box. */
  readonly wished: LU;
  readonly size: LU;
  readonly marginStart: LU;
}

export class MarginNotes {
  private readonly area: Area;
  private readonly room: MarginRoom;
  private readonly notes: Readonly<Record<MarginSide, Note[]>> = { inlineStart: [], inlineEnd: [] };
  private readonly used: Record<MarginSide, LU> = { inlineStart: 0, inlineEnd: 0 };
  /** Whether a note of this side is already waiting. */
  private readonly isFull: Record<MarginSide, boolean> = { inlineStart: false, inlineEnd: false };
  /** Notes that go to the next page, in order. */
  readonly waiting: Box[] = [];
  /** The calls within each note on the page. */
  readonly calls: (readonly [Box, readonly Box[]])[] = [];

  constructor(area: Area, room: MarginRoom) {
    this.area = area;
    this.room = room;
  }

  /**
   * Adds a note, in the order of the calls. The line of its call starts at the area's block offset `lineStart`, with
   * its baseline `toBaseline` after it.
   */
  add(box: Box, lineStart: LU, toBaseline: LU): void {
    const { area, room } = this;
    const { mode } = area;
    const side = marginSideOf(box.style, mode, room.side);
    if (side === null) return;
    if (this.isFull[side]) {
      this.waiting.push(box);
      return;
    }
    const available = Math.max(0, mode.toLogicalSides(room.sizes)[side]);
    const margins = usedMargins(box.style, mode, available);
    const space = { ...area, inline: available, percentageBlock: area.block };
    const { fragment, footnotes } = layoutInsertion(space, newInsertion(box), null, SpaceFlag.ShrinkToFit);
    const size = margins.blockStart + fragment.blockSize(mode) + margins.blockEnd;
    if (this.used[side] > 0 && this.used[side] + size > area.block) {
      this.waiting.push(box);
      this.isFull[side] = true;
      return;
    }
    const offset = box.style.box.floatOffset.resolve(available);
    const outer = margins.inlineStart + fragment.inlineSize(mode) + margins.inlineEnd;
    const beyond = side === 'inlineStart' ? -outer - offset : area.inline + offset;
    const inline = beyond + margins.inlineStart;
    const baseline = fragment.firstBaseline;
    const wished = lineStart + (baseline === null ? 0 : toBaseline - baseline) - margins.blockStart;
    this.notes[side].push({ fragment, inline, wished, size, marginStart: margins.blockStart });
    this.used[side] += size;
    if (footnotes.length > 0) this.calls.push([box, footnotes]);
  }

  /** Returns the notes relative to the page area's corner. */
  placed(): Placed[] {
    return [...this.placedAt('inlineStart'), ...this.placedAt('inlineEnd')];
  }

  /** Stacks notes downwards from their preferred positions, then moves them up from the page's end. */
  private placedAt(side: MarginSide): Placed[] {
    const { area } = this;
    const notes = this.notes[side];
    const starts: LU[] = [];
    let end: LU = 0;
    for (const { wished, size } of notes) {
      starts.push(Math.max(wished, end));
      end = starts[starts.length - 1]! + size;
    }
    let limit = area.block;
    for (let i = notes.length - 1; i >= 0; i--) {
      starts[i] = Math.max(0, Math.min(starts[i]!, limit - notes[i]!.size));
      limit = starts[i]!;
    }
    return notes.map(({ fragment, inline, marginStart }, i) => ({ fragment, inline, block: starts[i]! + marginStart }));
  }
}
