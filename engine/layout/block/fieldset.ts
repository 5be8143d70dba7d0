/**
 * Fieldsets (HTML §15.3.13): the first legend is laid out first and sits in the middle of the block-start border; what is taller of the two decides where
 * the contents start. The contents are an anonymous part of the box, an ordinary block container.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { childPercentageBlock, sizeDependsOnBlock, usedBlockSize, usedInlineSize, usedMargins } from '../box-model.ts';
import type { BreakToken } from '../break-token.ts';
import { SpaceBuilder } from '../space-builder.ts';
import type { EarlyBreak, LayoutContext, LayoutResult } from '../contract.ts';
import { ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { finishFragmentation, MORE_CONTENT } from '../fragmentation/finish-fragmentation.ts';

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

export function layoutFieldset(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  early: EarlyBreak | null,
): LayoutResult {
  const builder = new FragmentBuilder(context, box, space, token);
  const { edges, mode } = builder;
  builder.inlineSize = usedInlineSize(context, box, space, edges);
  builder.percentageBlock = childPercentageBlock(context, box, space, edges, builder.inlineSize);
  builder.dependsOnBlockSize = sizeDependsOnBlock(box, space);
  const legend = builder.token === null ? renderedLegend(box) : null;
  let start = builder.blockStartEdge;
  if (legend !== null) start += layoutLegend(builder, legend);

  const outer = builder.fragmentainer;
  const fragmentainer =
    outer === null ? null : outer.advancedBy(start, outer.hasPrecedingContent || builder.token === null);
  const contentSpace = ConstraintSpace.draft(mode);
  contentSpace.availableInline = contentSpace.percentageInline = builder.contentInlineSize;
  contentSpace.availableBlock = contentSpace.percentageBlock = builder.percentageBlock;
  contentSpace.flags = SpaceFlag.NewFormattingContext | SpaceFlag.AnonymousFlow | (space.flags & SpaceFlag.Measure);
  contentSpace.fragmentainer = fragmentainer;
  const inside = builder.token === null ? null : (builder.token.children[0] ?? null);
  let size: LU = 0;
  let continues = false;
  if (builder.token === null || inside !== null) {
    const result = context.layout(box, contentSpace, inside, early);
    builder.addResult(result, edges.inlineStart, start);
    size = result.fragment.blockSize(mode);
    continues = result.breakToken !== null;
    if (result.appeal < builder.appeal) builder.appeal = result.appeal;
    builder.earlyBreak = result.earlyBreak;
    builder.shortage = result.shortage;
    const { firstBaseline, lastBaseline } = result.fragment;
    if (builder.firstBaseline === null && firstBaseline !== null) builder.firstBaseline = start + firstBaseline;
    if (lastBaseline !== null) builder.lastBaseline = start + lastBaseline;
    builder.dependsOnBlockSize ||= result.dependsOnBlockSize;
  }
  builder.intrinsicBlockSize = start + size + (continues ? 0 : edges.blockEnd);
  const intrinsic = continues ? MORE_CONTENT : builder.consumedBlockSize + builder.intrinsicBlockSize;
  const total =
    builder.token !== null && !continues && typeof builder.token.data === 'number' ? builder.token.data : INDEFINITE;
  builder.flowContinues = continues;
  builder.seenAllChildren = !continues;
  const used = total !== INDEFINITE ? total : usedBlockSize(box, space, edges, intrinsic, builder.inlineSize);
  finishFragmentation(builder, used, edges.blockEnd);
  builder.tokenData = continues ? INDEFINITE : used;
  return builder.finish();
}

/** Lays out the legend and returns by how much it makes the block-start border thicker. */
function layoutLegend(builder: FragmentBuilder, legend: Box): LU {
  const { context, mode, edges } = builder;
  const space = new SpaceBuilder(context, mode, legend)
    .available(builder.contentInlineSize)
    .percentages(builder.contentInlineSize, builder.percentageBlock)
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
  if (!mode.vertical) {
    const x = mode.inlineReversed ? builder.inlineSize - inline - inlineSize : inline;
    builder.extra = {
      legendGap: { x, width: inlineSize, borderTop: extra > 0 ? margins.blockStart + ((blockSize - border) >> 1) : 0 },
    };
  }
  if (builder.firstBaseline === null && result.fragment.firstBaseline !== null)
    builder.firstBaseline = block + result.fragment.firstBaseline;
  return extra;
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
