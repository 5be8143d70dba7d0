/**
 * Floats at the inline sides of a page or column (css-page-floats-3 §6.2). The first start float is in the block-start,
 * inline-start corner, with the others next to it. End floats begin in the opposite corner. The contents flow around
 * them.
 */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { LU } from '../../units.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import type { ExclusionSpace } from '../contract/exclusion-space.ts';
import { EMPTY_EXCLUSIONS } from '../contract/exclusions.ts';
import type { BoxFragment } from '../contract/fragment.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { type Area, type Insertion, measureFloat, type Placed, type Taken } from './insertion.ts';

type Side = 'start' | 'end';

/** A placed float, with logical offsets. */
interface SideFloat {
  readonly box: Box;
  readonly fragment: BoxFragment;
  /** Footnotes and page floats called from it. */
  readonly calls: readonly Box[];
  readonly side: Side;
  /** Inline extent of the margin box, from the reference's inline start. */
  readonly inlineStart: LU;
  readonly inlineEnd: LU;
  readonly blockSize: LU;
  /** Distance from the margin box to the border box. */
  readonly toInline: LU;
  readonly toBlock: LU;
}

function sideOf({ box }: ComputedStyle, mode: WritingMode): Side {
  switch (box.float) {
    case 'left':
      return mode.inlineReversed ? 'end' : 'start';
    case 'right':
      return mode.inlineReversed ? 'start' : 'end';
    case 'inline-end':
    case 'outside':
      return 'end';
    default:
      return 'start';
  }
}

/** The side floats of a page or column. */
export class SideFloats {
  private readonly area: Area;
  readonly floats: SideFloat[] = [];

  constructor(area: Area) {
    this.area = area;
  }

  get isEmpty(): boolean {
    return this.floats.length === 0;
  }

  /** Block size of the tallest float. */
  get blockSize(): LU {
    return this.floats.reduce((most, { blockSize }) => Math.max(most, blockSize), 0);
  }

  /** Whether a float is in the block-end corner. */
  get reachesEnd(): boolean {
    return this.floats.some(({ side }) => side === 'end');
  }

  has(box: Box): boolean {
    return this.floats.some((float) => float.box === box);
  }

  holdsSame({ floats }: SideFloats): boolean {
    return floats.length === this.floats.length && floats.every(({ box }, i) => box === this.floats[i]!.box);
  }

  /**
   * Takes a float unless it would overlap others or exceed `room`. `isForced` breaks a taller one, because no other area
   * is better. Returns null if the float doesn't fit.
   */
  take(float: Insertion, room: LU, isForced = false): Taken | null {
    const { area } = this;
    const { mode, inline } = area;
    const breaks = isForced && area.breaks;
    const measured = measureFloat(area, float, breaks ? room : null, SpaceFlag.ShrinkToFit);
    const { result, margins, before, size: blockSize } = measured;
    const { box } = float;
    const { fragment, footnotes, breakToken } = result;
    const size = fragment.inlineSize(mode) + margins.inlineStart + margins.inlineEnd;
    const side = sideOf(box.style, mode);
    const offset = Math.max(0, box.style.box.floatOffset.resolve(Math.max(0, inline - size)));
    const used = { start: this.usedAt('start'), end: this.usedAt('end') };
    if (!breaks && (used.start + used.end + offset + size > inline || blockSize > room)) return null;
    const inlineStart = side === 'start' ? used.start + offset : inline - used.end - offset - size;
    this.floats.push({
      box,
      fragment,
      calls: footnotes,
      side,
      inlineStart,
      inlineEnd: inlineStart + Math.max(0, size),
      blockSize: Math.max(0, blockSize),
      toInline: margins.inlineStart,
      toBlock: before,
    });
    return { rest: breakToken, calls: footnotes };
  }

  /** Returns how far the floats of a side extend into the reference. */
  private usedAt(side: Side): LU {
    let used = 0;
    for (const float of this.floats)
      if (float.side === side)
        used = Math.max(used, side === 'start' ? float.inlineEnd : this.area.inline - float.inlineStart);
    return used;
  }

  private static blockStartOf({ side, blockSize }: SideFloat, room: LU): LU {
    return side === 'start' ? 0 : room - blockSize;
  }

  /**
   * Returns the exclusions for a formatting context, together with `others`. Offsets locate its border box from the
   * corner of an area of block size `room`.
   */
  around(room: LU, inlineOffset: LU, blockOffset: LU, others: ExclusionSpace = EMPTY_EXCLUSIONS): ExclusionSpace {
    let exclusions = others;
    for (const float of this.floats) {
      const blockStart = SideFloats.blockStartOf(float, room) - blockOffset;
      exclusions = exclusions.add({
        side: float.side,
        inlineStart: float.inlineStart - inlineOffset,
        inlineEnd: float.inlineEnd - inlineOffset,
        blockStart,
        blockEnd: blockStart + float.blockSize,
        shape: null,
        goesOn: false,
        isOutside: true,
      });
    }
    return exclusions;
  }

  /** Returns the border boxes with logical offsets in an area of block size `room`. */
  placed(room: LU): Placed[] {
    return this.floats.map((float) => ({
      fragment: float.fragment,
      inline: float.inlineStart + float.toInline,
      block: SideFloats.blockStartOf(float, room) + float.toBlock,
    }));
  }
}
