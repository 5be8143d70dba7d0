/** Adds up the time that a render spends in each stage. */
export class StageTimes {
  private readonly times: Record<string, number> = {};
  private stage: string | null = null;
  private since = 0;

  /** Ends the current stage and begins another, or the same one. */
  enter(stage: string | null): void {
    const now = performance.now();
    if (this.stage !== null) this.times[this.stage] = (this.times[this.stage] ?? 0) + now - this.since;
    this.stage = stage;
    this.since = now;
  }

  /** Ends the last stage. Returns the milliseconds of each. */
  end(): Readonly<Record<string, number>> {
    this.enter(null);
    return this.times;
  }
}
