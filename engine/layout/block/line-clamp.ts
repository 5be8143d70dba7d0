/** `line-clamp` (css-overflow-4 §5): limits the contents of a block container to a number of lines. */
import type { Box } from '../../boxes/box.ts';
import { type LU, MAX_LU } from '../../units.ts';
import { edgesOf } from '../sizing/box-edges.ts';
import { usedBlockSize, usedInlineSize } from '../sizing/box-model.ts';
import type { ConstraintSpace } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { LayoutResult } from '../contract/layout-result.ts';

/**
 * Returns the layout with the remaining lines. `whole` is the layout with all lines, returned if nothing must be
 * clamped. `layout` lays out a given number of lines.
 */
export function clampedResult(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  whole: LayoutResult,
  layout: (lines: number) => LayoutResult,
): LayoutResult {
  const { lineClamp } = box.style.box;
  if (lineClamp === null) return whole;
  if (lineClamp !== 'auto') return whole.lineCount <= lineClamp ? whole : layout(lineClamp);
  const edges = edgesOf(box, space);
  // The block size with unlimited contents.
  const room = usedBlockSize(box, space, edges, MAX_LU, usedInlineSize(context, box, space, edges));
  if (whole.intrinsicBlockSize <= room || whole.lineCount === 0) return whole;
  return mostLines(whole.lineCount, room, layout);
}

/** Returns the layout with the most lines that fit, at least one. */
function mostLines(count: number, room: LU, layout: (lines: number) => LayoutResult): LayoutResult {
  let fitting = layout(1);
  let least = 1;
  let most = count;
  while (least < most) {
    const lines = Math.ceil((least + most) / 2);
    const result = layout(lines);
    if (result.intrinsicBlockSize <= room) {
      fitting = result;
      least = lines;
    } else most = lines - 1;
  }
  return fitting;
}
