import type { Context } from 'koa';
import type { Caller } from '../accounts/caller.ts';
import type { RenderedDocument } from '../metering/metered-render.ts';
import type { RateLimit, SeenWindow } from '../metering/request-windows.ts';
import type { BodyLease } from './body-budget.ts';
import type { ProblemCode } from './problems.ts';

/** State that the middleware collects about a request. */
export interface RequestState {
  requestId: string;
  /** The caller. null: the accounts can't be reached. */
  caller: Caller | null;
  /** The caller's window after this call. null: not read (yet). */
  window: SeenWindow | null;
  /** The window as shown in both the body and the headers of the response. */
  rateLimit: RateLimit | null;
  /** The call must not query the store. Caller and window come from the process's memory. */
  storeless: boolean;
  /** A key was given, but the account store was unavailable. */
  keyUnchecked: boolean;
  /** The given key is invalid, so the call is anonymous. */
  keyInvalid: boolean;
  /** The counter couldn't be read. The headers are omitted, because unknown is not zero. */
  windowUnknown: boolean;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
  /** The request's share of the memory for bodies and responses. */
  lease: BodyLease | null;
  /** For the log line. */
  code: ProblemCode | null;
  htmlBytes: number | null;
  pages: number | null;
  diagnostics: number | null;
  queueMs: number | null;
  renderMs: number | null;
  workerMb: number | null;
}

export type ServiceContext = Context & { state: RequestState };

export function newState(requestId: string, signal: AbortSignal): RequestState {
  return {
    requestId,
    caller: null,
    window: null,
    rateLimit: null,
    storeless: false,
    keyUnchecked: false,
    keyInvalid: false,
    windowUnknown: false,
    signal,
    lease: null,
    code: null,
    htmlBytes: null,
    pages: null,
    diagnostics: null,
    queueMs: null,
    renderMs: null,
    workerMb: null,
  };
}

/** Adds the facts of a finished document to the request's log line. */
export function noteDocument(
  state: RequestState,
  { pages, diagnostics, queueMs, renderMs, workerMb }: RenderedDocument,
): void {
  Object.assign(state, { pages, diagnostics: diagnostics.length, queueMs, renderMs, workerMb });
}

/**
 * Returns the requested path without the query, and without the origin of an absolute-form target (as sent to proxies).
 */
export function requestPath(url: string): string {
  const end = url.search(/[?#]/);
  const target = end < 0 ? url : url.slice(0, end);
  const origin = /^https?:\/\/[^/]*/i.exec(target);
  return origin ? target.slice(origin[0].length) || '/' : target;
}
