/** Refusals by the service's rules. HTTP and MCP each convert them to their own format. */

export type RefusalCode =
  | 'external_resource'
  | 'credits_exhausted'
  | 'plan_forbids'
  | 'quota_exceeded'
  | 'validation_error'
  | 'page_limit_exceeded'
  | 'render_timeout'
  | 'document_too_complex'
  | 'rate_limited'
  | 'allowance_exhausted'
  | 'overloaded'
  | 'store_unavailable'
  | 'idempotency_conflict'
  | 'idempotency_mismatch';

/** An error in one field of a request. */
export interface FieldError {
  readonly field: string;
  readonly code: 'required' | 'type' | 'json' | 'encoding' | 'forbidden_character' | 'form' | 'unknown' | 'value';
  readonly message: string;
  /** The position in the document, if the error concerns one. */
  readonly source?: string;
  readonly line?: number;
  readonly column?: number;
  /** For violations of a profile: the violated clauses of standards, and what to change. */
  readonly rules?: readonly string[];
  readonly fix?: string;
}

export interface RefusalDetails {
  readonly errors?: readonly FieldError[];
  readonly urls?: readonly { readonly url: string; readonly where: string }[];
  /** Seconds until a retry may succeed. */
  readonly retryAfter?: number;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly details: RefusalDetails;

  /** `message`: a sentence for the caller. */
  constructor(code: RefusalCode, message: string, details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
