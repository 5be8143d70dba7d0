import { Piscina } from 'piscina';
import type { Config } from '../config.ts';
import { ownModule, threadArguments } from '../own-module.ts';
import { Gate, GateRefused } from './gate.ts';
import type { Job, JobResult, Report } from './job.ts';
import { JobRun } from './job-run.ts';

/** A render that gave no PDF for a reason of the pool's. */
export class PoolError extends Error {
  override readonly name = 'PoolError';
  readonly reason: 'overloaded' | 'timeout' | 'memory' | 'aborted' | 'crashed';

  constructor(reason: PoolError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A job's result and what it took. */
export interface Rendered {
  readonly result: JobResult;
  readonly queueMs: number;
  readonly renderMs: number;
}

/** What the application asks of the pool; tests may give another. */
export interface RenderPool {
  /**
   * Waits for a worker, then runs. `pay` is called once the document is known to refer to nothing external; nothing is laid out before it resolves,
   * and what it throws ends the job. @throws PoolError
   */
  run(kind: Job['kind'], html: string, signal: AbortSignal, pay?: () => Promise<void>): Promise<Rendered>;
  readonly waiting: number;
  readonly busy: number;
  /** Every worker has loaded the engine. */
  readonly ready: boolean;
  /** Workers that had to be replaced. */
  readonly restarts: number;
  close(): Promise<void>;
}

export type PoolConfig = Pick<
  Config,
  'workers' | 'workerMemoryMb' | 'queueLimit' | 'queueTimeoutMs' | 'renderTimeoutMs' | 'maxPages'
>;

/** Starts the workers and waits until all of them are warm. */
export async function startPool(config: PoolConfig): Promise<RenderPool> {
  const pool = new WorkerPool(config);
  await pool.warmUp();
  return pool;
}

/** A job's result; or a payment that is still to come, after which the job has to be begun again. */
type Outcome = { readonly result: JobResult; readonly started: number } | { readonly payment: Promise<void> };

class WorkerPool implements RenderPool {
  private readonly config: PoolConfig;
  private readonly piscina: Piscina<Job, JobResult>;
  private readonly gate: Gate;
  /** Workers that have loaded the engine and live. */
  private readonly alive = new Set<number>();
  /** What workers do, by the job's id. */
  private readonly runs = new Map<number, JobRun>();
  private lastJob = 0;
  private created = 0;
  /** Places whose worker died and has no replacement yet. */
  private held = 0;
  private warm = false;

  constructor(config: PoolConfig) {
    this.config = config;
    this.gate = new Gate(config.workers, config.queueLimit, config.queueTimeoutMs);
    const filename = ownModule('rendering/worker');
    this.piscina = new Piscina({
      filename,
      execArgv: threadArguments(filename),
      minThreads: config.workers,
      maxThreads: config.workers,
      concurrentTasksPerWorker: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: config.workerMemoryMb },
      recordTiming: false,
    });
    // A worker's death is told to the caller whose job it had; without a listener it would end the process.
    this.piscina.on('error', () => undefined);
    this.piscina.on('message', ({ job, step }: Report) => this.runs.get(job)?.onReport(step));
    this.piscina.on('workerCreate', ({ id }: { id: number }) => {
      this.alive.add(id);
      this.created++;
      if (this.held === 0) return;
      this.held--;
      this.gate.leave();
    });
    this.piscina.on('workerDestroy', ({ id }: { id: number }) => this.alive.delete(id));
  }

  get waiting(): number {
    return this.gate.waiting;
  }

  get busy(): number {
    return this.gate.busy - this.held;
  }

  get ready(): boolean {
    return this.warm && this.alive.size > 0;
  }

  get restarts(): number {
    return Math.max(0, this.created - this.config.workers);
  }

  async warmUp(): Promise<void> {
    await Promise.all(
      Array.from({ length: this.config.workers }, () =>
        this.piscina.run(new JobRun({ id: 0, kind: 'check', html: '', deadlineMs: 60_000, maxPages: 1 }, null).job),
      ),
    );
    this.warm = true;
  }

  async run(
    kind: Job['kind'],
    html: string,
    signal: AbortSignal,
    pay: (() => Promise<void>) | null = null,
  ): Promise<Rendered> {
    const arrived = performance.now();
    let outcome = await this.inPlace(kind, html, signal, pay);
    if ('payment' in outcome) {
      await outcome.payment;
      outcome = await this.inPlace(kind, html, signal, null);
    }
    if ('payment' in outcome) throw new Error('assertion failed: what is paid is not waited for');
    return {
      result: outcome.result,
      queueMs: outcome.started - arrived,
      renderMs: performance.now() - outcome.started,
    };
  }

  /** Waits for a place and runs in it. */
  private async inPlace(
    kind: Job['kind'],
    html: string,
    signal: AbortSignal,
    pay: (() => Promise<void>) | null,
  ): Promise<Outcome> {
    try {
      await this.gate.enter(signal);
    } catch (error) {
      throw error instanceof GateRefused ? refusal(error) : error;
    }
    try {
      return await this.inWorker(kind, html, signal, pay);
    } finally {
      this.leave();
    }
  }

  /** A place whose worker died stays taken until the replacement has loaded the engine. */
  private leave(): void {
    if (this.held < this.config.workers - this.alive.size) this.held++;
    else this.gate.leave();
  }

  private async inWorker(
    kind: Job['kind'],
    html: string,
    signal: AbortSignal,
    pay: (() => Promise<void>) | null,
  ): Promise<Outcome> {
    const { renderTimeoutMs, maxPages } = this.config;
    const run = new JobRun({ id: ++this.lastJob, kind, html, deadlineMs: renderTimeoutMs, maxPages }, pay);
    this.runs.set(run.job.id, run);
    const cancel = (): void => run.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    let result: JobResult | null = null;
    let failure: unknown = null;
    try {
      result = await this.piscina.run(run.job, { signal: run.overdue });
    } catch (error) {
      failure = error;
    } finally {
      run.end();
      signal.removeEventListener('abort', cancel);
      this.runs.delete(run.job.id);
    }
    // Whatever came of a job that was told to stop, the reason for that is the answer.
    if (signal.aborted) throw new PoolError('aborted', 'The caller went away.');
    if (run.payment.state === 'refused') throw run.payment.reason;
    if (run.payment.state === 'slow') return { payment: run.payment.promise };
    if (result) return { result, started: run.started ?? performance.now() };
    throw run.overdue.aborted ? overdueFailure(run, renderTimeoutMs) : workerFailure(failure);
  }

  async close(): Promise<void> {
    await this.piscina.destroy();
  }
}

function overdueFailure({ started }: JobRun, renderTimeoutMs: number): PoolError {
  return started === null
    ? new PoolError('overloaded', 'No worker was free in time.')
    : new PoolError('timeout', `Rendering took longer than ${renderTimeoutMs} ms.`);
}

function workerFailure(error: unknown): PoolError {
  const { code, message } = error as { code?: string; message: string };
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new PoolError('memory', 'The document needs more memory than a render may use.')
    : new PoolError('crashed', message);
}

function refusal(error: GateRefused): PoolError {
  if (error.reason === 'aborted') return new PoolError('aborted', 'The caller went away.');
  return new PoolError('overloaded', error.reason === 'full' ? 'The queue is full.' : 'No worker was free in time.');
}
