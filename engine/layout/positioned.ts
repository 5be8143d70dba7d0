/**
 * Absolutely positioned and fixed boxes (css-position-3 §4, css2 §10.3.7, §10.6.4, css-writing-modes-4 §7.2). A box is laid out when the fragment
 * of its containing block is finished: insets against that padding box, `auto` insets against the static position.
 */
import { type Box, BoxFlag, BoxKind } from '../boxes/box.ts';
import { type Alignment, type Length, LengthKind } from '../css/computed-values.ts';
import { INDEFINITE, type LU, LU_PER_PX } from '../units.ts';
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
  usedMargins,
  writingModeOf,
} from './box-model.ts';
import { BlockBreakToken } from './break-token.ts';
import { SpaceBuilder } from './constraint-space.ts';
import {
  type ConstraintSpace,
  type LayoutContext,
  type LayoutResult,
  type OutOfFlowCandidate,
  SpaceFlag,
} from './contract.ts';
import type { BoxFragment, Fragment } from './fragment.ts';
import type { FragmentBuilder } from './fragment-builder.ts';
import { WritingMode } from './geometry.ts';
import { isMonolithic } from './fragmentation/break-before-child.ts';
import { usedReplacedSize } from './replaced-size.ts';

/** A physical rectangle, LU. */
interface Rect {
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

/** A box whose rest, or which altogether, comes in a later fragment of its containing block. */
class OutOfFlowToken extends BlockBreakToken {
  /** Where it was to be placed, as seen from the later fragment's corner. */
  readonly candidate: OutOfFlowCandidate;
  /** Physical x in the containing block's fragment, and the space it was laid out in; null: not started. */
  readonly x: LU;
  readonly space: ConstraintSpace | null;
  /** Not started: the containing block, from the later fragment's corner; its height may be INDEFINITE. */
  readonly container: Rect | null;

  constructor(
    token: BlockBreakToken,
    candidate: OutOfFlowCandidate,
    x: LU,
    space: ConstraintSpace | null,
    container: Rect | null,
  ) {
    super(token.box, token.consumedBlockSize, token.sequence, token.flags, token.children, token.data);
    this.candidate = candidate;
    this.x = x;
    this.space = space;
    this.container = container;
  }
}

/**
 * Lays out those of the candidates whose containing block is the builder's box, adds them to `children` and `offsets` (physical), and returns
 * the others, which go on to the parent. Boxes inside boxes placed here may come back as candidates too.
 */
export function placeOutOfFlow(
  builder: FragmentBuilder,
  width: LU,
  height: LU,
  candidates: readonly OutOfFlowCandidate[],
  children: Fragment[],
  offsets: LU[],
): readonly OutOfFlowCandidate[] {
  return new OutOfFlowPlacing(builder, width, height, children, offsets).place(candidates);
}

class OutOfFlowPlacing {
  private readonly builder: FragmentBuilder;
  private readonly height: LU;
  private readonly children: Fragment[];
  private readonly offsets: LU[];
  /** The padding box of the whole box, from this fragment's corner. */
  private readonly padding: Rect;
  /** The root looks after the initial containing block (not for fixed boxes, which belong to every page). */
  private readonly initial: Rect | null;
  private readonly isAbsolute: boolean;
  private readonly isFixed: boolean;
  /** Are absolutely positioned boxes split where this box is? */
  private readonly splits: boolean;
  private readonly goesOn: boolean;
  /** The box goes on and is of known height. */
  private readonly knowsHeight: boolean;
  private readonly queue: OutOfFlowCandidate[] = [];
  private readonly left: OutOfFlowCandidate[] = [];

