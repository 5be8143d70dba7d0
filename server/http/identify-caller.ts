import type { Middleware } from 'koa';
import { type Callers, keyOf } from '../accounts/caller.ts';
import type { Log } from '../observability/log.ts';
import { StoreUnavailable } from '../storage/store.ts';
import type { ServiceContext } from './context.ts';

/** Tells a caller whose key is malformed, unknown or revoked that it goes as anonymous. */
const CALLER_HEADER = 'X-Pagewright-Caller';

/** Paths that answer whatever has become of the stores. */
const STORELESS: ReadonlySet<string> = new Set(['/healthz']);

/**
 * Finds out who is calling. With the accounts away a call with a key has no caller: what needs one refuses, or goes on as an anonymous caller
 * where the operator wants renders at any price.
 */
export function identifyCaller(callers: Callers, storeFailure: 'closed' | 'open', log: Log): Middleware {
  return async (context, next) => {
    const ctx = context as ServiceContext;
    if (STORELESS.has(ctx.path)) {
      ctx.state.storeless = true;
      ctx.state.caller = callers.known(ctx.req);
      await next();
      return;
    }
    try {
      ctx.state.caller = await callers.identify(ctx.req);
      if (!ctx.state.caller.isKeyed && keyOf(ctx.req) !== '') {
        ctx.state.keyInvalid = true;
        ctx.set(CALLER_HEADER, 'anonymous; reason="invalid key"');
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      ctx.state.windowUnknown = true;
      ctx.state.keyUnchecked = true;
      if (storeFailure === 'open') {
        log.warn({ id: ctx.state.requestId }, 'a key was taken on trust: accounts are unavailable');
        ctx.state.caller = { ...callers.anonymous(ctx.req), monthly: null };
      }
    }
    await next();
  };
}
