import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import type { Config } from '../config.ts';
import { Gate, GateRefused } from './gate.ts';
import { CONTROL, type Job, type JobResult, type Report } from './job.ts';

/** How much longer than the engine's own deadline, or than being told to stop, a worker is left alone. */
const GRACE_MS = 1000;
/** How long a worker that is free may take to begin a job. */
const BEGIN_MS = 10_000;

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

class WorkerPool implements RenderPool {
  private readonly config: PoolConfig;
  private readonly piscina: Piscina<Job, JobResult>;
  private readonly gate: Gate;
  /** Workers that have loaded the engine and live. */
  private readonly alive = new Set<number>();
  /** Called when a worker says how far it is with a job. */
  private readonly reports = new Map<number, (step: Report['step']) => void>();
  private lastJob = 0;
  private created = 0;
  /** Places whose worker died and has no replacement yet. */
  private held = 0;
  private warm = false;

  constructor(config: PoolConfig) {
    this.config = config;
    this.gate = new Gate(config.workers, config.queueLimit, config.queueTimeoutMs);
    const filename = workerFile();
    this.piscina = new Piscina({
      filename,
      ...(filename.endsWith('.ts') ? { execArgv: typescriptLoader() } : {}),
      minThreads: config.workers,
      maxThreads: config.workers,
      concurrentTasksPerWorker: 1,
      idleTimeout: Number.POSITIVE_INFINITY,
      resourceLimits: { maxOldGenerationSizeMb: config.workerMemoryMb },
      recordTiming: false,
    });
    // A worker's death is told to the caller whose job it had; without a listener it would end the process.
    this.piscina.on('error', () => undefined);
    this.piscina.on('message', ({ job, step }: Report) => this.reports.get(job)?.(step));
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
    const job: Job = { id: 0, kind: 'check', html: '', deadlineMs: 60_000, maxPages: 1, control: control(CONTROL.go) };
    await Promise.all(Array.from({ length: this.config.workers }, () => this.piscina.run(job)));
    this.warm = true;
  }

  async run(
    kind: Job['kind'],
    html: string,
    signal: AbortSignal,
    pay: (() => Promise<void>) | null = null,
  ): Promise<Rendered> {
    const arrived = performance.now();
    try {
      await this.gate.enter(signal);
    } catch (error) {
      throw error instanceof GateRefused ? refusal(error) : error;
    }
    try {
      const { result, started } = await this.runInWorker(kind, html, signal, pay);
      return { result, queueMs: started - arrived, renderMs: performance.now() - started };
    } finally {
      this.leave();
    }
  }

  /** A place whose worker died stays taken until the replacement has loaded the engine. */
  private leave(): void {
    if (this.held < this.config.workers - this.alive.size) this.held++;
    else this.gate.leave();
  }

  /** The job's time runs from the moment at which a worker has begun it. */
  private async runInWorker(
    kind: Job['kind'],
    html: string,
    signal: AbortSignal,
    pay: (() => Promise<void>) | null,
  ): Promise<{ result: JobResult; started: number }> {
    const { renderTimeoutMs, maxPages } = this.config;
    const shared = control(pay === null ? CONTROL.go : CONTROL.hold);
    const job: Job = { id: ++this.lastJob, kind, html, deadlineMs: renderTimeoutMs, maxPages, control: shared };
    const clock = new JobClock();
    let unpaid: { readonly reason: unknown } | null = null;
    // Told to stop, the engine gives up soon and its worker lives on; a worker that doesn't is ended.
    const cancel = (): void => {
      say(shared, CONTROL.cancelled);
      clock.endWithin(GRACE_MS);
    };
    const settle = async (): Promise<void> => {
      try {
        await pay?.();
        if (!signal.aborted) say(shared, CONTROL.go);
      } catch (reason) {
        unpaid = { reason };
        cancel();
      }
    };
    this.reports.set(job.id, (step) => {
      if (step === 'holding') void settle();
      else if (!signal.aborted) clock.begin(renderTimeoutMs + GRACE_MS);
    });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const result = await this.piscina.run(job, { signal: clock.overdue });
      throwIfCancelled(signal, unpaid);
      return { result, started: clock.started ?? performance.now() };
    } catch (error) {
      throwIfCancelled(signal, unpaid);
      throw clock.overdue.aborted ? clock.failure(renderTimeoutMs) : workerFailure(error);
    } finally {
      clock.stop();
      signal.removeEventListener('abort', cancel);
      this.reports.delete(job.id);
    }
  }

  async close(): Promise<void> {
    await this.piscina.destroy();
  }
}

/** When a job has to be over. */
class JobClock {
  started: number | null = null;
  private readonly controller = new AbortController();
  private timer = setTimeout(() => this.controller.abort(), BEGIN_MS);

  get overdue(): AbortSignal {
    return this.controller.signal;
  }

  begin(ms: number): void {
    this.started = performance.now();
    this.endWithin(ms);
  }

  endWithin(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.controller.abort(), ms);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  /** Why a job that is overdue gave nothing. */
  failure(renderTimeoutMs: number): PoolError {
    if (this.started === null) return new PoolError('overloaded', 'No worker was free in time.');
    return new PoolError('timeout', `Rendering took longer than ${renderTimeoutMs} ms.`);
  }
}

/** Memory that a job's worker shares with the pool. */
function control(value: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4)).fill(value);
}

/** Writes a job's shared number, and wakes the worker if it waits for it. */
function say(shared: Int32Array, value: number): void {
  Atomics.store(shared, 0, value);
  Atomics.notify(shared, 0);
}

/** Whatever came of a job that was told to stop, the reason for that is the answer. */
function throwIfCancelled(signal: AbortSignal, unpaid: { readonly reason: unknown } | null): void {
  if (signal.aborted) throw new PoolError('aborted', 'The caller went away.');
  if (unpaid) throw unpaid.reason;
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

/** The worker: beside this module as TypeScript or compiled, or where the bundle has it. */
function workerFile(): string {
  const places = ['./worker.js', './worker.ts', '../server/rendering/worker.js'];
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((file) => existsSync(file));
  if (found === undefined) throw new Error('assertion failed: the worker lies beside the pool');
  return found;
}

/** Threads don't inherit the loader of TypeScript, and its own `--import` does nothing off the main thread: it is registered by hand. */
function typescriptLoader(): string[] {
  const api = pathToFileURL(createRequire(import.meta.url).resolve('tsx/esm/api')).href.replace(/\.cjs$/, '.mjs');
  const script = `import { register } from ${JSON.stringify(api)}; register();`;
  return ['--import', `data:text/javascript,${encodeURIComponent(script)}`];
}
