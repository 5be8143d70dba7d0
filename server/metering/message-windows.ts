/**
 * How many messages of the agent protocol a caller may send that count against no budget: a window of this process's own, so generous that no client
 * meets it. It bounds what may be read and parsed for nothing.
 */
import { BoundedMap } from '../bounded-map.ts';
import { Refusal } from '../refusal.ts';
import { WINDOW_MS } from './request-windows.ts';

/** Callers remembered; who is forgotten begins anew. */
const CALLERS = 10_000;
/** Messages a minute, at least. */
const MESSAGES = 600;
/** Large messages a minute, beyond twice those that the caller's budget would let through. */
const LARGE_MESSAGES = 10;

interface Window {
  readonly startedAt: number;
  messages: number;
  large: number;
}

export class MessageWindows {
  private readonly clock: () => number;
  private readonly windows = new BoundedMap<string, Window>(CALLERS);

  constructor(clock: () => number) {
    this.clock = clock;
  }

  /** Counts one message of an account that has `limit` counted calls a minute. @throws Refusal `rate_limited` */
  count(account: string, limit: number, isLarge: boolean): void {
    const now = this.clock();
    let window = this.windows.get(account);
    if (!window || window.startedAt + WINDOW_MS <= now) {
      window = { startedAt: now, messages: 0, large: 0 };
      this.windows.set(account, window);
    }
    window.messages++;
    if (isLarge) window.large++;
    const fits = window.messages <= Math.max(MESSAGES, 10 * limit);
    if (fits && (!isLarge || window.large <= 2 * limit + LARGE_MESSAGES)) return;
    const retryAfter = Math.max(1, Math.ceil((window.startedAt + WINDOW_MS - now) / 1000));
    throw new Refusal('rate_limited', `Too many messages per minute. Retry in ${retryAfter} s.`, { retryAfter });
  }
}
