import type { Config } from '../config.ts';
import { ownModule } from '../own-module.ts';
import { Gate, GateRefused, type Share } from './gate.ts';
import type { Job, JobResult } from './job.ts';
import { JobRun } from './job-run.ts';
import { Processes } from './processes.ts';
import { type SignDigest, WorkerEnded, type WorkerProcess } from './worker-process.ts';
import { signatureIn, type Submission, submitted } from './submitted-document.ts';
import type { Work } from './work.ts';

/** A render that failed because of the pool, not the document. */
export class PoolError extends Error {
  override readonly name = 'PoolError';
  readonly reason: 'overloaded' | 'timeout' | 'memory' | 'aborted' | 'crashed';

  constructor(reason: PoolError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The caller of a job. */
export interface Customer extends Share {
  /** Called when a worker begins with a job. */
  readonly began?: () => void;
  /** Receives the worker time of each job in milliseconds, also after failures. */
  readonly worked: (ms: number) => void;
}

/** A caller without limits. */
const ANYBODY: Customer = {
  account: '',
  atOnce: Number.POSITIVE_INFINITY,
  isKeyed: true,
  usedMs: 0,
  worked: () => undefined,
};

/** The result of a job and its cost. */
export interface Rendered {
  readonly result: JobResult;
  readonly queueMs: number;
  readonly renderMs: number;
}

/** The pool's interface for the application. Tests may replace it. */
export interface RenderPool {
  /** Waits for a worker, then runs. @throws PoolError */
  run(work: Work, document: Submission, signal: AbortSignal, customer?: Customer): Promise<Rendered>;
  readonly waiting: number;
  readonly busy: number;
  /** Whether the workers have loaded the engine. */
  readonly ready: boolean;
  /** Number of workers that died and were replaced. */
  readonly restarts: number;
  close(): Promise<void>;
}

export type PoolConfig = Pick<
  Config,
  'workers' | 'workerMemoryMb' | 'queueLimit' | 'queueTimeoutMs' | 'renderTimeoutMs' | 'maxPages'
> & {
  /** Processor time that a worker spends on training, in milliseconds. Default: 0. */
  readonly workerTrainingMs?: number;
  /** Module that workers run. Default: the one next to this module. */
  readonly workerFile?: string;
  /** Signs with the operator's key. Default: documents can't be signed. */
  readonly sign?: SignDigest;
};

/** Starts the workers and waits until all are ready. `warn` is called if a replacement can't be started or a signature fails. */
export async function startPool(
  config: PoolConfig,
  warn: (message: string) => void = () => undefined,
): Promise<RenderPool> {
  const pool = new WorkerPool(config, warn);
  await pool.warmUp();
  return pool;
}

interface Outcome {
  readonly result: JobResult;
  readonly started: number;
}

/** The worker died before starting the job, so another can run it. */
interface Died {
  readonly died: string;
}

/** Limit on attempts to start a job whose workers die. */
const ATTEMPTS = 4;

/** Cost of replacing a worker in milliseconds, charged to the caller of its job. */
const REPLACEMENT_MS = 1000;

interface Task {
  readonly work: Work;
  readonly document: Submission;
  readonly signal: AbortSignal;
  readonly customer: Customer;
}

class WorkerPool implements RenderPool {
  private readonly config: PoolConfig;
  private readonly processes: Processes;
  private readonly gate: Gate;
  private lastJob = 0;
  private warm = false;

  constructor(config: PoolConfig, warn: (message: string) => void) {
    this.config = config;
    this.gate = new Gate(config.workers, config.queueLimit, config.queueTimeoutMs);
    const { workers, workerMemoryMb: memoryMb, workerTrainingMs: trainingMs = 0 } = config;
    const { workerFile = ownModule('rendering/worker') } = config;
    this.processes = new Processes({ workers, memoryMb, trainingMs, workerFile, warn });
  }

  get waiting(): number {
    return this.gate.waiting;
  }

  get busy(): number {
    return this.gate.busy;
  }

  get ready(): boolean {
    return this.warm && this.processes.loaded > 0;
  }

  get restarts(): number {
    return this.processes.deaths;
  }

  async warmUp(): Promise<void> {
    await this.processes.start();
    this.warm = true;
  }

  async run(work: Work, document: Submission, signal: AbortSignal, customer: Customer = ANYBODY): Promise<Rendered> {
    const arrived = performance.now();
    const { result, started } = await this.inPlace({ work, document, signal, customer });
    return { result, queueMs: started - arrived, renderMs: performance.now() - started };
  }

  /** Waits for a place and runs the task. */
  private async inPlace(task: Task): Promise<Outcome> {
    try {
      await this.gate.enter(task.customer, task.signal);
    } catch (error) {
      throw error instanceof GateRefused ? refusal(error) : error;
    }
    try {
      for (let attempt = 1; ; attempt++) {
        const outcome = await this.inSomeWorker(task);
        if (!('died' in outcome)) return outcome;
        if (attempt === ATTEMPTS) throw new PoolError('crashed', outcome.died);
      }
    } finally {
      this.gate.leave(task.customer);
    }
  }

  private async inSomeWorker(task: Task): Promise<Outcome | Died> {
    const worker = await this.processes.take(this.config.queueTimeoutMs, task.signal);
    if (task.signal.aborted && !worker) throw new PoolError('aborted', 'The caller disconnected.');
    if (!worker) throw new PoolError('overloaded', 'No worker was available in time. Retry later.');
    try {
      return await this.inWorker(worker, task);
    } finally {
      this.processes.give(worker);
    }
  }

  private async inWorker(worker: WorkerProcess, task: Task): Promise<Outcome | Died> {
    const { work, document, signal, customer } = task;
    // The caller may have disconnected while a process was starting.
    if (signal.aborted) throw new PoolError('aborted', 'The caller disconnected.');
    const { renderTimeoutMs, maxPages } = this.config;
    const job: Job = {
      id: ++this.lastJob,
      work,
      document: submitted(document),
      deadlineMs: renderTimeoutMs,
      maxPages,
    };
    const run = new JobRun(
      job,
      (word) => worker.say(word),
      () => worker.kill('overdue'),
    );
    const cancel = (): void => run.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    let result: JobResult | null = null;
    let failure: unknown = null;
    try {
      result = await worker.run(
        job,
        () => {
          run.begin();
          customer.began?.();
        },
        this.signerOf(job),
      );
    } catch (error) {
      failure = error;
    } finally {
      run.end();
      signal.removeEventListener('abort', cancel);
      customer.worked(run.workedMs + (worker.alive ? 0 : REPLACEMENT_MS));
    }
    // The reason for a cancellation takes precedence over the job's result.
    if (signal.aborted) throw new PoolError('aborted', 'The caller disconnected.');
    if (result) return { result, started: run.started ?? performance.now() };
    if (run.started === null && failure instanceof WorkerEnded && failure.reason === 'crashed')
      return { died: failure.message };
    throw workerFailure(failure, run, renderTimeoutMs);
  }

  /** Returns the signer of a job that requests a signature. */
  private signerOf({ work, document: { options, steps = [] } }: Job): SignDigest {
    return work.make === 'pdf' && signatureIn(options, steps) !== null ? (this.config.sign ?? null) : null;
  }

  async close(): Promise<void> {
    await this.processes.close();
  }
}

function workerFailure(error: unknown, { started }: JobRun, renderTimeoutMs: number): unknown {
  if (!(error instanceof WorkerEnded)) return error;
  if (error.reason === 'memory')
    return new PoolError(
      'memory',
      'The document needs more memory than a render may use. Reduce its size or its images.',
    );
  if (error.reason === 'crashed') return new PoolError('crashed', error.message);
  return started === null
    ? new PoolError('overloaded', 'No worker was available in time. Retry later.')
    : new PoolError('timeout', `Rendering took longer than ${renderTimeoutMs} ms.`);
}

function refusal(error: GateRefused): PoolError {
  if (error.reason === 'aborted') return new PoolError('aborted', 'The caller disconnected.');
  return new PoolError(
    'overloaded',
    error.reason === 'full' ? 'The queue is full. Retry later.' : 'No worker was available in time. Retry later.',
  );
}
