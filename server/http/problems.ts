/**
 * Every error that the service answers over HTTP, RFC 9457: the one table from which answers, the OpenAPI text and the docs page are made.
 */
import type { FieldError, Refusal, RefusalCode, RefusalDetails } from '../refusal.ts';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly when: string;
}

export const PROBLEMS = {
  external_resource: {
    status: 400,
    title: 'External resources are not loaded',
    when: 'The document refers to http(s) resources; `urls` lists them.',
  },
  bad_request: {
    status: 400,
    title: 'Bad request',
    when: 'HTTP that does not parse, or a bad percent escape in the path.',
  },
  credits_exhausted: {
    status: 402,
    title: 'No credits left',
    when: "The key's plan has no credit left in this period.",
  },
  plan_forbids: {
    status: 403,
    title: 'The plan does not include this',
    when: "The key's plan lacks the feature that was called.",
  },
  origin_forbidden: {
    status: 403,
    title: 'Origin not allowed',
    when: 'An MCP call from a web page of another origin.',
  },
  not_found: { status: 404, title: 'Not found', when: 'Nothing lives at this path.' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    when: 'The path exists, the method does not; `Allow` lists those that do.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'The same call is under way',
    when: 'A call with this `Idempotency-Key` has not ended yet.',
  },
  request_timeout: { status: 408, title: 'The request took too long', when: 'Headers or body did not arrive in time.' },
  html_too_large: {
    status: 413,
    title: 'The html is too large',
    when: '`html` is longer than the limit in UTF-8 bytes.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    when: 'The body is larger than any allowed document can be in JSON.',
  },
  uri_too_long: {
    status: 414,
    title: 'The address is too long',
    when: 'The request target is longer than the server reads.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    when: 'The body is not application/json in UTF-8, or is compressed in an unknown way.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    when: 'The request headers are larger than 16 KiB.',
  },
  validation_error: {
    status: 422,
    title: 'The request is not valid',
    when: 'Broken JSON, or fields missing or mistyped; `errors` lists them.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'The key was used for another call',
    when: 'This `Idempotency-Key` came with another document before.',
  },
  page_limit_exceeded: {
    status: 422,
    title: 'Too many pages',
    when: 'The document has more pages than the service renders.',
  },
  render_timeout: {
    status: 422,
    title: 'Rendering took too long',
    when: "The document's own doing: sending it again will not help.",
  },
  document_too_complex: {
    status: 422,
    title: 'The document is too complex',
    when: 'It needs more memory, boxes, depth or pixels than a render may use.',
  },
  document_failed: {
    status: 422,
    title: 'The document failed',
    when: 'This document of a job was refused or could not be rendered, and has no PDF; `detail` says why, the results have its problem.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many calls',
    when: 'More calls, or more seconds of rendering, than the tier allows in a minute.',
  },
  allowance_exhausted: {
    status: 429,
    title: 'The monthly allowance is used up',
    when: 'More renders without a key than a client has in a month.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    when: 'A fault of ours; it has been logged under the request id.',
  },
  overloaded: {
    status: 503,
    title: 'Too much to do',
    when: 'The queue is full, or a place in it did not come in time.',
  },
  store_unavailable: { status: 503, title: 'A store is unavailable', when: 'Accounts or counters cannot be reached.' },
  shutting_down: { status: 503, title: 'Shutting down', when: 'This process is about to end.' },
} as const satisfies Record<RefusalCode, ProblemKind> & Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Answers that tell where a larger plan is to be had. */
const WITH_UPGRADE: ReadonlySet<number> = new Set([402, 403, 429]);

export interface ProblemDetails extends RefusalDetails {
  readonly allow?: readonly string[];
  /** The connection can't be used again (a body was left unread). */
  readonly closeConnection?: boolean;
}

/** A refusal of HTTP's own, or one of the service's rules as HTTP tells it; answered by the problem middleware. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, detail: string, details: ProblemDetails = {}) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.detail = detail;
    this.details = details;
  }

  static of({ code, message, details }: Refusal): Problem {
    return new Problem(code, message, details);
  }

  get status(): number {
    return PROBLEMS[this.code].status;
  }
}

export interface ProblemBody {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly instance: string;
  readonly code: ProblemCode;
  readonly request_id: string;
  readonly errors: readonly FieldError[] | null;
  readonly upgrade_url: string | null;
  readonly urls?: readonly { readonly url: string; readonly where: string }[];
}

/** The JSON of a problem. `path` is the request's as sent, without its query. */
export function problemBody(problem: Problem, path: string, requestId: string, upgradeUrl: string): ProblemBody {
  const { status, title } = PROBLEMS[problem.code];
  return {
    type: 'about:blank',
    title,
    status,
    detail: problem.detail,
    instance: path,
    code: problem.code,
    request_id: requestId,
    errors: problem.details.errors ?? null,
    upgrade_url: WITH_UPGRADE.has(status) ? upgradeUrl : null,
    ...(problem.details.urls ? { urls: problem.details.urls } : {}),
  };
}
