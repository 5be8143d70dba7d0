import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import type { Config } from '../config.ts';
import { Gate, GateRefused } from './gate.ts';
import type { Begun, Job, JobResult } from './job.ts';

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
  /** Workers that have loaded the engine and live. */
  private readonly alive = new Set<number>();
  /** Called when a worker says that it has begun a job. */
  private readonly beginnings = new Map<number, () => void>();
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
    this.piscina.on('message', ({ begun }: Begun) => this.beginnings.get(begun)?.());
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
    const job: Job = { id: 0, kind: 'references', html: '', deadlineMs: 60_000, maxPages: 1, cancelled: flag() };
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
    try {
      const { result, started } = await this.runInWorker(kind, html, signal);
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
  ): Promise<{ result: JobResult; started: number }> {
    const { renderTimeoutMs, maxPages } = this.config;
    const id = ++this.lastJob;
    const job: Job = { id, kind, html, deadlineMs: renderTimeoutMs, maxPages, cancelled: flag() };
    const overdue = new AbortController();
    let started: number | null = null;
    let timer = setTimeout(() => overdue.abort(), BEGIN_MS);
    const within = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => overdue.abort(), ms);
    };
    // Told to stop, the engine gives up soon and its worker lives on; a worker that doesn't is ended.
    const cancel = (): void => {
      Atomics.store(job.cancelled, 0, 1);
      within(GRACE_MS);
    };
    this.beginnings.set(id, () => {
      started = performance.now();
      if (!signal.aborted) within(renderTimeoutMs + GRACE_MS);
    });
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const result = await this.piscina.run(job, { signal: overdue.signal });
      if (signal.aborted) throw new PoolError('aborted', 'The caller went away.');
      return { result, started: started ?? performance.now() };
    } catch (error) {
      if (signal.aborted) throw new PoolError('aborted', 'The caller went away.');
      if (overdue.signal.aborted && started === null) throw new PoolError('overloaded', 'No worker was free in time.');
      if (overdue.signal.aborted) throw new PoolError('timeout', `Rendering took longer than ${renderTimeoutMs} ms.`);
      const { code, message } = error as { code?: string; message: string };
      if (code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new PoolError('memory', 'The document needs more memory than a render may use.');
      throw new PoolError('crashed', message);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      this.beginnings.delete(id);
    }
  }

  async close(): Promise<void> {
    await this.piscina.destroy();
  }
}

/** Memory that a job's worker shares with the pool. */
function flag(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4));
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
