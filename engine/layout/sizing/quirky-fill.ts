/**
 * Quirks mode: the root element fills the viewport, and body fills the root element (quirks.spec.whatwg.org §3.6,
 * §3.7).
 */
import { type Box, BoxFlag, BoxKind } from '../../boxes/box.ts';
import { INDEFINITE, type LU } from '../../units.ts';
import { edgesAgainst, marginsIn, usedMargins } from './box-edges.ts';
import type { ConstraintSpace } from '../contract/constraint-space.ts';
import type { LayoutContext } from '../contract/contract.ts';
import { blockSizeOf } from './sizing-properties.ts';
import type { FragmentainerSpace } from '../contract/fragmentainer-space.ts';

/** Kinds of boxes that fill the page. Tables are as high as their rows. */
const FILLING: ReadonlySet<BoxKind> = new Set<BoxKind>([BoxKind.Block, BoxKind.Flex, BoxKind.Grid]);

/**
 * Returns the minimum border-box block size due to the quirk, at most the remaining space of the page. 0 if it doesn't
 * apply.
 */
export function quirkyFill(
  context: LayoutContext,
  box: Box,
  space: ConstraintSpace,
  fragmentainer: FragmentainerSpace | null = space.fragmentainer,
): LU {
  const mode = space.writingMode;
  if (!context.quirks || !box.has(BoxFlag.Root | BoxFlag.Body) || !FILLING.has(box.kind)) return 0;
  if (box.isOutOfFlow || box.isFloat || box.has(BoxFlag.AtomicInline) || space.hasFixedBlock) return 0;
  if (!blockSizeOf(box.style, mode).isAuto) return 0;
  // A page as tall as its content has no height to fill.
  if (space.percentageBlock === INDEFINITE) return 0;
  const viewport = mode.blockOf(context.initialWidth, context.initialHeight);
  let room: LU = viewport;
  if (!box.has(BoxFlag.Root)) {
    if (box.data?.type !== 'body') return 0;
    const { root } = box.data;
    if (blockSizeOf(root.style, mode).isAuto) {
      const margins = usedMargins(root.style, mode, space.percentageInline);
      room -= margins.blockStart + margins.blockEnd + edgesAgainst(root.style, mode, space.percentageInline).block;
    } else room = space.percentageBlock;
  }
  const own = marginsIn(box, space);
  room = room === INDEFINITE ? 0 : room - own.blockStart - own.blockEnd;
  return fragmentainer === null ? room : Math.min(room, fragmentainer.remaining);
}
