/**
 * Used sizes of boxes (css2 §10, css-sizing-3 §3-5, css-sizing-4 §6). Margins, borders and paddings are in
 * box-edges.ts. All algorithms use these functions, so that `box-sizing`, sizing keywords, `min-*`, `max-*` and
 * `aspect-ratio` behave the same everywhere. Unless noted otherwise, sizes are LU and refer to the border box in the
 * box's own writing mode.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { isScrollContainer } from '../../boxes/clipping.ts';
import { Containment, containmentOf } from '../../boxes/containment.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { Length, LengthKind } from '../../css/length.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import { isContentKeyword } from './box-facts.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { type Edges, marginsIn, usedPadding } from './box-edges.ts';
import {
  blockFromRatio,
  inlineFromRatio,
  preferredRatio,
  blockSizeOf,
  fitContent,
  inlineSizeOf,
  maxBlockSizeOf,
  maxInlineSizeOf,
  minBlockSizeOf,
  minInlineSizeOf,
  throughCalculation,
  toBorderBox,
} from './sizing-properties.ts';

/** Returns the available inline size minus the box's own margins, at least 0, or INDEFINITE. */
export function stretchedInlineSize(box: Box, space: ConstraintSpace): LU {
  if (space.availableInline === INDEFINITE) return INDEFINITE;
  const margins = marginsIn(box, space);
  return Math.max(0, space.availableInline - margins.inlineStart - margins.inlineEnd);
}

/** Returns the available block size minus the box's own margins, at least 0, or INDEFINITE. */
function stretchedBlockSize(box: Box, space: ConstraintSpace): LU {
  if (space.availableBlock === INDEFINITE) return INDEFINITE;
  const margins = marginsIn(box, space);
  return Math.max(0, space.availableBlock - margins.blockStart - margins.blockEnd);
}

// --- Inline size --------------------------------------------------------------------------------------------------

/**
 * Resolves one of width, min-width, max-width to a border-box size. Returns INDEFINITE for values without effect
 * (`auto`, `none`, unresolved percentages).
 */
export function resolveInlineLength(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  edges: Edges,
  length: Length,
): LU {
  const size = inlineLengthOf(context, box, space, edges, length);
  return throughCalculation(box.style, length, size, edges.inline, space.percentageInline);
}

function inlineLengthOf(context: LayoutContext, box: Box, space: ConstraintSpace, edges: Edges, length: Length): LU {
  switch (length.kind) {
    case LengthKind.Length:
      if (length.hasPercent && space.percentageInline === INDEFINITE) return INDEFINITE;
      return toBorderBox(box.style, length.resolve(space.percentageInline), edges.inline);
    case LengthKind.MinContent:
      return contentSizes(context, box, space, edges).minContent;
    case LengthKind.MaxContent:
      return contentSizes(context, box, space, edges).maxContent;
    case LengthKind.FitContent: {
      const sizes = contentSizes(context, box, space, edges);
      if (!length.hasArgument) return fitContent(sizes, stretchedInlineSize(box, space));
      if (length.hasPercent && space.percentageInline === INDEFINITE) return sizes.maxContent;
      return fitContent(sizes, toBorderBox(box.style, length.resolve(space.percentageInline), edges.inline));
    }
    case LengthKind.Stretch: {
      const stretched = stretchedInlineSize(box, space);
      return stretched === INDEFINITE ? INDEFINITE : Math.max(stretched, edges.inline);
    }
    default:
      return INDEFINITE;
  }
}

/**
 * Returns the min- and max-content sizes. With a ratio and a definite block size, both are the size derived from it
 * (css-sizing-4 §6.2).
 */
export function contentSizes(context: LayoutContext, box: Box, space: ConstraintSpace, edges: Edges): IntrinsicSizes {
  const transferred = transferredInlineSize(box, space, edges);
  if (transferred === INDEFINITE) return intrinsicSizesIn(context, box, space, edges);
  return { minContent: transferred, maxContent: transferred };
}

