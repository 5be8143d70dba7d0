import { randomUUID } from 'node:crypto';
import type { Middleware } from 'koa';
import { withoutKeys } from '../accounts/keys.ts';
import type { Activity } from '../activity.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Span, Tracing } from '../observability/tracing.ts';
import { newState, requestPath, type ServiceContext } from './context.ts';
import { visible } from '../terminal.ts';

const ACCEPTED_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the caller's request id if it is a plain token, otherwise a new one. */
export function requestIdFrom(header: string | string[] | undefined): string {
  return typeof header === 'string' && ACCEPTED_ID.test(header) ? header : randomUUID();
}

/** Headers of every response. */
export const STANDARD_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

/** Starts a request: its id, standard headers, an abort signal tied to the connection, and a final log line. */
export function beginRequest(log: Log, metrics: Metrics, activity: Activity, tracing: Tracing): Middleware {
  const inRequest = handleRequest(log, metrics, activity);
  return (context, next) => {
    const { method } = context;
    const parent = context.get('traceparent') || null;
    return tracing.span(method, { kind: 'server', parent, attributes: { 'http.request.method': method } }, (span) =>
      inRequest(context as ServiceContext, next, span),
    );
  };
}

type RequestHandler = (ctx: ServiceContext, next: () => Promise<unknown>, span: Span) => Promise<void>;

function handleRequest(log: Log, metrics: Metrics, activity: Activity): RequestHandler {
  return async (ctx, next, span) => {
    const started = performance.now();
    const gone = new AbortController();
    const ended = [activity.begin(), activity.begin()];
    // Active until the response is sent and all work for it has ended.
    ctx.res.once('close', () => {
      // Creating the abort reason captures a stack, so it is skipped after a complete response.
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
      metrics.requestSeconds.observe({ route }, (performance.now() - started) / 1000);
      span.rename(`${ctx.method} ${route}`);
      span.set({
        'http.route': route,
        'http.response.status_code': ctx.status,
        'pagewright.request_id': state.requestId,
        ...(state.code !== null && { 'pagewright.code': state.code }),
      });
      if (ctx.status >= 500) span.fail(state.code ?? `status ${ctx.status}`);
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
          ...(span.traceId !== null && { trace_id: span.traceId }),
        },
        'request',
      );
    }
  };
}
