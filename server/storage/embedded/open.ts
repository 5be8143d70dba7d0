import { Worker } from 'node:worker_threads';
import { ownModule, threadArguments } from '../../own-module.ts';
import type { ContentStore } from '../content-store.ts';
import type { JobStore } from '../job-store.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { type AccountStore, type Store, StoreUnavailable, type WindowStore } from '../store.ts';
import type { Answer, Call, Opening, Parts } from './calls.ts';

/** How long a call may be queued. Calls that start later are dropped. */
const BEGIN_MS = 1000;
/**
 * How long the caller waits. It exceeds the queue time plus the lock timeout, so that a call reported as failed never
 * takes effect.
 */
const ANSWER_MS = 2500;

/** Opens the store in a folder, in a separate thread. `objects`: keeps the bytes of contents. @throws Error if the folder or the file can't be used */
export async function openEmbeddedStore(folder: string, objects: ObjectStore): Promise<Store> {
  const thread = new DatabaseThread(folder);
  await thread.open();
  const { accounts, windows, jobs, contents } = thread;
  return { accounts, windows, jobs, contents, objects, close: () => thread.close() };
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** The main thread's end. Each method call is a message to the thread, and so is its answer. */
class DatabaseThread {
  readonly accounts: AccountStore;
  readonly windows: WindowStore;
  readonly jobs: JobStore;
  readonly contents: ContentStore;
  private readonly folder: string;
  private readonly pending = new Map<number, Pending>();
  private worker: Promise<Worker> | null = null;
  private closed = false;
  private lastId = 0;
  private outgoing: Call[] = [];

  constructor(folder: string) {
    this.folder = folder;
    this.accounts = {
      createKey: this.method('accounts', 'createKey'),
      findKey: this.method('accounts', 'findKey'),
      listKeys: this.method('accounts', 'listKeys'),
      revokeKeys: this.method('accounts', 'revokeKeys'),
      touchKey: this.method('accounts', 'touchKey'),
      balance: this.method('accounts', 'balance'),
      reserve: this.method('accounts', 'reserve'),
      reserveNamed: this.method('accounts', 'reserveNamed'),
      commit: this.method('accounts', 'commit'),
      refund: this.method('accounts', 'refund'),
      addCredits: this.method('accounts', 'addCredits'),
      ledger: this.method('accounts', 'ledger'),
      spentByDay: this.method('accounts', 'spentByDay'),
      prune: this.method('accounts', 'prune'),
      secret: this.method('accounts', 'secret'),
      ping: this.method('accounts', 'ping'),
      close: () => this.close(),
    };
    this.windows = {
      hit: this.method('windows', 'hit'),
      charge: this.method('windows', 'charge'),
      peek: this.method('windows', 'peek'),
      ping: this.method('windows', 'ping'),
      // Accounts, which share the thread, close it.
      close: () => Promise.resolve(),
    };
    this.jobs = {
      begin: this.method('jobs', 'begin'),
      add: this.method('jobs', 'add'),
      open: this.method('jobs', 'open'),
      find: this.method('jobs', 'find'),
      linkedJob: this.method('jobs', 'linkedJob'),
      list: this.method('jobs', 'list'),
      headOf: this.method('jobs', 'headOf'),
      kept: this.method('jobs', 'kept'),
      bytes: this.method('jobs', 'bytes'),
      remove: this.method('jobs', 'remove'),
      claim: this.method('jobs', 'claim'),
      waiting: this.method('jobs', 'waiting'),
      finish: this.method('jobs', 'finish'),
      release: this.method('jobs', 'release'),
      results: this.method('jobs', 'results'),
      dueHook: this.method('jobs', 'dueHook'),
      postponeHook: this.method('jobs', 'postponeHook'),
      settleHook: this.method('jobs', 'settleHook'),
      forget: this.method('jobs', 'forget'),
    };
    this.contents = {
      put: this.method('contents', 'put'),
      find: this.method('contents', 'find'),
      list: this.method('contents', 'list'),
      part: this.method('contents', 'part'),
      remove: this.method('contents', 'remove'),
      forget: this.method('contents', 'forget'),
      announceObject: this.method('contents', 'announceObject'),
      unusedObjects: this.method('contents', 'unusedObjects'),
      dropObjects: this.method('contents', 'dropObjects'),
    };
  }

  async open(): Promise<void> {
    await this.running();
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    const worker = await this.worker?.catch(() => null);
    if (!worker) return;
    await this.send();
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await ended;
  }

  /** Wraps a method of the store as a message to the thread. */
  private method<P extends keyof Parts, M extends keyof Parts[P] & string>(part: P, method: M): Parts[P][M] {
    const call = (...given: unknown[]): Promise<unknown> => this.call(part, method, given);
    return call as Parts[P][M];
  }

  private async call(part: keyof Parts, method: string, given: readonly unknown[]): Promise<unknown> {
    if (this.closed) throw new StoreUnavailable('the store is closed');
    try {
      await this.running();
    } catch (error) {
      throw new StoreUnavailable((error as Error).message);
    }
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      const late = (): void =>
        this.settle({ id, ok: false, unavailable: true, message: 'the database does not answer' });
      this.pending.set(id, { resolve, reject, timer: setTimeout(late, ANSWER_MS) });
      if (this.outgoing.length === 0) setImmediate(() => void this.send());
      this.outgoing.push({ id, part, method, given, until: Date.now() + BEGIN_MS });
    });
  }

  /** Sends all calls of one event loop turn as a single message, because each message wakes the thread. */
  private async send(): Promise<void> {
    const worker = await this.running().catch(() => null);
    // Calls of a dead thread have already failed. They must not run in the next one.
    const calls = this.outgoing.filter(({ id }) => this.pending.has(id));
    this.outgoing = [];
    if (worker) worker.postMessage(calls);
    else
      for (const { id } of calls)
        this.settle({ id, ok: false, unavailable: true, message: 'the database thread has exited' });
  }

  /** Returns the thread, restarting it if it has died. */
  private running(): Promise<Worker> {
    return (this.worker ??= this.start());
  }

  private start(): Promise<Worker> {
    const file = ownModule('storage/embedded/thread');
    const worker = new Worker(file, { workerData: { folder: this.folder }, execArgv: threadArguments(file), env: {} });
    return new Promise((resolve, reject) => {
      worker.on('message', (message: readonly Answer[] | Opening) => {
        if (!('opened' in message)) for (const answer of message) this.settle(answer);
        else if (message.opened) resolve(worker);
        else reject(new Error(message.message));
      });
      worker.on('error', reject);
      worker.on('exit', () => {
        this.worker = null;
        reject(new Error('the database thread has exited'));
        for (const id of this.pending.keys())
          this.settle({ id, ok: false, unavailable: true, message: 'the database thread has exited' });
      });
    });
  }

  private settle(answer: Answer): void {
    const waiting = this.pending.get(answer.id);
    if (!waiting) return;
    this.pending.delete(answer.id);
    clearTimeout(waiting.timer);
    if (answer.ok) waiting.resolve(answer.value as never);
    else waiting.reject(answer.unavailable ? new StoreUnavailable(answer.message) : new Error(answer.message));
  }
}
