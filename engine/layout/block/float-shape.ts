/** `shape-outside` (css-shapes-1): the part of a float's margin box that lines keep away from. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import type { ExclusionShape } from '../exclusion-space.ts';
import type { LogicalSides } from '../geometry.ts';
import type { BlockFlow } from './block-flow.ts';

/** The shape of a float whose margin box starts at `marginStart` and whose border box starts at `bfcBlock`; null: the margin box. */
export function exclusionShape(
  _flow: BlockFlow, box: Box, _marginStart: LU, _bfcBlock: LU, _inlineSize: LU, _blockSize: LU, _margins: LogicalSides,
): ExclusionShape | null {
  if (box.style.rare.shapeOutside === null) return null;
  return null;
}
