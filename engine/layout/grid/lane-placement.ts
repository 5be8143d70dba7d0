/**
 * Assigns items to lanes and positions them (css-grid-3, "Grid Lanes Layout and Placement Algorithm"). Positions are LU
 * along the lanes, from their start.
 */
import type { Budget } from '../../budget.ts';
import type { LU } from '../../units.ts';
import type { LineRange } from './grid-placement.ts';

export class LanePlacer {
  /** Running positions, in filling order. */
  private readonly positions: LU[];
  /** The auto-placement cursor: the next lane to fill. */
  private cursor = 0;
  private readonly tolerance: number;
  private readonly reversed: boolean;
  private readonly budget: Budget;

  /** `tolerance` is in LU, or Infinity. `reversed` starts with the last of the `count` lanes. */
  constructor(count: number, tolerance: number, reversed: boolean, budget: Budget) {
    this.positions = new Array<LU>(count).fill(0);
    this.tolerance = tolerance;
    this.reversed = reversed;
    this.budget = budget;
  }

  /**
   * Returns the lanes of an auto-placed item: those closest to the start within the tolerance, starting at the cursor.
   */
  choose(span: number): LineRange {
    const starts = this.furthestOfEach(span);
    const most = starts.reduce((least, start) => Math.min(least, start), Infinity) + this.tolerance;
    let chosen = starts.findIndex((start, lane) => lane >= this.cursor && start <= most);
    if (chosen < 0) chosen = starts.findIndex((start) => start <= most);
    const end = chosen + span;
    this.cursor = end === this.positions.length ? 0 : end;
    return this.turned({ start: chosen, end });
  }

  /** Returns where an item in these lanes begins. */
  startOf(range: LineRange): LU {
    const { start, end } = this.turned(range);
    return this.furthest(start, end);
  }

  /** Sets the running position of these lanes. */
  fill(range: LineRange, position: LU): void {
    const { start, end } = this.turned(range);
    this.positions.fill(position, start, end);
  }

  /**
   * Returns the furthest running position of every `span` adjacent lanes, indexed by the first lane. Takes linear time
   * regardless of the span.
   */
  private furthestOfEach(span: number): LU[] {
    const { positions } = this;
    this.budget.tickBy(positions.length);
    const furthest: LU[] = [];
    // Lanes that can still be the furthest of an upcoming range. Their positions decrease from front to back.
    const candidates: number[] = [];
    let first = 0;
    for (let lane = 0; lane < positions.length; lane++) {
      while (candidates.length > first && positions[candidates.at(-1)!]! <= positions[lane]!) candidates.pop();
      candidates.push(lane);
      const start = lane - span + 1;
      if (candidates[first]! < start) first++;
      if (start >= 0) furthest.push(positions[candidates[first]!]!);
    }
    return furthest;
  }

  private furthest(start: number, end: number): LU {
    let furthest = this.positions[start]!;
    for (let lane = start; lane < end; lane++) {
      this.budget.tick();
      furthest = Math.max(furthest, this.positions[lane]!);
    }
    return furthest;
  }

  /** Converts between line order and filling order. */
  private turned({ start, end }: LineRange): LineRange {
    const count = this.positions.length;
    return this.reversed ? { start: count - end, end: count - start } : { start, end };
  }
}
