/** One job in a worker: when it has to be over, and the word to go on or to stop. */
import { CONTROL, type Job, type Report } from './job.ts';

/** How much longer than the engine's own deadline, or than being told to stop, a worker is left alone. */
const GRACE_MS = 1000;
/** How long a worker that is free may take to begin a job. */
const BEGIN_MS = 10_000;
/** How long a worker waits for a payment before others get it: many times what a store takes that is well. */
const HOLD_MS = 100;

/** What has become of a job's payment: a store that is slow to answer must not hold a worker. */
export type Payment =
  | { readonly state: 'settled' }
  | { readonly state: 'refused'; readonly reason: unknown }
  | { readonly state: 'slow'; readonly promise: Promise<void> };

export class JobRun {
  readonly job: Job;
  /** When a worker began it, on the clock of `performance`. */
  started: number | null = null;
  payment: Payment = { state: 'settled' };
  private readonly pay: (() => Promise<void>) | null;
  private readonly overdueController = new AbortController();
  private timer = setTimeout(() => this.overdueController.abort(), BEGIN_MS);
  private cancelled = false;

  constructor(job: Omit<Job, 'control'>, pay: (() => Promise<void>) | null) {
    this.pay = pay;
    const control = new Int32Array(new SharedArrayBuffer(4)).fill(pay === null ? CONTROL.go : CONTROL.hold);
    this.job = { ...job, control };
  }

  /** Aborted when the worker has to be ended. */
  get overdue(): AbortSignal {
    return this.overdueController.signal;
  }

  /** What the worker says on its way. The job's time runs from its beginning. */
  onReport(step: Report['step']): void {
    if (step === 'holding') void this.settle();
    else {
      this.started = performance.now();
      if (!this.cancelled) this.endWithin(this.job.deadlineMs + GRACE_MS);
    }
  }

  /** Told to stop, the engine gives up soon and its worker lives on; a worker that doesn't is ended. */
  cancel(): void {
    this.cancelled = true;
    this.say(CONTROL.cancelled);
    this.endWithin(GRACE_MS);
  }

  /** The worker has nothing to do with it any more. */
  end(): void {
    clearTimeout(this.timer);
  }

  private async settle(): Promise<void> {
    const promise = this.pay?.() ?? Promise.resolve();
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
    if (this.cancelled) return;
    if (this.payment.state === 'settled') this.say(CONTROL.go);
    else this.cancel();
  }

  /** Writes the job's shared number, and wakes the worker if it waits for it. */
  private say(word: number): void {
    Atomics.store(this.job.control, 0, word);
    Atomics.notify(this.job.control, 0);
  }

  private endWithin(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.overdueController.abort(), ms);
  }
}
