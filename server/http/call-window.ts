/** Counts calls against the caller's window. Each call is counted once and shown in every response. */
import { READS_PER_CALL, type RateLimit, type RequestWindows, type SeenWindow } from '../metering/request-windows.ts';
import type { WorkerTime } from '../metering/worker-time.ts';
import type { Log } from '../observability/log.ts';
import { StoreUnavailable } from '../storage/store.ts';
import type { ServiceContext } from './context.ts';
import { Problem } from './problems.ts';

const STORE_RETRY_S = 5;

export interface CallWindowsParts {
  readonly windows: RequestWindows;
  readonly workerTime: WorkerTime;
  readonly storeFailure: 'closed' | 'open';
  /** false: calls aren't counted, and responses carry no window. */
  readonly metering: boolean;
  readonly log: Log;
}

export class CallWindows {
  private readonly parts: CallWindowsParts;

  constructor(parts: CallWindowsParts) {
    this.parts = parts;
  }

  /**
   * Counts this call if its caller has worker time left. @throws Problem `rate_limited`, or `store_unavailable` if
   * store failures are set to refuse calls
   */
  async count(ctx: ServiceContext): Promise<void> {
    const { caller } = ctx.state;
    // An unchecked key has no known window, and the window of the address belongs to another caller.
    if (!caller || ctx.state.keyUnchecked || !this.parts.metering) return;
    ctx.state.rateLimit = null;
    this.parts.workerTime.admit(caller);
    try {
      const { allowed, window } = await this.parts.windows.count(caller);
      ctx.state.window = window;
      if (allowed) return;
      const retryAfter = Math.max(1, Math.ceil(window.resetMs / 1000));
      throw new Problem('rate_limited', `More than ${caller.limit} requests per minute. Retry in ${retryAfter} s.`, {
        retryAfter,
      });
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      ctx.state.windowUnknown = true;
      this.withoutStore(ctx);
    }
  }

  /** Counts a read of stored results. @throws Problem as for `count` */
  async countRead(ctx: ServiceContext): Promise<void> {
    const { caller } = ctx.state;
    if (!caller || ctx.state.keyUnchecked || !this.parts.metering) return;
    try {
      const { allowed, resetMs } = await this.parts.windows.countRead(caller);
      if (allowed) return;
      const retryAfter = Math.max(1, Math.ceil(resetMs / 1000));
      const detail = `More than ${caller.limit * READS_PER_CALL} reads of jobs per minute. Retry in ${retryAfter} s.`;
      throw new Problem('rate_limited', detail, { retryAfter });
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      this.withoutStore(ctx);
    }
  }

  private withoutStore(ctx: ServiceContext): void {
    if (this.parts.storeFailure === 'closed') {
      throw new Problem('store_unavailable', 'The request counter is unavailable. Retry later.', {
        retryAfter: STORE_RETRY_S,
      });
    }
    this.parts.log.warn({ id: ctx.state.requestId }, 'request not counted: windows are unavailable');
  }

  /** Returns the caller's window for this response. Computed once, on first use. null: the counter can't be read. */
  async rateLimit(ctx: ServiceContext): Promise<RateLimit | null> {
    const { caller } = ctx.state;
    if (!caller || !this.parts.metering) return null;
    const window = await this.window(ctx);
    return (ctx.state.rateLimit ??= window && this.parts.windows.rateLimit(window, caller));
  }

  /** Returns the window. Reads it once per request unless counting has returned it. */
  private async window(ctx: ServiceContext): Promise<SeenWindow | null> {
    const { caller } = ctx.state;
    if (!caller || ctx.state.window || ctx.state.windowUnknown) return ctx.state.window;
    if (ctx.state.storeless) return (ctx.state.window = this.parts.windows.lastSeen(caller));
    try {
      ctx.state.window = await this.parts.windows.read(caller);
    } catch (error) {
      // The response is already complete. A failure here only costs three headers.
      if (!(error instanceof StoreUnavailable))
        this.parts.log.warn({ id: ctx.state.requestId, err: error }, 'no window');
      ctx.state.windowUnknown = true;
    }
    return ctx.state.window;
  }
}
