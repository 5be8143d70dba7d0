/**
 * Block sizes that affect inline sizes (css-sizing-3 §5.2.1). With `height: 100%`, an image gets its width from its
 * ratio, which also affects its ancestors, and orthogonal flows have a block size for each length of their lines. If the
 * percentage basis is known before layout, intrinsic inline sizes take it into account.
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { InlineItemKind } from '../../text/inline-content.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { edgesAgainst, writingModeOf } from './box-edges.ts';
import { childPercentageBlock } from './box-model.ts';
import { ConstraintSpace } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { WritingMode } from '../contract/geometry.ts';
import { LayoutCache } from '../cache/layout-cache.ts';
import { replacedRatio } from '../replaced/replaced-size.ts';
import { preferredRatio, blockSizeOf, maxBlockSizeOf, minBlockSizeOf } from './sizing-properties.ts';

/**
 * Whether the intrinsic inline sizes of a box may depend on the percentage basis for block sizes: it is or contains a
 * box with a ratio and percentage block sizes or limits, or it contains an orthogonal flow, whose line length that
 * basis limits.
 */
export function usesBlockBasis(context: LayoutContext, box: Box): boolean {
  const cache = LayoutCache.of(box);
  cache.usesBlockBasis ??= findUseOfBlockBasis(context, box);
  return cache.usesBlockBasis;
}

function findUseOfBlockBasis(context: LayoutContext, box: Box): boolean {
  context.budget.tick();
  const { style, kind } = box;
  const mode = writingModeOf(style);
  const ratio = kind === BoxKind.Replaced ? replacedRatio(box) : preferredRatio(style, mode);
  if (ratio > 0) {
    const lengths = [blockSizeOf(style, mode), minBlockSizeOf(style, mode), maxBlockSizeOf(style, mode)];
    if (lengths.some((length) => length.hasPercent)) return true;
  }
  // The percentage basis inside cells is only known after row layout.
  if (kind === BoxKind.TableWrapper || kind === BoxKind.Replaced) return false;
  const contents = box.inline === null ? box.children : boxesInLines(box);
  return contents.some(
    (child) => !child.isOutOfFlow && (!writingModeOf(child.style).isParallelTo(mode) || usesBlockBasis(context, child)),
  );
}

function boxesInLines({ inline }: Box): Box[] {
  const boxes: Box[] = [];
  for (const { kind, box } of inline?.items ?? [])
    if (kind === InlineItemKind.Atomic || kind === InlineItemKind.Float) boxes.push(box);
  return boxes;
}

/**
 * Returns the percentage basis for block sizes inside a box: its content-box block size if definite before layout,
 * otherwise INDEFINITE. `percentageBlock` is the basis for its own percentages.
 */
export function contentBlockBasis(context: LayoutContext, box: Box, mode: WritingMode, percentageBlock: LU): LU {
  if (box.kind === BoxKind.Replaced) return percentageBlock;
  const size = blockSizeOf(box.style, mode);
  if (percentageBlock === INDEFINITE ? !size.isLength || size.hasPercent : size.isAuto && !looksThrough(context, box))
    return INDEFINITE;
  const space = ConstraintSpace.draft(mode);
  space.percentageBlock = space.availableBlock = percentageBlock;
  return childPercentageBlock(context, box, space, edgesAgainst(box.style, mode, 0), INDEFINITE);
}

const looksThrough = (context: LayoutContext, box: Box): boolean => box.has(BoxFlag.Anonymous) || context.quirks;
