/** Windows of counted calls: fixed, 60 s from the caller's first call. */
import type { Caller } from '../accounts/caller.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { WindowHit, WindowState, WindowStore } from '../storage/store.ts';
import { withTimeout } from '../timeout.ts';

export const WINDOW_MS = 60_000;
/** Reads of stored results per call that a plan allows. */
export const READS_PER_CALL = 20;
/** Time limit for reading the window for a response. */
const PEEK_TIMEOUT_MS = 1000;
/** Limit on callers with a cached window. */
const REMEMBERED = 10_000;

/** A caller's rate limit as shown to clients. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window resets. */
  readonly reset: number;
}

export function untouched(limit: number): RateLimit {
  return { limit, remaining: limit, reset: WINDOW_MS / 1000 };
}

/** A window and the time when it was read. */
export interface SeenWindow extends WindowState {
  /** Milliseconds since the epoch. */
  readonly readAt: number;
}

/** Result of counting a call. A refused call isn't counted. */
export interface CountedCall {
  readonly allowed: boolean;
  readonly window: SeenWindow;
}

/** Projects a cached window to `now`. A long render may outlast the window. */
function rateLimitAt({ used, resetMs, readAt }: SeenWindow, limit: number, now: number): RateLimit {
  const leftMs = resetMs - (now - readAt);
  if (leftMs <= 0) return untouched(limit);
  return {
    limit,
    remaining: Math.max(0, limit - used),
    reset: Math.min(WINDOW_MS / 1000, Math.ceil(leftMs / 1000)),
  };
}

export class RequestWindows {
  private readonly store: WindowStore;
  private readonly clock: () => number;
  private readonly seen = new BoundedMap<string, SeenWindow>(REMEMBERED);

  constructor(store: WindowStore, clock: () => number) {
    this.store = store;
    this.clock = clock;
  }

  /** Counts a call if the window has room. @throws StoreUnavailable */
  async count({ account, limit }: Caller): Promise<CountedCall> {
    const hit = await this.store.hit(account, limit, WINDOW_MS, this.clock());
    return { allowed: hit.allowed, window: this.remember(account, hit) };
  }

  /** Counts a read of a stored result in a separate, larger window. @throws StoreUnavailable */
  async countRead({ account, limit }: Caller): Promise<WindowHit> {
    return this.store.hit(`reads:${account}`, limit * READS_PER_CALL, WINDOW_MS, this.clock());
  }

  /** Reads the window for a finished response. @throws StoreUnavailable, or Error after a timeout */
  async read({ account }: Caller): Promise<SeenWindow> {
    const peek = this.store.peek(account, WINDOW_MS, this.clock());
    return this.remember(account, await withTimeout(peek, PEEK_TIMEOUT_MS));
  }

  /** Returns the window last seen by this process, without querying the store. Unused if never seen. */
  lastSeen({ account }: Caller): SeenWindow {
    return this.seen.get(account) ?? { used: 0, resetMs: WINDOW_MS, readAt: this.clock() };
  }

  /** Converts a window to the caller's rate limit now. */
  rateLimit(window: SeenWindow, { limit }: Caller): RateLimit {
    return rateLimitAt(window, limit, this.clock());
  }

  private remember(account: string, { used, resetMs }: WindowState): SeenWindow {
    const window = { used, resetMs, readAt: this.clock() };
    if (used > 0) this.seen.set(account, window);
    else this.seen.delete(account);
    return window;
  }
}
