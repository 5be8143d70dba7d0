/** What a preferred aspect ratio makes of one size for the other (css-sizing-4 §6). */
import type { ComputedStyle } from '../css/computed-style.ts';
import { type LU, MAX_LU } from '../units.ts';
import type { Edges } from './box-edges.ts';
import type { WritingMode } from './geometry.ts';

/** Preferred aspect ratio of a non-replaced box as inline / block; 0: none. */
export function preferredRatio(style: ComputedStyle, mode: WritingMode): number {
  const ratio = style.box.aspectRatio.ratio;
  if (ratio === null || !(ratio > 0) || !Number.isFinite(ratio)) return 0;
  return mode.vertical ? 1 / ratio : ratio;
}

/** Does the ratio hold between content boxes or border boxes? (`auto` with a ratio, and box-sizing: content-box: the content box.) */
function ratioUsesBorderBox(style: ComputedStyle): boolean {
  return style.box.boxSizing === 'border-box' && !style.box.aspectRatio.auto;
}

/** Border-box inline size that the ratio gives for a border-box block size. */
export function inlineFromRatio(style: ComputedStyle, mode: WritingMode, edges: Edges, blockSize: LU): LU {
  const ratio = preferredRatio(style, mode);
  if (ratioUsesBorderBox(style)) return Math.max(edges.inline, Math.floor(blockSize * ratio));
  return Math.min(MAX_LU, Math.floor(Math.max(0, blockSize - edges.block) * ratio) + edges.inline);
}

/** Border-box block size that the ratio gives for a border-box inline size. */
export function blockFromRatio(style: ComputedStyle, mode: WritingMode, edges: Edges, inlineSize: LU): LU {
  const ratio = preferredRatio(style, mode);
  if (ratioUsesBorderBox(style)) return Math.max(edges.block, Math.floor(inlineSize / ratio));
  return Math.min(MAX_LU, Math.floor(Math.max(0, inlineSize - edges.inline) / ratio) + edges.block);
}
