/** How good places to break are, and the way to one. */
import type { Box } from '../../boxes/box.ts';

/** How good a place to break is; a break happens at the best one that fits the most (css-break-3 §4.4). */
export const BreakAppeal = {
  /** Through a box that can't be split: only where every other way leads nowhere. */
  CutsThrough: -1,
  /** Where nothing allows it, to make progress. */
  LastResort: 0,
  ViolatesAvoid: 1,
  ViolatesOrphansAndWidows: 2,
  Perfect: 3,
} as const;
export type BreakAppeal = (typeof BreakAppeal)[keyof typeof BreakAppeal];

/** A path to a breakpoint: before this box (or line), inside these boxes. */
export interface EarlyBreak {
  readonly box: Box;
  /** Break inside at `inside`; null: before the box itself, or before line `line` of it. */
  readonly inside: EarlyBreak | null;
  /** Break before this line (counted from the box's first); -1: before the box. */
  readonly line: number;
  readonly appeal: BreakAppeal;
}
