/** Replaced elements: images, inline SVG, form controls. They are monolithic. replaced-size.ts computes their sizes. */
import type { Box } from '../../boxes/box.ts';
import { type Edges, edgesAgainst, writingModeOf } from '../sizing/box-edges.ts';
import { COLOR_WELL_PADDING, isFormControl } from '../sizing/box-facts.ts';
import { sizeDependsOnBlock } from '../sizing/box-model.ts';
import { INDEFINITE, type LU, luFromPx } from '../../units.ts';
import type { BreakToken } from '../contract/break-token.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import type { ConstraintSpace } from '../contract/constraint-space.ts';
import { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { wholeFragment } from '../fragmentation/end-fragment.ts';
import { isCompressible, usedReplacedSize } from './replaced-size.ts';
import { minInlineSizeOf } from '../sizing/sizing-properties.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

export function layoutReplaced(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
): LayoutResult {
  const builder = new FragmentBuilder(context, box, space, token);
  const size = usedReplacedSize(context, box, space, builder.edges);
  builder.inlineSize = size.inline;
  builder.tallestUnbreakable = size.block;
  builder.dependsOnBlockSize = sizeDependsOnBlock(box, space);
  // The border box of a rendered form control sits on the baseline, not its margin box.
  if (isFormControl(box)) builder.firstBaseline = builder.lastBaseline = size.block - belowBaseline(box, builder.edges);
  return builder.finish({ end: wholeFragment(size.block) });
}

/**
 * Returns the distance from the baseline to a form control's block end in LU. A color well sits on the baseline, inside
 * its own padding and that of its button. Other controls sit on their border box.
 */
function belowBaseline({ element }: Box, edges: Edges): LU {
  const isWell = element?.tag === 'input' && element.attribute('type')?.toLowerCase() === 'color';
  return isWell ? edges.block - edges.blockStart + luFromPx(COLOR_WELL_PADDING) : 0;
}

/**
 * Returns the border-box contributions: the used size with an indefinite containing block. A percentage lets it shrink
 * to zero (css-sizing-3 §5.2.2).
 */
export function intrinsicReplaced(context: LayoutContext, box: Box, percentageBlock: LU): IntrinsicSizes {
  const mode = writingModeOf(box.style);
  const space = new SpaceBuilder(context, mode, box).percentages(INDEFINITE, percentageBlock).build();
  const edges = edgesAgainst(box.style, mode, 0);
  const { inline } = usedReplacedSize(context, box, space, edges);
  const compressible = isCompressible(box, mode);
  const least = minInlineSizeOf(box.style, mode);
  const floor = least.isLength && !least.hasPercent ? least.resolve(0) + edges.inline : edges.inline;
  return { minContent: compressible ? Math.min(inline, floor) : inline, maxContent: inline };
}
