/** Column spanners (css-multicol-1 §6), as found in the box tree. */
import { type Box, BoxFlag, isInFlow } from '../../boxes/box.ts';
import { mayHoldSpanners } from '../../boxes/columns.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import { type BlockBreakToken, BreakTokenFlag } from '../contract/break-token.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import { outerIntrinsicContribution } from '../sizing/intrinsic-contribution.ts';
import { LayoutCache } from '../cache/layout-cache.ts';
import { INDEFINITE, type LU } from '../../units.ts';

/**
 * Returns the largest contributions of a container's spanners, including margins, in LU. `contentBlock` is its
 * content-box block size, or INDEFINITE.
 */
export function intrinsicSpanners(context: LayoutContext, container: Box, contentBlock: LU): IntrinsicSizes {
  let minContent = 0;
  let maxContent = 0;
  const visit = (parent: Box, percentageBlock: LU): void => {
    for (const child of parent.children) {
      context.budget.tick();
      if (!isInFlow(child)) continue;
      if (child.has(BoxFlag.Spanner)) {
        const sizes = outerIntrinsicContribution(context, child, writingModeOf(container.style), percentageBlock);
        minContent = Math.max(minContent, sizes.minContent);
        maxContent = Math.max(maxContent, sizes.maxContent);
      } else if (mayHoldSpanners(child)) {
        visit(child, INDEFINITE);
      }
    }
  };
  visit(container, contentBlock);
  return { minContent, maxContent };
}

/**
 * Whether a spanner follows the place where a box resumes. Content after the box then follows the spanner, wherever the
 * box itself ends.
 */
export function hasSpannerAhead(token: BlockBreakToken): boolean {
  for (const child of token.children) {
    if (child.type === 'inline') continue;
    if (child.isBreakBefore ? isOrHoldsSpanner(child.box) : hasSpannerAhead(child)) return true;
  }
  if (token.has(BreakTokenFlag.SeenAllChildren)) return false;
  const last = token.children.at(-1)?.box.index ?? -1;
  return token.box.children.some((child) => child.index > last && isOrHoldsSpanner(child));
}

/** Whether the box is or contains a spanner of its multicol container. */
function isOrHoldsSpanner(box: Box): boolean {
  if (!isInFlow(box)) return false;
  if (box.has(BoxFlag.Spanner)) return true;
  if (!mayHoldSpanners(box)) return false;
  const cache = LayoutCache.of(box);
  return (cache.holdsSpanner ??= box.children.some(isOrHoldsSpanner));
}

/**
 * Whether content other than the spanner that ends a column continues in the next column: floats or overflow.
 * Positioned boxes don't count.
 */
export function hasFlowBeside(token: BlockBreakToken, spanner: Box): boolean {
  return token.children.some((child) => {
    if (child.box === spanner) return false;
    if (child.type === 'inline') return true;
    return child.children.length === 0 ? child.positioned?.hasBoxes !== true : hasFlowBeside(child, spanner);
  });
}
