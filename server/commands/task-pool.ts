import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { ownModule, threadArguments } from '../own-module.ts';
import { UsageError } from './report.ts';

/** Tasks queued per worker, so that it never waits for the next. */
const TASKS_A_WORKER = 2;

/** Returns the number of workers given by `--workers`. Default: one per core. */
export function workerCount(given: string | undefined): number {
  if (given === undefined) return availableParallelism();
  if (!/^[1-9]\d{0,2}$/.test(given))
    throw new UsageError(`invalid value for --workers: ${given}. Use a number from 1 to 999`);
  return Number(given);
}

/** Threads with short task queues. A worker posts one answer per task. */
export class TaskPool<Task, Answer> {
  private readonly workers: Worker[];
  private readonly atHand = new Map<Worker, number>();
  private readonly onAnswer: (answer: Answer) => void;
  private waiting: (() => void)[] = [];
  private failure: Error | null = null;

  /** `module` is the worker's path below `server/`. `workerData` is shared by all tasks. */
  constructor(module: string, workerData: unknown, count: number, onAnswer: (answer: Answer) => void) {
    const file = ownModule(module);
    this.onAnswer = onAnswer;
    this.workers = Array.from({ length: count }, () => {
      const worker = new Worker(file, { workerData, execArgv: threadArguments(file) });
      this.atHand.set(worker, 0);
      worker.on('message', (answer: Answer) => this.answered(worker, answer));
      worker.on('error', (error) => {
        this.failure = error as Error;
        this.wake();
      });
      return worker;
    });
  }

  /** Assigns a task to the least busy worker. Waits while all queues are full. */
  async take(task: Task): Promise<void> {
    for (;;) {
      this.check();
      const worker = this.idlest();
      if (this.load(worker) < TASKS_A_WORKER) {
        this.atHand.set(worker, this.load(worker) + 1);
        worker.postMessage(task);
        return;
      }
      await this.change();
    }
  }

  /** Waits for all assigned tasks. */
  async finish(): Promise<void> {
    while (this.workers.some((worker) => this.load(worker) > 0)) {
      this.check();
      await this.change();
    }
    this.check();
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }

  private load(worker: Worker): number {
    return this.atHand.get(worker) ?? 0;
  }

  private idlest(): Worker {
    return this.workers.reduce((best, worker) => (this.load(worker) < this.load(best) ? worker : best));
  }

  private answered(worker: Worker, answer: Answer): void {
    this.atHand.set(worker, this.load(worker) - 1);
    this.onAnswer(answer);
    this.wake();
  }

  private change(): Promise<void> {
    return new Promise((done) => this.waiting.push(done));
  }

  private wake(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const done of waiting) done();
  }

  private check(): void {
    if (this.failure !== null) throw this.failure;
  }
}
