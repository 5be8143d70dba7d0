/**
 * Atomic inlines: inline-blocks, images, inline tables and the like. They are laid out as independent boxes and aligned
 * to the line's baseline.
 */
import { type Box, BoxKind, isInFlow } from '../../boxes/box.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { BoxFragment } from '../contract/fragment.ts';
import { WritingMode } from '../contract/geometry.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import type { LineAxes } from './line-axes.ts';
import { usedMargins } from '../sizing/box-edges.ts';
import { isScrollContainer } from '../../boxes/clipping.ts';
import type { LU } from '../../units.ts';

/** A laid-out atomic inline, measured in the directions of its line. */
export class AtomicInline {
  readonly result: LayoutResult;
  readonly marginLeft: LU;
  readonly marginRight: LU;
  readonly marginOver: LU;
  readonly marginUnder: LU;
  /** Border-box size along and across the line. */
  readonly length: LU;
  readonly across: LU;
  /** Extents of the margin box from its baseline. */
  readonly over: LU;
  readonly under: LU;

  constructor(box: Box, result: LayoutResult, axes: LineAxes, mode: WritingMode, basis: LU, central: boolean) {
    const fragment = result.fragment;
    this.result = result;
    const margin = usedMargins(box.style, WritingMode.HORIZONTAL_LTR, basis);
    const sides = {
      top: margin.blockStart,
      right: margin.inlineEnd,
      bottom: margin.blockEnd,
      left: margin.inlineStart,
    };
    this.marginLeft = axes.left(sides);
    this.marginRight = axes.right(sides);
    this.marginOver = axes.over(sides);
    this.marginUnder = axes.under(sides);
    this.length = mode.inlineOf(fragment.width, fragment.height);
    this.across = mode.blockOf(fragment.width, fragment.height);
    const total = this.across + this.marginOver + this.marginUnder;
    const baseline = baselineFromOver(box, fragment, mode);
    this.over = baseline === null ? (central ? total - (total >> 1) : total) : this.marginOver + baseline;
    this.under = total - this.over;
  }

  get inlineSize(): LU {
    return this.marginLeft + this.length + this.marginRight;
  }
}

/**
 * Returns the distance from the border box's line-over edge to the baseline. Returns null if the margin box supplies
 * the baseline (css2 §10.8.1, css-align-3 §9.1).
 */
function baselineFromOver(box: Box, fragment: BoxFragment, mode: WritingMode): LU | null {
  if (!fragment.writingMode.isParallelTo(mode)) return null;
  const baseline = baselineOf(box, fragment);
  if (baseline === null || !mode.vertical) return baseline;
  const startsAtOver = mode.sidewaysLr !== fragment.writingMode.blockReversed;
  return startsAtOver ? baseline : fragment.width - baseline;
}

function baselineOf(box: Box, fragment: BoxFragment): LU | null {
  const source = box.style.box.baselineSource;
  switch (box.kind) {
    case BoxKind.TableWrapper:
    case BoxKind.Flex:
      // Buttons and other controls with text behave like inline-blocks towards their surroundings.
      if (box.style.box.display.inside !== 'flex')
        return source === 'first' ? fragment.firstBaseline : fragment.lastBaseline;
      return source === 'last' ? fragment.lastBaseline : fragment.firstBaseline;
    case BoxKind.Grid:
    case BoxKind.Math:
      return source === 'last' ? fragment.lastBaseline : fragment.firstBaseline;
    case BoxKind.Replaced:
      return fragment.lastBaseline;
    default:
      // > The baseline of an 'inline-block' is the baseline of its last line box in the normal flow, unless [...]
      // 'overflow' is not visible.
      if (isScrollContainer(box.style)) return null;
      return source === 'first' ? fragment.firstBaseline : inlineBlockBaseline(fragment);
  }
}

/** The atomic inlines of one formatting context at one inline size. Each is laid out when a line first needs it. */
export class AtomicInlines {
  private readonly context: LayoutContext;
  private readonly axes: LineAxes;
  private readonly mode: WritingMode;
  private readonly inlineSize: LU;
  private readonly percentageBlock: LU;
  private readonly measure: boolean;
  private readonly central: boolean;
  private known: Map<Box, AtomicInline> | null = null;
  /** Whether an atomic inline resolved a percentage against the block size. */
  dependsOnBlockSize = false;

  constructor(
    context: LayoutContext,
    axes: LineAxes,
    mode: WritingMode,
    inlineSize: LU,
    percentageBlock: LU,
    measure: boolean,
    central: boolean,
  ) {
    this.context = context;
    this.axes = axes;
    this.mode = mode;
    this.inlineSize = inlineSize;
    this.percentageBlock = percentageBlock;
    this.measure = measure;
    this.central = central;
  }

  of(box: Box): AtomicInline {
    const known = (this.known ??= new Map());
    let atomic = known.get(box);
    if (atomic === undefined) {
      const space = new SpaceBuilder(this.context, this.mode, box)
        .available(this.inlineSize)
        .percentages(this.inlineSize, this.percentageBlock)
        .flag(this.measure ? SpaceFlag.ShrinkToFit | SpaceFlag.Measure : SpaceFlag.ShrinkToFit)
        .build();
      const result = this.context.layout(box, space, null);
      if (result.dependsOnBlockSize) this.dependsOnBlockSize = true;
      atomic = new AtomicInline(box, result, this.axes, this.mode, this.inlineSize, this.central);
      known.set(box, atomic);
    }
    return atomic;
  }
}

/**
 * Returns the baseline of the last in-flow line box, measured from the block-start edge, or null without line boxes.
 * NOTE As in browsers, a scroll container among its blocks uses its margin edge. Flex containers and grids use their
 * first baseline.
 */
function inlineBlockBaseline(fragment: BoxFragment): LU | null {
  const { children, lastBaseline } = fragment;
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i]!;
    if (child.type !== 'box' || !isInFlow(child.box)) continue;
    const baseline = baselineOfBlock(child, fragment);
    if (baseline !== null) return blockOffset(fragment, i, child) + baseline;
  }
  return lastBaseline;
}

/** Returns the baseline that a block-level child supplies to the inline-block, or null. */
function baselineOfBlock(child: BoxFragment, { writingMode: mode }: BoxFragment): LU | null {
  const { box, style, writingMode } = child;
  if (writingMode.vertical !== mode.vertical || writingMode.blockReversed !== mode.blockReversed) return null;
  switch (box.kind) {
    case BoxKind.TableWrapper:
      return null;
    case BoxKind.Flex:
    case BoxKind.Grid:
      return child.firstBaseline;
    default:
      if (isScrollContainer(style)) return child.blockSize(mode) + marginBlockEnd(box, mode);
      return box.kind === BoxKind.Block ? inlineBlockBaseline(child) : child.lastBaseline;
  }
}

const marginBlockEnd = ({ style }: Box, mode: BoxFragment['writingMode']): LU => usedMargins(style, mode, 0).blockEnd;

/** Returns the in-flow block offset of the last child with a baseline. */
function blockOffset(fragment: BoxFragment, index: number, child: BoxFragment): LU {
  const { lastBaseline, offsets, writingMode } = fragment;
  // Fragment offsets include relative positioning, the baselines don't.
  if (lastBaseline !== null && child.lastBaseline !== null) return lastBaseline - child.lastBaseline;
  return writingMode.blockOffset(offsets[index * 2]!, offsets[index * 2 + 1]!, child, fragment);
}
