/**
 * Floats at the block start and block end of a page or column (css-page-floats-3), in document order. Floats at the end
 * are above the footnotes. One that doesn't fit goes to the next page or column, together with later ones on its side.
 *
 * DEVIATION: in vertical text, `top` and `bottom` are also the block sides, while the specification uses the inline
 * sides.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { type LU, MAX_LU } from '../../units.ts';
import type { BoxFragment } from '../fragment.ts';
import { type Area, forNext, type Insertion, measureFloat, type Placed } from './insertion.ts';

/** A side in the block axis. */
export type BlockSide = 'start' | 'end';

/**
 * Returns the side of a float that is called at these distances from the area's start and end. `snap-block` uses the
 * nearer side. One from an earlier page or column counts as called at the start.
 */
export function blockSideOf({ box }: ComputedStyle, fromStart: LU = 0, fromEnd: LU = MAX_LU): BlockSide {
  if (box.float === 'snap-block') return fromStart < fromEnd ? 'start' : 'end';
  return box.float === 'block-end' ? 'end' : 'start';
}

interface PlacedFloat {
  readonly box: Box;
  readonly fragment: BoxFragment;
  readonly side: BlockSide;
  /** From the side to the near edge of the border box, and its inline start. */
  readonly fromSide: LU;
  readonly inline: LU;
}

const NO_CALLS: readonly Box[] = [];

export class BlockFloats {
  private readonly area: Area;
  private readonly used = { start: 0, end: 0 };
  /** Whether a side takes no more floats, because one is waiting or because of `clear`. */
  private readonly full = { start: false, end: false };
  private readonly floats: PlacedFloat[] = [];
  /** Floats that don't fit or aren't due, in order. */
  waiting: readonly Insertion[] = [];

  constructor(area: Area) {
    this.area = area;
  }

  /** Returns how much of the area the floats of a side take. */
  sizeAt(side: BlockSide): LU {
    return this.used[side];
  }

  get size(): LU {
    return this.used.start + this.used.end;
  }

  /** Returns the side of a float, or null if it isn't in this area. */
  sideOf(box: Box): BlockSide | null {
    return this.floats.find((placed) => placed.box === box)?.side ?? null;
  }

  /**
   * Places a float if all floats together then fit in `room`, else it waits. `isForced` breaks one that is taller than
   * the area, because no page is better. `isLast` means that no later area exists to defer to. Returns the calls within
   * the float if it is placed.
   */
  add(float: Insertion, side: BlockSide, room: LU, { isForced = false, isLast = false } = {}): readonly Box[] {
    const isDue = float.defer <= 0 || isLast;
    const calls = isDue && !this.full[side] ? this.place(float, side, room, isForced) : null;
    if (calls !== null) return calls;
    // A deferred float doesn't hold back others.
    if (isDue) this.full[side] = true;
    this.waiting = [...this.waiting, forNext(float)];
    return NO_CALLS;
  }

  /**
   * Places deferred floats that fit, because the text has ended and no later area is better. Returns the placed floats
   * with their calls.
   */
  placeDeferred(room: LU): readonly (readonly [Box, readonly Box[]])[] {
    const { waiting } = this;
    const calls: (readonly [Box, readonly Box[]])[] = [];
    this.waiting = [];
    for (const float of waiting) {
      const side = blockSideOf(float.box.style);
      const called = float.defer > 0 && !this.full[side] ? this.place(float, side, room, false) : null;
      if (called === null) this.waiting = [...this.waiting, float];
      else calls.push([float.box, called]);
    }
    return calls;
  }

  /** Returns null if the float doesn't fit. */
  private place(float: Insertion, side: BlockSide, room: LU, isForced: boolean): readonly Box[] | null {
    const { area } = this;
    const { box } = float;
    const offsetOf = (size: LU): LU => Math.max(0, box.style.box.floatOffset.resolve(Math.max(0, area.block - size)));
    let measured = measureFloat(area, float, null);
    let offset = offsetOf(measured.size);
    if (isForced && this.size + measured.size + offset > area.block) {
      measured = measureFloat(area, float, area.block - this.size);
      offset = 0;
    } else if (this.size + measured.size + offset > room) return null;
    const { result, margins, before, size } = measured;
    const { fragment, breakToken } = result;
    const near = side === 'start' ? before : size - before - fragment.blockSize(area.mode);
    this.floats.push({ box, fragment, side, fromSide: this.used[side] + offset + near, inline: margins.inlineStart });
    this.used[side] += size + offset;
    const { clearPage } = box.style.box;
    if (clearPage === 'both-block' || clearPage === `block-${side}`) this.full[side] = true;
    if (breakToken !== null) {
      // The rest precedes all others on the next page, and this one is full.
      this.full.start = this.full.end = true;
      this.waiting = [...this.waiting, { box, defer: 0, token: breakToken }];
    }
    return result.footnotes;
  }

  /** Returns the floats. `notes` returns the size of the footnotes outside the floats of a side. */
  placed(notes: (side: BlockSide) => LU): Placed[] {
    const { block, mode } = this.area;
    return this.floats.map(({ fragment, side, fromSide, inline }) => {
      const from = notes(side) + fromSide;
      const start = side === 'start' ? from : block - from - fragment.blockSize(mode);
      return { fragment, inline, block: start };
    });
  }
}
