import type { Middleware } from 'koa';
import { isLoopbackCall } from '../accounts/caller.ts';
import type { Log } from '../observability/log.ts';
import { Refusal } from '../refusal.ts';
import { PoolError } from '../rendering/pool.ts';
import { StoreUnavailable } from '../storage/store.ts';
import { requestPath, type ServiceContext } from './context.ts';
import { Problem, problemBody } from './problems.ts';
import { lastAnswer } from './read-body.ts';

const STORE_RETRY_S = 5;
/** Status for a disconnected client. It is never received, but marks such calls in the log. */
export const CLIENT_GONE = 499;

/**
 * Converts all errors to problem+json. Errors other than Problems are bugs: they are logged in full and answered
 * without details.
 */
export function answerProblems(upgradeUrl: string, log: Log): Middleware {
  return async (context, next) => {
    const ctx = context as ServiceContext;
    try {
      await next();
    } catch (error) {
      if (isGone(ctx, error)) {
        ctx.status = CLIENT_GONE;
        ctx.body = null;
        return;
      }
      const problem = forCaller(asProblem(error, log, ctx.state.requestId), ctx);
      writeProblem(ctx, problem, upgradeUrl);
    }
  };
}

/** Returns whether the client has disconnected, so that no response is needed. */
export function isGone(ctx: ServiceContext, error: unknown): boolean {
  return (
    (error instanceof PoolError && error.reason === 'aborted') ||
    (ctx.state.signal.aborted && !(error instanceof Problem || error instanceof Refusal))
  );
}

export function asProblem(error: unknown, log: Log, requestId: string): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Refusal) return Problem.of(error);
  if (error instanceof StoreUnavailable) {
    return new Problem('store_unavailable', 'A store is unavailable. Retry later.', { retryAfter: STORE_RETRY_S });
  }
  log.error({ id: requestId, err: error }, 'internal error');
  return new Problem('internal_error', 'An internal error occurred. It was logged under the request id.');
}

/** Problems that an unintentionally anonymous caller may run into. */
const BY_CALLER: ReadonlySet<Problem['code']> = new Set(['rate_limited', 'allowance_exhausted', 'plan_forbids']);

/** Limits that an operator can turn off. */
const LIMITS: ReadonlySet<Problem['code']> = new Set(['rate_limited', 'allowance_exhausted']);

/**
 * Explains a refusal by the caller's invalid key, and explains on the operator's own machine how to turn off limits.
 */
export function forCaller(problem: Problem, { state, req }: Pick<ServiceContext, 'state' | 'req'>): Problem {
  const remarks = [
    ...(state.keyInvalid && BY_CALLER.has(problem.code)
      ? ['The API key is invalid (unknown, mistyped or revoked), so the request is treated as anonymous.']
      : []),
    ...(state.caller?.isKeyed === false && LIMITS.has(problem.code) && isLoopbackCall(req)
      ? ['If you run this service for yourself, start it with PAGEWRIGHT_METERING=off.']
      : []),
  ];
  if (remarks.length === 0) return problem;
  return new Problem(problem.code, [problem.detail, ...remarks].join(' '), problem.details);
}

/**
 * Handles errors outside the problem middleware or while a response is being written. Sends a problem if that is still
 * possible.
 */
export function lastResort(upgradeUrl: string, log: Log): (this: ServiceContext, error: Error | null) => void {
  return function (error) {
    if (!error) return;
    if (this.res.headersSent || !this.writable) {
      // The response can't be completed. Destroying the connection shows the client that it is truncated.
      this.res.destroy();
      return;
    }
    const problem = asProblem(error, log, this.state.requestId);
    const path = requestPath(this.req.url ?? '');
    const body = JSON.stringify(problemBody(problem, path, this.state.requestId, upgradeUrl));
    this.res.statusCode = problem.status;
    this.res.removeHeader('Content-Disposition');
    this.res.setHeader('Content-Type', 'application/problem+json');
    this.res.setHeader('Content-Length', Buffer.byteLength(body));
    this.res.end(body);
  };
}

function writeProblem(ctx: ServiceContext, problem: Problem, upgradeUrl: string): void {
  const { details } = problem;
  ctx.state.code = problem.code;
  // A route took over the response but failed before writing it.
  if (!ctx.res.headersSent) ctx.respond = true;
  ctx.status = problem.status;
  ctx.type = 'application/problem+json';
  if (details.retryAfter !== undefined) ctx.set('Retry-After', String(details.retryAfter));
  if (details.allow) ctx.set('Allow', details.allow.join(', '));
  const body = JSON.stringify(problemBody(problem, requestPath(ctx.req.url ?? ''), ctx.state.requestId, upgradeUrl));
  if (!details.closeConnection) {
    ctx.body = body;
    return;
  }
  ctx.set('Connection', 'close');
  ctx.body = lastAnswer(body, ctx.req);
  ctx.length = Buffer.byteLength(body);
}