/** Returns the content-based sizes of a box in its constraint space. */
function intrinsicSizesIn(context: LayoutContext, box: Box, space: ConstraintSpace, edges: Edges): IntrinsicSizes {
  const sizes = context.intrinsicSizes(
    box,
    childPercentageBlock(context, box, space, edges, INDEFINITE),
    space.lentGrid,
  );
  return withUsedPadding(sizes, box.style, space.writingMode, edges);
}

/** Adds percentage padding, which intrinsic border-box sizes count as 0. `edges` are the box's used edges. */
export function withUsedPadding(
  sizes: IntrinsicSizes,
  style: ComputedStyle,
  mode: WritingMode,
  { padding }: Edges,
): IntrinsicSizes {
  const b = style.box;
  if (
    !(mode.vertical
      ? b.paddingTop.hasPercent || b.paddingBottom.hasPercent
      : b.paddingLeft.hasPercent || b.paddingRight.hasPercent)
  )
    return sizes;
  const counted = usedPadding(style, mode, 0);
  const more = padding.inlineStart + padding.inlineEnd - counted.inlineStart - counted.inlineEnd;
  if (more <= 0) return sizes;
  return {
    minContent: Math.min(MAX_LU, sizes.minContent + more),
    maxContent: Math.min(MAX_LU, sizes.maxContent + more),
  };
}

/**
 * Returns the used border-box `min-inline-size` and `max-inline-size`. The automatic minimum is 0. Flex and grid items
 * handle their own.
 */
export function inlineLimits(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  edges: Edges,
): { min: LU; max: LU } {
  const mode = space.writingMode;
  const min = minInlineSizeOf(box.style, mode);
  const max = maxInlineSizeOf(box.style, mode);
  const minSize = min.isAutomatic
    ? throughCalculation(box.style, min, edges.inline, edges.inline, space.percentageInline)
    : min === Length.ZERO
      ? INDEFINITE
      : resolveInlineLength(context, box, space, edges, min);
  const maxSize = max.kind === LengthKind.None ? INDEFINITE : resolveInlineLength(context, box, space, edges, max);
  return { min: Math.max(minSize, edges.inline), max: maxSize === INDEFINITE ? MAX_LU : maxSize };
}

/**
 * Transfers block-size limits through the ratio to limits of a non-length inline size (css-sizing-4 §6.2.2). The inline
 * axis's own limits take precedence.
 */
export function addTransferredLimits(
  box: Box,
  space: ConstraintSpace,
  edges: Edges,
  limits: { min: LU; max: LU },
): void {
  const mode = space.writingMode;
  const block = blockLimits(box, space, edges, INDEFINITE);
  if (block.max < MAX_LU)
    limits.max = Math.max(
      limits.min,
      Math.min(limits.max, inlineFromRatio(box.style, mode, edges, Math.max(block.min, block.max))),
    );
  if (block.min > edges.block)
    limits.min = Math.max(limits.min, Math.min(limits.max, inlineFromRatio(box.style, mode, edges, block.min)));
}

/** Clamps a size. `min` takes precedence over `max`. */
export function clampSize(size: LU, min: LU, max: LU): LU {
  return Math.max(Math.min(size, max), min);
}

/** Whether an automatic inline size shrinks to fit the content instead of filling the available space. */
function autoIsFitContent(box: Box, space: ConstraintSpace): boolean {
  return space.has(SpaceFlag.ShrinkToFit) || box.kind === BoxKind.TableWrapper || box.kind === BoxKind.Table;
}

/**
 * Returns the used border-box inline size of a non-replaced box (css2 §10.3, css-sizing-3 §5). Uses the contents only
 * for keywords and shrink-to-fit.
 */
