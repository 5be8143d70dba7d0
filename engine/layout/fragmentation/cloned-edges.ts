/** `box-decoration-break: clone` (css-break-3 §5.4): every fragment has edges of its own. */
import type { LU } from '../../units.ts';
import { usedBlockSize } from '../box-model.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';

/** Room that a fragment whose contents go on keeps for its block-end border and padding. */
export function cloneReserve(builder: FragmentBuilder): LU {
  return builder.clonesEdges ? builder.edges.blockEnd : 0;
}

/**
 * The used block size of the whole box over all its fragments: `contents` is its border-box size by its contents, with all the edges that it has had so
 * far. Sizing properties of the content box know nothing of the edges of further fragments, which come on top.
 */
export function usedTotalBlockSize(builder: FragmentBuilder, contents: LU): LU {
  const { box, space, edges, token } = builder;
  const cloned = token === null ? 0 : clonedEdges(builder) * (token.sequence + 1);
  return usedBlockSize(box, space, edges, contents - cloned, builder.inlineSize) + cloned;
}

/** What a further fragment adds to the total block size. */
export function clonedEdges({ box, space, edges, clonesEdges }: FragmentBuilder): LU {
  return clonesEdges && box.style.box.boxSizing === 'content-box' && !space.hasFixedBlock ? edges.block : 0;
}
