/** Lays out a ruby annotation as a block of one line that is as long as its column (css-ruby-1 §3). */
import type { Box } from '../../../boxes/box.ts';
import { violated } from '../../../invariant.ts';
import { INDEFINITE, type LU } from '../../../units.ts';
import type { LayoutContext } from '../../contract/contract.ts';
import { type ConstraintSpace, SpaceFlag } from '../../contract/constraint-space.ts';
import { EMPTY_EXCLUSIONS } from '../../contract/exclusions.ts';
import { FragmentBuilder } from '../../fragments/fragment-builder.ts';
import { wholeFragment } from '../../fragmentation/end-fragment.ts';
import { addLines, makeOutput } from '../inline-output.ts';
import type { FloatPlacer, InlineLayoutInput } from '../inline-contract.ts';
import { LineMaker, PlacedLine } from '../line-maker.ts';
import { LineStacking } from './line-stacking.ts';
import { LineBreakChoice } from '../page-breaks.ts';
import { BreakAppeal } from '../../fragmentation/break-appeal.ts';
import type { LayoutResult } from '../../contract/layout-result.ts';

/** Floats stay in the annotation's line (boxes/ruby.ts), so the placer is never called. */
const NO_FLOATS: FloatPlacer = {
  marginBoxInlineSize: () => 0,
  place: () => violated('ruby annotations contain no floats'),
};

/**
 * Lays out an annotation. `space` fixes its border-box size along the line. `space.inlineRange` selects the part of its
 * content on this line.
 */
export function layoutAnnotation(context: LayoutContext, box: Box, space: ConstraintSpace): LayoutResult {
  const builder = new FragmentBuilder(context, box, space, null);
  const { edges } = builder;
  const { inline: content } = box;
  const inlineSize: LU = space.fixedInline === INDEFINITE ? context.intrinsicSizes(box).maxContent : space.fixedInline;
  builder.inlineSize = inlineSize;
  let blockSize: LU = 0;
  if (content !== null && content.items.length > 0) {
    const room = Math.max(0, inlineSize - edges.inline);
    const input: InlineLayoutInput = {
      content,
      inlineSize: room,
      percentageBlock: INDEFINITE,
      writingMode: space.writingMode,
      bfcInlineOffset: 0,
      bfcBlockOffset: 0,
      exclusions: EMPTY_EXCLUSIONS,
      floats: NO_FLOATS,
      fragmentainer: null,
      token: null,
      breakBeforeLine: -1,
      clampLines: INDEFINITE,
      spaceAbove: 0,
      characterAxis: null,
      measure: space.has(SpaceFlag.Measure),
    };
    const maker = new LineMaker(context, box, input);
    const line = maker.buildWhole(space.inlineRange, room);
    const placed = [
      new PlacedLine(line, maker.inlineOffset(0, room, line), new LineStacking(maker).shift(line, false)),
    ];
    const choice = new LineBreakChoice(1, null, BreakAppeal.Perfect, 0);
    const output = makeOutput(maker, placed, choice, [], EMPTY_EXCLUSIONS, maker.dependsOnBlockSize);
    addLines(builder, output, edges.inlineStart, edges.blockStart);
    blockSize = output.blockSize;
  }
  return builder.finish({ end: wholeFragment(edges.blockStart + blockSize + edges.blockEnd) });
}
