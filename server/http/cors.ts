import type { Context, Middleware } from 'koa';

const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Content-Disposition',
  'X-Request-Id',
  'X-Page-Count',
  'X-Render-Warnings',
  'X-Pagewright-Caller',
].join(', ');
const ALLOWED_HEADERS =
  'Content-Type, Content-Encoding, X-API-Key, Authorization, Idempotency-Key, X-Request-Id, Accept, Mcp-Protocol-Version, Mcp-Session-Id';
const MAX_AGE_S = '600';

/** Adds CORS headers for the origins of `PAGEWRIGHT_CORS_ORIGINS`. Credentials are never allowed. */
export function cors(origins: readonly string[]): Middleware {
  return (ctx, next) => {
    if (origins.length > 0) ctx.vary('Origin');
    if (isListed(origins, ctx)) {
      ctx.set('Access-Control-Allow-Origin', ctx.get('Origin'));
      ctx.set('Access-Control-Expose-Headers', EXPOSED);
    }
    return next();
  };
}

function isListed(origins: readonly string[], ctx: Context): boolean {
  const origin = ctx.get('Origin').toLowerCase();
  return origin !== '' && (origins.includes('*') || origins.includes(origin));
}

/** Answers OPTIONS if origins are configured. `methodsAt` returns the methods of a path for `Allow`. */
export function preflight(origins: readonly string[], methodsAt: (path: string) => readonly string[]): Middleware {
  return (ctx, next) => {
    const methods = methodsAt(ctx.path);
    if (ctx.method !== 'OPTIONS' || origins.length === 0 || methods.length === 0) return next();
    ctx.set('Allow', methods.join(', '));
    if (isListed(origins, ctx)) {
      ctx.set('Access-Control-Allow-Methods', methods.join(', '));
      ctx.set('Access-Control-Allow-Headers', ALLOWED_HEADERS);
      ctx.set('Access-Control-Max-Age', MAX_AGE_S);
    }
    ctx.status = 204;
    return undefined;
  };
}
