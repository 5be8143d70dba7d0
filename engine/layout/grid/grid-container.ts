/** The size of a grid container before track sizing, in LU. */
import type { Box } from '../../boxes/box.ts';
import { Containment, containmentOf } from '../../boxes/containment.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import { blockLimits, containedSize, definiteBlockSize, usedBlockSize, usedInlineSize } from '../sizing/box-model.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { RepeatLimits } from './grid-structure.ts';

/**
 * Returns the content-box size and sets the builder's inline size. `block` is INDEFINITE if it depends on the contents.
 */
export function contentRoom(builder: FragmentBuilder): { readonly inline: LU; readonly block: LU } {
  const { context, box, space, edges } = builder;
  builder.inlineSize = usedInlineSize(context, box, space, edges);
  const inline = Math.max(0, builder.inlineSize - edges.inline);
  const definite = definiteBlockSize(box, space, edges, builder.inlineSize);
  if (definite !== INDEFINITE) return { inline, block: Math.max(0, definite - edges.block) };
  if (!space.hasFixedBlock && containedSize(box, space.writingMode, 'block') === INDEFINITE)
    return { inline, block: INDEFINITE };
  if (!space.hasFixedBlock)
    return { inline, block: usedBlockSize(box, space, edges, edges.block, builder.inlineSize) - edges.block };
  return { inline, block: Math.max(space.fixedBlock, edges.block) - edges.block };
}

/** Returns the content-box limits of the block size, or INDEFINITE. */
export function rowLimits({ box, space, edges }: FragmentBuilder): RepeatLimits {
  const { min, max } = blockLimits(box, space, edges, 0);
  return {
    inlineMin: INDEFINITE,
    inlineMax: INDEFINITE,
    blockMin: min > edges.block ? min - edges.block : INDEFINITE,
    blockMax: max >= MAX_LU ? INDEFINITE : Math.max(0, max - edges.block),
  };
}

/** Whether the container is size-contained along an axis and sized by its empty tracks (css-contain-2 §3.1). */
export function isSizedEmpty(box: Box, mode: WritingMode, axis: 'inline' | 'block'): boolean {
  const contained = containmentOf(box.kind, box.style);
  const bit = axis === 'inline' ? Containment.InlineSize : Containment.BlockSize;
  return (contained & bit) !== 0 && containedSize(box, mode, axis) === INDEFINITE;
}
