/** What the sizing of tracks asks its caller. */
import type { Budget } from '../../budget.ts';
import type { LU } from '../../units.ts';
import type { GridTrack } from './grid-track.ts';

/** How much room the container gives: a definite size, or one of the intrinsic constraints. */
export type SizingConstraint = 'definite' | 'min-content' | 'max-content';

/** An item along the axis being sized; contributions are of its margin box. */
export interface TrackItem {
  readonly start: number;
  readonly end: number;
  minContentContribution(): LU;
  maxContentContribution(): LU;
  /** §12.5: the smallest size that it must have; `spansFlexible` and the limit of fixed maxima decide about automatic minimums. */
  minimumContribution(limit: LU, spansAutoMin: boolean, spansFlexible: boolean): LU;
}

export interface TrackSizingInput {
  readonly tracks: readonly GridTrack[];
  readonly items: readonly TrackItem[];
  readonly constraint: SizingConstraint;
  /** Content-box size of the container in the axis; INDEFINITE unless the constraint is definite. */
  readonly available: LU;
  /** The container's own minimum and maximum content-box size, for flexible tracks and maximizing under max-content. */
  readonly minimum: LU;
  readonly maximum: LU;
  readonly gap: LU;
  /** `normal` or `stretch` content alignment: auto tracks take what is left. */
  readonly stretches: boolean;
  readonly budget: Budget;
}

/** Is there a flexible track among those of an item? */
export function spansFlexible(tracks: readonly GridTrack[], item: TrackItem): boolean {
  for (let t = item.start; t < item.end; t++) if (tracks[t]!.isFlexible) return true;
  return false;
}
