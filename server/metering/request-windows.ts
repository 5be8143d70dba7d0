/** The window of counted calls: fixed, 60 s from the caller's first. */
import type { Caller } from '../accounts/caller.ts';
import { type ServiceContext } from '../http/context.ts';
import { Problem } from '../http/problems.ts';
import type { Log } from '../observability/log.ts';
import { withTimeout } from '../timeout.ts';
import { StoreUnavailable, type WindowState, type WindowStore } from '../storage/store.ts';

export const WINDOW_MS = 60_000;
const STORE_RETRY_S = 5;
/** How long an answer waits to learn its caller's window. */
const PEEK_TIMEOUT_MS = 1000;

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
  private readonly storeFailure: 'closed' | 'open';
  private readonly log: Log;

  constructor(store: WindowStore, clock: () => number, storeFailure: 'closed' | 'open', log: Log) {
    this.store = store;
    this.clock = clock;
    this.storeFailure = storeFailure;
    this.log = log;
  }

  /** Counts this call. @throws Problem `rate_limited`, or `store_unavailable` where failure is closed */
  async count(ctx: ServiceContext): Promise<void> {
    const { caller } = ctx.state;
    // A key taken on trust has no window of its own, and its address's isn't the caller's.
    if (!caller || ctx.state.keyUnchecked) return;
    ctx.state.rateLimit = null;
    try {
      const hit = await this.store.hit(caller.account, caller.limit, WINDOW_MS, this.clock());
      ctx.state.window = { ...hit, readAt: this.clock() };
      if (hit.allowed) return;
      const retryAfter = Math.max(1, Math.ceil(hit.resetMs / 1000));
      throw new Problem('rate_limited', `More than ${caller.limit} calls in a minute; try again in ${retryAfter} s.`, {
        retryAfter,
      });
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      ctx.state.windowUnknown = true;
      if (this.storeFailure === 'closed') {
        throw new Problem('store_unavailable', 'The counter of calls cannot be reached.', {
          retryAfter: STORE_RETRY_S,
        });
      }
      this.log.warn({ id: ctx.state.requestId }, 'calling uncounted: windows are unavailable');
    }
  }

  /** What this answer says of its caller's window: decided once, when first asked for; null when the counter can't be read. */
  async rateLimit(ctx: ServiceContext): Promise<RateLimit | null> {
    const { caller } = ctx.state;
    if (!caller) return null;
    const window = await this.window(ctx, caller);
    return (ctx.state.rateLimit ??= window && rateLimitAt(window, caller.limit, this.clock()));
  }

  /** Read once a request, unless counting has told it. */
  private async window(ctx: ServiceContext, caller: Caller): Promise<SeenWindow | null> {
    if (ctx.state.window || ctx.state.windowUnknown) return ctx.state.window;
    try {
      const peek = this.store.peek(caller.account, WINDOW_MS, this.clock());
      ctx.state.window = { ...(await withTimeout(peek, PEEK_TIMEOUT_MS)), readAt: this.clock() };
    } catch (error) {
      // An answer is there already: whatever fails here costs it three headers and nothing else.
      if (!(error instanceof StoreUnavailable)) this.log.warn({ id: ctx.state.requestId, err: error }, 'no window');
      ctx.state.windowUnknown = true;
    }
    return ctx.state.window;
  }
}
