import type { Config } from '../config.ts';
import { ownModule } from '../own-module.ts';
import { Gate, GateRefused, type Share } from './gate.ts';
import type { Job, JobResult } from './job.ts';
import { JobRun } from './job-run.ts';
import { Processes } from './processes.ts';
import { WorkerEnded, type WorkerProcess } from './worker-process.ts';
import { type Submission, submitted } from './submitted-document.ts';
import type { Work } from './work.ts';

/** A render that gave no PDF for a reason of the pool's. */
export class PoolError extends Error {
  override readonly name = 'PoolError';
  readonly reason: 'overloaded' | 'timeout' | 'memory' | 'aborted' | 'crashed';

  constructor(reason: PoolError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** For whom a job is done. */
export interface Customer extends Share {
  /** Hears how long a worker was at it, in ms, whatever came of it. */
  readonly worked: (ms: number) => void;
}

/** Somebody of whom nothing is known, and who may have everything. */
const ANYBODY: Customer = {
  account: '',
  atOnce: Number.POSITIVE_INFINITY,
  isKeyed: true,
  usedMs: 0,
  worked: () => undefined,
};

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
  run(
    work: Work,
    document: Submission,
    signal: AbortSignal,
    pay?: (() => Promise<void>) | null,
    customer?: Customer,
  ): Promise<Rendered>;
  readonly waiting: number;
  readonly busy: number;
  /** Workers have loaded the engine. */
  readonly ready: boolean;
  /** Workers that died and were replaced. */
  readonly restarts: number;
  close(): Promise<void>;
}

export type PoolConfig = Pick<
  Config,
  'workers' | 'workerMemoryMb' | 'queueLimit' | 'queueTimeoutMs' | 'renderTimeoutMs' | 'maxPages'
> & {
  /** Processor time that a worker spends on its training, ms. Default: 0. */
  readonly workerTrainingMs?: number;
  /** What a worker runs. Default: the module beside this one. */
  readonly workerFile?: string;
};

/** Starts the workers and waits until all of them are warm; `warn` hears of those that can't be started later. */
export async function startPool(
  config: PoolConfig,
  warn: (message: string) => void = () => undefined,
): Promise<RenderPool> {
  const pool = new WorkerPool(config, warn);
  await pool.warmUp();
  return pool;
}

/** A job's result; or a payment that is still to come, after which the job has to be begun again. */
type Outcome = { readonly result: JobResult; readonly started: number } | { readonly payment: Promise<void> };

/** The worker died before it began the job, which another can do. */
interface Died {
  readonly died: string;
}

/** How many workers a job is given to that die before they begin it. */
const ATTEMPTS = 4;

/** What it takes to replace a worker, ms: charged to whom it died for. */
const REPLACEMENT_MS = 1000;

interface Task {
  readonly work: Work;
  readonly document: Submission;
  readonly signal: AbortSignal;
  readonly pay: (() => Promise<void>) | null;
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

  async run(
    work: Work,
    document: Submission,
    signal: AbortSignal,
    pay: (() => Promise<void>) | null = null,
    customer: Customer = ANYBODY,
  ): Promise<Rendered> {
    const arrived = performance.now();
    const task: Task = { work, document, signal, pay, customer };
    let outcome = await this.inPlace(task);
    if ('payment' in outcome) {
      await outcome.payment;
      outcome = await this.inPlace({ ...task, pay: null });
    }
    if ('payment' in outcome) throw new Error('assertion failed: what is paid is not waited for');
    return {
      result: outcome.result,
      queueMs: outcome.started - arrived,
      renderMs: performance.now() - outcome.started,
    };
  }

  /** Waits for a place and runs in it. */
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
    const worker = await this.processes.take(this.config.queueTimeoutMs);
    if (!worker) throw new PoolError('overloaded', 'No worker was available in time. Retry later.');
    try {
      return await this.inWorker(worker, task);
    } finally {
      this.processes.give(worker);
    }
  }

  private async inWorker(worker: WorkerProcess, task: Task): Promise<Outcome | Died> {
    const { work, document, signal, pay, customer } = task;
    // The caller may have left while a process was being started.
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
      pay,
      (word) => worker.say(word),
      () => worker.kill('overdue'),
    );
    const cancel = (): void => run.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    let result: JobResult | null = null;
    let failure: unknown = null;
    try {
      result = await worker.run(job, (step) => run.onStep(step));
    } catch (error) {
      failure = error;
    } finally {
      run.end();
      signal.removeEventListener('abort', cancel);
      customer.worked(run.workedMs + (worker.alive ? 0 : REPLACEMENT_MS));
    }
    // Whatever came of a job that was told to stop, the reason for that is the answer.
    if (signal.aborted) throw new PoolError('aborted', 'The caller disconnected.');
    if (run.payment.state === 'refused') throw run.payment.reason;
    if (run.payment.state === 'slow') return { payment: run.payment.promise };
    if (result) return { result, started: run.started ?? performance.now() };
    if (run.started === null && failure instanceof WorkerEnded && failure.reason === 'crashed')
      return { died: failure.message };
    throw workerFailure(failure, run, renderTimeoutMs);
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
