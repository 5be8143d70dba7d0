/** Which lanes items take, and where in them (css-grid-3, "Grid Lanes Layout and Placement Algorithm"). LU along the lanes, from their start. */
import type { Budget } from '../../budget.ts';
import type { LU } from '../../units.ts';
import type { LineRange } from './grid-placement.ts';

export class LanePlacer {
  /** Running positions, in the order in which lanes are filled. */
  private readonly positions: LU[];
  /** The auto-placement cursor: the lane whose turn it is. */
  private cursor = 0;
  private readonly tolerance: number;
  private readonly reversed: boolean;
  private readonly budget: Budget;

  /** `tolerance`: LU, or Infinity; `reversed`: the last of the `count` lanes comes first. */
  constructor(count: number, tolerance: number, reversed: boolean, budget: Budget) {
    this.positions = new Array<LU>(count).fill(0);
    this.tolerance = tolerance;
    this.reversed = reversed;
    this.budget = budget;
  }

  /** The lanes of an item that may lie anywhere: those nearest to the start, as far as they differ, and first those whose turn it is. */
  choose(span: number): LineRange {
    const starts = this.furthestOfEach(span);
    const most = starts.reduce((least, start) => Math.min(least, start), Infinity) + this.tolerance;
    let chosen = starts.findIndex((start, lane) => lane >= this.cursor && start <= most);
    if (chosen < 0) chosen = starts.findIndex((start) => start <= most);
    const end = chosen + span;
    this.cursor = end === this.positions.length ? 0 : end;
    return this.turned({ start: chosen, end });
  }

  /** Where an item in these lanes begins. */
  startOf(range: LineRange): LU {
    const { start, end } = this.turned(range);
    return this.furthest(start, end);
  }

  /** What comes next in these lanes begins there. */
  fill(range: LineRange, position: LU): void {
    const { start, end } = this.turned(range);
    this.positions.fill(position, start, end);
  }

  /** The furthest running position of each `span` lanes beside each other, by their first; each lane is looked at once, however many an item takes. */
  private furthestOfEach(span: number): LU[] {
    const { positions } = this;
    this.budget.tickBy(positions.length);
    const furthest: LU[] = [];
    // Lanes that may be the furthest of lanes to come: each is further on than those behind it.
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

  /** Between the order of lines and that of filling. */
  private turned({ start, end }: LineRange): LineRange {
    const count = this.positions.length;
    return this.reversed ? { start: count - end, end: count - start } : { start, end };
  }
}
