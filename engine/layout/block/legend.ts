/**
 * A fieldset's legend (HTML §15.3.13): it stands in the middle of the block-start border, and what is taller of the two decides where the contents start.
 * Legends are monolithic: one that doesn't fit moves its fieldset on, and one higher than the page is cut like a picture.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import { usedMargins } from '../box-model.ts';
import { BlockBreakToken, BreakTokenFlag } from '../break-token.ts';
import { SpaceFlag } from '../constraint-space.ts';
import { BreakAppeal } from '../contract.ts';
import type { FragmentExtra } from '../fragment.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import { SpaceBuilder } from '../space-builder.ts';
import { MonolithicSlices } from './monolithic-slices.ts';

/** The legend that is rendered on the border: the first in-flow one; null: none. */
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

/** A legend in a fragment of its fieldset. */
export interface PlacedLegend {
  /** How much of the fragment it takes beside the block-start border. */
  readonly blockSize: LU;
  /** A slice of it comes in the next fragmentainer, before the contents. */
  readonly goesOn: boolean;
  readonly extra: FragmentExtra | null;
}

const NO_LEGEND: PlacedLegend = { blockSize: 0, goesOn: false, extra: null };

/** Puts the legend, or its next slice, into the fieldset's fragment. */
export function placeLegend(builder: FragmentBuilder, percentageBlock: LU): PlacedLegend {
  if (builder.token !== null) {
    for (const token of builder.token.children)
      if (token.type === 'block' && token.data?.kind === 'slices') return placeSlice(builder, token.box, token.data);
    return NO_LEGEND;
  }
  const legend = renderedLegend(builder.box);
  return legend === null ? NO_LEGEND : placeFirst(builder, legend, percentageBlock);
}

function placeFirst(builder: FragmentBuilder, legend: Box, percentageBlock: LU): PlacedLegend {
  const { context, mode, edges } = builder;
  const space = new SpaceBuilder(context, mode, legend)
    .available(builder.contentInlineSize)
    .percentages(builder.contentInlineSize, percentageBlock)
    .flag(SpaceFlag.ShrinkToFit | (builder.space.flags & SpaceFlag.Measure))
    .build();
  const result = context.layout(legend, space, null);
  const margins = usedMargins(legend.style, mode, builder.contentInlineSize);
  const inlineSize = result.fragment.inlineSize(mode);
  const blockSize = result.fragment.blockSize(mode);
  const free = Math.max(0, builder.contentInlineSize - inlineSize - margins.inlineStart - margins.inlineEnd);
  const inline = edges.inlineStart + margins.inlineStart + Math.floor(free * alignment(builder, legend));
  const border = edges.border.blockStart;
  const outer = margins.blockStart + blockSize + margins.blockEnd;
  const extra = Math.max(0, outer - border);
  // The shorter of the two is centred on the other.
  const block = extra > 0 ? margins.blockStart : (border - blockSize) >> 1;
  builder.addResult(result, inline, block);
  if (builder.firstBaseline === null && result.fragment.firstBaseline !== null)
    builder.firstBaseline = block + result.fragment.firstBaseline;
  if (block + blockSize > (builder.space.fragmentainer?.remaining ?? Infinity))
    builder.breaks.take(BreakAppeal.LastResort, false);
  const rest = slice(builder, legend, new MonolithicSlices(result, inline, 0), block);
  const taken = rest === null ? { blockSize: extra, goesOn: false } : { blockSize: rest, goesOn: true };
  if (mode.vertical) return { ...taken, extra: null };
  const x = mode.inlineReversed ? builder.inlineSize - inline - inlineSize : inline;
  const borderTop = extra > 0 ? margins.blockStart + ((blockSize - border) >> 1) : 0;
  return { ...taken, extra: { legendGap: { x, width: inlineSize, borderTop } } };
}

function placeSlice(builder: FragmentBuilder, legend: Box, slices: MonolithicSlices): PlacedLegend {
  const { result, inlineOffset, consumed } = slices;
  const start = builder.blockStartEdge;
  builder.addChild(result.fragment, inlineOffset, start - consumed);
  const rest = slice(builder, legend, slices, start);
  if (rest !== null) return { blockSize: rest, goesOn: true, extra: null };
  return { blockSize: result.fragment.blockSize(builder.mode) - consumed, goesOn: false, extra: null };
}

/** Leaves what reaches over the end of the page for the next one; how much of the fragment is used up then, null: all of it is here. */
function slice(builder: FragmentBuilder, legend: Box, slices: MonolithicSlices, start: LU): LU | null {
  const { fragmentainer } = builder.space;
  const { result, inlineOffset, consumed } = slices;
  if (fragmentainer === null || fragmentainer.kind !== 'page') return null;
  const room = Math.max(LU_PER_PX, fragmentainer.remaining - start);
  if (result.fragment.blockSize(builder.mode) - consumed <= room) return null;
  const shown = consumed + room;
  const data = new MonolithicSlices(result, inlineOffset, shown);
  const flags = BreakTokenFlag.SeenAllChildren;
  builder.addChildToken(new BlockBreakToken(legend, { consumedBlockSize: shown, sequence: 0, flags, data }));
  return Math.max(0, fragmentainer.remaining - builder.blockStartEdge);
}

/** Where the legend stands along the border: 0 start, 0.5 centre, 1 end. */
function alignment(builder: FragmentBuilder, legend: Box): number {
  const b = legend.style.box;
  const [left, right] = builder.mode.vertical ? [b.marginTop, b.marginBottom] : [b.marginLeft, b.marginRight];
  if (left.isAuto || right.isAuto) {
    if (left.isAuto && right.isAuto) return 0.5;
    return left.isAuto === builder.mode.inlineReversed ? 0 : 1;
  }
  const { textAlign } = builder.box.style.text;
  if (textAlign === '-webkit-center') return 0.5;
  return textAlign === '-webkit-right' && !builder.mode.inlineReversed ? 1 : 0;
}
