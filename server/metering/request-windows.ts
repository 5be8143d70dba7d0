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

export function rateLimit(caller: Pick<Caller, 'limit'>, window: WindowState): RateLimit {
  return {
    limit: caller.limit,
    remaining: Math.max(0, caller.limit - window.used),
    reset: Math.min(WINDOW_MS / 1000, Math.max(0, Math.ceil(window.resetMs / 1000))),
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
    try {
      const hit = await this.store.hit(caller.account, caller.limit, WINDOW_MS, this.clock());
      ctx.state.window = hit;
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

  /** The window as it stands, read once a request; null when the counter can't be read. */
  async state(ctx: ServiceContext): Promise<WindowState | null> {
    const { caller, window, windowUnknown } = ctx.state;
    if (window || windowUnknown || !caller) return window;
    try {
      const peek = this.store.peek(caller.account, WINDOW_MS, this.clock());
      ctx.state.window = await withTimeout(peek, PEEK_TIMEOUT_MS);
    } catch (error) {
      // An answer is there already: whatever fails here costs it three headers and nothing else.
      if (!(error instanceof StoreUnavailable)) this.log.warn({ id: ctx.state.requestId, err: error }, 'no window');
      ctx.state.windowUnknown = true;
    }
    return ctx.state.window;
  }
}
