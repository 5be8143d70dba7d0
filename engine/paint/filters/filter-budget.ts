/** How many samples a document's filtered groups may have: all of them together come to an end, and each gets its share. */
import type { Budget } from '../../budget.ts';

/** Of work: they are drawn, filtered and packed. */
const SAMPLES_PER_TICK = 16;
/** Of one group, and of a document: when these are used up, groups get coarser. */
const MAX_SAMPLES = 4_000_000;
const MAX_DOCUMENT_SAMPLES = 60_000_000;
const MIN_SAMPLES = 10_000;

export class FilterBudget {
  private readonly budget: Budget;
  private left = MAX_DOCUMENT_SAMPLES;

  /** `budget` pays for the work. */
  constructor(budget: Budget) {
    this.budget = budget;
  }

  /** How many samples the next group may have. */
  take(wanted: number): number {
    // A twelfth of what is left, so that it never ends.
    const granted = Math.min(wanted, Math.max(MIN_SAMPLES, Math.min(MAX_SAMPLES, this.left / 12)));
    this.left = Math.max(0, this.left - granted);
    this.budget.tickBy(granted / SAMPLES_PER_TICK);
    return granted;
  }
}
