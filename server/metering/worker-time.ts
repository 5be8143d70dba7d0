/**
 * Limits the worker time of a caller per window. Every render is charged, also after timeouts and disconnects. Each
 * call of the rate limit grants a fixed time.
 */
import type { Caller } from '../accounts/caller.ts';
import { BoundedMap } from '../bounded-map.ts';
import { Refusal } from '../refusal.ts';
import type { Log } from '../observability/log.ts';
import type { WindowStore } from '../storage/store.ts';
import { WINDOW_MS } from './request-windows.ts';

/** Worker milliseconds granted per counted call of the window. */
const MS_PER_CALL = 3000;
/** Limit on tracked callers. */
const REMEMBERED = 10_000;
/** Smaller amounts are sent to the store together with later ones. */
const WRITE_FROM_MS = 500;

interface Spent {
  usedMs: number;
  /** The part not yet sent to the store. */
  untoldMs: number;
  endsAt: number;
}

export class WorkerTime {
  private readonly store: WindowStore | null;
  private readonly clock: () => number;
  private readonly log: Log;
  private readonly spent = new BoundedMap<string, Spent>(REMEMBERED);

  /** `store` shares charges between replicas. null: only this process counts, for fair scheduling. */
  constructor(store: WindowStore | null, clock: () => number, log: Log) {
    this.store = store;
    this.clock = clock;
    this.log = log;
  }

  /**
   * Checks the remaining time. Charges of other replicas become known with this one's next charge. @throws Refusal
   * `rate_limited`
   */
  admit({ account, limit }: Caller): void {
    const spent = this.current(account);
    if (!spent || spent.usedMs < limit * MS_PER_CALL) return;
    const retryAfter = Math.max(1, Math.ceil((spent.endsAt - this.clock()) / 1000));
    const seconds = (limit * MS_PER_CALL) / 1000;
    throw new Refusal('rate_limited', `More than ${seconds} s of rendering per minute. Retry in ${retryAfter} s.`, {
      retryAfter,
    });
  }

  /** Returns the time used in the window, in milliseconds. */
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

  /** Sends a charge in the background. If the store is unavailable, only this amount is lost. */
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
