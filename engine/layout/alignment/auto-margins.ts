/** Used `auto` margins in the inline axis (css2 §10.3.3). */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Length } from '../../css/length.ts';
import type { LU } from '../../units.ts';
import type { LogicalSides, WritingMode } from '../contract/geometry.ts';

/** Returns the computed margins at the inline start and end. */
export function inlineMargins({ box }: ComputedStyle, mode: WritingMode): readonly [start: Length, end: Length] {
  const [a, z] = mode.vertical ? [box.marginTop, box.marginBottom] : [box.marginLeft, box.marginRight];
  return mode.inlineReversed ? [z, a] : [a, z];
}

/**
 * Returns the used inline-start margin of a block-level box with an `auto` margin on either side. Returns null if
 * neither margin is `auto` or there is no free space. `inlineSize` is that of its border box, `available` the space for
 * its margin box. `margins` has 0 for `auto`.
 */
export function autoStartMargin(
  style: ComputedStyle,
  mode: WritingMode,
  margins: LogicalSides,
  inlineSize: LU,
  available: LU,
): LU | null {
  const [start, end] = inlineMargins(style, mode);
  if (!start.isAuto) return end.isAuto ? margins.inlineStart : null;
  const free = available - inlineSize - margins.inlineStart - margins.inlineEnd;
  if (free <= 0) return 0;
  return end.isAuto ? Math.floor(free / 2) : free;
}
