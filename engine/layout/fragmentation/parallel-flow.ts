/** Boxes that are flows beside others (css-break-3 §3.4): floats, positioned boxes, items of rows. Cells wait for their rows. */
import type { LayoutResult } from '../layout-result.ts';
import type { EarlyBreak } from './break-appeal.ts';

/**
 * Lays out a box beside others, and once more for a better place inside it that the break taken has passed: for the place before it alone what is around
 * it would answer. `target`: where what is around it wants the break.
 */
export function layoutBeside(
  target: EarlyBreak | null,
  layout: (early: EarlyBreak | null) => LayoutResult,
): LayoutResult {
  const result = layout(target);
  const { breakToken, earlyBreak } = result;
  if (target !== null || earlyBreak === null || breakToken === null || breakToken.isForced) return result;
  return earlyBreak.appeal > result.appeal ? layout(earlyBreak) : result;
}
