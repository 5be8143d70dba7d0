/** `box-decoration-break: clone` (css-break-3 §5.4): every fragment has edges of its own. */
import type { LU } from '../../units.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';

/** Room that a fragment whose contents go on keeps for its block-end border and padding. */
export function cloneReserve(builder: FragmentBuilder): LU {
  return builder.box.style.box.boxDecorationBreak === 'clone' ? builder.edges.blockEnd : 0;
}
