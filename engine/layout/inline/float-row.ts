/** Rows of floats: those next to each other without any other content. */
import type { WritingMode } from '../contract/geometry.ts';
import type { PlacedFloat } from './inline-contract.ts';

/** Returns the index of the first float of a row that starts here but must move together with a later one, or -1. */
export function rowThatMovesOn(floats: readonly PlacedFloat[], mode: WritingMode): number {
  const moved = floats.findIndex(({ fragment }) => fragment === null);
  if (moved <= 0) return -1;
  const top = floats[moved]!.blockOffset;
  let first = moved;
  while (first > 0) {
    const { fragment, breakToken, blockOffset } = floats[first - 1]!;
    if (fragment === null || blockOffset + fragment.blockSize(mode) <= top) break;
    if (breakToken !== null) return -1;
    first--;
  }
  return first < moved ? first : -1;
}
