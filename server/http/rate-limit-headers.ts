import type { Middleware } from 'koa';
import type { RateLimit } from '../metering/request-windows.ts';
import type { CallWindows } from './call-window.ts';
import type { ServiceContext } from './context.ts';

export const RATE_LIMIT_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

export function rateLimitHeaders({ limit, remaining, reset }: RateLimit): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
  };
}

/** Adds the caller's window to every response, including problems. Omitted if it isn't known. */
export function addRateLimitHeaders(windows: CallWindows): Middleware {
  return async (context, next) => {
    await next();
    const ctx = context as ServiceContext;
    if (ctx.respond === false) return;
    const rateLimit = await windows.rateLimit(ctx);
    if (rateLimit) ctx.set(rateLimitHeaders(rateLimit));
  };
}
