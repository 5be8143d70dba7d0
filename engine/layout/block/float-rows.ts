/**
 * Keeps floats together that are next to each other without any other content. If one of them moves to the next
 * fragmentainer, so do those before it in the same row, like boxes in a line.
 */
import type { Box } from '../../boxes/box.ts';
import { rowThatMovesOn } from '../inline/float-row.ts';
import type { PlacedFloat } from '../inline/inline-contract.ts';
import type { BlockFlow } from './block-flow.ts';
import { BreakAppeal } from '../fragmentation/break-appeal.ts';
import { commitFloat, deferFloat, placeFloat } from './floats.ts';

/** Returns the number of consecutive floats from `start` without other content next to them, if there are several. */
export function bareRun(children: readonly Box[], start: number): number {
  let end = start;
  while (end < children.length && children[end]!.isFloat) end++;
  const next = children[end];
  return end - start > 1 && (next === undefined || next.style.box.clear !== 'none') ? end - start : 0;
}

/** Adds floats without other content next to them. */
export function addFloatRun(flow: BlockFlow, floats: readonly Box[]): void {
  const place = (all: readonly Box[], from: PlacedFloat[], isDeferred: boolean): PlacedFloat[] => {
    const placed = from;
    let exclusions = placed.at(-1)?.exclusions ?? flow.exclusions;
    for (const box of all) {
      const one = (isDeferred ? deferFloat : placeFloat)(flow, box, flow.bfcNext, exclusions, null);
      exclusions = one.exclusions;
      placed.push(one);
    }
    return placed;
  };
  let placed = place(floats, [], false);
  const first = flow.fragmentainer === null ? -1 : rowThatMovesOn(placed, flow.mode);
  if (first >= 0) placed = place(floats.slice(first), placed.slice(0, first), true);
  // A box that would be empty here moves with them.
  if (first === 0 && !flow.hasContent) flow.builder.breaks.take(BreakAppeal.LastResort, false);
  for (const one of placed) commitFloat(flow, one);
}
