/** Sizing properties by logical axis, and their conversion to border-box sizes (css-sizing-3 §3, css-values-5 §9). */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Length } from '../../css/length.ts';
import { INDEFINITE, type LU, luFromPx, MAX_LU, pxFromLu } from '../../units.ts';
import type { IntrinsicSizes } from '../contract/contract.ts';
import type { WritingMode } from '../contract/geometry.ts';

export function inlineSizeOf(style: ComputedStyle, mode: WritingMode): Length {
  return mode.vertical ? style.box.height : style.box.width;
}
export function blockSizeOf(style: ComputedStyle, mode: WritingMode): Length {
  return mode.vertical ? style.box.width : style.box.height;
}
export function minInlineSizeOf(style: ComputedStyle, mode: WritingMode): Length {
  return mode.vertical ? style.box.minHeight : style.box.minWidth;
}
export function maxInlineSizeOf(style: ComputedStyle, mode: WritingMode): Length {
  return mode.vertical ? style.box.maxHeight : style.box.maxWidth;
}
export function minBlockSizeOf(style: ComputedStyle, mode: WritingMode): Length {
  return mode.vertical ? style.box.minWidth : style.box.minHeight;
}
export function maxBlockSizeOf(style: ComputedStyle, mode: WritingMode): Length {
  return mode.vertical ? style.box.maxWidth : style.box.maxHeight;
}

/** Returns a specified length as a border-box size, with `box-sizing` applied and at least the size of the edges. */
export function toBorderBox(style: ComputedStyle, size: LU, edges: LU): LU {
  if (style.box.boxSizing === 'border-box') return size > edges ? size : edges;
  const sum = (size > 0 ? size : 0) + edges;
  return sum > MAX_LU ? MAX_LU : sum;
}

/**
 * Applies the calculation of `calc-size()` to the border-box size of its keyword (css-values-5 §9.2). Other lengths
 * return the size unchanged. `basis` is the percentage basis in the calculation. INDEFINITE is treated as 0.
 */
export function throughCalculation(style: ComputedStyle, length: Length, size: LU, edges: LU, basis: LU): LU {
  if (length.calculation === null || size === INDEFINITE) return size;
  const inner = style.box.boxSizing === 'border-box' ? size : Math.max(0, size - edges);
  return toBorderBox(
    style,
    luFromPx(length.calculation.evaluate(pxFromLu(inner), pxFromLu(Math.max(0, basis)))),
    edges,
  );
}

/** Returns the `fit-content` size: max-content limited to the available space, but at least min-content. */
export function fitContent(sizes: IntrinsicSizes, available: LU): LU {
  if (available === INDEFINITE) return sizes.maxContent;
  return Math.max(sizes.minContent, Math.min(sizes.maxContent, available));
}
