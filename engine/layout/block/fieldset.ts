/**
 * Fieldsets (HTML §15.3.13): the first legend is laid out first and sits in the middle of the block-start border; what is taller of the two decides where
 * the contents start. The contents are an anonymous part of the box, an ordinary block container.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { childPercentageBlock, sizeDependsOnBlock, usedInlineSize, usedMargins } from '../box-model.ts';
import { type BreakToken, BreakTokenFlag } from '../break-token.ts';
import { SpaceBuilder } from '../space-builder.ts';
import type { EarlyBreak, LayoutContext, LayoutResult } from '../contract.ts';
import { ConstraintSpace, SpaceFlag } from '../constraint-space.ts';
import { FragmentBuilder } from '../fragment-builder.ts';
import { cloneReserve, endFragment } from '../fragmentation/end-fragment.ts';
import type { BoxFragment, FragmentExtra } from '../fragment.ts';

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
  const { edges, breaks } = builder;
  builder.inlineSize = usedInlineSize(context, box, space, edges);
  const percentageBlock = childPercentageBlock(context, box, space, edges, builder.inlineSize);
  builder.dependsOnBlockSize = sizeDependsOnBlock(box, space);
  const legend = builder.token === null ? renderedLegend(box) : null;
  const placed = legend === null ? null : layoutLegend(builder, legend, percentageBlock);
  let contents = builder.blockStartEdge + (placed === null ? 0 : placed.thicker);
  const inside = builder.token === null ? null : (builder.token.children[0] ?? null);
  let goesOn = false;
  let columns: LayoutResult | null = null;
  const contentsAt = contents;
  if (builder.token === null || inside !== null) {
    const result = context.layout(box, contentsSpace(builder, percentageBlock, contents), inside, early);
    builder.addResult(result, edges.inlineStart, contents);
    if (result.fragment.extra?.columnRules !== undefined) columns = result;
    goesOn = result.breakToken !== null && !result.breakToken.has(BreakTokenFlag.AtBlockEnd);
    breaks.take(result.appeal, result.breakToken?.isForced === true);
    breaks.best = result.earlyBreak;
    breaks.noteShortage(result.shortage);
    const { firstBaseline, lastBaseline } = result.fragment;
    if (builder.firstBaseline === null && firstBaseline !== null) builder.firstBaseline = contents + firstBaseline;
    if (lastBaseline !== null) builder.lastBaseline = contents + lastBaseline;
    builder.dependsOnBlockSize ||= result.dependsOnBlockSize;
    contents += result.fragment.blockSize(builder.mode);
  }
  if (!goesOn) contents += edges.blockEnd;
  const end = endFragment(builder, { fragmentainer: space.fragmentainer, contents, goesOn, endEdge: edges.blockEnd });
  return builder.finish({
    end,
    intrinsicBlockSize: contents,
    percentageBlock,
    extra:
      columns === null
        ? (placed?.extra ?? null)
        : { ...placed?.extra, columnRules: rulesOf(builder, columns.fragment, contentsAt, end.blockSize) },
  });
}

/** The rules between columns of the contents, which the fieldset draws: their anonymous part has no style. */
function rulesOf(
  { mode, edges, inlineSize }: FragmentBuilder,
  contents: BoxFragment,
  start: LU,
  blockSize: LU,
): FragmentExtra['columnRules'] {
  const x = mode.physicalX(edges.inlineStart, start, contents.width, mode.vertical ? blockSize : inlineSize);
  const y = mode.physicalY(edges.inlineStart, start, contents.height, mode.vertical ? inlineSize : blockSize);
  return contents.extra?.columnRules?.map((rule) => ({ ...rule, x: rule.x + x, y: rule.y + y }));
}

/** The anonymous fieldset content box (HTML's rendering section), `start` below the fragment's border-box start. */
function contentsSpace(builder: FragmentBuilder, percentageBlock: LU, start: LU): ConstraintSpace {
  const outer = builder.space.fragmentainer;
  const space = ConstraintSpace.draft(builder.mode);
  space.availableInline = space.percentageInline = builder.contentInlineSize;
  space.availableBlock = space.percentageBlock = percentageBlock;
  space.flags = SpaceFlag.NewFormattingContext | SpaceFlag.AnonymousFlow | (builder.space.flags & SpaceFlag.Measure);
  if (outer !== null) {
    space.fragmentainer = outer
      .shortenedBy(cloneReserve(builder))
      .advancedBy(start, outer.hasPrecedingContent || builder.token === null);
  }
  return space;
}

/** Lays out the legend. `thicker`: by how much it makes the block-start border so. */
function layoutLegend(
  builder: FragmentBuilder,
  legend: Box,
  percentageBlock: LU,
): { readonly thicker: LU; readonly extra: FragmentExtra | null } {
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
  if (mode.vertical) return { thicker: extra, extra: null };
  const x = mode.inlineReversed ? builder.inlineSize - inline - inlineSize : inline;
  const borderTop = extra > 0 ? margins.blockStart + ((blockSize - border) >> 1) : 0;
  return { thicker: extra, extra: { legendGap: { x, width: inlineSize, borderTop } } };
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
