/**
 * Sizing properties by logical axis, their conversion to border-box sizes (css-sizing-3 §3, css-values-5 §9), and sizes
 * derived through a preferred aspect ratio (css-sizing-4 §6).
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Length } from '../../css/length.ts';
import { INDEFINITE, type LU, luFromPx, MAX_LU, pxFromLu } from '../../units.ts';
import type { IntrinsicSizes } from '../contract/contract.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { Edges } from './box-edges.ts';

export function inlineSizeOf(style: ComputedStyle, mode: WritingMode): Length {
  return mode.inlineOf(style.box.width, style.box.height);
}
export function blockSizeOf(style: ComputedStyle, mode: WritingMode): Length {
  return mode.blockOf(style.box.width, style.box.height);
}
export function minInlineSizeOf(style: ComputedStyle, mode: WritingMode): Length {
  return mode.inlineOf(style.box.minWidth, style.box.minHeight);
}
export function maxInlineSizeOf(style: ComputedStyle, mode: WritingMode): Length {
  return mode.inlineOf(style.box.maxWidth, style.box.maxHeight);
}
export function minBlockSizeOf(style: ComputedStyle, mode: WritingMode): Length {
  return mode.blockOf(style.box.minWidth, style.box.minHeight);
}
export function maxBlockSizeOf(style: ComputedStyle, mode: WritingMode): Length {
  return mode.blockOf(style.box.maxWidth, style.box.maxHeight);
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

/** Returns the preferred aspect ratio of a non-replaced box as inline / block, or 0 for none. */
export function preferredRatio(style: ComputedStyle, mode: WritingMode): number {
  const ratio = style.box.aspectRatio.ratio;
  if (ratio === null || !(ratio > 0) || !Number.isFinite(ratio)) return 0;
  return mode.vertical ? 1 / ratio : ratio;
}

/**
 * Whether the ratio applies to border boxes. It applies to content boxes with `auto` and a ratio, or with `box-sizing:
 * content-box`.
 */
function ratioUsesBorderBox(style: ComputedStyle): boolean {
  return style.box.boxSizing === 'border-box' && !style.box.aspectRatio.auto;
}

/** Returns the border-box inline size for a border-box block size. */
export function inlineFromRatio(style: ComputedStyle, mode: WritingMode, edges: Edges, blockSize: LU): LU {
  const ratio = preferredRatio(style, mode);
  if (ratioUsesBorderBox(style)) return Math.max(edges.inline, Math.floor(blockSize * ratio));
  return Math.min(MAX_LU, Math.floor(Math.max(0, blockSize - edges.block) * ratio) + edges.inline);
}

/** Returns the border-box block size for a border-box inline size. */
export function blockFromRatio(style: ComputedStyle, mode: WritingMode, edges: Edges, inlineSize: LU): LU {
  const ratio = preferredRatio(style, mode);
  if (ratioUsesBorderBox(style)) return Math.max(edges.block, Math.floor(inlineSize / ratio));
  return Math.min(MAX_LU, Math.floor(Math.max(0, inlineSize - edges.inline) / ratio) + edges.block);
}
