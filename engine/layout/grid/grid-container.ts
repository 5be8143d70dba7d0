/** The size of a grid container before its tracks have one. LU. */
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import { blockLimits, definiteBlockSize, usedInlineSize } from '../box-model.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import type { RepeatLimits } from './grid-structure.ts';

/** Its content box; `block` is INDEFINITE where the contents decide. Tells the builder its inline size. */
export function contentRoom(builder: FragmentBuilder): { readonly inline: LU; readonly block: LU } {
  const { context, box, space, edges } = builder;
  builder.inlineSize = usedInlineSize(context, box, space, edges);
  const inline = Math.max(0, builder.inlineSize - edges.inline);
  const definite = definiteBlockSize(box, space, edges, builder.inlineSize);
  if (definite !== INDEFINITE) return { inline, block: Math.max(0, definite - edges.block) };
  if (!space.hasFixedBlock) return { inline, block: INDEFINITE };
  return { inline, block: Math.max(space.fixedBlock, edges.block) - edges.block };
}

/** Content-box limits of the block size; INDEFINITE without one. */
export function rowLimits({ box, space, edges }: FragmentBuilder): RepeatLimits {
  const { min, max } = blockLimits(box, space, edges, 0);
  return {
    inlineMin: INDEFINITE,
    inlineMax: INDEFINITE,
    blockMin: min > edges.block ? min - edges.block : INDEFINITE,
    blockMax: max >= MAX_LU ? INDEFINITE : Math.max(0, max - edges.block),
  };
}
