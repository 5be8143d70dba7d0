import type { Box } from '../../boxes/box.ts';
import { layoutBlock } from '../block/block-layout.ts';
import { intrinsicBlock } from '../block/intrinsic-block.ts';
import type { BreakToken } from '../break-token.ts';
import type { ConstraintSpace, EarlyBreak, IntrinsicSizes, LayoutContext, LayoutResult } from '../contract.ts';

/** Stands in until the algorithm is here: children one below the other. */
export function layoutGrid(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  token: BreakToken | null,
  early: EarlyBreak | null,
): LayoutResult {
  return layoutBlock(context, box, space, token, early);
}

export function intrinsicGrid(context: LayoutContext, box: Box): IntrinsicSizes {
  return intrinsicBlock(context, box);
}
