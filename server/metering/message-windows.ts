/**
 * Limits unmetered protocol messages per caller and process, to bound the cost of parsing. The limit is too high for
 * regular clients to notice.
 */
import { BoundedMap } from '../bounded-map.ts';
import { Refusal } from '../refusal.ts';
import { WINDOW_MS } from './request-windows.ts';

/** Limit on tracked callers. An evicted caller starts over. */
const CALLERS = 10_000;
/** Minimum messages per minute. */
const MESSAGES = 600;
/** Large messages per minute, in addition to twice the caller's rate limit. */
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

  /** Counts a message of an account with `limit` calls per minute. @throws Refusal `rate_limited` */
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