  constructor(builder: FragmentBuilder, width: LU, height: LU, children: Fragment[], offsets: LU[]) {
    const { box } = builder;
    this.builder = builder;
    this.height = height;
    this.children = children;
    this.offsets = offsets;
    const isPart = builder.space.has(SpaceFlag.AnonymousFlow);
    this.isAbsolute = !isPart && box.has(BoxFlag.AbsoluteContainer);
    this.isFixed = !isPart && box.has(BoxFlag.FixedContainer);
    this.initial = !isPart && box.has(BoxFlag.Root) ? initialContainingBlock(builder) : null;
    this.goesOn = builder.hasBroken && !builder.isAtBlockEnd;
    this.splits = builder.fragmentainer !== null && !builder.mode.vertical && resumesPositioned(box);
    const whole = builder.mode.toPhysicalSides(builder.edges.border);
    const before = builder.mode.vertical ? 0 : builder.consumedBlockSize;
    this.knowsHeight = !builder.mode.vertical && this.goesOn && builder.totalBlockSize !== INDEFINITE;
    const total = this.knowsHeight ? builder.totalBlockSize : before + height;
    const bottom = this.goesOn && !this.knowsHeight ? 0 : whole.bottom;
    this.padding = {
      x: whole.left,
      y: whole.top - before,
      width: width - whole.left - whole.right,
      height: total - whole.top - bottom,
    };
  }

  place(candidates: readonly OutOfFlowCandidate[]): readonly OutOfFlowCandidate[] {
    const { builder, queue } = this;
    if (builder.token !== null) {
      for (const token of builder.token.children) {
        if (!(token instanceof OutOfFlowToken)) continue;
        if (token.space === null) this.placeOne(token.candidate, token.container);
        else this.resume(token, token.space);
      }
    }
    for (const candidate of candidates) queue.push(candidate);
    for (let i = 0; i < queue.length; i++) {
      builder.context.budget.tick();
      this.placeOne(queue[i], null);
    }
    return this.left;
  }

  private placeOne(candidate: OutOfFlowCandidate, known: Rect | null): void {
    let rect = this.containerOf(candidate);
    const isOwn = rect !== null && candidate.inlineContainer === null;
    const growsOn =
      (known === null ? rect === this.padding : known.height === INDEFINITE) && this.goesOn && !this.knowsHeight;
    // Where an earlier fragment has put it, which may not have known its height.
    if (known !== null) rect = { ...known, height: known.height === INDEFINITE ? this.padding.height : known.height };
    if (rect === null) {
      this.left.push(candidate);
      return;
    }
    if (this.splits && this.goesOn && isOwn && comesLater(candidate, rect, this.height, growsOn)) {
      this.defer(candidate, rect, growsOn);
      return;
    }
    const placed = layoutOutOfFlow(this.builder.context, candidate, rect, this.builder.mode);
    if (this.splits && isOwn && this.isPastEnd(placed)) this.defer(candidate, rect, growsOn);
    else this.add(candidate, placed);
  }

  /** Does it begin only in a later fragment, or on a later page than the document's last? */
  private isPastEnd(placed: PlacedOutOfFlow): boolean {
    if (this.goesOn) return placed.y >= this.height;
    const { fragmentainer } = this.builder;
    return fragmentainer !== null && placed.result.fragment.height > 0 && placed.y >= fragmentainer.remaining;
  }

  private containerOf(candidate: OutOfFlowCandidate): Rect | null {
    if (candidate.inlineContainer !== null) {
      if (this.builder.box.inline === null) return null;
      return inlineContainerRect(candidate.inlineContainer, this.children, this.offsets);
    }
    const fixed = candidate.box.style.box.position === 'fixed';
    if (!(fixed ? this.isFixed : this.isAbsolute)) return fixed ? null : this.initial;
    // css-grid-2 §9: a positioned child of a grid may be contained by a grid area.
    return this.builder.containingAreas?.get(candidate.box) ?? this.padding;
  }

  /** It comes in a later fragment, whose corner lies lower by this one's height. */
  private defer(candidate: OutOfFlowCandidate, container: Rect, growsOn: boolean): void {
    const { fragmentainer } = this.builder;
    const past = this.goesOn || fragmentainer === null ? this.height : Math.max(LU_PER_PX, fragmentainer.remaining);
    const later = shifted(candidate, 0, -past);
    this.builder.addChildToken(
      new OutOfFlowToken(BlockBreakToken.before(candidate.box, false), later, 0, null, {
        ...container,
        y: container.y - past,
        height: growsOn ? INDEFINITE : container.height,
      }),
    );
  }

