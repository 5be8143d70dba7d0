/** Every HTTP error of the service (RFC 9457). Responses, the OpenAPI description and the docs page use this table. */
import type { FieldError, Refusal, RefusalCode, RefusalDetails } from '../refusal.ts';

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly when: string;
}

export const PROBLEMS = {
  external_resource: {
    status: 400,
    title: 'External resources',
    when: 'The document refers to `http(s)` resources, listed in `urls`. Send them in `files` and refer to them by relative URLs, or inline them as `data:` URIs.',
  },
  bad_request: {
    status: 400,
    title: 'Bad request',
    when: 'Invalid HTTP, or an invalid percent escape in the path.',
  },
  credits_exhausted: {
    status: 402,
    title: 'Credits exhausted',
    when: 'The key has no credits left in this period.',
  },
  plan_forbids: {
    status: 403,
    title: 'Feature not included in the plan',
    when: 'The plan of the key does not include this feature.',
  },
  quota_exceeded: {
    status: 403,
    title: 'Quota exceeded',
    when: 'The plan of the key does not allow more assets or bytes. Delete assets, or upgrade the plan.',
  },
  origin_forbidden: {
    status: 403,
    title: 'Origin not allowed',
    when: 'An MCP call from a web page with a foreign origin.',
  },
  not_found: { status: 404, title: 'Not found', when: 'No route matches this path.' },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    when: 'The path does not support this method. `Allow` lists the supported ones.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'Call in progress',
    when: 'A call with this `Idempotency-Key` is still in progress. Retry later.',
  },
  request_timeout: { status: 408, title: 'Request timeout', when: 'Headers or body were not received in time.' },
  html_too_large: {
    status: 413,
    title: 'HTML too large',
    when: '`html` exceeds the limit in UTF-8 bytes.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    when: 'The body exceeds the size of the largest allowed document in JSON.',
  },
  uri_too_long: {
    status: 414,
    title: 'URI too long',
    when: 'The request target exceeds the limit.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    when: 'The route does not accept this `Content-Type` (most routes take `application/json` in UTF-8) or this `Content-Encoding`.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    when: 'The request headers exceed 16 KiB.',
  },
  validation_error: {
    status: 422,
    title: 'Invalid request',
    when: 'Invalid JSON, or missing or invalid fields, listed in `errors`.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'Idempotency key reused',
    when: 'This `Idempotency-Key` was used for a different document.',
  },
  page_limit_exceeded: {
    status: 422,
    title: 'Too many pages',
    when: 'The document exceeds the page limit of the service.',
  },
  render_timeout: {
    status: 422,
    title: 'Render timeout',
    when: 'Rendering exceeded the time limit because of the document. Retrying does not help.',
  },
  document_too_complex: {
    status: 422,
    title: 'Document too complex',
    when: 'The document exceeds a limit on memory, boxes, nesting depth or image pixels.',
  },
  document_failed: {
    status: 422,
    title: 'Document failed',
    when: 'This job document has no PDF because it failed. `detail` gives the reason, and the job results contain the problem.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limit exceeded',
    when: 'The plan allows fewer requests, or fewer seconds of rendering, per minute. Retry after `Retry-After` seconds.',
  },
  allowance_exhausted: {
    status: 429,
    title: 'Monthly allowance exhausted',
    when: 'The client used up its monthly renders without a key. Use an API key.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    when: 'An internal error, logged under the request id.',
  },
  overloaded: {
    status: 503,
    title: 'Service overloaded',
    when: 'The queue is full, or no worker was available in time. Retry after `Retry-After` seconds.',
  },
  store_unavailable: {
    status: 503,
    title: 'Store unavailable',
    when: 'The stores of accounts or counters are unavailable. Retry later.',
  },
  shutting_down: {
    status: 503,
    title: 'Shutting down',
    when: 'This process is shutting down. Retry on another replica.',
  },
} as const satisfies Record<RefusalCode, ProblemKind> & Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** Statuses whose problems link to larger plans. */
const WITH_UPGRADE: ReadonlySet<number> = new Set([402, 403, 429]);

export interface ProblemDetails extends RefusalDetails {
  readonly allow?: readonly string[];
  /** The connection can't be reused, because part of the body is unread. */
  readonly closeConnection?: boolean;
}

/** An HTTP error or a refusal by the service's rules. The problem middleware answers it. */
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

/** Returns the JSON of a problem. `path`: the requested path without its query. */
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
