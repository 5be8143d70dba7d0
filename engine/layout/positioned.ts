/**
 * Absolutely positioned and fixed boxes (css-position-3 §4, css2 §10.3.7, §10.6.4, css-writing-modes-4 §7.2). A box is laid out when the fragment
 * of its containing block is finished: insets against that padding box, `auto` insets against the static position.
 */
import { type Box, BoxKind } from '../boxes/box.ts';
import type { Alignment, Length } from '../css/computed-values.ts';
import { assertInvariant } from '../invariant.ts';
import { INDEFINITE, type LU } from '../units.ts';
import {
  blockLimits,
  blockSizeOf,
  clampSize,
  edgesOf,
  inlineSizeOf,
  maxBlockSizeOf,
  minBlockSizeOf,
  resolveBlockLength,
  usedInlineSize,
  writingModeOf,
} from './box-model.ts';
import { type AlignmentKeyword, selfAlignment } from './alignment.ts';
import { isContentKeyword, isFormControl } from './box-facts.ts';
import { SpaceBuilder } from './space-builder.ts';
import type { LayoutContext, LayoutResult, OutOfFlowCandidate } from './contract.ts';
import { type ConstraintSpace, SpaceFlag } from './constraint-space.ts';
import { WritingMode } from './geometry.ts';
import { usedReplacedSize } from './replaced-size.ts';

/** A physical rectangle, LU. */
export interface Rect {
  readonly x: LU;
  readonly y: LU;
  readonly width: LU;
  readonly height: LU;
}

/** An out-of-flow box laid out, with the place of its border box. */
export interface PlacedOutOfFlow {
  readonly result: LayoutResult;
  /** The space it was laid out in. */
  readonly space: ConstraintSpace;
  readonly x: LU;
  readonly y: LU;
}

/** The candidate seen from a fragment in which the one that carried it lies at (x, y). */
export function shifted(candidate: OutOfFlowCandidate, x: LU, y: LU): OutOfFlowCandidate {
  return {
    box: candidate.box,
    staticX: candidate.staticX + x,
    staticY: candidate.staticY + y,
    staticMode: candidate.staticMode,
    staticInlineEdge: candidate.staticInlineEdge,
    staticBlockEdge: candidate.staticBlockEdge,
    safeRoom: candidate.safeRoom,
    inlineContainer: candidate.inlineContainer,
    earlier: candidate.earlier,
    movedX: candidate.movedX,
    movedY: candidate.movedY,
    isRepeated: candidate.isRepeated,
  };
}

/**
 * Lays out one absolutely positioned box in its containing block, given as a physical rectangle in the coordinates that the result's
 * place will have too (`containerMode`: the containing block's writing mode).
 */
export function layoutOutOfFlow(
  context: LayoutContext,
  candidate: OutOfFlowCandidate,
  container: Rect,
  containerMode: WritingMode,
): PlacedOutOfFlow {
  const { box } = candidate;
  const mode = writingModeOf(box.style);
  const horizontal = axisConstraints(candidate, container, true, containerMode);
  const vertical = axisConstraints(candidate, container, false, containerMode);
  const [inlineAxis, blockAxis] = mode.vertical ? [vertical, horizontal] : [horizontal, vertical];
  const space = outOfFlowSpace(context, box, mode, container, containerMode, inlineAxis, blockAxis);
  const edges = edgesOf(box, space);

  // css2 §10.3.7/§10.3.8: the inline axis first, since the block size may depend on it.
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
    // css-position-3 §4.5: with a ratio, one of the two axes fills the room and the other follows it.
    const fillsBlock =
      blockAxis.fills &&
      blockProperty.isAuto &&
      !isTable(box) &&
      (!hasRatio(box) || (inlineSizeOf(box.style, mode).isAuto && !fillsInline));
    const sizing = fillsBlock ? space.withFlags(SpaceFlag.StretchBlock) : space;
    inlineSize = usedInlineSize(context, box, fillsInline ? sizing : shrinkToFit(sizing), edges);
    let used = resolveBlockLength(box, space, edges, blockProperty);
    if (fillsBlock) used = Math.max(0, blockAxis.room - blockAxis.marginStart - blockAxis.marginEnd);
    // Limits that are content keywords are known only when the contents are laid out.
    if (used !== INDEFINITE && !hasContentLimits(box, mode)) {
      const limits = blockLimits(box, space, edges, INDEFINITE);
      blockSize = clampSize(used, limits.min, limits.max);
    }
  }
  const final = new SpaceBuilder(context, mode, box)
    .available(space.availableInline, space.availableBlock)
    .percentages(space.percentageInline, space.percentageBlock)
    .fixedInline(inlineSize)
    .flag(space.flags);
  if (blockSize !== INDEFINITE) final.fixedBlock(blockSize, true);
  const finalSpace = final.build();
  const result = context.layout(box, finalSpace, null);
  const { fragment } = result;
  const x = placeOnAxis(horizontal, fragment.width);
  const y = placeOnAxis(vertical, fragment.height);
  return { result, space: finalSpace, x: container.x + x, y: container.y + y };
}

