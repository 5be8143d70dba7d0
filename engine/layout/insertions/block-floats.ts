/**
 * Floats at the block start and block end of a page or column (css-page-floats-3), in document order. Floats at the end
 * are above the footnotes.
 *
 * DEVIATION: in vertical text, `top` and `bottom` are also the block sides, while the specification uses the inline
 * sides.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { type LU, MAX_LU } from '../../units.ts';
import type { BoxFragment } from '../contract/fragment.ts';
import {
  type Area,
  type Insertion,
  isSpread,
  measureFloat,
  type Placed,
  type Spread,
  type Taken,
} from './insertion.ts';

/** A side in the block axis. */
export type BlockSide = 'start' | 'end';

/**
 * Returns the side of a float that is called at these distances from the area's start and end. `snap-block` uses the
 * nearer side. A float from an earlier page or column is treated as called at the start.
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
  /** Whether it is split between facing pages. */
  readonly isSpread: boolean;
}

/** The floats at both block sides of an area. */
export class BlockFloats {
  private readonly area: Area;
  private readonly used = { start: 0, end: 0 };
  /** The part of `used` that floats split between facing pages take. */
  private readonly spread = { start: 0, end: 0 };
  private readonly floats: PlacedFloat[] = [];

  constructor(area: Area) {
    this.area = area;
  }

  /** Returns how much of the area the floats of a side take. */
  sizeAt(side: BlockSide): LU {
    return this.used[side];
  }

  /** Returns how much of the area the floats of a side take that are split between facing pages. */
  spreadSizeAt(side: BlockSide): LU {
    return this.spread[side];
  }

  get size(): LU {
    return this.used.start + this.used.end;
  }

  /** Returns the side of a float, or null if it isn't in this area. */
  sideOf(box: Box): BlockSide | null {
    return this.floats.find((placed) => placed.box === box)?.side ?? null;
  }

  /**
   * Takes a float if all floats together then fit in `room`. `isForced` breaks one that is taller than the area, because
   * no other area is better. Returns null if the float doesn't fit.
   */
  take(float: Insertion, side: BlockSide, room: LU, isForced = false): Taken | null {
    const { area } = this;
    const { box } = float;
    if (area.spread !== null && isSpread(box.style))
      return this.takeHalf(float, area.spread, side, isForced ? Infinity : room);
    const offsetOf = (size: LU): LU => Math.max(0, box.style.box.floatOffset.resolve(Math.max(0, area.block - size)));
    let measured = measureFloat(area, float, null);
    let offset = offsetOf(measured.size);
    if (isForced && area.breaks && this.size + measured.size + offset > area.block) {
      measured = measureFloat(area, float, area.block - this.size);
      offset = 0;
    } else if (this.size + measured.size + offset > room) return null;
    const { result, margins, before, size } = measured;
    const { fragment, breakToken, footnotes } = result;
    const near = side === 'start' ? before : size - before - fragment.blockSize(area.mode);
    const fromSide = this.used[side] - this.spread[side] + offset + near;
    this.floats.push({ box, fragment, side, fromSide, inline: margins.inlineStart, isSpread: false });
    this.used[side] += size + offset;
    return { rest: breakToken, calls: footnotes };
  }

  /**
   * Takes a half of a float that is split between facing pages. The first half has to be on the first page of a spread.
   * The float isn't broken, and its halves are at the edge of their pages.
   */
  private takeHalf(float: Insertion, spread: Spread, side: BlockSide, room: LU): Taken | null {
    const { area } = this;
    const { box, isSecondHalf } = float;
    if (!isSecondHalf && spread.start > 0) return null;
    const measured = measureFloat({ ...area, inline: spread.inline }, float, null);
    const { result, margins, before, size } = measured;
    // The second half has as much room as the first one.
    if (!isSecondHalf && this.size + size > room) return null;
    const { fragment, footnotes } = result;
    const near = side === 'start' ? before : size - before - fragment.blockSize(area.mode);
    const inline = margins.inlineStart - spread.start;
    this.floats.push({ box, fragment, side, fromSide: this.spread[side] + near, inline, isSpread: true });
    this.used[side] += size;
    this.spread[side] += size;
    return { rest: null, hasSecondHalf: !isSecondHalf, calls: isSecondHalf ? [] : footnotes };
  }

  /**
   * Returns the floats in an area of block size `block`. `notes` returns the size of the footnotes outside the floats of
   * a side.
   */
  placed(block: LU, notes: (side: BlockSide) => LU): Placed[] {
    return this.floats.map(({ fragment, side, fromSide, inline, isSpread: isOutside }) => {
      const from = fromSide + (isOutside ? 0 : this.spread[side] + notes(side));
      const start = side === 'start' ? from : block - from - fragment.blockSize(this.area.mode);
      return { fragment, inline, block: start };
    });
  }
}
