/** The input of track sizing. */
import type { Budget } from '../../budget.ts';
import type { LU } from '../../units.ts';
import type { GridTrack } from './grid-track.ts';

/** The available space: definite, or an intrinsic constraint. */
export type SizingConstraint = 'definite' | 'min-content' | 'max-content';

/** An item along the axis being sized. Contributions refer to its margin box. */
export interface TrackItem {
  readonly start: number;
  readonly end: number;
  minContentContribution(): LU;
  maxContentContribution(): LU;
  /**
   * Returns the minimum contribution (§12.5). `spansFlexible` and the limit of fixed maxima affect automatic minimums.
   */
  minimumContribution(limit: LU, spansAutoMin: boolean, spansFlexible: boolean): LU;
}

export interface TrackSizingInput {
  readonly tracks: readonly GridTrack[];
  readonly items: readonly TrackItem[];
  readonly constraint: SizingConstraint;
  /** Content-box size of the container in the axis, or INDEFINITE under an intrinsic constraint. */
  readonly available: LU;
  /** The container's minimum and maximum content-box size, for flexible tracks and for maximizing under max-content. */
  readonly minimum: LU;
  readonly maximum: LU;
  readonly gap: LU;
  /** Whether auto tracks stretch into the free space (`normal` or `stretch` content alignment). */
  readonly stretches: boolean;
  readonly budget: Budget;
}

/** Whether an item spans a flexible track. */
export function spansFlexible(tracks: readonly GridTrack[], item: TrackItem): boolean {
  for (let t = item.start; t < item.end; t++) if (tracks[t]!.isFlexible) return true;
  return false;
}