export function usedInlineSize(context: LayoutContext, box: Box, space: ConstraintSpace, edges: Edges): LU {
  // Columns of a fixed table may be narrower than the edges of their cells.
  if (space.hasFixedInline)
    return box.kind === BoxKind.TableCell ? space.fixedInline : Math.max(space.fixedInline, edges.inline);
  if (space.has(SpaceFlag.AnonymousFlow)) return Math.max(0, space.availableInline);
  const size = inlineSizeOf(box.style, space.writingMode);
  const limits = inlineLimits(context, box, space, edges);
  let used = resolveInlineLength(context, box, space, edges, size);
  if (!size.isLength && box.style.box.aspectRatio.ratio !== null && preferredRatio(box.style, space.writingMode) > 0) {
    const most = limits.max;
    addTransferredLimits(box, space, edges, limits);
    const transferred = transferredInlineSize(box, space, edges);
    if (transferred !== INDEFINITE) {
      if (size.isAutomatic) used = transferred;
      addAutomaticMinimum(context, box, space, edges, limits, most);
    }
  }
  if (used === INDEFINITE) {
    if (autoIsFitContent(box, space) || space.availableInline === INDEFINITE) {
      used = fitContent(intrinsicSizesIn(context, box, space, edges), stretchedInlineSize(box, space));
    } else {
      used = stretchedInlineSize(box, space);
    }
  }
  if (size.isAutomatic) used = throughCalculation(box.style, size, used, edges.inline, space.percentageInline);
  return clampSize(used, limits.min, limits.max);
}

/**
 * Adds the automatic minimum of a box with a ratio, unless its overflow scrolls or is clipped (css-sizing-4 §6.2.1).
 * The inline axis's own maximum, `most`, limits the minimum. A transferred maximum doesn't.
 */
export function addAutomaticMinimum(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  edges: Edges,
  limits: { min: LU; max: LU },
  most: LU,
): void {
  const min = minInlineSizeOf(box.style, space.writingMode);
  if (!min.isAutomatic || isScrollContainer(box.style)) return;
  const content = Math.min(intrinsicSizesIn(context, box, space, edges).minContent, most);
  const least = throughCalculation(box.style, min, content, edges.inline, space.percentageInline);
  limits.min = Math.max(limits.min, least);
}

/**
 * Returns an automatic inline size derived from a definite block size and the ratio, or INDEFINITE (css-sizing-4 §6.2).
 */
export function transferredInlineSize(box: Box, space: ConstraintSpace, edges: Edges): LU {
  const mode = space.writingMode;
  if (preferredRatio(box.style, mode) === 0) return INDEFINITE;
  const block = definiteBlockSize(box, space, edges);
  if (block !== INDEFINITE) return inlineFromRatio(box.style, mode, edges, block);
  return INDEFINITE;
}

// --- Block size ---------------------------------------------------------------------------------------------------

/**
 * Resolves one of height, min-height, max-height to a border-box size. Returns INDEFINITE if it depends on the contents
 * or an indefinite basis.
 */
export function resolveBlockLength(box: Box, space: ConstraintSpace, edges: Edges, length: Length): LU {
  if (length.kind === LengthKind.Length) {
    if (length.hasPercent && (space.percentageBlock === INDEFINITE || space.has(SpaceFlag.CellMeasure)))
      return INDEFINITE;
    const size = length.resolve(space.percentageBlock);
    if (space.has(SpaceFlag.BorderBoxBlock)) return Math.max(size, edges.block);
    return toBorderBox(box.style, size, edges.block);
  }
  if (length.kind === LengthKind.Stretch) {
    const stretched = stretchedBlockSize(box, space);
    if (stretched === INDEFINITE) return INDEFINITE;
    const size = Math.max(stretched, edges.block);
    return throughCalculation(box.style, length, size, edges.block, space.percentageBlock);
  }
  return INDEFINITE;
}

/**
 * Returns the border-box `min-block-size` and `max-block-size`. `intrinsic` is the border-box size that content
 * keywords resolve to.
 */
export function blockLimits(box: Box, space: ConstraintSpace, edges: Edges, intrinsic: LU): { min: LU; max: LU } {
  const mode = space.writingMode;
  const min = minBlockSizeOf(box.style, mode);
  const max = maxBlockSizeOf(box.style, mode);
  const contentLimit = (length: Length, size: LU): LU =>
    throughCalculation(box.style, length, size, edges.block, space.percentageBlock);
  const minSize = isContentKeyword(min)
    ? contentLimit(min, intrinsic)
    : min.isAutomatic
      ? contentLimit(min, edges.block)
      : resolveBlockLength(box, space, edges, min);
  const maxSize = isContentKeyword(max) ? contentLimit(max, intrinsic) : resolveBlockLength(box, space, edges, max);
  return { min: Math.max(minSize, edges.block), max: maxSize === INDEFINITE ? MAX_LU : maxSize };
}

