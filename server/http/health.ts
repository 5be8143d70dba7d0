import type { Middleware } from 'koa';
import type { Log } from '../observability/log.ts';
import type { RenderPool } from '../rendering/pool.ts';
import type { Store } from '../storage/store.ts';
import { withTimeout } from '../timeout.ts';
import { Problem } from './problems.ts';

/** `GET /healthz`: liveness probe. */
export const healthRoute: Middleware = (ctx) => {
  ctx.body = { status: 'ok' };
};

/** The shutdown state of the process, set only by its owner. */
export interface Lifecycle {
  /** Still serves requests, but load balancers should stop sending them. */
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

/** Checks whether the stores are writable. Logs a failure once, and its recovery. */
class StoreHealth {
  private readonly store: Store;
  private readonly log: Log;
  /** The check in progress. Concurrent probes share it. */
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
 * `GET /readyz`: readiness probe. Requires running workers and writable stores. If renders continue without a store
 * (`open`), the store is ignored: its restart would otherwise remove every replica from the load balancer.
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
