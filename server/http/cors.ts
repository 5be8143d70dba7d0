import type { Middleware } from 'koa';
import { Problem } from './problems.ts';

const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'Content-Disposition',
  'X-Request-Id',
  'X-Page-Count',
  'X-Render-Warnings',
].join(', ');
const ALLOWED_HEADERS =
  'Content-Type, Content-Encoding, X-API-Key, X-Request-Id, Accept, Mcp-Protocol-Version, Mcp-Session-Id';
const MAX_AGE_S = '600';

/** Answers preflights and marks answers for the origins of `CORS_ORIGINS`; credentials never. Without any, OPTIONS is just a method that doesn't exist. */
export function cors(origins: readonly string[], methodsAt: (path: string) => readonly string[]): Middleware {
  return async (ctx, next) => {
    const origin = ctx.get('Origin').toLowerCase();
    const allowed = origin !== '' && (origins.includes('*') || origins.includes(origin));
    if (origins.length > 0) ctx.vary('Origin');
    if (allowed) {
      ctx.set('Access-Control-Allow-Origin', ctx.get('Origin'));
      ctx.set('Access-Control-Expose-Headers', EXPOSED);
    }
    if (ctx.method !== 'OPTIONS') return next();
    const methods = methodsAt(ctx.path);
    if (methods.length === 0) throw new Problem('not_found', 'Nothing lives at this path.');
    if (origins.length === 0)
      throw new Problem('method_not_allowed', 'OPTIONS is not answered here.', { allow: methods });
    if (allowed) {
      ctx.set('Access-Control-Allow-Methods', methods.join(', '));
      ctx.set('Access-Control-Allow-Headers', ALLOWED_HEADERS);
      ctx.set('Access-Control-Max-Age', MAX_AGE_S);
    }
    ctx.status = 204;
  };
}