function hasContentLimits({ style }: Box, mode: WritingMode): boolean {
  return isContentKeyword(minBlockSizeOf(style, mode)) || isContentKeyword(maxBlockSizeOf(style, mode));
}

/** The room between the insets less the margins, as a border-box size; `least`: of the edges. */
function filling(axis: AxisConstraints, least: LU): LU {
  return Math.max(least, axis.room - axis.marginStart - axis.marginEnd);
}

const hasRatio = (box: Box): boolean => box.style.box.aspectRatio.ratio !== null;
const isTable = (box: Box): boolean => box.kind === BoxKind.TableWrapper;

/** An automatic inline size fills the room between two insets; else it is shrink-to-fit. */
function stretchesInline(box: Box, mode: WritingMode, axis: AxisConstraints): boolean {
  return axis.fills && inlineSizeOf(box.style, mode).isAuto && !isTable(box);
}

/** One physical axis of the problem; start is the left or the top. */
class AxisConstraints {
  /** Insets from the containing block's edges; null: auto. */
  start: LU | null = null;
  end: LU | null = null;
  marginStart: LU = 0;
  marginEnd: LU = 0;
  marginStartAuto = false;
  marginEndAuto = false;
  /** Size of the containing block. */
  container: LU = 0;
  /** When both insets are auto: the static position in the containing block, and which edge lies there (0 start, 0.5 center, 1 end). */
  staticOffset: LU = 0;
  staticEdge = 0;
  /** Size of the static position's rectangle, when what doesn't fit it lies at its start; and whether that is its physical end. */
  safeRoom: LU = INDEFINITE;
  safeReversed = false;
  /** The containing block's axis runs against the physical one: over-constrained values give way on the other side. */
  isReversed = false;
  /** Auto margins with negative room: the inline axis lets the start edge win. */
  isInline = true;
  /** `justify-self` or `align-self` where it says something (css-position-3 §4.4): 0 start, 0.5 center, 1 end, physical; -1: nothing. */
  alignment = -1;

  get isStretched(): boolean {
    return this.start !== null && this.end !== null;
  }

  /** Does an automatic size fill the room between the insets? */
  get fills(): boolean {
    return this.isStretched && this.alignment < 0;
  }

  /** Room for the margin box. */
  get room(): LU {
    if (this.start !== null || this.end !== null)
      return Math.max(0, this.container - (this.start ?? 0) - (this.end ?? 0));
    if (this.staticEdge === 0) return Math.max(0, this.container - this.staticOffset);
    if (this.staticEdge === 1) return Math.max(0, this.staticOffset);
    return Math.max(0, 2 * Math.min(this.staticOffset, this.container - this.staticOffset));
  }
}

function inset(length: Length, basis: LU): LU | null {
  return length.isLength ? length.resolve(basis) : null;
}

function axisConstraints(
  candidate: OutOfFlowCandidate,
  container: Rect,
  horizontal: boolean,
  containerMode: WritingMode,
): AxisConstraints {
  const axis = new AxisConstraints();
  const b = candidate.box.style.box;
  axis.container = horizontal ? container.width : container.height;
  axis.start = inset(horizontal ? b.left : b.top, axis.container);
  axis.end = inset(horizontal ? b.right : b.bottom, axis.container);
  const basis = containerMode.vertical ? container.height : container.width;
  const marginStart = horizontal ? b.marginLeft : b.marginTop;
  const marginEnd = horizontal ? b.marginRight : b.marginBottom;
  axis.marginStart = marginStart.resolve(basis);
  axis.marginEnd = marginEnd.resolve(basis);
  axis.marginStartAuto = marginStart.isAuto;
  axis.marginEndAuto = marginEnd.isAuto;
  axis.isInline = containerMode.vertical !== horizontal;
  axis.isReversed = axis.isInline ? containerMode.inlineReversed : containerMode.blockReversed;

  axis.alignment = physicalAlignment(
    axis.isInline ? b.justifySelf : b.alignSelf,
    axis,
    containerMode,
    writingModeOf(candidate.box.style),
  );

  const { staticMode } = candidate;
  const isStaticInline = staticMode.vertical !== horizontal;
  const edge = isStaticInline ? candidate.staticInlineEdge : candidate.staticBlockEdge;
  const reversed = isStaticInline ? staticMode.inlineReversed : staticMode.blockReversed;
  axis.staticOffset = horizontal ? candidate.staticX - container.x : candidate.staticY - container.y;
  axis.safeReversed = reversed;
  if (candidate.safeRoom !== null)
    axis.safeRoom = isStaticInline ? candidate.safeRoom.inline : candidate.safeRoom.block;
  axis.staticEdge = edge === 'center' ? 0.5 : (edge === 'end') !== reversed ? 1 : 0;
  return axis;
}

