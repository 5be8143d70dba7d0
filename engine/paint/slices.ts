/**
 * Boxes that breaks have sliced (css-break-3 §5.4.1): backgrounds, masks and clip paths of their fragments are those of the whole box. How large that is, the
 * fragments of this page, those of the pages before, a definite size and the pages' knowledge of whole boxes tell.
 */
import type { Box } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { hasMask } from '../css/masked.ts';
import { type BoxFragment, FragmentFlag } from '../layout/fragment.ts';
import { isCut, isCutAlongX, isInlineBox, lengthAfter, lengthOf } from '../layout/fragmentation/slice-lengths.ts';
import type { WritingMode } from '../layout/geometry.ts';
import type { LU } from '../units.ts';
import type { Rect } from './rounded-rect.ts';

/** By how much the whole of a sliced box reaches over this fragment, px. */
export interface SliceArea {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** A box's fragments on one page, along the axis across which it is cut; LU. */
interface Pieces {
  total: LU;
}

interface Piece {
  /** Of the whole box, in earlier fragments. */
  readonly before: LU;
  readonly all: Pieces;
}

/** The sliced boxes of a page. */
export class Slices {
  private readonly consumed: Map<Box, LU>;
  /** How long boxes are over all pages. */
  private readonly wholes: ReadonlyMap<Box, LU>;
  private readonly pieces = new Map<Box, Pieces>();
  private readonly places = new Map<BoxFragment, Piece>();

  /** `consumed`: how much of each box has stood on the pages before; what this page adds is put there. */
  constructor(consumed: Map<Box, LU>, wholes: ReadonlyMap<Box, LU>) {
    this.consumed = consumed;
    this.wholes = wholes;
  }

  /** Takes notice of a fragment of the page; they come in the order of the box's content. */
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

  /** What of the box lies around a fragment; null: nothing, or nothing in it depends on that. */
  around(fragment: BoxFragment): SliceArea | null {
    const piece = this.places.get(fragment);
    if (piece === undefined) return null;
    const { before, all } = piece;
    const whole = Math.max(all.total, this.wholes.get(fragment.box) ?? 0);
    const after = lengthAfter(fragment) ?? whole - before - lengthOf(fragment);
    return sliceAround(before / 64, after / 64, isCutAlongX(fragment), fragment.writingMode, isInlineBox(fragment));
  }

  /** What of a box comes after so much of it, px; null: nobody knows. */
  after(box: Box, so: LU): number | null {
    const whole = this.wholes.get(box);
    return whole === undefined ? null : Math.max(0, whole - so) / 64;
  }
}

/** Does it matter how a box with this style is sliced? */
export function dependsOnWhole(style: ComputedStyle): boolean {
  return (
    style.rare.clipPath !== null ||
    hasMask(style) ||
    style.background.backgroundLayers.some(({ image }) => image !== null)
  );
}

/** px; null: nothing lies around. */
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

/** The whole box's rectangle of which a fragment's is a part. */
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
