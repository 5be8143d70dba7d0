/**
 * Used sizes of replaced elements (css2 §10.3.2, §10.4, §10.6.2, css-sizing-4 §6).
 */
import { type Box, BoxFlag, BoxKind, type ReplacedData } from '../../boxes/box.ts';
import { INDEFINITE, type LU, luFromPx, MAX_LU } from '../../units.ts';
import type { Edges } from '../sizing/box-edges.ts';
import {
  blockLimits,
  clampSize,
  containedSize,
  resolveBlockLength,
  resolveInlineLength,
  stretchedInlineSize,
} from '../sizing/box-model.ts';
import { isContentKeyword } from '../sizing/box-facts.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { ConstraintSpace } from '../contract/constraint-space.ts';
import type { WritingMode } from '../contract/geometry.ts';
import {
  blockSizeOf,
  inlineSizeOf,
  maxInlineSizeOf,
  minInlineSizeOf,
  throughCalculation,
} from '../sizing/sizing-properties.ts';

/** Used if neither the resource nor the style gives a size. */
const DEFAULT_WIDTH: LU = luFromPx(300);
const DEFAULT_HEIGHT: LU = luFromPx(150);

/** Natural size of the resource, in the box's logical axes and content-box LU. INDEFINITE or 0 if missing. */
interface NaturalSize {
  readonly inline: LU;
  readonly block: LU;
  /** Inline / block, or 0. */
  readonly ratio: number;
  readonly defaultInline: LU;
  readonly defaultBlock: LU;
}

/**
 * Returns width / height of a replaced box from its `aspect-ratio` or its natural size, or 0. Controls, frames and
 * missing videos have a size but no ratio.
 */
export function replacedRatio(box: Box): number {
  if (box.data?.type !== 'replaced') return 0;
  const { intrinsicRatio, intrinsicWidth: width, intrinsicHeight: height, content } = box.data;
  const hasRatio =
    width !== null && height !== null && width > 0 && height > 0 && (content === 'image' || content === 'svg');
  const own = intrinsicRatio ?? (hasRatio ? width / height : 0);
  const preferred = box.style.box.aspectRatio;
  const ratio = preferred.ratio !== null && (!preferred.auto || !(own > 0)) ? preferred.ratio : own;
  return ratio > 0 && Number.isFinite(ratio) ? ratio : 0;
}

/**
 * Whether a percentage lets the min-content contribution of a replaced box or a form control shrink to zero
 * (css-sizing-3 §5.2.2).
 */
export function isCompressible(box: Box, mode: WritingMode): boolean {
  if (box.kind !== BoxKind.Replaced) return isCompressibleControl(box, mode);
  return inlineSizeOf(box.style, mode).hasPercent || maxInlineSizeOf(box.style, mode).hasPercent;
}

/**
 * Same for form controls. As in browsers, only the width has this effect, and they have no content-based automatic
 * minimum.
 */
export function isCompressibleControl(box: Box, mode: WritingMode): boolean {
  const isControl = box.has(BoxFlag.Compressible) || (box.data?.type === 'replaced' && box.data.content === 'control');
  return isControl && inlineSizeOf(box.style, mode).hasPercent;
}

function naturalSize(box: Box, mode: WritingMode): NaturalSize {
  const data = box.data as ReplacedData | null;
  const width = data?.intrinsicWidth ?? null;
  const height = data?.intrinsicHeight ?? null;
  const preferred = box.style.box.aspectRatio;
  const ratio = replacedRatio(box);
  const inline = containedSize(box, mode, 'inline');
  const block = containedSize(box, mode, 'block');
  if (block !== INDEFINITE) {
    // css-contain-1 §3.1: no natural size of its own.
    const own =
      preferred.ratio !== null && preferred.ratio > 0 ? (mode.vertical ? 1 / preferred.ratio : preferred.ratio) : 0;
    return { inline, block, ratio: own, defaultInline: 0, defaultBlock: 0 };
  }
  const w = width === null ? INDEFINITE : luFromPx(width);
  const h = height === null ? INDEFINITE : luFromPx(height);
  if (mode.vertical) {
    return {
      inline: h,
      block: w,
      ratio: ratio === 0 ? 0 : 1 / ratio,
      defaultInline: DEFAULT_HEIGHT,
      defaultBlock: DEFAULT_WIDTH,
    };
  }
  return { inline: w, block: h, ratio, defaultInline: DEFAULT_WIDTH, defaultBlock: DEFAULT_HEIGHT };
}

