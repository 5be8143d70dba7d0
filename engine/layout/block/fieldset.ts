/**
 * Fieldsets (HTML §15.3.13): the first legend is laid out first and centered on the block-start border. The taller of
 * the two determines where the contents start. The contents are an anonymous part of the box, a regular block
 * container.
 */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { childPercentageBlock, sizeDependsOnBlock, usedInlineSize } from '../sizing/box-model.ts';
import { type BreakToken, BreakTokenFlag } from '../contract/break-token.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { ConstraintSpace, SpaceFlag } from '../contract/constraint-space.ts';
import { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { cloneReserve, endFragment } from '../fragmentation/end-fragment.ts';
import type { BoxFragment, FragmentExtra } from '../contract/fragment.ts';
import { placeLegend } from './legend.ts';
import type { EarlyBreak } from '../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

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
  const legend = placeLegend(builder, percentageBlock);
  let contents = builder.blockStartEdge + legend.blockSize;
  const inside = builder.token?.children.find((token) => token.box === box) ?? null;
  let goesOn = legend.goesOn;
  let columns: LayoutResult | null = null;
  let contentsAt = contents;
  const legends = builder.childCount;
  if (builder.token === null || inside !== null) {
    // The contents fill the space that the legend leaves in the fieldset.
    const room = percentageBlock === INDEFINITE ? INDEFINITE : Math.max(0, percentageBlock - legend.blockSize);
    const result = context.layout(box, contentsSpace(builder, room, contents), inside, early);
    builder.addResult(result, edges.inlineStart, contents);
    if (result.fragment.extra?.gapRules !== undefined) columns = result;
    goesOn ||= result.breakToken !== null && !result.breakToken.has(BreakTokenFlag.AtBlockEnd);
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
  if (!goesOn) contentsAt += builder.alignContents(end, contents, legends);
  return builder.finish({
    end,
    intrinsicBlockSize: contents,
    percentageBlock,
    extra:
      columns === null
        ? legend.extra
        : { ...legend.extra, gapRules: rulesOf(builder, columns.fragment, contentsAt, end.blockSize) },
  });
}

/**
 * Returns the rules between columns of the contents. The fieldset draws them, because the anonymous part has no style.
 */
function rulesOf(
  { mode, edges, inlineSize }: FragmentBuilder,
  contents: BoxFragment,
  start: LU,
  blockSize: LU,
): FragmentExtra['gapRules'] {
  const x = mode.physicalX(edges.inlineStart, start, contents.width, mode.xOf(inlineSize, blockSize));
  const y = mode.physicalY(edges.inlineStart, start, contents.height, mode.yOf(inlineSize, blockSize));
  return contents.extra?.gapRules?.map((rule) => ({ ...rule, x: rule.x + x, y: rule.y + y }));
}

/**
 * Returns the space of the anonymous fieldset content box, `start` below the fragment's border-box start (HTML's
 * rendering section).
 */
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
