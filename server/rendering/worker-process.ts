import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import { pathToFileURL } from 'node:url';
import { CONTROL_FD, type ControlFile, type Word } from './control.ts';
import type { Job, JobResult, SignatureAnswer, WorkerMessage } from './job.ts';
import { LASTING_FLAGS } from './v8-flags.ts';

/** The reason why a busy process ended. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
  readonly reason: 'memory' | 'overdue' | 'crashed';

  constructor(reason: WorkerEnded['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Amount of standard error kept, to report why a process died. */
const LAST_WORDS = 4096;
/** The length of a SHA-256 digest. */
const DIGEST_BYTES = 32;
const PAGE_BYTES = 4096;
const MB = 1048576;
/** Buffer for the memory statistics of a process. */
const memoryLine = Buffer.alloc(256);
/** Address space above the watched limit. The kernel enforces it between two measurements. */
const HARD_LIMIT_EXTRA_MB = 2048;

/** Signs the digest of a job's PDF. null: the job may have no signature. */
export type SignDigest = ((digest: Uint8Array) => Promise<Uint8Array>) | null;

interface Running {
  readonly job: number;
  /** null also after the one signature that a job may have. */
  sign: SignDigest;
  readonly onBegin: () => void;
  readonly resolve: (result: JobResult) => void;
  readonly reject: (error: Error) => void;
}

export interface WorkerSettings {
  /** Memory limit of a document beyond an idle process, in MB. */
  readonly memoryMb: number;
  /** Processor time that a new process spends on training, in milliseconds. */
  readonly trainingMs: number;
  /** Module that processes run. */
  readonly workerFile: string;
  /** Called if a process can't be started, or a signature fails. */
  readonly warn: (message: string) => void;
}

/** A process that renders one job at a time. Its environment is empty, so it can't leak the service's secrets. */
export class WorkerProcess {
  /** Resolves when the engine is loaded. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  /** Number of finished jobs. */
  jobs = 0;
  /** Resident memory when last idle, and after the start, in MB. */
  residentMb = 0;
  restingMb = 0;
  alive = true;
  /** Whether it was ended because of its age. */
  retired = false;
  private readonly child: ChildProcess;
  private readonly control: ControlFile;
  private readonly slot: number;
  private running: Running | null = null;
  /** Kept open while the process lives, because it is read fifty times a second. */
  private memoryFile: number | null = null;
  private lastWords = '';
  private endedFor: 'memory' | 'overdue' | null = null;
  private readonly warn: (message: string) => void;

  constructor(control: ControlFile, { memoryMb, trainingMs, workerFile, warn }: WorkerSettings) {
    this.control = control;
    this.warn = warn;
    this.slot = control.takeSlot();
    this.child = startProcess(workerFile, [this.slot, trainingMs], control, memoryMb);
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
    // Prevents an unhandled rejection if nothing waits for it.
    this.ready.catch(() => undefined);
  }

  /** Runs a job. @throws WorkerEnded if the process ends first */
  run(job: Job, onBegin: () => void, sign: SignDigest = null): Promise<JobResult> {
    if (!this.alive) return Promise.reject(this.failure());
    return new Promise((resolve, reject) => {
      this.running = { job: job.id, sign, onBegin, resolve, reject };
      // The end of the process reports a closed channel.
      this.child.send(job, () => undefined);
    });
  }

  /** Sets the control word of its job. */
  say(word: Word): void {
    if (this.alive) this.control.say(this.slot, word);
  }

  /** Kills the process. Its job fails with the reason. */
  kill(reason: 'memory' | 'overdue' | null = null): void {
    this.endedFor ??= reason;
    this.child.kill('SIGKILL');
  }

  /** Ends an idle process. */
  retire(): void {
    this.retired = true;
    this.kill();
  }

  /** Returns the memory of the process in MB, or the last known value if the system doesn't report it. */
  measure(): number {
    if (!this.alive) return this.residentMb;
    try {
      this.memoryFile ??= openSync(`/proc/${this.child.pid}/statm`, 'r');
      const length = readSync(this.memoryFile, memoryLine, 0, memoryLine.length, 0);
      const pages = memoryLine.toString('latin1', 0, length).split(' ')[1];
      this.residentMb = (Number(pages) * PAGE_BYTES) / MB;
    } catch {
      // The process has ended, or the system has no such file.
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
    if (message.say === 'begun') {
      running.onBegin();
      return;
    }
    if (message.say === 'sign') {
      void this.sign(running, message.digest);
      return;
    }
    this.running = null;
    this.jobs++;
    if (message.say === 'done') {
      this.residentMb = message.residentMb;
      running.resolve(message.result);
    } else running.reject(new WorkerEnded(message.outOfMemory ? 'memory' : 'crashed', message.message));
  }

  /** Answers a request for a signature. A worker compromised by a document gets none, or one for its own job. */
  private async sign(running: Running, digest: Uint8Array): Promise<void> {
    const { job, sign } = running;
    running.sign = null;
    let signature: SignatureAnswer['signature'] = null;
    try {
      if (sign !== null && digest.length === DIGEST_BYTES) signature = await sign(digest);
    } catch (error) {
      this.warn(`a signature failed: ${(error as Error).message}`);
    }
    this.child.send({ job, signature } satisfies SignatureAnswer, () => undefined);
  }

  private failure(): WorkerEnded {
    if (this.endedFor !== null) return new WorkerEnded(this.endedFor, `the worker was stopped: ${this.endedFor}`);
    const isMemory = /heap out of memory|allocation failed|bad_alloc|out of memory/i.test(this.lastWords);
    const { exitCode, signalCode } = this.child;
    const words = this.lastWords.trim().split('\n').slice(-5).join(' | ');
    return new WorkerEnded(isMemory ? 'memory' : 'crashed', `the worker exited: ${signalCode ?? exitCode}: ${words}`);
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
    // Transfers bytes without conversion.
    serialization: 'advanced',
  });
}

/** Returns the variables for the location of V8's code cache. They contain no secrets. */
function codeCacheVariables(): Record<string, string | undefined> {
  const { PAGEWRIGHT_CODE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  return { PAGEWRIGHT_CODE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA };
}

/** Scheduling priority below the service's, so that health checks aren't delayed by renders. */
const NICENESS = 5;

function yieldToService({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, Math.min(getPriority() + NICENESS, 19));
  } catch {
    // The process has ended, or the system refuses. It renders either way.
  }
}

/**
 * On Linux, also limits the data segment, which the kernel enforces between two measurements. Other systems only have
 * the flags.
 */
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
