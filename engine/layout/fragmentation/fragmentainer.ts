/** The door of layout for pages/: one page's area filled with as much of the document as fits. */
import { type Box } from '../../boxes/box.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import { writingModeOf } from '../box-model.ts';
import type { BlockBreakToken } from '../break-token.ts';
import {
  BreakAppeal, ConstraintSpace, FragmentainerSpace, type LayoutContext, type LayoutResult, MarginStrut, SpaceFlag,
} from '../contract.ts';
import { EMPTY_EXCLUSIONS } from '../exclusions.ts';

/**
 * Lays out the root box in a page area of the given physical size, from where `token` says. The result's fragment is the root box's border box; its
 * margins are the caller's to apply as physical offset (`rootOffset`). When `result.breakToken` isn't null, the next page goes on with it.
 */
export function layoutFragmentainer(
  context: LayoutContext, rootBox: Box, areaWidth: LU, areaHeight: LU, token: BlockBreakToken | null,
): LayoutResult {
  const mode = writingModeOf(rootBox.style);
  const inline = mode.vertical ? areaHeight : areaWidth;
  const block = mode.vertical ? areaWidth : areaHeight;
  // At least one px, so that there is always progress.
  const fragmentainer = new FragmentainerSpace('page', Math.max(block, LU_PER_PX), 0, BreakAppeal.LastResort, false, true);
  const space = new ConstraintSpace(
    mode, inline, block, inline, block, -1, -1, SpaceFlag.NewFormattingContext, 0, 0, MarginStrut.EMPTY, EMPTY_EXCLUSIONS, fragmentainer,
  );
  return context.layout(rootBox, space, token);
}
