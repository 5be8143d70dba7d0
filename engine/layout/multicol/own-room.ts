/** The space that a multicol container's own sizes leave for its columns. */
import { BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { blockLimits, definiteBlockSize } from '../box-model.ts';
import { SpaceFlag } from '../constraint-space.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import { MORE_CONTENT } from '../fragmentation/end-fragment.ts';

/** Returns the border-box block size that doesn't depend on the contents, or INDEFINITE, and the maximum block size. */
export function ownLimits(builder: FragmentBuilder): [definite: LU, most: LU] {
  const { box, space } = builder;
  const { fixedBlock } = space;
  // css2 §17.5.3: sizes of a table cell are minimums.
  if (box.kind === BoxKind.TableCell) return [fixedBlock, fixedBlock === INDEFINITE ? MORE_CONTENT : fixedBlock];
  // A content-based size is recomputed if breaks may enlarge it.
  const definite = space.has(SpaceFlag.FixedBlockIsMinimum)
    ? INDEFINITE
    : space.hasFixedBlock
      ? fixedBlock
      : definiteBlockSize(box, space, builder.edges, builder.inlineSize);
  return [definite, definite === INDEFINITE ? blockLimits(box, space, builder.edges, INDEFINITE).max : definite];
}

/** Returns the part of the content box in earlier fragments. */
export function consumedContent({ token, edges, consumedBlockSize, isStartCut }: FragmentBuilder): LU {
  if (token === null) return 0;
  return Math.max(0, consumedBlockSize - (isStartCut ? edges.blockStart : edges.block * (token.sequence + 1)));
}
