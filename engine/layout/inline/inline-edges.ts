/**
 * Margins, borders and padding of inline boxes in line-relative directions: left, right, over, under
 * (css-writing-modes-4 §6.3).
 */
import { type Box, BoxFlag } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Length } from '../../css/length.ts';
import type { LU } from '../../units.ts';
import { usedBorder, usedMargins, usedPadding } from '../sizing/box-edges.ts';
import { type Sides, WritingMode, ZERO_SIDES } from '../contract/geometry.ts';
import { LineAxes } from './line-axes.ts';

export class InlineEdges {
  readonly border: Sides;
  readonly padding: Sides;
  readonly marginLeft: LU;
  readonly marginRight: LU;
  /** Border and padding. */
  readonly left: LU;
  readonly right: LU;
  readonly over: LU;
  readonly under: LU;
  /** Margins across the line. */
  readonly marginOver: LU;
  readonly marginUnder: LU;
  /** Whether the start edge is the line-left edge. */
  readonly leftToRight: boolean;
  readonly clone: boolean;
  readonly hasStart: boolean;
  readonly hasEnd: boolean;

  constructor(box: Box, style: ComputedStyle, axes: LineAxes, basis: LU) {
    this.leftToRight = style.text.direction === 'ltr';
    this.clone = style.box.boxDecorationBreak === 'clone';
    this.hasStart = hasEdge(box, style, true);
    this.hasEnd = hasEdge(box, style, false);
    if (isEdgeless(style)) {
      this.border = this.padding = ZERO_SIDES;
      this.marginLeft = this.marginRight = this.marginOver = this.marginUnder = 0;
      this.left = this.right = this.over = this.under = 0;
      return;
    }
    this.border = physical(usedBorder(style, WritingMode.HORIZONTAL_LTR));
    this.padding = physical(usedPadding(style, WritingMode.HORIZONTAL_LTR, basis));
    const margin = physical(usedMargins(style, WritingMode.HORIZONTAL_LTR, basis));
    this.marginLeft = axes.left(margin);
    this.marginRight = axes.right(margin);
    this.marginOver = axes.over(margin);
    this.marginUnder = axes.under(margin);
    this.left = axes.left(this.border) + axes.left(this.padding);
    this.right = axes.right(this.border) + axes.right(this.padding);
    this.over = axes.over(this.border) + axes.over(this.padding);
    this.under = axes.under(this.border) + axes.under(this.padding);
  }

  get startSize(): LU {
    if (!this.hasStart) return 0;
    return this.leftToRight ? this.marginLeft + this.left : this.marginRight + this.right;
  }

  get endSize(): LU {
    if (!this.hasEnd) return 0;
    return this.leftToRight ? this.marginRight + this.right : this.marginLeft + this.left;
  }
}

/**
 * Whether a piece of an inline box has the box's start (or end) edge. A piece split by a block has none, except with
 * `box-decoration-break: clone`.
 */
export function hasEdge(box: Box, style: ComputedStyle, start: boolean): boolean {
  return !box.has(start ? BoxFlag.ContinuesBefore : BoxFlag.ContinuesAfter) || style.box.boxDecorationBreak === 'clone';
}

/** Whether an inline box has no margins, borders and padding at all, as most have. */
export function isEdgeless({ box, border }: ComputedStyle): boolean {
  return (
    border.borderTopWidth === 0 &&
    border.borderRightWidth === 0 &&
    border.borderBottomWidth === 0 &&
    border.borderLeftWidth === 0 &&
    box.marginTop === Length.ZERO &&
    box.marginRight === Length.ZERO &&
    box.marginBottom === Length.ZERO &&
    box.marginLeft === Length.ZERO &&
    box.paddingTop === Length.ZERO &&
    box.paddingRight === Length.ZERO &&
    box.paddingBottom === Length.ZERO &&
    box.paddingLeft === Length.ZERO
  );
}

function physical(sides: { inlineStart: LU; inlineEnd: LU; blockStart: LU; blockEnd: LU }): Sides {
  if ((sides.inlineStart | sides.inlineEnd | sides.blockStart | sides.blockEnd) === 0) return ZERO_SIDES;
  return { top: sides.blockStart, right: sides.inlineEnd, bottom: sides.blockEnd, left: sides.inlineStart };
}

/** The edges of a formatting context's inline boxes at one inline size, the basis of percentages. */
export class InlineEdgesTable {
  private readonly axes: LineAxes;
  private readonly basis: LU;
  private known: Map<Box, InlineEdges> | null = null;

  constructor(axes: LineAxes, basis: LU) {
    this.axes = axes;
    this.basis = basis;
  }

  of(box: Box, style: ComputedStyle): InlineEdges {
    const known = (this.known ??= new Map());
    let edges = known.get(box);
    if (edges === undefined) {
      edges = new InlineEdges(box, style, this.axes, this.basis);
      known.set(box, edges);
    }
    return edges;
  }
}
