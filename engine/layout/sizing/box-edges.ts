/** Used borders, paddings and margins of boxes (css2 §8), and the writing mode of their sides. Lengths are LU. */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { INDEFINITE, LU_PER_PX, type LU } from '../../units.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { type LogicalSides, type Sides, WritingMode } from '../contract/geometry.ts';

export const ZERO_LOGICAL: LogicalSides = { inlineStart: 0, inlineEnd: 0, blockStart: 0, blockEnd: 0 };

/** Returns the writing mode of a style, which applies to the box's contents. */
export function writingModeOf(style: ComputedStyle): WritingMode {
  const text = style.text;
  if (text.writingMode === 'horizontal-tb' && text.direction === 'ltr') return WritingMode.HORIZONTAL_LTR;
  return WritingMode.of(text.writingMode, text.direction);
}

/** The used border and padding of a box, and their sums. */
export class Edges {
  readonly border: LogicalSides;
  readonly padding: LogicalSides;
  /** Border plus padding of each side. */
  readonly inlineStart: LU;
  readonly inlineEnd: LU;
  readonly blockStart: LU;
  readonly blockEnd: LU;
  /** Sums of both sides. */
  readonly inline: LU;
  readonly block: LU;

  constructor(border: LogicalSides, padding: LogicalSides) {
    this.border = border;
    this.padding = padding;
    this.inlineStart = border.inlineStart + padding.inlineStart;
    this.inlineEnd = border.inlineEnd + padding.inlineEnd;
    this.blockStart = border.blockStart + padding.blockStart;
    this.blockEnd = border.blockEnd + padding.blockEnd;
    this.inline = this.inlineStart + this.inlineEnd;
    this.block = this.blockStart + this.blockEnd;
  }

  static readonly ZERO = new Edges(ZERO_LOGICAL, ZERO_LOGICAL);

  /**
   * Returns the edges without the block-start (block-end) side, for fragments cut there with `box-decoration-break:
   * slice`.
   */
  sliced(start: boolean, end: boolean): Edges {
    if (!start && !end) return this;
    const cut = (sides: LogicalSides): LogicalSides => ({
      inlineStart: sides.inlineStart,
      inlineEnd: sides.inlineEnd,
      blockStart: start ? 0 : sides.blockStart,
      blockEnd: end ? 0 : sides.blockEnd,
    });
    return new Edges(cut(this.border), cut(this.padding));
  }
}

function toLogical(mode: WritingMode, top: LU, right: LU, bottom: LU, left: LU): LogicalSides {
  if ((top | right | bottom | left) === 0) return ZERO_LOGICAL;
  if (mode === WritingMode.HORIZONTAL_LTR)
    return { inlineStart: left, inlineEnd: right, blockStart: top, blockEnd: bottom };
  return mode.toLogicalSides({ top, right, bottom, left });
}

/** Returns the used border widths in LU. */
export function usedBorder(style: ComputedStyle, mode: WritingMode): LogicalSides {
  const b = style.border;
  return toLogical(
    mode,
    b.borderTopWidth * LU_PER_PX,
    b.borderRightWidth * LU_PER_PX,
    b.borderBottomWidth * LU_PER_PX,
    b.borderLeftWidth * LU_PER_PX,
  );
}

/**
 * Returns the used padding. `basis` is the inline size of the containing block, to which percentages of all sides refer
 * (css2 §8.4).
 */
export function usedPadding(style: ComputedStyle, mode: WritingMode, basis: LU): LogicalSides {
  const b = style.box;
  return toLogical(
    mode,
    Math.max(0, b.paddingTop.resolve(basis)),
    Math.max(0, b.paddingRight.resolve(basis)),
    Math.max(0, b.paddingBottom.resolve(basis)),
    Math.max(0, b.paddingLeft.resolve(basis)),
  );
}

