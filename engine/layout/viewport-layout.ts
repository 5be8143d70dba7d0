/**
 * Lays out a separate box tree in its own viewport, such as a frame's document or the contents of a `foreignObject`.
 */
import type { Box } from '../boxes/box.ts';
import { writingModeOf } from './sizing/box-edges.ts';
import type { LayoutContext } from './contract/contract.ts';
import type { BoxFragment } from './contract/fragment.ts';
import { SpaceBuilder } from './contract/space-builder.ts';
import type { LU } from '../units.ts';

/** Lays out the box at the size of the viewport, `width` x `height`, which is its initial containing block. */
export function layoutInViewport(context: LayoutContext, box: Box, width: LU, height: LU): BoxFragment {
  const mode = writingModeOf(box.style);
  const [inline, block] = mode.vertical ? [height, width] : [width, height];
  const space = new SpaceBuilder(context, mode, box)
    .available(inline, block)
    .percentages(inline, block)
    .fixedInline(inline)
    .fixedBlock(block, true)
    .build();
  return context.layout(box, space, null).fragment;
}