  /** Adds a placed box, split if it reaches over the fragmentainer's end. */
  private add(candidate: OutOfFlowCandidate, placed: PlacedOutOfFlow): void {
    const { builder } = this;
    const fragmentainer = builder.fragmentainer;
    let { result } = placed;
    if (
      this.splits &&
      fragmentainer !== null &&
      fragmentainer.remaining - placed.y < Math.max(result.blockExtent, result.outOfFlowExtent, result.fragment.height)
    ) {
      const space = placed.space.inFragmentainer(fragmentainer.advancedBy(placed.y, true));
      if (!isMonolithic(candidate.box) && !space.writingMode.vertical) {
        result = builder.context.layout(candidate.box, space, null);
        this.keepToken(result, candidate, placed.x, space);
      }
    }
    this.addFragment(result, placed.x, placed.y);
  }

  private resume(token: OutOfFlowToken, space: ConstraintSpace): void {
    const { builder } = this;
    const fragmentainer = builder.fragmentainer;
    if (fragmentainer === null) return;
    // What goes on does so at the fragmentainer's start, which may be above this fragment's.
    const y = -fragmentainer.offset;
    const again = space.inFragmentainer(fragmentainer.advancedBy(y, false));
    const result = builder.context.layout(token.box, again, token);
    this.keepToken(result, token.candidate, token.x, space);
    this.addFragment(result, token.x, y);
  }

  private keepToken(result: LayoutResult, candidate: OutOfFlowCandidate, x: LU, space: ConstraintSpace): void {
    if (result.breakToken !== null)
      this.builder.addChildToken(new OutOfFlowToken(result.breakToken, candidate, x, space, null));
  }

  private addFragment(result: LayoutResult, x: LU, y: LU): void {
    const { builder } = this;
    if (!builder.mode.vertical) {
      builder.outOfFlowExtent = Math.max(
        builder.outOfFlowExtent,
        y + Math.max(result.blockExtent, result.outOfFlowExtent),
      );
    }
    this.children.push(result.fragment);
    this.offsets.push(x, y);
    for (const inner of result.outOfFlow) this.queue.push(shifted(inner, x, y));
    if (result.footnotes.length > 0) this.builder.addFootnotes(result.footnotes);
  }
}

/** Those whose algorithms leave tokens of positioned boxes alone. */
function resumesPositioned(box: Box): boolean {
  switch (box.kind) {
    case BoxKind.Block:
    case BoxKind.TableCell:
    case BoxKind.Flex:
    case BoxKind.Grid:
    case BoxKind.Multicol:
      return true;
    default:
      return false;
  }
}

/** While the containing block goes on: is the box placed from its end, which isn't known yet, or further down? */
function comesLater(candidate: OutOfFlowCandidate, container: Rect, height: LU, growsOn: boolean): boolean {
  const { top, bottom } = candidate.box.style.box;
  if (top.isAuto) return growsOn && !bottom.isAuto;
  return !top.hasPercent && container.y + top.resolve(0) >= height;
}

/** css2 §10.1: the first page's area, from the corner of the root's fragment. */
function initialContainingBlock(builder: FragmentBuilder): Rect {
  const { context, space, mode, box } = builder;
  // A document that is shrunk to fit is laid out on a larger area.
  const size = (initial: LU, available: LU): LU =>
    Math.abs(available - initial) <= LU_PER_PX || available === INDEFINITE ? initial : available;
  const width = size(context.initialWidth, mode.vertical ? INDEFINITE : space.availableInline);
  const height = context.initialHeight;
  const margins = usedMargins(box.style, mode, space.availableInline);
  if (mode.vertical)
    return { x: -mode.toPhysicalSides(margins).left, y: -mode.toPhysicalSides(margins).top, width, height };
  const { marginLeft, marginRight } = box.style.box;
  const free = Math.max(0, space.availableInline - builder.inlineSize - margins.inlineStart - margins.inlineEnd);
  const before = marginLeft.isAuto ? (marginRight.isAuto ? free >> 1 : free) : 0;
  const left = mode.inlineReversed
    ? space.availableInline - builder.inlineSize - margins.inlineStart
    : margins.inlineStart + before;
  const top = builder.consumedBlockSize + margins.blockStart;
  return { x: -left, y: -top, width, height };
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
    inlineContainer: candidate.inlineContainer,
  };
}

