import type { Middleware } from 'koa';
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
  shuttingDown: boolean;
}

/** @throws Problem `shutting_down` */
export function refuseWhenEnding({ shuttingDown }: Lifecycle): void {
  if (shuttingDown) throw new Problem('shutting_down', 'This process is about to end.', { retryAfter: 5 });
}

const PING_TIMEOUT_MS = 2000;

/** `GET /readyz`: it can take work, because its stores answer and its workers are up. */
export function readyRoute(store: Store, pool: RenderPool, lifecycle: Lifecycle): Middleware {
  return async (ctx) => {
    refuseWhenEnding(lifecycle);
    if (!pool.ready) throw new Problem('overloaded', 'The workers are starting.', { retryAfter: 1 });
    try {
      await withTimeout(Promise.all([store.accounts.ping(), store.windows.ping()]), PING_TIMEOUT_MS);
    } catch {
      throw new Problem('store_unavailable', 'A store cannot be reached.', { retryAfter: 5 });
    }
    ctx.body = { status: 'ready' };
  };
}
