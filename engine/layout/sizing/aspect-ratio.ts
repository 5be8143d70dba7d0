/** Derives one size from the other through a preferred aspect ratio (css-sizing-4 §6). */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { type LU, MAX_LU } from '../../units.ts';
import type { Edges } from './box-edges.ts';
import type { WritingMode } from '../contract/geometry.ts';

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
