/**
 * The end of a box in a fragmentainer: how much of its block size this fragment takes, and whether the box itself is cut.
 */
import { BoxFlag } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { MAX_LU } from '../../units.ts';
import { BreakAppeal } from '../contract.ts';
import { BreakTokenFlag, type BreakToken } from '../break-token.ts';
import type { FragmentBuilder } from '../fragment-builder.ts';
import { isInFlow } from './break-values.ts';
import { isMonolithic, noteShortage } from './break-before-child.ts';

/** "As much as there is": the intrinsic size of a box whose contents go on in the next fragmentainer. */
export const MORE_CONTENT: LU = MAX_LU >> 1;

/**
 * Sets `builder.blockSize` of this fragment and the break fields. `total`: the used block size of the whole box over all fragments, the earlier ones
 * included; when in-flow content goes on, computed with MORE_CONTENT as the content's size. `endEdge`: block-end border and padding, which are best
 * not cut.
 */
export function finishFragmentation(builder: FragmentBuilder, total: LU, endEdge: LU): void {
  const remaining = Math.max(0, total - builder.consumedBlockSize);
  const { fragmentainer } = builder;
  if (total < MORE_CONTENT) builder.totalBlockSize = total;
  if (builder.token !== null && builder.token.has(BreakTokenFlag.AtBlockEnd)) {
    builder.isAtBlockEnd = true;
    builder.blockSize = 0;
    return;
  }
  if (fragmentainer === null || builder.bfcBlockOffset === null) {
    builder.blockSize = remaining;
    return;
  }
  const left = Math.max(0, fragmentainer.remaining);
  if (remaining <= left) {
    builder.blockSize = remaining;
    builder.isAtBlockEnd = builder.hasBroken;
    // What would be clipped must not make pages.
    if (builder.hasBroken && clipsOverflow(builder)) builder.childTokens = null;
    return;
  }
  if (builder.columnSpanner !== null) {
    builder.blockSize = Math.min(remaining, builder.intrinsicBlockSize);
    return;
  }
  if (builder.flowContinues || (builder.childTokens !== null && hasInFlowToken(builder.childTokens))) {
    // Contents that can't be cut may stick out of the fragmentainer; the box does so with them.
    builder.blockSize = Math.max(left, Math.min(remaining, builder.intrinsicBlockSize));
    return;
  }
  if (isMonolithic(builder.box)) {
    builder.blockSize = remaining;
    builder.isAtBlockEnd = builder.hasBroken;
    return;
  }
  breakSelf(builder, remaining, left, endEdge);
}

/** Is in-flow content past the box's end invisible? */
function clipsOverflow(builder: FragmentBuilder): boolean {
  const { overflowX, overflowY } = builder.box.style.box;
  return (builder.mode.vertical ? overflowX : overflowY) !== 'visible' && !builder.box.has(BoxFlag.Root | BoxFlag.Body);
}

/** All children fit, but the box is taller than what is left: cut it in its empty part. */
function breakSelf(builder: FragmentBuilder, remaining: LU, left: LU, endEdge: LU): void {
  // Contents without the block-end edges: what must not be cut here because it would already have been.
  const solid = Math.min(remaining, Math.max(0, builder.intrinsicBlockSize - endEdge));
  const size = Math.max(left, solid);
  if (size >= remaining) {
    builder.blockSize = remaining;
    builder.isAtBlockEnd = builder.hasBroken;
    return;
  }
  builder.breaksInside = true;
  builder.seenAllChildren = true;
  builder.blockSize = size;
  noteShortage(builder, remaining - left);
  // Between the last contents and the end edges is a place to break only where there is a gap (css-break-3 §4.1, class C).
  const contentEnd = remaining - endEdge;
  const leavesEdge = endEdge > 0 && solid >= contentEnd;
  const cutsEdge = size > contentEnd || leavesEdge || size < builder.blockStartEdge || size === 0;
  if (cutsEdge || solid > left) builder.appeal = BreakAppeal.LastResort;
}

/** Does the flow itself go on, not only floats and other parallel flows? */
export function hasInFlowToken(tokens: readonly BreakToken[]): boolean {
  for (const token of tokens) {
    if (token.type === 'inline') return true;
    if (isInFlow(token.box) && !token.has(BreakTokenFlag.AtBlockEnd)) return true;
  }
  return false;
}