/**
 * Returns the content-box size that a size-contained box uses instead of its contents' size: `contain-intrinsic-size`,
 * or 0 (css-contain-2 §3.1, css-sizing-4 §4). Returns INDEFINITE if the contents count. Grids use their empty tracks
 * and multicol containers their column gaps, which their own layout computes.
 */
export function containedSize(box: Box, mode: WritingMode, axis: 'inline' | 'block'): LU {
  const contained = containmentOf(box.kind, box.style);
  if ((contained & (axis === 'inline' ? Containment.InlineSize : Containment.BlockSize)) === 0) return INDEFINITE;
  const { containIntrinsicWidth, containIntrinsicHeight } = box.style.rare;
  const length = mode.vertical === (axis === 'inline') ? containIntrinsicHeight : containIntrinsicWidth;
  const isOwn = box.kind === BoxKind.Grid || (box.kind === BoxKind.Multicol && axis === 'inline');
  if (length.kind === LengthKind.None) return isOwn ? INDEFINITE : 0;
  return Math.max(0, length.resolve(0));
}

/**
 * Returns the used border-box block size after layout of the contents. `intrinsic` is the content-based border-box
 * size, summed over all fragments. `inlineSize` is the used border-box inline size, for `aspect-ratio`.
 */
export function usedBlockSize(box: Box, space: ConstraintSpace, edges: Edges, intrinsic: LU, inlineSize: LU): LU {
  if (space.hasFixedBlock) {
    const least = space.has(SpaceFlag.FixedBlockIsMinimum) ? Math.max(intrinsic, edges.block) : edges.block;
    return Math.max(space.fixedBlock, least);
  }
  if (space.has(SpaceFlag.AnonymousFlow)) return intrinsic;
  const mode = space.writingMode;
  const contained = containedSize(box, mode, 'block');
  if (contained !== INDEFINITE) intrinsic = contained + edges.block;
  const size = blockSizeOf(box.style, mode);
  const ratio = preferredRatio(box.style, mode);
  // css-sizing-4 §6.2: content-based sizes are derived from the ratio.
  const contentSize = ratio > 0 ? blockFromRatio(box.style, mode, edges, inlineSize) : intrinsic;
  const limits = blockLimits(box, space, edges, contentSize);
  let used = resolveBlockLength(box, space, edges, size);
  if (used === INDEFINITE && space.has(SpaceFlag.StretchBlock) && size.isAuto) used = stretchedBlockSize(box, space);
  // css2 §17.5.3, §10.7: the height of a cell is a minimum, and cells have no maximum.
  if (box.kind === BoxKind.TableCell) return Math.max(used, intrinsic, limits.min);
  if (used === INDEFINITE) {
    const calculated = (length: Length, value: LU): LU =>
      throughCalculation(box.style, length, value, edges.block, space.percentageBlock);
    used = contentSize;
    if (ratio > 0) {
      // css-sizing-4 §6.2.1: the automatic minimum size.
      const min = minBlockSizeOf(box.style, mode);
      if (min.isAutomatic && !isScrollContainer(box.style)) used = Math.max(used, calculated(min, intrinsic));
    }
    used = calculated(size, used);
  }
  return clampSize(used, limits.min, limits.max);
}

/**
 * Returns the border-box block size if it doesn't depend on the contents, with min and max applied. Otherwise returns
 * INDEFINITE.
 */
