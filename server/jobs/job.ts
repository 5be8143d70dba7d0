/** What a job is made of: documents, or a template with values for each, and what they have in common. */
import { createHash } from 'node:crypto';
import type { NamedCall } from '../storage/store.ts';
import type { ClaimedDocument } from '../storage/job-store.ts';
import type { SubmittedDocument, SubmittedOptions } from '../rendering/submitted-document.ts';
import type { Made } from '../rendering/work.ts';
import type { FieldError } from '../refusal.ts';

/** How many documents a job may have. */
export const MOST_DOCUMENTS = 10_000;
/** How many of them an account may have at once, in all its jobs. */
export const MOST_KEPT = 20_000;

/** Who is told of a job's end. */
export interface Webhook {
  readonly url: string;
  /** Signs what is sent. */
  readonly secret: string;
}

/** The same as it is kept. */
export interface KeptWebhook {
  readonly url: string;
  /** As it is, where the service has no key to seal it with. */
  readonly secret?: string;
  readonly sealed?: string;
}

/** The first line of what is handed in. */
export interface JobHead {
  readonly template: string | null;
  readonly options: SubmittedOptions | null;
  readonly webhook: Webhook | null;
}

/** One of the lines behind it: a document, or values for the template. */
export interface JobDocument {
  readonly html: string | null;
  readonly values: Readonly<Record<string, unknown>> | null;
  readonly options: SubmittedOptions | null;
  readonly filename: string | null;
  /** The caller's own name for it. */
  readonly reference: string | null;
}

/** So many diagnostics are kept of each document. */
export const KEPT_DIAGNOSTICS = 5;

/** What became of a document. */
export interface JobFacts {
  readonly reference: string | null;
  readonly filename: string | null;
  readonly pages: number | null;
  readonly bytes: number | null;
  readonly warnings: number | null;
  /** The first of these. */
  readonly diagnostics: Made['diagnostics'];
  readonly problem: {
    readonly code: string;
    readonly detail: string;
    readonly errors: readonly FieldError[] | null;
  } | null;
}

/** A document of a job as the renderer takes it. */
export function submissionOf(head: JobHead, { html, values, options }: JobDocument): SubmittedDocument {
  return {
    html: html ?? head.template ?? '',
    ...(html === null && values !== null ? { values } : {}),
    options: { ...head.options, ...options },
  };
}

/** Rendered again after a process died, a document is not paid for again; another one in its place, of a job that has been deleted, is. */
export function callOf({ job, index, body }: ClaimedDocument): NamedCall {
  const fingerprint = createHash('sha256').update(body).digest('base64url');
  return { key: `job:${job}:${index}:${fingerprint}`, fingerprint };
}

/** The id of a job whose caller has named the call: the same for the same name, and nobody else's. */
export function namedJobId(account: string, name: string): string {
  const hex = createHash('sha256').update(`${account.length}:${account}${name}`).digest('hex');
  // A UUID of version 8 (RFC 9562): made in a way of our own.
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
