import type { Middleware } from 'koa';
import type { Log } from '../observability/log.ts';
import type { RenderPool } from '../rendering/pool.ts';
import type { Store } from '../storage/store.ts';
import { withTimeout } from '../timeout.ts';
import { Problem } from './problems.ts';

/** `GET /healthz`: the process lives. */
export const healthRoute: Middleware = (ctx) => {
  ctx.body = { status: 'ok' };
};

/** Whether the process is about to end: set once, by its owner. */
export interface Lifecycle {
  /** It still does what it is asked, but nobody is to be sent here any more. */
  leaving: boolean;
  shuttingDown: boolean;
}

/** @throws Problem `shutting_down` */
export function refuseWhenEnding({ shuttingDown }: Lifecycle): void {
  if (shuttingDown) throw ending();
}

const ending = (): Problem =>
  new Problem('shutting_down', 'This process is shutting down. Retry on another replica.', { retryAfter: 5 });

const PING_TIMEOUT_MS = 2000;

/** Whether the stores can be written to. A cause is logged once, and its end too. */
class StoreHealth {
  private readonly store: Store;
  private readonly log: Log;
  /** The question under way: however many ask, the stores are asked once at a time. */
  private asked: Promise<boolean> | null = null;
  private cause: string | null = null;

  constructor(store: Store, log: Log) {
    this.store = store;
    this.log = log;
  }

  isWell(): Promise<boolean> {
    return (this.asked ??= this.ping().finally(() => (this.asked = null)));
  }

  private async ping(): Promise<boolean> {
    let cause: string | null = null;
    try {
      await withTimeout(Promise.all([this.store.accounts.ping(), this.store.windows.ping()]), PING_TIMEOUT_MS);
    } catch (error) {
      cause = (error as Error).message;
    }
    if (cause !== this.cause) {
      if (cause === null) this.log.info('the stores are writable again');
      else this.log.error({ cause }, 'a store is not writable');
    }
    this.cause = cause;
    return cause === null;
  }
}

/**
 * `GET /readyz`: the process can take work, because its workers are up and its stores can be written to. Where renders pass while a store is down
 * (`open`), the store doesn't decide, and isn't waited for: its restart would take every replica out of the balancer.
 */
export function readyRoute(
  store: Store,
  pool: RenderPool,
  lifecycle: Lifecycle,
  log: Log,
  storeFailure: 'closed' | 'open',
): Middleware {
  const health = new StoreHealth(store, log);
  return async (ctx) => {
    if (lifecycle.leaving || lifecycle.shuttingDown) throw ending();
    if (!pool.ready)
      throw new Problem('overloaded', 'The workers are still starting. Retry shortly.', { retryAfter: 1 });
    const isWell = health.isWell();
    if (storeFailure === 'closed' && !(await isWell))
      throw new Problem('store_unavailable', 'A store is not writable. Retry later.', { retryAfter: 5 });
    ctx.body = { status: 'ready' };
  };
}
