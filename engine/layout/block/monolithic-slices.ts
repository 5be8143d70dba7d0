/**
 * A monolithic box taller than its fragmentainer (css-break-3 §4.1): what sticks out is shown at the start of the next ones, cut like a picture. The fragment
 * is laid out once; its token carries it along, and each later fragmentainer shows it moved up by what has been shown.
 */
import type { Box } from '../../boxes/box.ts';
import { type LU, LU_PER_PX } from '../../units.ts';
import type { BlockFlow } from './block-flow.ts';
import { BlockBreakToken, BreakTokenFlag } from '../break-token.ts';
import type { LayoutResult } from '../contract.ts';

/** What the token of a box that is cut into slices carries. */
export class MonolithicSlices {
  readonly kind = 'slices';
  readonly result: LayoutResult;
  readonly inlineOffset: LU;
  /** How much of it earlier fragmentainers have shown. */
  readonly consumed: LU;

  constructor(result: LayoutResult, inlineOffset: LU, consumed: LU) {
    this.result = result;
    this.inlineOffset = inlineOffset;
    this.consumed = consumed;
  }

  equals(other: MonolithicSlices): boolean {
    return this.consumed === other.consumed && this.inlineOffset === other.inlineOffset;
  }
}

/**
 * The token for the rest of a child that has just been added and ends at `flow.position`; null when nothing of it is left. Only pages slice: in a
 * column it overflows.
 */
export function sliceMonolithic(
  flow: BlockFlow,
  child: Box,
  result: LayoutResult,
  inlineOffset: LU | null = null,
  consumed: LU = 0,
): BlockBreakToken | null {
  const { fragmentainer, builder } = flow;
  if (fragmentainer === null || fragmentainer.kind !== 'page') return null;
  const blockSize = result.fragment.blockSize(flow.mode);
  const start = flow.position - (blockSize - consumed);
  const place = flow.fragmentainerAt(flow.bfcBlockOffset + start);
  if (place === null || blockSize - consumed <= place.remaining) return null;
  const shown = Math.max(place.remaining, LU_PER_PX);
  const at = inlineOffset ?? builder.lastChildInlineOffset;
  const data = new MonolithicSlices(result, at, consumed + shown);
  flow.position = start + place.remaining;
  const flags = BreakTokenFlag.SeenAllChildren;
  return new BlockBreakToken(child, { consumedBlockSize: consumed + shown, sequence: 0, flags, data });
}
