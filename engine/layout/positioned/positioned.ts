/**
 * Absolutely positioned and fixed boxes (css-position-3 §4, css2 §10.3.7, §10.6.4, css-writing-modes-4 §7.2). A box is
 * laid out once the fragment of its containing block is finished. Insets refer to that padding box, `auto` insets to
 * the static position.
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { edgesOf, writingModeOf } from '../sizing/box-edges.ts';
import { blockLimits, clampSize, inlineLimits, resolveBlockLength, usedInlineSize } from '../sizing/box-model.ts';
import { isContentKeyword, isFormControl } from '../sizing/box-facts.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import type { Rect, WritingMode } from '../contract/geometry.ts';
import {
  type AnchoredAxis,
  type AxisConstraints,
  axisConstraints,
  fitsOnAxis,
  placeOnAxis,
} from './positioned-axis.ts';
import { usedReplacedSize } from '../replaced/replaced-size.ts';
import { blockSizeOf, inlineSizeOf, maxBlockSizeOf, minBlockSizeOf } from '../sizing/sizing-properties.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { OutOfFlowCandidate } from './out-of-flow-candidate.ts';

/** Anchor-dependent placement of a box. */
export interface AnchoredPlacement {
  /** The box with resolved anchor functions. Used for sizes, margins and insets, never for its contents. */
  readonly sized: Box;
  /** Whether any size differs from the box's own style. */
  readonly resizes: boolean;
  readonly horizontal: AnchoredAxis;
  readonly vertical: AnchoredAxis;
}

/** A laid-out out-of-flow box with the position of its border box. */
export interface PlacedOutOfFlow {
  readonly result: LayoutResult;
  readonly space: ConstraintSpace;
  readonly x: LU;
  readonly y: LU;
  /** Whether its margin box fits the inset-modified containing block. */
  readonly fits: boolean;
}

/**
 * Lays out an absolutely positioned box in its containing block, a physical rectangle in the same coordinates as the
 * result's position. `containerMode` is the containing block's writing mode. `flags` are further SpaceFlag bits.
 */
