/**
 * Worker time in a caller's window: what a render takes is charged whatever comes of it, a time-out or a caller who leaves too. A caller has so many
 * seconds for each call of its budget.
 */
import type { Caller } from '../accounts/caller.ts';
import { BoundedMap } from '../bounded-map.ts';
import { Refusal } from '../refusal.ts';
import type { Log } from '../observability/log.ts';
import type { WindowStore } from '../storage/store.ts';
import { WINDOW_MS } from './request-windows.ts';

/** Milliseconds of a worker for each counted call of the window. */
const MS_PER_CALL = 3000;
/** Callers remembered. */
const REMEMBERED = 10_000;
/** Less than this isn't worth a word to the store, which is told of it with what follows. */
const WRITE_FROM_MS = 500;

interface Spent {
  usedMs: number;
  /** Of that, what the store hasn't been told. */
  untoldMs: number;
  endsAt: number;
}

export class WorkerTime {
  private readonly store: WindowStore | null;
  private readonly clock: () => number;
  private readonly log: Log;
  private readonly spent = new BoundedMap<string, Spent>(REMEMBERED);

  /** `store`: where replicas learn of each other's charges; null: this process alone counts, to take turns fairly. */
  constructor(store: WindowStore | null, clock: () => number, log: Log) {
    this.store = store;
    this.clock = clock;
    this.log = log;
  }

  /** Is there time left? As this process knows: what others charged is learnt with the next charge. @throws Refusal `rate_limited` */
  admit({ account, limit }: Caller): void {
    const spent = this.current(account);
    if (!spent || spent.usedMs < limit * MS_PER_CALL) return;
    const retryAfter = Math.max(1, Math.ceil((spent.endsAt - this.clock()) / 1000));
    const seconds = (limit * MS_PER_CALL) / 1000;
    throw new Refusal('rate_limited', `More than ${seconds} s of rendering per minute. Retry in ${retryAfter} s.`, {
      retryAfter,
    });
  }

  /** What the caller has had in its window, ms. */
  used({ account }: Caller): number {
    return this.current(account)?.usedMs ?? 0;
  }

  charge({ account }: Caller, ms: number): void {
    let spent = this.current(account);
    if (!spent) this.spent.set(account, (spent = { usedMs: 0, untoldMs: 0, endsAt: this.clock() + WINDOW_MS }));
    spent.usedMs += ms;
    spent.untoldMs += ms;
    if (this.store !== null && spent.untoldMs >= WRITE_FROM_MS) void this.tell(this.store, account, spent);
  }

  private current(account: string): Spent | undefined {
    const spent = this.spent.get(account);
    if (!spent || spent.endsAt > this.clock()) return spent;
    this.spent.delete(account);
    return undefined;
  }

  /** Nobody waits for it, and a store that is away loses no more than this. */
  private async tell(store: WindowStore, account: string, spent: Spent): Promise<void> {
    const amount = Math.round(spent.untoldMs);
    spent.untoldMs -= amount;
    try {
      const now = this.clock();
      const { used, resetMs } = await store.charge(`${account}:time`, amount, WINDOW_MS, now);
      spent.usedMs = Math.max(spent.usedMs, used + spent.untoldMs);
      spent.endsAt = now + resetMs;
    } catch (error) {
      this.log.warn({ error: (error as Error).message }, 'worker time was charged only in this process');
    }
  }
}
