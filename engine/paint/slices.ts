/**
 * Boxes that breaks have sliced (css-break-3 §5.4.1): backgrounds, masks and clip paths of their fragments are those of the whole box. How large that is, the
 * fragments of this page, those of the pages before and a definite size tell; what is still to come of a box without one nobody knows.
 */
import { type Box, BoxKind } from '../boxes/box.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { type BoxFragment, FragmentFlag } from '../layout/fragment.ts';
import type { WritingMode } from '../layout/geometry.ts';
import { INDEFINITE, type LU } from '../units.ts';
import { hasMask } from './masked.ts';
import type { Rect } from './rounded-rect.ts';

/** By how much the whole of a sliced box reaches over this fragment, px. */
export interface SliceArea {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

const CUT = FragmentFlag.BreaksBefore | FragmentFlag.BreaksAfter;

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
  private readonly pieces = new Map<Box, Pieces>();
  private readonly places = new Map<BoxFragment, Piece>();

  /** `consumed`: how much of each box has stood on the pages before; what this page adds is put there. */
  constructor(consumed: Map<Box, LU>) {
    this.consumed = consumed;
  }

  /** Takes notice of a fragment of the page; they come in the order of the box's content. */
  note(fragment: BoxFragment): void {
    const { box, style, flags } = fragment;
    if ((flags & CUT) === 0 || style.box.boxDecorationBreak === 'clone' || !dependsOnWhole(style)) return;
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
    const after = sizeAfter(fragment) ?? all.total - before - lengthOf(fragment);
    return sliceAround(before / 64, after / 64, isCutAlongX(fragment), fragment.writingMode, isInline(fragment));
  }
}

function dependsOnWhole(style: ComputedStyle): boolean {
  return (
    style.rare.clipPath !== null ||
    hasMask(style) ||
    style.background.backgroundLayers.some(({ image }) => image !== null)
  );
}

const isInline = ({ box }: BoxFragment): boolean => box.kind === BoxKind.Inline;

/** Inline boxes are sliced along the line, blocks across it. */
const isCutAlongX = (fragment: BoxFragment): boolean => isInline(fragment) !== fragment.writingMode.vertical;

const lengthOf = (fragment: BoxFragment): LU => (isCutAlongX(fragment) ? fragment.width : fragment.height);

/** Of the fragments to come, by the box's definite size; null: it has none. */
function sizeAfter({ breakToken, flags }: BoxFragment): LU | null {
  if ((flags & FragmentFlag.BreaksAfter) === 0) return 0;
  if (breakToken === null || breakToken.type !== 'block' || breakToken.usedBlockSize === INDEFINITE) return null;
  return Math.max(0, breakToken.usedBlockSize - breakToken.consumedBlockSize);
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
