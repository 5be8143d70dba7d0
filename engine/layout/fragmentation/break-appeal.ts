/** The appeal of break opportunities, and paths to them. */
import type { Box } from '../../boxes/box.ts';
import type { LU } from '../../units.ts';

/**
 * The appeal of a break opportunity. A fragment breaks at the most appealing one that fits the most content
 * (css-break-3 §4.4).
 */
export const BreakAppeal = {
  /** Slices a monolithic box. Used only if every other option fails. */
  CutsThrough: -1,
  /** A break at a disallowed place to guarantee progress. */
  LastResort: 0,
  ViolatesAvoid: 1,
  ViolatesOrphansAndWidows: 2,
  Perfect: 3,
} as const;
export type BreakAppeal = (typeof BreakAppeal)[keyof typeof BreakAppeal];

/** A path to a breakpoint: before this box or line, inside these boxes. */
export interface EarlyBreak {
  readonly box: Box;
  /** The path inside the box. Null means to break before the box, or before line `line` of it. */
  readonly inside: EarlyBreak | null;
  /** The line to break before, counted from the box's first line, or -1 to break before the box. */
  readonly line: number;
  readonly appeal: BreakAppeal;
  /** Its position in its fragmentainer; INDEFINITE if it isn't known. */
  readonly offset: LU;
}
