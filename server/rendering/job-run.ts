/** A job running in a worker: its deadlines and control words. */
import { CONTROL, type Word } from './control.ts';
import type { Job, Step } from './job.ts';

/** Time after the engine's deadline or a cancellation until the worker is killed. */
const GRACE_MS = 1000;
/** Time limit for an idle worker to start a job. */
const BEGIN_MS = 10_000;
/** How long a worker pauses for a payment before it serves other jobs. A healthy store needs a fraction of it. */
const HOLD_MS = 100;

/** State of a job's payment. A slow store must not block a worker. */
export type Payment =
  | { readonly state: 'settled' }
  | { readonly state: 'refused'; readonly reason: unknown }
  | { readonly state: 'slow'; readonly promise: Promise<void> };

export class JobRun {
  readonly job: Job;
  /** Start time in the worker, on the clock of `performance`. */
  started: number | null = null;
  payment: Payment = { state: 'settled' };
  private readonly pay: (() => Promise<void>) | null;
  private readonly overdue: () => void;
  private readonly say: (word: Word) => void;
  private timer: NodeJS.Timeout;
  private cancelled = false;
  private endedAt: number | null = null;
  /** Time for which the worker was paused for the payment. */
  private heldMs = 0;
  private over = false;

  /** `say` sends a word to the job's worker. `overdue` is called when the worker must be killed. */
  constructor(job: Job, pay: (() => Promise<void>) | null, say: (word: Word) => void, overdue: () => void) {
    this.job = job;
    this.pay = pay;
    this.overdue = overdue;
    this.timer = setTimeout(overdue, BEGIN_MS);
    this.say = (word) => {
      // The worker may already run another job.
      if (!this.over) say(word);
    };
    this.say(pay === null ? CONTROL.go : CONTROL.hold);
  }

  /** Returns the worker's time without pauses, in milliseconds. */
  get workedMs(): number {
    if (this.started === null) return 0;
    return Math.max(0, (this.endedAt ?? performance.now()) - this.started - this.heldMs);
  }

  /** Handles a progress message. The first one starts the job's time limit. */
  onStep(step: Step): void {
    if (step === 'holding') void this.settle();
    else {
      this.started = performance.now();
      if (!this.cancelled) this.endWithin(this.job.deadlineMs + GRACE_MS);
    }
  }

  /** Cancels the job. The engine stops soon and the worker stays alive. A worker that doesn't respond is killed. */
  cancel(): void {
    this.cancelled = true;
    this.say(CONTROL.cancelled);
    this.endWithin(GRACE_MS);
  }

  /** Marks the job as ended in its worker. */
  end(): void {
    this.over = true;
    this.endedAt = performance.now();
    clearTimeout(this.timer);
  }

  private async settle(): Promise<void> {
    if (this.pay === null) return;
    const begun = performance.now();
    const promise = this.pay();
    let timer: NodeJS.Timeout | undefined;
    const slow = new Promise<Payment>((resolve) => {
      timer = setTimeout(() => resolve({ state: 'slow', promise }), HOLD_MS);
    });
    const paid = promise.then(
      (): Payment => ({ state: 'settled' }),
      (reason: unknown): Payment => ({ state: 'refused', reason }),
    );
    this.payment = await Promise.race([paid, slow]);
    clearTimeout(timer);
    this.heldMs = performance.now() - begun;
    if (this.cancelled) return;
    if (this.payment.state === 'settled') this.say(CONTROL.go);
    else this.cancel();
  }

  private endWithin(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.overdue, ms);
  }
}
