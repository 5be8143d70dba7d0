/** A job running in a worker: its deadlines and control words. */
import { CONTROL, type Word } from './control.ts';
import type { Job } from './job.ts';

/** Time after the engine's deadline or a cancellation until the worker is killed. */
const GRACE_MS = 1000;
/** Time limit for an idle worker to start a job. */
const BEGIN_MS = 10_000;

export class JobRun {
  readonly job: Job;
  /** Start time in the worker, on the clock of `performance`. */
  started: number | null = null;
  private readonly overdue: () => void;
  private readonly say: (word: Word) => void;
  private timer: NodeJS.Timeout;
  private cancelled = false;
  private endedAt: number | null = null;

  /** `say` sends a message to the job's worker. `overdue` is called when the worker must be killed. */
  constructor(job: Job, say: (word: Word) => void, overdue: () => void) {
    this.job = job;
    this.overdue = overdue;
    this.timer = setTimeout(overdue, BEGIN_MS);
    this.say = (word) => {
      // The worker may already run another job.
      if (this.endedAt === null) say(word);
    };
    this.say(CONTROL.go);
  }

  /** Returns the worker's time in milliseconds. */
  get workedMs(): number {
    return this.started === null ? 0 : Math.max(0, (this.endedAt ?? performance.now()) - this.started);
  }

  /** Starts the job's time limit, because a worker has begun with it. */
  begin(): void {
    this.started = performance.now();
    if (!this.cancelled) this.endWithin(this.job.deadlineMs + GRACE_MS);
  }

  /** Cancels the job. The engine stops soon and the worker stays alive. A worker that doesn't respond is killed. */
  cancel(): void {
    this.cancelled = true;
    this.say(CONTROL.cancelled);
    this.endWithin(GRACE_MS);
  }

  /** Marks the job as ended in its worker. */
  end(): void {
    this.endedAt = performance.now();
    clearTimeout(this.timer);
  }

  private endWithin(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.overdue, ms);
  }
}
