/** Static positions of absolutely positioned children of block containers. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';
import { writingModeOf } from '../sizing/box-edges.ts';
import { alignLine } from '../inline/line-align.ts';
import { firstLineIndent } from '../inline/line-maker.ts';
import { isInlineLevelOutOfFlow } from '../inline/inline-containers.ts';
import { staticBlockAlignment } from '../alignment/alignment.ts';
import type { BlockFlow } from './block-flow.ts';

/**
 * Adds an absolutely positioned child at its static position (css-position-3 §4.1). An inline-level child goes into a
 * hypothetical empty line, which is next to floats, indented and aligned like text.
 */
export function addOutOfFlow(flow: BlockFlow, child: Box, block: LU): void {
  const start = flow.edges.inlineStart;
  if (isInlineLevelOutOfFlow(child)) {
    flow.builder.addOutOfFlow(child, start + emptyLineOffset(flow), block);
    return;
  }
  const { edges, inlineOffset } = staticBlockAlignment(
    child.style,
    writingModeOf(child.style),
    flow.box.style,
    flow.mode,
    flow.contentInlineSize,
  );
  flow.builder.addOutOfFlow(child, start + inlineOffset, block, edges);
}

function emptyLineOffset(flow: BlockFlow): LU {
  const rtl = flow.mode.inlineReversed;
  const room = flow.exclusions.roomAt(flow.bfcContentStart, flow.bfcContentEnd, flow.bfcNext, 0, 'shapes');
  const available = Math.max(0, room.inlineEnd - room.inlineStart);
  const indent = firstLineIndent(flow.box, 0, false, flow.contentInlineSize);
  const { left } = alignLine(flow.box.style, rtl, { available, indent }, true, 0);
  return room.inlineStart - flow.bfcContentStart + (rtl ? available - left : left);
}
