/** The room that a multi-column container gives its columns by sizes of its own. */
import { BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { blockLimits, definiteBlockSize } from '../box-model.ts';
import { SpaceFlag } from '../constraint-space.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import { MORE_CONTENT } from '../fragmentation/end-fragment.ts';

/** The border-box block size that the container has whatever is in it, or INDEFINITE; and the most that it may have. */
export function ownLimits(builder: FragmentBuilder): [definite: LU, most: LU] {
  const { box, space } = builder;
  const { fixedBlock } = space;
  // css2 §17.5.3: sizes of a table cell are the least that it has.
  if (box.kind === BoxKind.TableCell) return [fixedBlock, fixedBlock === INDEFINITE ? MORE_CONTENT : fixedBlock];
  // A size by the contents alone is found anew where breaks may make it larger.
  const definite = space.has(SpaceFlag.FixedBlockIsMinimum)
    ? INDEFINITE
    : space.hasFixedBlock
      ? fixedBlock
      : definiteBlockSize(box, space, builder.edges, builder.inlineSize);
  return [definite, definite === INDEFINITE ? blockLimits(box, space, builder.edges, INDEFINITE).max : definite];
}

/** How much of the content box lies in earlier fragments. */
export function consumedContent({ token, edges, consumedBlockSize, isStartCut }: FragmentBuilder): LU {
  if (token === null) return 0;
  return Math.max(0, consumedBlockSize - (isStartCut ? edges.blockStart : edges.block * (token.sequence + 1)));
}