/** Returns the used border-box size of a replaced box. */
export function usedReplacedSize(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  edges: Edges,
): { inline: LU; block: LU } {
  if (space.hasFixedInline && space.hasFixedBlock) {
    return { inline: Math.max(edges.inline, space.fixedInline), block: Math.max(edges.block, space.fixedBlock) };
  }
  const mode = space.writingMode;
  const natural = naturalSize(box, mode);
  const sizing = new ReplacedSizing(box, natural, edges);
  // Content keywords resolve to the automatic size here.
  const naturalBorderBox = sizing.natural(space);
  const block = blockLimits(box, space, edges, naturalBorderBox.block);
  const inlineProperty = inlineSizeOf(box.style, mode);
  let inlineSize = space.hasFixedInline
    ? space.fixedInline
    : isContentKeyword(inlineProperty)
      ? INDEFINITE
      : resolveInlineLength(context, box, space, edges, inlineProperty);
  const blockProperty = blockSizeOf(box.style, mode);
  let blockSize = space.hasFixedBlock ? space.fixedBlock : resolveBlockLength(box, space, edges, blockProperty);
  // css-sizing-4 §6.2: a definite block size determines the content size through the ratio.
  const contentInline =
    blockSize !== INDEFINITE && natural.ratio > 0 ? sizing.inlineFor(blockSize) : naturalBorderBox.inline;
  const inlineLimits = replacedInlineLimits(context, box, space, edges, contentInline);
  const clampInline = (size: LU): LU =>
    space.hasFixedInline ? size : clampSize(size, inlineLimits.min, inlineLimits.max);
  const clampBlock = (size: LU): LU => (space.hasFixedBlock ? size : clampSize(size, block.min, block.max));
  if (inlineProperty.calculation !== null && inlineSize === INDEFINITE) {
    const automatic =
      blockSize !== INDEFINITE && natural.ratio > 0 ? sizing.inlineFor(blockSize) : naturalBorderBox.inline;
    inlineSize = throughCalculation(box.style, inlineProperty, automatic, edges.inline, space.percentageInline);
  }
  if (inlineSize !== INDEFINITE) {
    inlineSize = clampInline(inlineSize);
    if (blockSize === INDEFINITE) {
      const automatic = natural.ratio > 0 ? sizing.blockFor(inlineSize) : naturalBorderBox.block;
      blockSize = throughCalculation(box.style, blockProperty, automatic, edges.block, space.percentageBlock);
    }
    return { inline: inlineSize, block: clampBlock(blockSize) };
  }
  if (blockSize !== INDEFINITE) {
    blockSize = clampBlock(blockSize);
    return {
      inline: clampInline(natural.ratio > 0 ? sizing.inlineFor(blockSize) : naturalBorderBox.inline),
      block: blockSize,
    };
  }
  if (natural.ratio === 0)
    return { inline: clampInline(naturalBorderBox.inline), block: clampBlock(naturalBorderBox.block) };
  return sizing.constrained(naturalBorderBox.inline, naturalBorderBox.block, inlineLimits, block);
}

function replacedInlineLimits(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  edges: Edges,
  contentInline: LU,
): { min: LU; max: LU } {
  const min = minInlineSizeOf(box.style, space.writingMode);
  const max = maxInlineSizeOf(box.style, space.writingMode);
  const least = isContentKeyword(min) ? contentInline : resolveInlineLength(context, box, space, edges, min);
  const most = isContentKeyword(max) ? contentInline : resolveInlineLength(context, box, space, edges, max);
  return { min: Math.max(least, edges.inline), max: most === INDEFINITE ? MAX_LU : most };
}

