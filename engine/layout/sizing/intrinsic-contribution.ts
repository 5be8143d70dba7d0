/**
 * Contributions of boxes to the intrinsic inline sizes of their parents (css-sizing-3 §5.2). Border-box sizes in LU
 * unless noted.
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { Length, LengthKind } from '../../css/length.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import { contentBlockBasis } from './block-percentages.ts';
import { type Edges, edgesAgainst, usedMargins, writingModeOf } from './box-edges.ts';
import { addAutomaticMinimum, addTransferredLimits, clampSize, contentSizes, inlineLimits } from './box-model.ts';
import { isDefiniteLength } from './box-facts.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import { ConstraintSpace, type LentGrid } from '../contract/constraint-space.ts';
import type { WritingMode } from '../contract/geometry.ts';
import {
  preferredRatio,
  blockSizeOf,
  inlineSizeOf,
  maxInlineSizeOf,
  minInlineSizeOf,
  throughCalculation,
  toBorderBox,
} from './sizing-properties.ts';

/**
 * Returns a box's border-box min- and max-content contributions to a parent of `parentMode` (css-sizing-3 §5.2).
 * Applies its own inline size property and limits, with percentages as auto. For an orthogonal box, returns its block
 * size after layout. `percentageBlock` is the percentage basis for its block sizes, `contentBlock` that for its
 * contents if its parent determines it. `lent` holds the lines that a subgrid shares with its parent.
 */
export function intrinsicContribution(
  context: LayoutContext,
  box: Box,
  parentMode: WritingMode,
  percentageBlock: LU = INDEFINITE,
  contentBlock: LU = INDEFINITE,
  lent: LentGrid | null = null,
): IntrinsicSizes {
  const { style } = box;
  const mode = writingModeOf(style);
  if (!mode.isParallelTo(parentMode)) return orthogonalContribution(context, box, mode, percentageBlock);
  const edges = edgesAgainst(style, mode, 0);
  const size = inlineSizeOf(style, mode);
  if (box.kind === BoxKind.Replaced || box.kind === BoxKind.TableWrapper)
    return context.intrinsicSizes(box, percentageBlock);
  const within = contentBlock === INDEFINITE ? contentBlockBasis(context, box, mode, percentageBlock) : contentBlock;
  let min: LU;
  let max: LU;
  if (size.isLength && !size.hasPercent) {
    min = max = toBorderBox(style, size.resolve(0), edges.inline);
  } else if (style.box.aspectRatio.ratio !== null && preferredRatio(style, mode) > 0) {
    return ratioContribution(context, box, mode, edges, percentageBlock, lent);
  } else {
    const sizes = context.intrinsicSizes(box, within, lent);
    min = size.kind === LengthKind.MaxContent ? sizes.maxContent : sizes.minContent;
    max = size.kind === LengthKind.MinContent ? sizes.minContent : sizes.maxContent;
  }
  min = throughCalculation(style, size, min, edges.inline, INDEFINITE);
  max = throughCalculation(style, size, max, edges.inline, INDEFINITE);
  const least = contributionLimit(context, box, edges, minInlineSizeOf(style, mode), edges.inline, within, lent);
  const most = contributionLimit(context, box, edges, maxInlineSizeOf(style, mode), MAX_LU, within, lent);
  return { minContent: clampSize(min, least, most), maxContent: clampSize(max, least, most) };
}

/** Returns the contribution of a box with a ratio. It uses a definite block size, and limits of both axes. */
function ratioContribution(
  context: LayoutContext,
  box: Box,
  mode: WritingMode,
  edges: Edges,
  percentageBlock: LU,
  lent: LentGrid | null,
): IntrinsicSizes {
  const space = ConstraintSpace.draft(mode);
  space.lentGrid = lent;
  space.percentageBlock = percentageBlock;
  const size = inlineSizeOf(box.style, mode);
  const sizes = contentSizes(context, box, space, edges);
  const min = size.kind === LengthKind.MaxContent ? sizes.maxContent : sizes.minContent;
  const max = size.kind === LengthKind.MinContent ? sizes.minContent : sizes.maxContent;
  const limits = inlineLimits(context, box, space, edges);
  const most = limits.max;
  addTransferredLimits(box, space, edges, limits);
  addAutomaticMinimum(context, box, space, edges, limits, most);
  const calculated = (value: LU): LU => throughCalculation(box.style, size, value, edges.inline, INDEFINITE);
  return {
    minContent: clampSize(calculated(min), limits.min, limits.max),
    maxContent: clampSize(calculated(max), limits.min, limits.max),
  };
}

function contributionLimit(
  context: LayoutContext,
  box: Box,
  edges: Edges,
  length: Length,
  none: LU,
  within: LU,
  lent: LentGrid | null,
): LU {
  if (isDefiniteLength(length))
    return length === Length.ZERO ? edges.inline : toBorderBox(box.style, length.resolve(0), edges.inline);
  const { kind } = length;
  if (kind !== LengthKind.MinContent && kind !== LengthKind.MaxContent) return none;
  const sizes = context.intrinsicSizes(box, within, lent);
  const size = kind === LengthKind.MinContent ? sizes.minContent : sizes.maxContent;
  return throughCalculation(box.style, length, size, edges.inline, INDEFINITE);
}

/** Lays out an orthogonal flow to find its contribution (css-writing-modes-4 §7.3). */
function orthogonalContribution(context: LayoutContext, box: Box, mode: WritingMode, room: LU): IntrinsicSizes {
  const block = blockSizeOf(box.style, mode);
  const edges = edgesAgainst(box.style, mode, 0);
  if (isDefiniteLength(block)) {
    const size = toBorderBox(box.style, block.resolve(0), edges.block);
    return { minContent: size, maxContent: size };
  }
  const size = context.measureOrthogonal(box, room);
  return { minContent: size, maxContent: size };
}

/** Returns the contribution with the box's margins. Percentages and `auto` are treated as 0. */
export function outerIntrinsicContribution(
  context: LayoutContext,
  box: Box,
  parentMode: WritingMode,
  percentageBlock: LU = INDEFINITE,
): IntrinsicSizes {
  const sizes = intrinsicContribution(context, box, parentMode, percentageBlock);
  const margins = usedMargins(box.style, parentMode, 0);
  const sum = margins.inlineStart + margins.inlineEnd;
  if (sum === 0) return sizes;
  return { minContent: Math.max(0, sizes.minContent + sum), maxContent: Math.max(0, sizes.maxContent + sum) };
}
