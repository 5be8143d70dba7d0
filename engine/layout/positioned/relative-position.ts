/** Relative positioning (css-position-3 §3.1). */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Length } from '../../css/length.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import type { WritingMode } from '../contract/geometry.ts';

/**
 * Returns the physical offset of `position: relative` (css-position-3 §3.1). If `height` is INDEFINITE, percentages of
 * top and bottom are `auto`.
 */
export function relativeOffset(
  style: ComputedStyle,
  containerWidth: LU,
  containerHeight: LU,
  containerMode: WritingMode,
): { x: LU; y: LU } {
  const b = style.box;
  const left = relativeInset(b.left, containerWidth);
  const right = relativeInset(b.right, containerWidth);
  const top = relativeInset(b.top, containerHeight);
  const bottom = relativeInset(b.bottom, containerHeight);
  // Over-constrained: the start side of the containing block wins.
  const rightWins = containerMode.vertical ? containerMode.blockReversed : containerMode.inlineReversed;
  const bottomWins = containerMode.vertical && containerMode.inlineReversed;
  return { x: pickInset(left, right, rightWins), y: pickInset(top, bottom, bottomWins) };
}

function relativeInset(inset: Length, basis: LU): LU | null {
  if (!inset.isLength || (inset.hasPercent && basis === INDEFINITE)) return null;
  return inset.resolve(basis);
}

function pickInset(start: LU | null, end: LU | null, endWins: boolean): LU {
  if (start === null) return end === null ? 0 : -end;
  if (end === null || !endWins) return start;
  return -end;
}
