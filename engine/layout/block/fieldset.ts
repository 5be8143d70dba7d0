/**
 * Fieldsets (HTML §15.3.13): the first legend is laid out first and sits in the middle of the block-start border, which is as thick as the legend is
 * tall if that is more.
 */
import type { Box } from '../../boxes/box.ts';
import type { BreakToken } from '../break-token.ts';
import type { ConstraintSpace, EarlyBreak, LayoutContext, LayoutResult } from '../contract.ts';
import { layoutBlock } from './block-layout.ts';

export function layoutFieldset(
  context: LayoutContext, box: Box, space: ConstraintSpace, token: BreakToken | null, early: EarlyBreak | null,
): LayoutResult {
  return layoutBlock(context, box, space, token, early);
}
