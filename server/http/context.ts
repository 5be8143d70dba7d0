import type { Context } from 'koa';
import type { Caller } from '../accounts/caller.ts';
import type { RenderedDocument } from '../metering/metered-render.ts';
import type { RateLimit, SeenWindow } from '../metering/request-windows.ts';
import type { BodyLease } from './body-budget.ts';
import type { ProblemCode } from './problems.ts';

/** What a request has gathered on its way through the middleware. */
export interface RequestState {
  requestId: string;
  /** Who is calling; null when accounts can't be reached. */
  caller: Caller | null;
  /** The caller's window as this call left it; null: not read (yet). */
  window: SeenWindow | null;
  /** What the answer says of it, in its body and in its headers alike. */
  rateLimit: RateLimit | null;
  /** This call asks no store: who calls, and what is left of the window, is told as far as the process knows. */
  storeless: boolean;
  /** A key came while accounts were away: it could not be looked up. */
  keyUnchecked: boolean;
  /** A key came that is none: the call is anonymous. */
  keyInvalid: boolean;
  /** The counter could not be read: unknown is not zero, so the headers are left out. */
  windowUnknown: boolean;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
  /** What the request holds of the memory for bodies and answers. */
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

/** What a finished document adds to the request's log line. */
export function noteDocument(
  state: RequestState,
  { pages, diagnostics, queueMs, renderMs, workerMb }: RenderedDocument,
): void {
  Object.assign(state, { pages, diagnostics: diagnostics.length, queueMs, renderMs, workerMb });
}

/** The path as requested, without the query; of a request in absolute form, as proxies get them, without the origin too. */
export function requestPath(url: string): string {
  const end = url.search(/[?#]/);
  const target = end < 0 ? url : url.slice(0, end);
  const origin = /^https?:\/\/[^/]*/i.exec(target);
  return origin ? target.slice(origin[0].length) || '/' : target;
}