export function layoutOutOfFlow(
  context: LayoutContext,
  candidate: OutOfFlowCandidate,
  container: Rect,
  containerMode: WritingMode,
  anchored: AnchoredPlacement | null = null,
  flags = 0,
): PlacedOutOfFlow {
  const box = anchored?.sized ?? candidate.box;
  const { style } = box;
  const mode = writingModeOf(style);
  const constraints = (isHorizontal: boolean): AxisConstraints => {
    const by = isHorizontal ? anchored?.horizontal : anchored?.vertical;
    return axisConstraints(candidate, style.box, container, isHorizontal, containerMode, mode, by ?? null);
  };
  const horizontal = constraints(true);
  const vertical = constraints(false);
  const [inlineAxis, blockAxis] = mode.vertical ? [vertical, horizontal] : [horizontal, vertical];
  const space = outOfFlowSpace(context, box, mode, container, containerMode, inlineAxis, blockAxis);
  const edges = edgesOf(box, space);

  // css2 §10.3.7, §10.3.8: the inline axis comes first, since the block size may depend on it.
  let inlineSize: LU;
  let blockSize: LU = INDEFINITE;
  if (box.kind === BoxKind.Replaced) {
    const size = usedReplacedSize(context, box, space, edges);
    inlineSize =
      isFormControl(box) && stretchesInline(box, mode, inlineAxis) ? filling(inlineAxis, edges.inline) : size.inline;
    const stretches = isFormControl(box) && blockAxis.fills && blockSizeOf(box.style, mode).isAuto;
    blockSize = stretches ? filling(blockAxis, edges.block) : size.block;
  } else {
    const fillsInline = stretchesInline(box, mode, inlineAxis);
    const blockProperty = blockSizeOf(box.style, mode);
    // css-position-3 §4.5: with a ratio, `normal` fills the available space in one axis and the other follows.
    const fillsBlock =
      blockAxis.fills &&
      blockProperty.isAuto &&
      (blockAxis.stretches ||
        (!isTable(box) && (!hasRatio(box) || (inlineSizeOf(box.style, mode).isAuto && !fillsInline))));
    const sizing = fillsBlock ? space.withFlags(SpaceFlag.StretchBlock) : space;
    if (fillsInline && inlineAxis.stretches) {
      const limits = inlineLimits(context, box, space, edges);
      inlineSize = clampSize(filling(inlineAxis, edges.inline), limits.min, limits.max);
    } else inlineSize = usedInlineSize(context, box, fillsInline ? sizing : shrinkToFit(sizing), edges);
    let used = resolveBlockLength(box, space, edges, blockProperty);
    if (fillsBlock) used = Math.max(0, blockAxis.room - blockAxis.marginStart - blockAxis.marginEnd);
    // Limits with content keywords require layout of the contents.
    if (used !== INDEFINITE && !hasContentLimits(box, mode)) {
      const limits = blockLimits(box, space, edges, INDEFINITE);
      blockSize = clampSize(used, limits.min, limits.max);
    }
  }
  const final = new SpaceBuilder(context, mode, box)
    .available(space.availableInline, space.availableBlock)
    .percentages(space.percentageInline, space.percentageBlock)
    .fixedInline(inlineSize)
    .flag(space.flags | flags);
  if (blockSize !== INDEFINITE) final.fixedBlock(blockSize, true);
  let finalSpace = final.build();
  let result = context.layout(candidate.box, finalSpace, null);
  if (blockSize === INDEFINITE && anchored?.resizes === true) {
    // The layout has applied only the limits of the box's own style.
    const limits = blockLimits(box, space, edges, result.intrinsicBlockSize);
    const limited = clampSize(result.intrinsicBlockSize, limits.min, limits.max);
    if (limited !== result.fragment.blockSize(mode)) {
      finalSpace = final.fixedBlock(limited, false).build();
      result = context.layout(candidate.box, finalSpace, null);
    }
  }
  const { fragment } = result;
  const x = placeOnAxis(horizontal, fragment.width);
  const y = placeOnAxis(vertical, fragment.height);
  const fits = fitsOnAxis(horizontal, x, fragment.width) && fitsOnAxis(vertical, y, fragment.height);
  return { result, space: finalSpace, x: container.x + x, y: container.y + y, fits };
}

function hasContentLimits({ style }: Box, mode: WritingMode): boolean {
  return isContentKeyword(minBlockSizeOf(style, mode)) || isContentKeyword(maxBlockSizeOf(style, mode));
}

/**
 * Returns the border-box size that fills the space between the insets, minus margins. `least` is the size of the edges.
 */
function filling(axis: AxisConstraints, least: LU): LU {
  return Math.max(least, axis.room - axis.marginStart - axis.marginEnd);
}

const hasRatio = (box: Box): boolean => box.style.box.aspectRatio.ratio !== null;
const isTable = (box: Box): boolean => box.kind === BoxKind.TableWrapper;

/** Whether an automatic inline size fills the space between two insets instead of shrinking to fit. */
function stretchesInline(box: Box, mode: WritingMode, axis: AxisConstraints): boolean {
  return axis.fills && inlineSizeOf(box.style, mode).isAuto && (axis.stretches || !isTable(box));
}

function outOfFlowSpace(
  context: LayoutContext,
  box: Box,
  mode: WritingMode,
  container: Rect,
  containerMode: WritingMode,
  inlineAxis: AxisConstraints,
  blockAxis: AxisConstraints,
): ConstraintSpace {
  const inline = mode.inlineOf(container.width, container.height);
  const block = mode.blockOf(container.width, container.height);
  // css-tables-3 §5: negative insets don't give a table more space than its containing block has.
  const room = isTable(box) ? Math.min(inlineAxis.room, inline) : inlineAxis.room;
  const builder = new SpaceBuilder(context, mode, box).available(room, blockAxis.room).percentages(inline, block);
  if (!mode.isParallelTo(containerMode)) builder.flag(SpaceFlag.Orthogonal);
  return builder.build();
}

function shrinkToFit(space: ConstraintSpace): ConstraintSpace {
  return space.withFlags(SpaceFlag.ShrinkToFit);
}
