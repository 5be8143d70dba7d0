/** Fragments sliced by breaks (css-break-3 §5.4.1), measured along the axis in which the box is cut. */
import { BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { type BoxFragment, FragmentFlag } from '../contract/fragment.ts';

/** Whether the fragment is only a part of its box. */
export const isCut = ({ flags }: BoxFragment): boolean =>
  (flags & (FragmentFlag.BreaksBefore | FragmentFlag.BreaksAfter)) !== 0;

export const isInlineBox = ({ box }: BoxFragment): boolean => box.kind === BoxKind.Inline;

/** Inline boxes are sliced along the line, blocks across it. */
export const isCutAlongX = (fragment: BoxFragment): boolean => isInlineBox(fragment) !== fragment.writingMode.vertical;

export const lengthOf = (fragment: BoxFragment): LU => (isCutAlongX(fragment) ? fragment.width : fragment.height);

/** Returns the length of the fragments still to come, from the box's definite size, or null if it isn't known. */
export function lengthAfter({ breakToken, flags }: BoxFragment): LU | null {
  if ((flags & FragmentFlag.BreaksAfter) === 0) return 0;
  if (breakToken === null || breakToken.type !== 'block' || breakToken.usedBlockSize === INDEFINITE) return null;
  return Math.max(0, breakToken.usedBlockSize - breakToken.consumedBlockSize);
}
