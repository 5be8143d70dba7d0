/**
 * Used sizes of boxes (css2 §10, css-sizing-3 §3-5, css-sizing-4 §6); margins, borders and paddings are in box-edges.ts.
 * Every algorithm asks here, so that `box-sizing`, the sizing keywords, `min-*`, `max-*` and `aspect-ratio` mean the same everywhere.
 * All sizes are LU and, unless said, border-box sizes in the box's own writing mode.
 */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import { Containment, containmentOf } from '../boxes/containment.ts';
import type { ComputedStyle } from '../css/computed-style.ts';
import { Length, LengthKind } from '../css/length.ts';
import { INDEFINITE, type LU, MAX_LU } from '../units.ts';
import type { IntrinsicSizes, LayoutContext } from './contract.ts';
import { isContentKeyword } from './box-facts.ts';
import { type ConstraintSpace, SpaceFlag } from './constraint-space.ts';
import type { WritingMode } from './geometry.ts';
import { type Edges, marginsIn, usedPadding } from './box-edges.ts';
import { blockFromRatio, inlineFromRatio, preferredRatio } from './aspect-ratio.ts';
import {
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

/** Available inline size less the box's own margins, at least 0; INDEFINITE stays. */
export function stretchedInlineSize(box: Box, space: ConstraintSpace): LU {
  if (space.availableInline === INDEFINITE) return INDEFINITE;
  const margins = marginsIn(box, space);
  return Math.max(0, space.availableInline - margins.inlineStart - margins.inlineEnd);
}

/** The same for the block axis. */
function stretchedBlockSize(box: Box, space: ConstraintSpace): LU {
  if (space.availableBlock === INDEFINITE) return INDEFINITE;
  const margins = marginsIn(box, space);
  return Math.max(0, space.availableBlock - margins.blockStart - margins.blockEnd);
}

// --- Inline size --------------------------------------------------------------------------------------------------

/**
 * One of width, min-width, max-width as a border-box size; INDEFINITE for what doesn't constrain (`auto`, `none`, percentages of nothing).
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

/** Min- and max-content sizes; with a ratio and a definite block size both are what the ratio gives (css-sizing-4 §6.2). */
export function contentSizes(context: LayoutContext, box: Box, space: ConstraintSpace, edges: Edges): IntrinsicSizes {
  const transferred = transferredInlineSize(box, space, edges);
  if (transferred === INDEFINITE) return intrinsicSizesIn(context, box, space, edges);
  return { minContent: transferred, maxContent: transferred };
}

/** The sizes that its contents give a box in its space. */
function intrinsicSizesIn(context: LayoutContext, box: Box, space: ConstraintSpace, edges: Edges): IntrinsicSizes {
  const sizes = context.intrinsicSizes(
    box,
    childPercentageBlock(context, box, space, edges, INDEFINITE),
    space.lentGrid,
  );
  return withUsedPadding(sizes, box.style, space.writingMode, edges);
}

/** Intrinsic border-box sizes count percentages of padding as 0; the box itself knows what they are. `edges`: its used ones. */
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

/** Border-box `min-inline-size` and `max-inline-size` used here. The automatic minimum is 0 (flex and grid items bring their own). */
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
 * css-sizing-4 §6.2.2: limits of the block size, turned by the ratio into limits of an inline size that isn't a length; the inline axis' own
 * limits win.
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

/** `min` wins over `max`. */
export function clampSize(size: LU, min: LU, max: LU): LU {
  return Math.max(Math.min(size, max), min);
}

/** Is an automatic inline size the content's (shrink-to-fit), not the available space's? */
function autoIsFitContent(box: Box, space: ConstraintSpace): boolean {
  return space.has(SpaceFlag.ShrinkToFit) || box.kind === BoxKind.TableWrapper || box.kind === BoxKind.Table;
}

/**
 * The used border-box inline size of a non-replaced box (css2 §10.3, css-sizing-3 §5). Needs the contents only for keywords and shrink-to-fit.
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
 * css-sizing-4 §6.2.1: beside a ratio the automatic minimum keeps the contents inside, unless they may scroll or are clipped. `most`: the maximum of the
 * inline axis itself, which limits it as one that the ratio transfers doesn't.
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
  if (!min.isAutomatic || !isOverflowVisible(box.style)) return;
  const content = Math.min(intrinsicSizesIn(context, box, space, edges).minContent, most);
  const least = throughCalculation(box.style, min, content, edges.inline, space.percentageInline);
  limits.min = Math.max(limits.min, least);
}

export function isOverflowVisible(style: ComputedStyle): boolean {
  return style.box.overflowX === 'visible' || style.box.overflowX === 'clip';
}

/** css-sizing-4 §6.2: an automatic inline size from a definite block size and the ratio; INDEFINITE without either. */
export function transferredInlineSize(box: Box, space: ConstraintSpace, edges: Edges): LU {
  const mode = space.writingMode;
  if (preferredRatio(box.style, mode) === 0) return INDEFINITE;
  const block = definiteBlockSize(box, space, edges);
  if (block !== INDEFINITE) return inlineFromRatio(box.style, mode, edges, block);
  return INDEFINITE;
}

// --- Block size ---------------------------------------------------------------------------------------------------

/** One of height, min-height, max-height as a border-box size; INDEFINITE when it depends on the contents or on nothing definite. */
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

/** Border-box `min-block-size` and `max-block-size`. `intrinsic` (border-box) is what their content keywords mean. */
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
 * css-contain-2 §3.1, css-sizing-4 §4: the content-box size that a size-contained box has instead of its contents'
 * (`contain-intrinsic-size`, else 0; a grid is as large as its tracks without
 * items then, and columns are as far apart, which only their own layout knows);
 * INDEFINITE: its contents count.
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
 * The used border-box block size, once the contents are laid out. `intrinsic`: border-box size that they want (of all fragments
 * together when fragmented). `inlineSize`: the used border-box inline size, for `aspect-ratio`.
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
  // css-sizing-4 §6.2: the content-based sizes are those that the ratio gives.
  const contentSize = ratio > 0 ? blockFromRatio(box.style, mode, edges, inlineSize) : intrinsic;
  const limits = blockLimits(box, space, edges, contentSize);
  let used = resolveBlockLength(box, space, edges, size);
  if (used === INDEFINITE && space.has(SpaceFlag.StretchBlock) && size.isAuto) used = stretchedBlockSize(box, space);
  // css2 §17.5.3, §10.7: the height of a cell is a minimum, and it has no maximum.
  if (box.kind === BoxKind.TableCell) return Math.max(used, intrinsic, limits.min);
  if (used === INDEFINITE) {
    const calculated = (length: Length, value: LU): LU =>
      throughCalculation(box.style, length, value, edges.block, space.percentageBlock);
    used = contentSize;
    if (ratio > 0) {
      // css-sizing-4 §6.2.1: the automatic minimum size.
      const min = minBlockSizeOf(box.style, mode);
      if (min.isAutomatic && isOverflowVisible(box.style)) used = Math.max(used, calculated(min, intrinsic));
    }
    used = calculated(size, used);
  }
  return clampSize(used, limits.min, limits.max);
}

/** The border-box block size when it doesn't depend on the contents; INDEFINITE otherwise. min and max are applied. */
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

/** What percentage block sizes of the children refer to: the definite content-box block size, or INDEFINITE. */
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
  // They fill the page on which they begin; on later ones there is nothing to fill.
  if (isResumed) return INDEFINITE;
  const margins = marginsIn(box, space);
  return Math.max(0, space.percentageBlock - margins.blockStart - margins.blockEnd - edges.block);
}

/**
 * Do percentages of a child's block size refer to what the box's own refer to? An anonymous box is no containing block (css2 §9.2.1.1). In quirks mode none is with an
 * automatic block size (quirks.spec.whatwg.org §3.5); the root element and body, which fill the page, take their edges off it, as in browsers.
 */
function looksThrough(context: LayoutContext, box: Box): boolean {
  if (box.isOutOfFlow) return false;
  if (!context.quirks)
    return box.kind === BoxKind.Block && box.has(BoxFlag.Anonymous) && !box.has(BoxFlag.AtomicInline);
  return box.kind === BoxKind.Block || box.kind === BoxKind.Fieldset;
}

/** Of margins and padding. */
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

/** Might this box's size change with the available or percentage block size? For `LayoutResult.dependsOnBlockSize`. */
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