/** css2 §10.1 point 4.1: around the padding boxes of the inline box's fragments; null when none is among the lines. */
function inlineContainerRect(container: Box, children: readonly Fragment[], offsets: readonly LU[]): Rect | null {
  let first: Rect | null = null;
  let last: Rect | null = null;
  const visit = (fragment: Fragment, x: LU, y: LU): void => {
    if (fragment.type === 'text') return;
    if (fragment.type === 'box') {
      if (fragment.box === container) {
        last = paddingRect(fragment, x, y);
        first ??= last;
        return;
      }
      if (fragment.box.kind !== BoxKind.Inline) return;
    }
    for (let i = 0; i < fragment.children.length; i++)
      visit(fragment.children[i], x + fragment.offsets[i * 2], y + fragment.offsets[i * 2 + 1]);
  };
  for (let i = 0; i < children.length; i++)
    if (children[i].type === 'line') visit(children[i], offsets[i * 2], offsets[i * 2 + 1]);
  const start = first as Rect | null;
  const end = last as Rect | null;
  if (start === null || end === null) return null;
  // From the first box's top left to the last one's bottom right, which may be negative and counts as 0 then.
  return {
    x: start.x,
    y: start.y,
    width: Math.max(0, end.x + end.width - start.x),
    height: Math.max(0, end.y + end.height - start.y),
  };
}

function paddingRect(fragment: BoxFragment, x: LU, y: LU): Rect {
  const { border } = fragment;
  return {
    x: x + border.left,
    y: y + border.top,
    width: fragment.width - border.left - border.right,
    height: fragment.height - border.top - border.bottom,
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
    inlineSize = size.inline;
    blockSize = size.block;
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

function hasContentLimits(box: Box, mode: WritingMode): boolean {
  const isKeyword = (length: Length): boolean =>
    !length.isLength && !length.isAuto && length.kind !== LengthKind.None && length.kind !== LengthKind.Stretch;
  return isKeyword(minBlockSizeOf(box.style, mode)) || isKeyword(maxBlockSizeOf(box.style, mode));
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

  axis.alignment = selfAlignment(axis.isInline ? b.justifySelf : b.alignSelf, axis, candidate.box, horizontal);

  const { staticMode } = candidate;
  const isStaticInline = staticMode.vertical !== horizontal;
  const edge = isStaticInline ? candidate.staticInlineEdge : candidate.staticBlockEdge;
  const reversed = isStaticInline ? staticMode.inlineReversed : staticMode.blockReversed;
  axis.staticOffset = horizontal ? candidate.staticX - container.x : candidate.staticY - container.y;
  axis.staticEdge = edge === 'center' ? 0.5 : (edge === 'end') !== reversed ? 1 : 0;
  return axis;
}

function selfAlignment(value: Alignment, axis: AxisConstraints, box: Box, horizontal: boolean): number {
  const own = writingModeOf(box.style);
  const ownReversed = own.vertical !== horizontal ? own.inlineReversed : own.blockReversed;
  switch (value.keyword) {
    case 'center':
      return 0.5;
    case 'start':
    case 'flex-start':
      return axis.isReversed ? 1 : 0;
    case 'end':
    case 'flex-end':
      return axis.isReversed ? 0 : 1;
    case 'self-start':
      return ownReversed ? 1 : 0;
    case 'self-end':
      return ownReversed ? 0 : 1;
    case 'left':
      return horizontal ? 0 : axis.isReversed ? 1 : 0;
    case 'right':
      return horizontal ? 1 : axis.isReversed ? 1 : 0;
    default:
      return -1;
  }
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
  return axis.container - (end as LU) - marginEnd - size;
}
