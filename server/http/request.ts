import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { withoutKeys } from '../accounts/keys.ts';
import type { Activity } from '../activity.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { newState, requestPath, type ServiceContext } from './context.ts';
import { visible } from '../terminal.ts';

const ACCEPTED_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** A caller's own request id if it is a plain token, else a new one. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED_ID.test(header) ? header : randomUUID();
}

/** The headers of every response, whoever writes it. */
export const STANDARD_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/** Begins a request: its id, the standard headers, an abort signal that follows the connection, and in the end one log line. */
export function beginRequest(log: Log, metrics: Metrics, activity: Activity): Middleware {
  return async (context, next) => {
    const ctx = context as ServiceContext;
    const started = performance.now();
    const gone = new AbortController();
    const ended = [activity.begin(), activity.begin()];
    // Under way until the answer has left and nothing works for it any more, whichever comes last.
    ctx.res.once('close', () => {
      // An abort costs its reason's stack: nobody hears of it where the answer has left.
      if (!ctx.res.writableFinished) gone.abort();
      ended[0]!();
    });
    ctx.state = newState(requestIdFrom(ctx.req.headers['x-request-id']), gone.signal);
    ctx.set('X-Request-Id', ctx.state.requestId);
    ctx.set({ ...STANDARD_HEADERS });
    try {
      await next();
    } finally {
      ended[1]!();
      const { state } = ctx;
      const route = String((ctx as { _matchedRoute?: unknown })._matchedRoute ?? 'other');
      metrics.requests.inc({ route, status: String(ctx.status) });
      log.info(
        {
          id: state.requestId,
          caller: state.caller?.label ?? null,
          method: ctx.method,
          path: visible(withoutKeys(requestPath(ctx.req.url ?? ''))).slice(0, 200),
          status: ctx.status,
          code: state.code,
          ms: Math.round(performance.now() - started),
          html_bytes: state.htmlBytes,
          pages: state.pages,
          diagnostics: state.diagnostics,
          queue_ms: state.queueMs === null ? null : Math.round(state.queueMs),
          render_ms: state.renderMs === null ? null : Math.round(state.renderMs),
          worker_mb: state.workerMb === null ? null : Math.round(state.workerMb),
        },
        'request',
      );
    }
  };
}
