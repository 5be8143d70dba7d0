/**
 * Boxes sliced by breaks (css-break-3 §5.4.1). Backgrounds, masks and clip paths of their fragments apply to the whole
 * box. Its size comes from the fragments on this page and earlier ones, from a definite size, or from the pages'
 * `wholeSizes`.
 */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { hasMask } from '../css/masked.ts';
import { type BoxFragment, FragmentFlag } from '../layout/contract/fragment.ts';
import { isCut, isCutAlongX, isInlineBox, lengthAfter, lengthOf } from '../layout/fragmentation/monolithic-slices.ts';
import type { WritingMode } from '../layout/contract/geometry.ts';
import type { LU } from '../units.ts';
import type { Rect } from './rects.ts';

/** The extent of a whole sliced box beyond this fragment, in px. */
export interface SliceArea {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** A box's fragments on one page, along the axis in which it is cut, in LU. */
interface Pieces {
  total: LU;
}

interface Piece {
  /** The size of the box in earlier fragments. */
  readonly before: LU;
  readonly all: Pieces;
}

/** The sliced boxes of a page. */
export class Slices {
  private readonly consumed: Map<Box, LU>;
  /** Lengths of boxes over all pages. */
  private readonly wholes: ReadonlyMap<Box, LU>;
  private readonly pieces = new Map<Box, Pieces>();
  private readonly places = new Map<BoxFragment, Piece>();

  /**
   * Creates the slices of a page. `consumed`: the size of each box on earlier pages, to which this page adds its part.
   */
  constructor(consumed: Map<Box, LU>, wholes: ReadonlyMap<Box, LU>) {
    this.consumed = consumed;
    this.wholes = wholes;
  }

  /** Registers a fragment of the page. Fragments must be registered in content order. */
  note(fragment: BoxFragment): void {
    const { box, style, flags } = fragment;
    if (!isCut(fragment) || style.box.boxDecorationBreak === 'clone' || !dependsOnWhole(style)) return;
    let all = this.pieces.get(box);
    if (all === undefined) {
      all = { total: (flags & FragmentFlag.BreaksBefore) !== 0 ? (this.consumed.get(box) ?? 0) : 0 };
      this.pieces.set(box, all);
    }
    this.places.set(fragment, { before: all.total, all });
    all.total += lengthOf(fragment);
    this.consumed.set(box, all.total);
  }

  /**
   * Returns how far a box extends beyond a fragment. Returns null if it doesn't, or if that has no effect on the
   * fragment's appearance.
   */
  around(fragment: BoxFragment): SliceArea | null {
    const piece = this.places.get(fragment);
    if (piece === undefined) return null;
    const { before, all } = piece;
    const whole = Math.max(all.total, this.wholes.get(fragment.box) ?? 0);
    const after = lengthAfter(fragment) ?? whole - before - lengthOf(fragment);
    return sliceAround(before / 64, after / 64, isCutAlongX(fragment), fragment.writingMode, isInlineBox(fragment));
  }

  /** Returns the rest of a box after the given length, in px. null: unknown. */
  after(box: Box, so: LU): number | null {
    const whole = this.wholes.get(box);
    return whole === undefined ? null : Math.max(0, whole - so) / 64;
  }
}

/** Returns whether the appearance of a box with this style depends on how it is sliced. */
export function dependsOnWhole(style: ComputedStyle): boolean {
  return (
    style.rare.clipPath !== null ||
    hasMask(style) ||
    style.background.backgroundLayers.some(({ image }) => image !== null)
  );
}

/** Returns how far a box extends before and after its fragment, in px. Returns null if it doesn't. */
export function sliceAround(
  before: number,
  after: number,
  alongX: boolean,
  mode: WritingMode,
  inline: boolean,
): SliceArea | null {
  if (before === 0 && after === 0) return null;
  const isReversed = inline ? mode.inlineReversed : mode.vertical && mode.blockReversed;
  const [start, end] = isReversed ? [after, before] : [before, after];
  return alongX ? { top: 0, right: end, bottom: 0, left: start } : { top: start, right: 0, bottom: end, left: 0 };
}

/** Returns the rectangle of the whole box from that of its fragment. */
export function wholeOf<R extends Rect>(rect: R, slice: SliceArea | null): R {
  if (slice === null) return rect;
  return {
    ...rect,
    x: rect.x - slice.left,
    y: rect.y - slice.top,
    width: rect.width + slice.left + slice.right,
    height: rect.height + slice.top + slice.bottom,
  };
}
