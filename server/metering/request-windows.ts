/** The window of counted calls: fixed, 60 s from the caller's first. */
import type { Caller } from '../accounts/caller.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { WindowState, WindowStore } from '../storage/store.ts';
import { withTimeout } from '../timeout.ts';

export const WINDOW_MS = 60_000;
/** How long an answer waits to learn its caller's window. */
const PEEK_TIMEOUT_MS = 1000;
/** Callers whose window is remembered as it was last seen. */
const REMEMBERED = 10_000;

/** A caller's budget as clients see it. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Whole seconds until the window refills. */
  readonly reset: number;
}

export function untouched(limit: number): RateLimit {
  return { limit, remaining: limit, reset: WINDOW_MS / 1000 };
}

/** A window, and when it was read. */
export interface SeenWindow extends WindowState {
  /** Milliseconds since the epoch. */
  readonly readAt: number;
}

/** A counted call, or one that was refused and not counted. */
export interface CountedCall {
  readonly allowed: boolean;
  readonly window: SeenWindow;
}

/** A window read earlier as it stands `now`: a render may have taken longer than what was left of it. */
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

  /** The window as it stands, for an answer that is ready. @throws StoreUnavailable, or Error when the store doesn't answer soon */
  async read({ account }: Caller): Promise<SeenWindow> {
    const peek = this.store.peek(account, WINDOW_MS, this.clock());
    return this.remember(account, await withTimeout(peek, PEEK_TIMEOUT_MS));
  }

  /** The window as this process saw it last, without asking the store; untouched where it never did. */
  lastSeen({ account }: Caller): SeenWindow {
    return this.seen.get(account) ?? { used: 0, resetMs: WINDOW_MS, readAt: this.clock() };
  }

  /** What a window means to its caller now. */
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
