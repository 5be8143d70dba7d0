/**
 * Entry points of layout. `layoutInViewport` lays out a separate box tree, `layoutFragmentainer` fills one page area with
 * as much of the document as fits. The loop over pages is
 *
 *     let token = null;
 *     let next = firstPage(root); // next-break.ts
 *     do {
 *       const result = layoutFragmentainer(context, root, width, height, before, token); // page name and side come from `next`
 *       token = result.breakToken;
 *       if (token !== null) next = nextPage(token);
 *     } while (token !== null);
 */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU, LU_PER_PX } from '../../units.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import type { BlockBreakToken } from '../contract/break-token.ts';
import { SpaceBuilder } from '../contract/space-builder.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { ExclusionSpace } from '../contract/exclusion-space.ts';
import { EMPTY_EXCLUSIONS } from '../contract/exclusions.ts';
import type { LayoutResult } from '../contract/layout-result.ts';
import type { EarlyBreak } from './break-appeal.ts';
import { FragmentainerSpace } from '../contract/fragmentainer-space.ts';
import type { BoxFragment } from '../contract/fragment.ts';

/**
 * Fills a page area of the given physical size with the root box, starting at `token`.
 *
 * `result.fragment` is the root's border box, which the caller offsets by the root's margins. `before` is the part
 * of these margins at its block start on this page. `floats` are at the inline sides of the page, from the root's
 * border-box start. `result.outOfFlow` holds the boxes contained by the page area. Without `hasBlockSize`, percentages
 * of it are `auto`. `early` is a place to break at.
 */
export function layoutFragmentainer(
  context: LayoutContext,
  rootBox: Box,
  areaWidth: LU,
  areaHeight: LU,
  before: LU,
  token: BlockBreakToken | null,
  floats: ExclusionSpace = EMPTY_EXCLUSIONS,
  hasBlockSize = true,
  early: EarlyBreak | null = null,
): LayoutResult {
  const mode = writingModeOf(rootBox.style);
  const inline = mode.inlineOf(areaWidth, areaHeight);
  const block = mode.blockOf(areaWidth, areaHeight);
  // At least one px, to guarantee progress.
  const size = Math.max(block - before, LU_PER_PX);
  const space = new SpaceBuilder(context, mode, rootBox)
    .available(inline, block)
    .percentages(inline, hasBlockSize ? block : INDEFINITE)
    .fragmentainer(FragmentainerSpace.page(size))
    .outsideFloats(floats)
    .build();
  return context.layout(rootBox, space, token, early);
}

/** Lays out the box at the size of the viewport, `width` x `height`, which is its initial containing block. */
export function layoutInViewport(context: LayoutContext, box: Box, width: LU, height: LU): BoxFragment {
  const mode = writingModeOf(box.style);
  const [inline, block] = [mode.inlineOf(width, height), mode.blockOf(width, height)];
  const space = new SpaceBuilder(context, mode, box)
    .available(inline, block)
    .percentages(inline, block)
    .fixedInline(inline)
    .fixedBlock(block, true)
    .build();
  return context.layout(box, space, null).fragment;
}
