import { ControlFile } from './control.ts';
import { WorkerProcess, type WorkerSettings } from './worker-process.ts';

export interface ProcessLimits extends WorkerSettings {
  /** Limit on busy processes. */
  readonly workers: number;
}

/** Extra idle processes, so that a replacement is available at once. */
const SPARES = 1;
/**
 * A process is replaced after this many jobs, or if its idle memory has grown this much. Replacement is expensive: the
 * first hundred documents take four times as long, and full speed takes a thousand.
 */
const MOST_JOBS = 20_000;
const MOST_KEPT_MB = 256;
const LOOK_EVERY_MS = 20;
/** Delay between attempts to start processes that die before they are ready. */
const RETRY_MS = 500;
const MOST_RETRY_MS = 30_000;

/** The rendering processes and their spares. Watches their memory, and replaces dead and old ones. */
export class Processes {
  private readonly limits: ProcessLimits;
  private readonly control = new ControlFile();
  private readonly all = new Set<WorkerProcess>();
  /** Idle processes as a stack: the last one used is the warmest. */
  private readonly idle: WorkerProcess[] = [];
  private readonly busy = new Set<WorkerProcess>();
  private readonly waiting: ((worker: WorkerProcess) => void)[] = [];
  private readonly watch: NodeJS.Timeout;
  private retryMs = RETRY_MS;
  private closed = false;
  /** Number of processes that died unexpectedly. */
  deaths = 0;

  constructor(limits: ProcessLimits) {
    this.limits = limits;
    this.watch = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.watch.unref();
  }

  /** Starts the processes. Resolves when all are ready. @throws WorkerEnded if one can't be started */
  async start(): Promise<void> {
    this.fill();
    await Promise.all([...this.all].map(({ ready }) => ready));
  }

  /** Number of processes that have loaded the engine. */
  get loaded(): number {
    return this.idle.length + this.busy.size;
  }

  /**
   * Takes an idle process, waiting for one if necessary. It must be returned. null: the wait timed out, or the signal
   * ended it.
   */
  async take(mostMs: number, signal: AbortSignal): Promise<WorkerProcess | null> {
    const worker = this.idle.pop() ?? (await this.nextLoaded(mostMs, signal));
    if (worker) this.busy.add(worker);
    return worker;
  }

  private nextLoaded(mostMs: number, signal: AbortSignal): Promise<WorkerProcess | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const end = (worker: WorkerProcess | null): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        resolve(worker);
      };
      const giveUp = (): void => {
        this.waiting.splice(this.waiting.indexOf(end), 1);
        end(null);
      };
      const timer = setTimeout(giveUp, mostMs);
      signal.addEventListener('abort', giveUp);
      this.waiting.push(end);
    });
  }

  give(worker: WorkerProcess): void {
    this.busy.delete(worker);
    if (!worker.alive) return;
    const hasAged = worker.jobs >= MOST_JOBS || worker.residentMb - worker.restingMb > MOST_KEPT_MB;
    if (hasAged) worker.retire();
    else this.offer(worker);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    clearInterval(this.watch);
    const all = [...this.all];
    for (const worker of all) worker.kill();
    await Promise.all(all.map(({ ended }) => ended));
    this.control.close();
  }

  /** Starts missing processes. */
  private fill(): void {
    while (!this.closed && this.all.size < this.limits.workers + SPARES) this.begin();
  }

  private begin(): void {
    const worker = new WorkerProcess(this.control, this.limits);
    this.all.add(worker);
    let isLoaded = false;
    worker.ready.then(
      () => {
        isLoaded = true;
        this.retryMs = RETRY_MS;
        this.offer(worker);
      },
      (error: Error) => {
        if (!this.closed) this.limits.warn(error.message);
      },
    );
    void worker.ended.then(() => this.lost(worker, isLoaded));
  }

  private offer(worker: WorkerProcess): void {
    const next = this.waiting.shift();
    if (next) next(worker);
    else this.idle.push(worker);
  }

  private lost(worker: WorkerProcess, wasLoaded: boolean): void {
    this.all.delete(worker);
    const place = this.idle.indexOf(worker);
    if (place >= 0) this.idle.splice(place, 1);
    if (this.closed) return;
    if (!worker.retired) this.deaths++;
    if (wasLoaded) this.fill();
    else {
      setTimeout(() => this.fill(), this.retryMs).unref();
      this.retryMs = Math.min(this.retryMs * 2, MOST_RETRY_MS);
    }
  }

  /** Kills processes above the memory limit. */
  private look(): void {
    for (const worker of this.busy)
      if (worker.measure() - worker.restingMb > this.limits.memoryMb) worker.kill('memory');
  }
}
