/** Parallel fragmentation flows (css-break-3 §3.4): floats, positioned boxes and items of rows, including cells. */
import type { LayoutResult } from '../contract/layout-result.ts';
import type { EarlyBreak } from './break-appeal.ts';

/**
 * Lays out a box of a parallel flow. If the result passed a better break opportunity inside the box, lays it out again
 * to break there. The surrounding flow handles only the opportunity before the box. `target` is the break that the
 * surrounding layout aims at.
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