const POSITIONAL: ReadonlySet<AlignmentKeyword> = new Set<AlignmentKeyword>([
  'center',
  'start',
  'flex-start',
  'end',
  'flex-end',
  'self-start',
  'self-end',
  'left',
  'right',
]);

/** A self-alignment along a physical axis: 0 at its start, 0.5 in the middle, 1 at its end; -1: it says nothing. */
function physicalAlignment(
  { keyword }: Alignment,
  axis: AxisConstraints,
  container: WritingMode,
  own: WritingMode,
): number {
  if (!POSITIONAL.has(keyword)) return -1;
  const edge = selfAlignment(keyword, container, own, axis.isInline);
  if (edge === 'center') return 0.5;
  return (edge === 'end') !== axis.isReversed ? 1 : 0;
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
  const inline = mode.vertical ? container.height : container.width;
  const block = mode.vertical ? container.width : container.height;
  // css-tables-3 §5: insets don't make more room for a table than its containing block has.
  const room = isTable(box) ? Math.min(inlineAxis.room, inline) : inlineAxis.room;
  const builder = new SpaceBuilder(context, mode, box).available(room, blockAxis.room).percentages(inline, block);
  if (!mode.isParallelTo(containerMode)) builder.flag(SpaceFlag.Orthogonal);
  return builder.build();
}

function shrinkToFit(space: ConstraintSpace): ConstraintSpace {
  return space.withFlags(SpaceFlag.ShrinkToFit);
}

/** css-position-3 §4.2-4.4: the border box's start on one axis, from the containing block's start. */
function placeOnAxis(axis: AxisConstraints, size: LU): LU {
  const { start, end } = axis;
  let { marginStart, marginEnd } = axis;
  if (start === null && end === null) {
    if (axis.safeRoom !== INDEFINITE && size + marginStart + marginEnd > axis.safeRoom) {
      const rectangle = axis.staticOffset - Math.floor(axis.safeRoom * axis.staticEdge);
      return axis.safeReversed ? rectangle + axis.safeRoom - marginEnd - size : rectangle + marginStart;
    }
    if (axis.staticEdge === 0) return axis.staticOffset + marginStart;
    if (axis.staticEdge === 1) return axis.staticOffset - marginEnd - size;
    return axis.staticOffset + Math.floor((marginStart - marginEnd - size) / 2);
  }
  if (start !== null && end !== null) {
    const free = axis.container - start - end - size;
    if (axis.marginStartAuto && axis.marginEndAuto) {
      const half = Math.floor(free / 2);
      const startSide = free < 0 && axis.isInline ? 0 : half;
      if (axis.isReversed && free < 0 && axis.isInline) return axis.container - end - size;
      marginStart = startSide;
      marginEnd = free - startSide;
    } else if (axis.marginStartAuto) {
      marginStart = free - marginEnd;
    } else if (axis.marginEndAuto) {
      marginEnd = free - marginStart;
    }
    if (axis.alignment >= 0 && !axis.marginStartAuto && !axis.marginEndAuto) {
      return start + marginStart + Math.floor((free - marginStart - marginEnd) * axis.alignment);
    }
    // Over-constrained: the end side of the containing block's axis gives way.
    if (axis.isReversed) return axis.container - end - marginEnd - size;
    return start + marginStart;
  }
  if (start !== null) return start + marginStart;
  assertInvariant(end !== null, 'an axis without insets has been placed at its static position');
  return axis.container - end - marginEnd - size;
}
