/** One job in a worker: when it has to be over, and the word to go on or to stop. */
import { CONTROL, type Word } from './control.ts';
import type { Job, Step } from './job.ts';

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
  private readonly overdue: () => void;
  private readonly say: (word: Word) => void;
  private timer: NodeJS.Timeout;
  private cancelled = false;
  private endedAt: number | null = null;
  /** Time that the worker stood still for the payment. */
  private heldMs = 0;
  private over = false;

  /** `say` reaches the worker that is about to get the job; `overdue` is called when it has to be ended. */
  constructor(job: Job, pay: (() => Promise<void>) | null, say: (word: Word) => void, overdue: () => void) {
    this.job = job;
    this.pay = pay;
    this.overdue = overdue;
    this.timer = setTimeout(overdue, BEGIN_MS);
    this.say = (word) => {
      // The next job's word is not this one's to write.
      if (!this.over) say(word);
    };
    this.say(pay === null ? CONTROL.go : CONTROL.hold);
  }

  /** How long the worker was at it, without what it waited for the payment. */
  get workedMs(): number {
    if (this.started === null) return 0;
    return Math.max(0, (this.endedAt ?? performance.now()) - this.started - this.heldMs);
  }

  /** What the worker says on its way. The job's time runs from its beginning. */
  onStep(step: Step): void {
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
