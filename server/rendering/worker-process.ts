import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import { CONTROL_FD, type ControlFile, type Word } from './control.ts';
import type { Job, JobResult, Step, WorkerMessage } from './job.ts';
import { LASTING_FLAGS } from './v8-flags.ts';

/** Why a process ended that was at work. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
  readonly reason: 'memory' | 'overdue' | 'crashed';

  constructor(reason: WorkerEnded['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** How much of what a process writes to standard error is kept, to tell what it died of. */
const LAST_WORDS = 4096;
const PAGE_BYTES = 4096;
const MB = 1048576;
/** What the system tells of a process's memory is read into this. */
const memoryLine = Buffer.alloc(256);
/** Beyond what is watched, and only for what is taken between two looks: address space that the kernel refuses. */
const HARD_LIMIT_EXTRA_MB = 2048;

interface Running {
  readonly job: number;
  readonly onStep: (step: Step) => void;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (error: Error) => void;
}

/** One process that renders, one job at a time. It knows no secret of the service: its environment is empty. */
export class WorkerProcess {
  /** Resolves when the engine is loaded. */
  readonly ready: Promise<void>;
  /** Resolves when the process is no more. */
  readonly ended: Promise<void>;
  /** Jobs that it has done. */
  jobs = 0;
  /** Resident memory when it had nothing to do last, MB, and at its beginning. */
  residentMb = 0;
  restingMb = 0;
  alive = true;
  /** It was ended because it had done enough. */
  retired = false;
  private readonly child: ChildProcess;
  private readonly control: ControlFile;
  private readonly slot: number;
  private running: Running | null = null;
  /** Open while the process lives: it is read fifty times a second. */
  private memoryFile: number | null = null;
  private lastWords = '';
  private endedFor: 'memory' | 'overdue' | null = null;

  constructor(control: ControlFile, memoryMb: number, trainingMs: number, file: string) {
    this.control = control;
    this.slot = control.takeSlot();
    this.child = startProcess(file, [this.slot, trainingMs], control, memoryMb);
    yieldToService(this.child);
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.lastWords = (this.lastWords + text).slice(-LAST_WORDS);
    });
    this.ended = new Promise((resolve) => {
      const onEnd = (): void => {
        if (!this.alive) return;
        this.alive = false;
        this.forgetMemoryFile();
        control.giveSlot(this.slot);
        this.running?.reject(this.failure());
        this.running = null;
        resolve();
      };
      this.child.once('close', onEnd).once('error', onEnd);
    });
    this.ready = new Promise((resolve, reject) => {
      this.child.on('message', (message: WorkerMessage) => {
        if (message.say === 'ready') {
          this.restingMb = this.residentMb = message.residentMb;
          resolve();
        } else this.onMessage(message);
      });
      void this.ended.then(() => reject(this.failure()));
    });
    // Whoever waits for it hears of it; nobody has to.
    this.ready.catch(() => undefined);
  }

  /** Does a job. @throws WorkerEnded when the process didn't live to its end */
  run(job: Job, onStep: (step: Step) => void): Promise<JobResult> {
    if (!this.alive) return Promise.reject(this.failure());
    return new Promise((resolve, reject) => {
      this.running = { job: job.id, onStep, resolve, reject };
      // A channel that is closed already is told by the process's end.
      this.child.send(job, () => undefined);
    });
  }

  /** What its job reads next. */
  say(word: Word): void {
    if (this.alive) this.control.say(this.slot, word);
  }

  /** Ends the process; the reason is what its job hears. */
  kill(reason: 'memory' | 'overdue' | null = null): void {
    this.endedFor ??= reason;
    this.child.kill('SIGKILL');
  }

  /** Ends a process that has nothing to do. */
  retire(): void {
    this.retired = true;
    this.kill();
  }

  /** What the process holds now, MB; as last heard where the system doesn't tell. */
  measure(): number {
    if (!this.alive) return this.residentMb;
    try {
      this.memoryFile ??= openSync(`/proc/${this.child.pid}/statm`, 'r');
      const length = readSync(this.memoryFile, memoryLine, 0, memoryLine.length, 0);
      const pages = memoryLine.toString('latin1', 0, length).split(' ')[1];
      this.residentMb = (Number(pages) * PAGE_BYTES) / MB;
    } catch {
      // It has ended, or there is no such file on this system.
    }
    return this.residentMb;
  }

  private forgetMemoryFile(): void {
    if (this.memoryFile !== null) closeSync(this.memoryFile);
    this.memoryFile = null;
  }

  private onMessage(message: Exclude<WorkerMessage, { say: 'ready' }>): void {
    const { running } = this;
    if (message.say === 'resting') {
      if (!running) this.restingMb = this.residentMb = message.residentMb;
      return;
    }
    if (!running || running.job !== message.job) return;
    if (message.say === 'step') {
      running.onStep(message.step);
      return;
    }
    this.running = null;
    this.jobs++;
    if (message.say === 'done') {
      this.residentMb = message.residentMb;
      running.resolve(message.result);
    } else running.reject(new WorkerEnded(message.outOfMemory ? 'memory' : 'crashed', message.message));
  }

  private failure(): WorkerEnded {
    if (this.endedFor !== null) return new WorkerEnded(this.endedFor, `the worker was ended: ${this.endedFor}`);
    const isMemory = /heap out of memory|allocation failed|bad_alloc|out of memory/i.test(this.lastWords);
    const { exitCode, signalCode } = this.child;
    const words = this.lastWords.trim().split('\n').slice(-5).join(' | ');
    return new WorkerEnded(isMemory ? 'memory' : 'crashed', `the worker ended: ${signalCode ?? exitCode}: ${words}`);
  }
}

function startProcess(file: string, given: readonly number[], control: ControlFile, memoryMb: number): ChildProcess {
  const flags = [`--max-old-space-size=${memoryMb}`, '--expose-gc', ...LASTING_FLAGS, ...typescriptArguments(file)];
  const stdio: ('ignore' | 'pipe' | 'ipc' | number)[] = ['ignore', 'ignore', 'pipe', 'ipc'];
  stdio[CONTROL_FD] = control.fd;
  return fork(file, given.map(String), {
    ...limited(flags, memoryMb),
    stdio,
    env: { TMPDIR: process.env.TMPDIR, ...codeCacheVariables() },
    // Bytes stay bytes on their way.
    serialization: 'advanced',
  });
}

/** What tells the engine where V8's code is kept: no secrets, but paths and a switch. */
function codeCacheVariables(): Record<string, string | undefined> {
  const { PAGEWRIGHT_CODE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  return { PAGEWRIGHT_CODE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA };
}

/** How much later than the service its workers get a processor where there are too few: who asks whether it lives doesn't wait for documents. */
const NICENESS = 5;

function yieldToService({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + NICENESS, 19));
  } catch {
    // It has ended already, or the system doesn't let it: it renders all the same.
  }
}

/** On Linux the process's data may not grow without end even between two looks at it; elsewhere the flags stand alone. */
function limited(flags: readonly string[], memoryMb: number): { execPath?: string; execArgv: string[] } {
  if (process.platform !== 'linux') return { execArgv: [...flags] };
  const kilobytes = String((memoryMb + HARD_LIMIT_EXTRA_MB) * 1024);
  const script = 'ulimit -d "$1" 2>/dev/null; shift; exec "$@"';
  return { execPath: '/bin/sh', execArgv: ['-c', script, 'sh', kilobytes, process.execPath, ...flags] };
}

function typescriptArguments(file: string): string[] {
  if (!file.endsWith('.ts')) return [];
  return ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href];
}