/** Converts sizes between the axes by the natural or preferred ratio. */
class ReplacedSizing {
  private readonly box: Box;
  private readonly size: NaturalSize;
  private readonly edges: Edges;
  /** Whether the ratio applies to border boxes (`aspect-ratio: <ratio>` with `box-sizing: border-box`). */
  private readonly borderBox: boolean;

  constructor(box: Box, size: NaturalSize, edges: Edges) {
    this.box = box;
    this.size = size;
    this.edges = edges;
    const { aspectRatio, boxSizing } = box.style.box;
    this.borderBox = boxSizing === 'border-box' && aspectRatio.ratio !== null && !aspectRatio.auto;
  }

  blockFor(inlineSize: LU): LU {
    if (this.borderBox) return clampLength(inlineSize / this.size.ratio);
    return clampLength(Math.max(0, inlineSize - this.edges.inline) / this.size.ratio) + this.edges.block;
  }

  inlineFor(blockSize: LU): LU {
    if (this.borderBox) return clampLength(blockSize * this.size.ratio);
    return clampLength(Math.max(0, blockSize - this.edges.block) * this.size.ratio) + this.edges.inline;
  }

  /** Returns the border-box size with both properties `auto` and no limits (css2 §10.3.2, §10.6.2). */
  natural(space: ConstraintSpace): { inline: LU; block: LU } {
    const { size, edges } = this;
    if (size.inline !== INDEFINITE && size.block !== INDEFINITE) {
      const inline = size.inline + edges.inline;
      // An explicit aspect-ratio takes precedence over the natural height.
      if (this.box.style.box.aspectRatio.ratio !== null && !this.box.style.box.aspectRatio.auto)
        return { inline, block: this.blockFor(inline) };
      return { inline, block: size.block + edges.block };
    }
    if (size.ratio > 0) {
      if (size.inline !== INDEFINITE)
        return { inline: size.inline + edges.inline, block: this.blockFor(size.inline + edges.inline) };
      if (size.block !== INDEFINITE)
        return { inline: this.inlineFor(size.block + edges.block), block: size.block + edges.block };
      // Fills the available space, so it contributes nothing to content sizes. With a percentage, it contributes the
      // default size.
      const unknown = inlineSizeOf(this.box.style, space.writingMode).hasPercent
        ? size.defaultInline + edges.inline
        : 0;
      const stretched = stretchedInlineSize(this.box, space);
      const inline = Math.max(edges.inline, stretched === INDEFINITE ? unknown : stretched);
      return { inline, block: this.blockFor(inline) };
    }
    return {
      inline: (size.inline !== INDEFINITE ? size.inline : size.defaultInline) + edges.inline,
      block: (size.block !== INDEFINITE ? size.block : size.defaultBlock) + edges.block,
    };
  }

  /** Applies the table of constraint violations, which preserves the ratio as far as possible (css2 §10.4). */
  constrained(inline: LU, block: LU, i: { min: LU; max: LU }, b: { min: LU; max: LU }): { inline: LU; block: LU } {
    const maxI = Math.max(i.min, i.max);
    const maxB = Math.max(b.min, b.max);
    const keepB = (size: LU): LU => clampSize(size, b.min, maxB);
    const keepI = (size: LU): LU => clampSize(size, i.min, maxI);
    if (inline > maxI) {
      if (block > maxB && maxI / inline > maxB / block)
        return { inline: Math.max(i.min, this.inlineFor(maxB)), block: maxB };
      return { inline: maxI, block: block < b.min ? b.min : keepB(this.blockFor(maxI)) };
    }
    if (inline < i.min) {
      if (block < b.min && i.min / Math.max(1, inline) <= b.min / Math.max(1, block)) {
        return { inline: Math.min(maxI, this.inlineFor(b.min)), block: b.min };
      }
      return { inline: i.min, block: block > maxB ? maxB : keepB(this.blockFor(i.min)) };
    }
    if (block > maxB) return { inline: keepI(this.inlineFor(maxB)), block: maxB };
    if (block < b.min) return { inline: keepI(this.inlineFor(b.min)), block: b.min };
    return { inline, block };
  }
}

function clampLength(size: number): LU {
  return Math.min(MAX_LU, Math.floor(size));
}
