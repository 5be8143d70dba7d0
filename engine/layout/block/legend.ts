/**
 * A fieldset's legend (HTML §15.3.13), centered on the block-start border. The taller of the two determines where the
 * contents start. Legends are monolithic. A legend that doesn't fit moves its fieldset to the next fragmentainer. One
 * taller than the page is sliced.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { selfAlignment } from '../alignment/alignment.ts';
import { usedMargins, writingModeOf } from '../sizing/box-edges.ts';
import { type ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { type MonolithicSlices, sliceOf, slicesBefore } from '../fragmentation/monolithic-slices.ts';
import { BreakTokenFlag } from '../contract/break-token.ts';
import type { FragmentExtra } from '../contract/fragment.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/** Returns the legend rendered on the border, which is the first in-flow one, or null. */
export function renderedLegend(fieldset: Box): Box | null {
  if (fieldset.kind !== BoxKind.Fieldset) return null;
  for (const child of fieldset.children) {
    if (
      child.element?.tag === 'legend' &&
      child.element !== fieldset.element &&
      !child.has(BoxFlag.OutOfFlow | BoxFlag.Float)
    )
      return child;
  }
  return null;
}

interface PlacedLegend {
  /** Block size it takes in addition to the block-start border. */
  readonly blockSize: LU;
  /** Whether another slice of it follows in the next fragmentainer, before the contents. */
  readonly goesOn: boolean;
  readonly extra: FragmentExtra | null;
}

const NO_LEGEND: PlacedLegend = { blockSize: 0, goesOn: false, extra: null };

/** Adds the legend, or its next slice, to the fieldset's fragment. */
export function placeLegend(builder: FragmentBuilder, percentageBlock: LU): PlacedLegend {
  if (builder.token !== null) {
    for (const token of builder.token.children) {
      const before = token.type === 'block' ? slicesBefore(token) : null;
      if (before !== null) return placeSlice(builder, token.box, before, percentageBlock);
    }
    return NO_LEGEND;
  }
  const legend = renderedLegend(builder.box);
  return legend === null ? NO_LEGEND : placeFirst(builder, legend, percentageBlock);
}

function placeFirst(builder: FragmentBuilder, legend: Box, percentageBlock: LU): PlacedLegend {
  const { context, mode, edges } = builder;
  const space = legendSpace(builder, legend, percentageBlock);
  const whole = context.layout(legend, space, null);
  const margins = usedMargins(legend.style, mode, builder.contentInlineSize);
  const inlineSize = whole.fragment.inlineSize(mode);
  const blockSize = whole.fragment.blockSize(mode);
  const inline = inlineOffset(builder, legend, inlineSize);
  const border = edges.border.blockStart;
  const outer = margins.blockStart + blockSize + margins.blockEnd;
  const extra = Math.max(0, outer - border);
  // The shorter of the two is centered on the other.
  const block = extra > 0 ? margins.blockStart : (border - blockSize) >> 1;
  const result = sliceAt(builder, legend, space, whole, block);
  builder.addResult(result, inline, block);
  const goesOn = isCut(result);
  const taken = { blockSize: goesOn ? restOf(builder) : extra, goesOn };
  const start = mode.inlineReversed ? builder.inlineSize - inline - inlineSize : inline;
  const borderOffset = extra > 0 ? margins.blockStart + ((blockSize - border) >> 1) : 0;
  const side = !mode.vertical ? 'top' : mode.blockReversed ? 'right' : 'left';
  return { ...taken, extra: { legendGap: { side, start, size: inlineSize, borderOffset } } };
}

function placeSlice(
  builder: FragmentBuilder,
  legend: Box,
  before: MonolithicSlices,
  percentageBlock: LU,
): PlacedLegend {
  const start = builder.blockStartEdge;
  const space = legendSpace(builder, legend, percentageBlock);
  const result = sliceAt(builder, legend, space, before.whole, start, before);
  builder.addResult(result, inlineOffset(builder, legend, before.whole.fragment.inlineSize(builder.mode)), start);
  if (isCut(result)) return { blockSize: restOf(builder), goesOn: true, extra: null };
  return { blockSize: result.fragment.blockSize(builder.mode), goesOn: false, extra: null };
}

function legendSpace(
  { context, mode, contentInlineSize, space }: FragmentBuilder,
  legend: Box,
  percentageBlock: LU,
): ConstraintSpace {
  return new SpaceBuilder(context, mode, legend)
    .available(contentInlineSize)
    .percentages(contentInlineSize, percentageBlock)
    .flag(SpaceFlag.ShrinkToFit | (space.flags & SpaceFlag.Measure))
    .build();
}

/** Returns the part of the legend in this fragment, where it begins at `start`. */
function sliceAt(
  { space: { fragmentainer }, breaks, mode }: FragmentBuilder,
  legend: Box,
  space: ConstraintSpace,
  whole: LayoutResult,
  start: LU,
  before: MonolithicSlices | null = null,
): LayoutResult {
  if (fragmentainer === null) return whole;
  if (before === null && start + whole.fragment.blockSize(mode) > fragmentainer.remaining)
    breaks.take(BreakAppeal.LastResort, false);
  return sliceOf(legend, space.withFragmentainer(fragmentainer.advancedBy(start, false)), whole, before);
}

/** Whether more of the legend follows, apart from its overflow. */
function isCut({ breakToken }: LayoutResult): boolean {
  return breakToken !== null && !breakToken.has(BreakTokenFlag.AtBlockEnd);
}

/** Returns the block size that a continued legend takes in a fragment. */
function restOf({ space: { fragmentainer }, blockStartEdge }: FragmentBuilder): LU {
  return fragmentainer === null ? 0 : Math.max(0, fragmentainer.remaining - blockStartEdge);
}

/** Returns the distance from the fieldset's border edge to the legend's. */
function inlineOffset(builder: FragmentBuilder, legend: Box, inlineSize: LU): LU {
  const margins = usedMargins(legend.style, builder.mode, builder.contentInlineSize);
  const free = Math.max(0, builder.contentInlineSize - inlineSize - margins.inlineStart - margins.inlineEnd);
  return builder.edges.inlineStart + margins.inlineStart + Math.floor(free * alignment(builder, legend));
}

/** Returns the alignment of the legend along the border: 0 start, 0.5 center, 1 end. */
function alignment(builder: FragmentBuilder, legend: Box): number {
  const b = legend.style.box;
  const [left, right] = builder.mode.vertical ? [b.marginTop, b.marginBottom] : [b.marginLeft, b.marginRight];
  if (left.isAuto || right.isAuto) {
    if (left.isAuto && right.isAuto) return 0.5;
    return left.isAuto === builder.mode.inlineReversed ? 0 : 1;
  }
  const { keyword } = legend.style.box.justifySelf;
  if (keyword !== 'auto' && keyword !== 'normal' && keyword !== 'stretch') {
    const edge = selfAlignment(keyword, builder.mode, writingModeOf(legend.style), true);
    return edge === 'center' ? 0.5 : edge === 'end' ? 1 : 0;
  }
  // As in Chromium, legends follow a physical text alignment, which they often inherit from the fieldset.
  const { textAlign } = legend.style.text;
  if (textAlign === 'center') return 0.5;
  return textAlign === (builder.mode.inlineReversed ? 'left' : 'right') ? 1 : 0;
}
