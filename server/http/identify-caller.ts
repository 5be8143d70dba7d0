import type { Middleware } from 'koa';
import { type Callers, keyOf } from '../accounts/caller.ts';
import { isWellFormedKey, keyPrefix } from '../accounts/keys.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Log } from '../observability/log.ts';
import { StoreUnavailable } from '../storage/store.ts';
import type { ServiceContext } from './context.ts';

/** Tells a caller whose key is malformed, unknown or revoked that it is treated as anonymous. */
const CALLER_HEADER = 'X-Pagewright-Caller';
const INVALID_KEY = 'anonymous; reason=invalid-key';

/** Returns whether a path must never query the store: liveness and static files. */
const isStoreless = (path: string): boolean =>
  path === '/healthz' || path.startsWith('/editor/') || path.startsWith('/guides/');

/** Logging interval of an invalid key, and the number of prefixes remembered. */
const WARN_EVERY_MS = 60_000;
const WARNED = 1000;

export interface IdentifyCallerParts {
  readonly callers: Callers;
  readonly storeFailure: 'closed' | 'open';
  readonly log: Log;
  readonly clock: () => number;
}

/**
 * Identifies the caller. If the account store is unavailable, a call with a key has no caller and metered routes refuse
 * it. With `open` failure handling it continues as anonymous.
 */
export function identifyCaller({ callers, storeFailure, log, clock }: IdentifyCallerParts): Middleware {
  const warnInvalid = invalidKeyWarnings(log, clock);
  return async (context, next) => {
    const ctx = context as ServiceContext;
    if (isStoreless(ctx.path)) {
      ctx.state.storeless = true;
      ctx.state.caller = callers.known(ctx.req);
      await next();
      return;
    }
    try {
      ctx.state.caller = await callers.identify(ctx.req);
      const key = keyOf(ctx.req);
      if (!ctx.state.caller.isKeyed && key !== '') {
        ctx.state.keyInvalid = true;
        ctx.set(CALLER_HEADER, INVALID_KEY);
        warnInvalid(key);
      }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      ctx.state.windowUnknown = true;
      ctx.state.keyUnchecked = true;
      if (storeFailure === 'open') {
        log.warn({ id: ctx.state.requestId }, 'a key was accepted unchecked: accounts are unavailable');
        ctx.state.caller = { ...callers.anonymous(ctx.req), monthly: null };
      }
    }
    await next();
  };
}

/**
 * Logs invalid keys, each prefix once a minute. Text that isn't shaped like a key may be another secret and is never
 * logged.
 */
function invalidKeyWarnings(log: Log, clock: () => number): (key: string) => void {
  const warned = new BoundedMap<string, number>(WARNED);
  return (key) => {
    const prefix = isWellFormedKey(key) ? keyPrefix(key) : 'malformed';
    const now = clock();
    if ((warned.get(prefix) ?? -Infinity) > now - WARN_EVERY_MS) return;
    warned.set(prefix, now);
    log.warn({ key: prefix }, 'a call with an invalid key was treated as anonymous');
  };
}