export function definiteBlockSize(box: Box, space: ConstraintSpace, edges: Edges, inlineSize: LU = INDEFINITE): LU {
  if (space.hasFixedBlock)
    return space.has(SpaceFlag.FixedBlockIsDefinite) ? Math.max(space.fixedBlock, edges.block) : INDEFINITE;
  if (space.has(SpaceFlag.AnonymousFlow)) return INDEFINITE;
  const size = blockSizeOf(box.style, space.writingMode);
  let used = resolveBlockLength(box, space, edges, size);
  if (used === INDEFINITE && space.has(SpaceFlag.StretchBlock) && size.isAuto) used = stretchedBlockSize(box, space);
  if (
    used === INDEFINITE &&
    inlineSize !== INDEFINITE &&
    preferredRatio(box.style, space.writingMode) > 0 &&
    size.isAutomatic
  ) {
    const transferred = blockFromRatio(box.style, space.writingMode, edges, inlineSize);
    used = throughCalculation(box.style, size, transferred, edges.block, space.percentageBlock);
  }
  if (used === INDEFINITE) return INDEFINITE;
  const limits = blockLimits(box, space, edges, INDEFINITE);
  return clampSize(used, limits.min, limits.max);
}

/** Returns the percentage basis for the children's block sizes: the definite content-box block size, or INDEFINITE. */
export function childPercentageBlock(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  edges: Edges,
  inlineSize: LU,
  isResumed = false,
): LU {
  if (space.has(SpaceFlag.AnonymousFlow)) return space.percentageBlock;
  const definite = definiteBlockSize(box, space, edges, inlineSize);
  if (definite !== INDEFINITE) return Math.max(0, definite - edges.block);
  if (!looksThrough(context, box) || !blockSizeOf(box.style, space.writingMode).isAuto || space.hasFixedBlock)
    return INDEFINITE;
  if (space.percentageBlock === INDEFINITE) return INDEFINITE;
  if (!box.has(BoxFlag.Root | BoxFlag.Body)) return space.percentageBlock;
  // They fill the page on which they begin, but no later page.
  if (isResumed) return INDEFINITE;
  const margins = marginsIn(box, space);
  return Math.max(0, space.percentageBlock - margins.blockStart - margins.blockEnd - edges.block);
}

/**
 * Whether percentage block sizes of a child skip this box and use its own percentage basis. Anonymous boxes aren't
 * containing blocks (css2 §9.2.1.1). In quirks mode, this also applies to boxes with an automatic block size
 * (quirks.spec.whatwg.org §3.5). As in browsers, the root element and body, which fill the page, subtract their edges.
 */
function looksThrough(context: LayoutContext, box: Box): boolean {
  if (box.isOutOfFlow) return false;
  if (!context.quirks)
    return box.kind === BoxKind.Block && box.has(BoxFlag.Anonymous) && !box.has(BoxFlag.AtomicInline);
  return box.kind === BoxKind.Block || box.kind === BoxKind.Fieldset;
}

/** Whether margins or padding have percentages. */
function hasPercentageSides({ box: b }: ComputedStyle): boolean {
  return (
    b.marginTop.hasPercent ||
    b.marginRight.hasPercent ||
    b.marginBottom.hasPercent ||
    b.marginLeft.hasPercent ||
    b.paddingTop.hasPercent ||
    b.paddingRight.hasPercent ||
    b.paddingBottom.hasPercent ||
    b.paddingLeft.hasPercent
  );
}

/**
 * Whether the box's size may depend on the available or percentage block size, for `LayoutResult.dependsOnBlockSize`.
 */
export function sizeDependsOnBlock(box: Box, space: ConstraintSpace): boolean {
  const { style } = box;
  const mode = space.writingMode;
  if (space.has(SpaceFlag.StretchBlock)) return true;
  if (space.has(SpaceFlag.Orthogonal) && hasPercentageSides(style)) return true;
  const size = blockSizeOf(style, mode);
  const min = minBlockSizeOf(style, mode);
  const max = maxBlockSizeOf(style, mode);
  return (
    size.hasPercent ||
    min.hasPercent ||
    max.hasPercent ||
    size.kind === LengthKind.Stretch ||
    min.kind === LengthKind.Stretch ||
    max.kind === LengthKind.Stretch
  );
}
