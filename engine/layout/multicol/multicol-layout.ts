/** Multi-column containers (css-multicol-1). */
import type { Box } from '../../boxes/box.ts';
import { intrinsicBlock } from '../block/intrinsic-block.ts';
import { layoutBlock } from '../block/block-layout.ts';
import type { BreakToken } from '../break-token.ts';
import type { ConstraintSpace, EarlyBreak, IntrinsicSizes, LayoutContext, LayoutResult } from '../contract.ts';

export function layoutMulticol(
  context: LayoutContext, box: Box, space: ConstraintSpace, token: BreakToken | null, early: EarlyBreak | null,
): LayoutResult {
  return layoutBlock(context, box, space, token, early);
}

export function intrinsicMulticol(context: LayoutContext, box: Box): IntrinsicSizes {
  return intrinsicBlock(context, box);
}
