import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { Config } from '../config.ts';
import { Gate, GateRefused } from './gate.ts';
import type { Job, JobResult } from './job.ts';

/** How much longer than the engine's own deadline a worker is left alone. */
const GRACE_MS = 1000;

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
  /** Waits for a worker, then runs. @throws PoolError */
  run(kind: Job['kind'], html: string, signal: AbortSignal): Promise<Rendered>;
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

class WorkerPool implements RenderPool {
  private readonly config: PoolConfig;
  private readonly piscina: Piscina<Job, JobResult>;
  private readonly gate: Gate;
  private warm = false;
  restarts = 0;

  constructor(config: PoolConfig) {
    this.config = config;
    this.gate = new Gate(config.workers, config.queueLimit, config.queueTimeoutMs);
    this.piscina = new Piscina({
      filename: workerFile(),
      minThreads: config.workers,
      maxThreads: config.workers,
      concurrentTasksPerWorker: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: config.workerMemoryMb },
      recordTiming: false,
    });
    // A worker's death is told to the caller whose job it had; without a listener it would end the process.
    this.piscina.on('error', () => undefined);
  }

  get waiting(): number {
    return this.gate.waiting;
  }

  get busy(): number {
    return this.gate.busy;
  }

  get ready(): boolean {
    return this.warm;
  }

  async warmUp(): Promise<void> {
    const job: Job = { kind: 'references', html: '', deadlineMs: 60_000, maxPages: 1 };
    await Promise.all(Array.from({ length: this.config.workers }, () => this.piscina.run(job)));
    this.warm = true;
  }

  async run(kind: Job['kind'], html: string, signal: AbortSignal): Promise<Rendered> {
    const arrived = performance.now();
    try {
      await this.gate.enter(signal);
    } catch (error) {
      throw error instanceof GateRefused ? refusal(error) : error;
    }
    const started = performance.now();
    try {
      const result = await this.runInWorker(kind, html, signal);
      return { result, queueMs: started - arrived, renderMs: performance.now() - started };
    } finally {
      this.gate.leave();
    }
  }

  private async runInWorker(kind: Job['kind'], html: string, signal: AbortSignal): Promise<JobResult> {
    const { renderTimeoutMs, maxPages } = this.config;
    const overdue = AbortSignal.timeout(renderTimeoutMs + GRACE_MS);
    try {
      const job: Job = { kind, html, deadlineMs: renderTimeoutMs, maxPages };
      return await this.piscina.run(job, { signal: AbortSignal.any([signal, overdue]) });
    } catch (error) {
      this.restarts++;
      if (signal.aborted) throw new PoolError('aborted', 'The caller went away.');
      if (overdue.aborted) throw new PoolError('timeout', `Rendering took longer than ${renderTimeoutMs} ms.`);
      const { code, message } = error as { code?: string; message: string };
      if (code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new PoolError('memory', 'The document needs more memory than a render may use.');
      throw new PoolError('crashed', message);
    }
  }

  async close(): Promise<void> {
    await this.piscina.destroy();
  }
}

function refusal(error: GateRefused): PoolError {
  if (error.reason === 'aborted') return new PoolError('aborted', 'The caller went away.');
  return new PoolError('overloaded', error.reason === 'full' ? 'The queue is full.' : 'No worker was free in time.');
}

/** The worker: beside this module as TypeScript or compiled, or where the bundle has it. */
function workerFile(): string {
  const places = ['./worker.js', './worker.ts', '../server/rendering/worker.js'];
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((file) => existsSync(file));
  if (found === undefined) throw new Error('assertion failed: the worker lies beside the pool');
  return found;
}
