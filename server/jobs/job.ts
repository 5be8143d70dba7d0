/** The content of a job: documents, or a template with values for each, and their shared settings. */
import { createHash } from 'node:crypto';
import type { NamedCall } from '../storage/store.ts';
import type { ClaimedDocument } from '../storage/job-store.ts';
import type { SubmittedDocument, SubmittedOptions } from '../rendering/submitted-document.ts';
import type { Made } from '../rendering/work.ts';
import type { FieldError } from '../refusal.ts';

/** Limit on the documents of a job. */
export const MOST_DOCUMENTS = 10_000;
/** Limit on the documents of an account, in all its jobs. */
export const MOST_KEPT = 20_000;

/** The receiver of a notification at a job's end. */
export interface Webhook {
  readonly url: string;
  /** Key of the signature. */
  readonly secret: string;
}

/** A webhook as stored. */
export interface KeptWebhook {
  readonly url: string;
  /** Plain text if the service has no key to seal it. */
  readonly secret?: string;
  readonly sealed?: string;
}

/** The first line of a submitted job. */
export interface JobHead {
  readonly template: string | null;
  readonly options: SubmittedOptions | null;
  readonly webhook: Webhook | null;
}

/** A further line: a document, or values for the template. */
export interface JobDocument {
  readonly html: string | null;
  readonly values: Readonly<Record<string, unknown>> | null;
  readonly options: SubmittedOptions | null;
  readonly filename: string | null;
  /** The caller's own name for the document. */
  readonly reference: string | null;
}

/** Limit on the stored diagnostics of a document. */
export const KEPT_DIAGNOSTICS = 5;

/** The result of a document. */
export interface JobFacts {
  readonly reference: string | null;
  readonly filename: string | null;
  readonly pages: number | null;
  readonly bytes: number | null;
  readonly warnings: number | null;
  /** The first `KEPT_DIAGNOSTICS`. */
  readonly diagnostics: Made['diagnostics'];
  readonly problem: {
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly FieldError[] | null;
  } | null;
}

/** Returns a document of a job as input for the renderer. */
export function submissionOf(head: JobHead, { html, values, options }: JobDocument): SubmittedDocument {
  return {
    html: html ?? head.template ?? '',
    ...(html === null && values !== null ? { values } : {}),
    options: { ...head.options, ...options },
  };
}

/**
 * Returns the call's name. A document rendered again after a crash isn't paid for twice. A new document that
 * reuses the id of a deleted job is paid for.
 */
export function callOf({ job, index, body }: ClaimedDocument): NamedCall {
  const fingerprint = createHash('sha256').update(body).digest('base64url');
  return { key: `job:${job}:${index}:${fingerprint}`, fingerprint };
}

/** Returns the id of a job with an idempotency key. Equal keys of an account give equal ids. */
export function namedJobId(account: string, name: string): string {
  const hex = createHash('sha256').update(`${account.length}:${account}${name}`).digest('hex');
  // A UUID of version 8 (RFC 9562), which allows custom content.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
