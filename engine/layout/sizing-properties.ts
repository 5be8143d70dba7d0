/** The sizing properties by logical axis, and what their values are as border-box sizes (css-sizing-3 §3, css-values-5 §9). */
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Length } from '../css/length.ts';
import { INDEFINITE, type LU, luFromPx, MAX_LU, pxFromLu } from '../units.ts';
import type { IntrinsicSizes } from './contract.ts';
import type { WritingMode } from './geometry.ts';

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

/** A specified length as a border-box size: `box-sizing` applied, never below the edges. */
export function toBorderBox(style: ComputedStyle, size: LU, edges: LU): LU {
  if (style.box.boxSizing === 'border-box') return size > edges ? size : edges;
  const sum = (size > 0 ? size : 0) + edges;
  return sum > MAX_LU ? MAX_LU : sum;
}

/**
 * css-values-5 §9.2: a border-box size that the keyword in `calc-size()` gives, put through its calculation; other lengths leave it.
 * `basis`: what percentages in the calculation refer to; INDEFINITE counts as 0.
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

/** `fit-content`: as wide as the contents like, but not wider than what is available, but not narrower than they can be. */
export function fitContent(sizes: IntrinsicSizes, available: LU): LU {
  if (available === INDEFINITE) return sizes.maxContent;
  return Math.max(sizes.minContent, Math.min(sizes.maxContent, available));
}