/**
 * Sides in horizontal left-to-right text that don't depend on the containing block. PERF: several steps query those of
 * each box, and most boxes share their style.
 */
const fixedMargins = new WeakMap<ComputedStyle, LogicalSides>();
const fixedEdges = new WeakMap<ComputedStyle, Edges>();

/**
 * Returns the used margins, with `auto` as 0. `mode` is that of the caller, usually the containing block's. `basis` is
 * as for padding.
 */
export function usedMargins(style: ComputedStyle, mode: WritingMode, basis: LU): LogicalSides {
  if (mode !== WritingMode.HORIZONTAL_LTR) return findMargins(style, mode, basis);
  const known = fixedMargins.get(style);
  if (known !== undefined) return known;
  const margins = findMargins(style, mode, basis);
  const { marginTop, marginRight, marginBottom, marginLeft } = style.box;
  if (!(marginTop.hasPercent || marginRight.hasPercent || marginBottom.hasPercent || marginLeft.hasPercent))
    fixedMargins.set(style, margins);
  return margins;
}

function findMargins({ box: b }: ComputedStyle, mode: WritingMode, basis: LU): LogicalSides {
  return toLogical(
    mode,
    b.marginTop.resolve(basis),
    b.marginRight.resolve(basis),
    b.marginBottom.resolve(basis),
    b.marginLeft.resolve(basis),
  );
}

/**
 * Returns the percentage basis of margins and padding: the containing block's inline size, whichever axis of the box
 * that is.
 */
export function sidesBasis(space: ConstraintSpace): LU {
  const basis = space.has(SpaceFlag.Orthogonal) ? space.percentageBlock : space.percentageInline;
  return basis === INDEFINITE ? 0 : basis;
}

/**
 * Returns the used border and padding of a box in its constraint space. Cells in the collapsing border model get half
 * of the shared borders.
 */
export function edgesOf(box: Box, space: ConstraintSpace): Edges {
  if (space.has(SpaceFlag.AnonymousFlow)) return Edges.ZERO;
  const { writingMode: mode, collapsedBorder } = space;
  if (collapsedBorder === null) return edgesAgainst(box.style, mode, sidesBasis(space));
  return new Edges(mode.toLogicalSides(collapsedBorder), usedPadding(box.style, mode, sidesBasis(space)));
}

/** Returns the border and padding of a style without a constraint space. `basis` is as for `usedPadding`. */
export function edgesAgainst(style: ComputedStyle, mode: WritingMode, basis: LU): Edges {
  if (mode !== WritingMode.HORIZONTAL_LTR) return findEdges(style, mode, basis);
  const known = fixedEdges.get(style);
  if (known !== undefined) return known;
  const edges = findEdges(style, mode, basis);
  const { paddingTop, paddingRight, paddingBottom, paddingLeft } = style.box;
  if (!(paddingTop.hasPercent || paddingRight.hasPercent || paddingBottom.hasPercent || paddingLeft.hasPercent))
    fixedEdges.set(style, edges);
  return edges;
}

function findEdges(style: ComputedStyle, mode: WritingMode, basis: LU): Edges {
  const border = usedBorder(style, mode);
  const padding = usedPadding(style, mode, basis);
  if (border === ZERO_LOGICAL && padding === ZERO_LOGICAL) return Edges.ZERO;
  return new Edges(border, padding);
}

/** Returns the box's margins in its own writing mode, with `auto` as 0. */
export function marginsIn(box: Box, space: ConstraintSpace): LogicalSides {
  if (space.has(SpaceFlag.AnonymousFlow)) return ZERO_LOGICAL;
  return usedMargins(box.style, space.writingMode, sidesBasis(space));
}

/** Returns the physical border and padding of a set of edges. */
export function physicalEdges(edges: Edges, mode: WritingMode): { border: Sides; padding: Sides } {
  return { border: mode.toPhysicalSides(edges.border), padding: mode.toPhysicalSides(edges.padding) };
}
