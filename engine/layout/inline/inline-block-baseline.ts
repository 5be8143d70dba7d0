/** The baseline of an inline-block (css2 §10.8.1, css-align-3 §9.1). */
import { type Box, BoxKind, isInFlow } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { usedMargins } from '../sizing/box-edges.ts';
import { isScrollContainer } from '../sizing/box-facts.ts';
import type { BoxFragment } from '../contract/fragment.ts';

/**
 * Returns the baseline of the last in-flow line box, measured from the block-start edge, or null if there is none.
 * NOTE As in browsers, a scroll container among its blocks uses its margin edge. Flex containers and grids use their
 * first baseline.
 */
export function inlineBlockBaseline(fragment: BoxFragment): LU | null {
  const { children, lastBaseline } = fragment;
  for (let i = children.length - 1; i >= 0; i--) {
    const child = children[i]!;
    if (child.type !== 'box' || !isInFlow(child.box)) continue;
    const baseline = baselineOfBlock(child, fragment);
    if (baseline !== null) return blockOffset(fragment, i, child) + baseline;
  }
  return lastBaseline;
}

/** Returns the baseline that a block-level child supplies to the inline-block, or null. */
function baselineOfBlock(child: BoxFragment, { writingMode: mode }: BoxFragment): LU | null {
  const { box, style, writingMode } = child;
  if (writingMode.vertical !== mode.vertical || writingMode.blockReversed !== mode.blockReversed) return null;
  switch (box.kind) {
    case BoxKind.TableWrapper:
      return null;
    case BoxKind.Flex:
    case BoxKind.Grid:
      return child.firstBaseline;
    default:
      if (isScrollContainer(style)) return child.blockSize(mode) + marginBlockEnd(box, mode);
      return box.kind === BoxKind.Block ? inlineBlockBaseline(child) : child.lastBaseline;
  }
}

const marginBlockEnd = ({ style }: Box, mode: BoxFragment['writingMode']): LU => usedMargins(style, mode, 0).blockEnd;

/** Returns the in-flow block offset of the last child with a baseline. */
function blockOffset(
  { lastBaseline, offsets, writingMode, width }: BoxFragment,
  index: number,
  child: BoxFragment,
): LU {
  // Fragment offsets include relative positioning, the baselines don't.
  if (lastBaseline !== null && child.lastBaseline !== null) return lastBaseline - child.lastBaseline;
  if (!writingMode.vertical) return offsets[index * 2 + 1]!;
  const x = offsets[index * 2]!;
  return writingMode.blockReversed ? width - x - child.width : x;
}
