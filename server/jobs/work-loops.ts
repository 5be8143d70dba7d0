/** Loops that take work from a queue until it is empty, and then look again from time to time. */

export interface WorkLoopsParts {
  /** The number of loops. */
  readonly count: number;
  /** Polling interval of an empty queue, in milliseconds. One loop polls for all. */
  readonly lookEveryMs: number;
  /** Does one piece of work. Returns false if nothing is left to do. */
  readonly work: (stopping: AbortSignal) => Promise<boolean>;
  /** Called if `work` fails, which ends with a pause. */
  readonly failed: (error: unknown) => void;
}

export class WorkLoops {
  private readonly parts: WorkLoopsParts;
  private readonly stopping = new AbortController();
  private readonly loops: Promise<void>[] = [];
  private readonly asleep: (() => void)[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(parts: WorkLoopsParts) {
    this.parts = parts;
  }

  start(): void {
    for (let i = 0; i < this.parts.count; i++) this.loops.push(this.run());
  }

  /** Whether all loops wait for the next poll, because nothing is due. */
  get idle(): boolean {
    return this.asleep.length === this.loops.length;
  }

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** Wakes one loop, because the queue has something for it. */
  wakeOne(): void {
    this.asleep.shift()?.();
  }

  wakeAll(): void {
    for (const wake of this.asleep.splice(0)) wake();
  }

  /** Takes no more work, and waits for running work. `work` receives the signal. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.wakeAll();
    await Promise.all(this.loops);
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        if (await this.parts.work(this.stopping.signal)) continue;
      } catch (error) {
        this.parts.failed(error);
      }
      await this.pause();
    }
  }

  private pause(): Promise<void> {
    if (this.isStopping) return Promise.resolve();
    return new Promise((resolve) => {
      this.asleep.push(resolve);
      this.lookLater();
    });
  }

  /** Schedules a poll by one of the idle loops. */
  private lookLater(): void {
    if (this.timer || this.asleep.length === 0) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      this.wakeOne();
    }, this.parts.lookEveryMs);
    this.timer.unref();
  }
}
