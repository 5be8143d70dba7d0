/** The content of a job: documents, or a template with values for each, and their shared settings. */
import { createHash } from 'node:crypto';
import type { NamedCall } from '../storage/store.ts';
import type { ClaimedDocument } from '../storage/job-store.ts';
import type { LinkedResult } from '../library/file-links.ts';
import { filesOfSteps, type PdfStep } from '../rendering/steps.ts';
import {
  type Files,
  namedFiles,
  type SubmittedDocument,
  type SubmittedOptions,
} from '../rendering/submitted-document.ts';
import type { Made } from '../rendering/work.ts';
import { type FieldError, Refusal } from '../refusal.ts';

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

/** Settings that documents can share or have individually. Jobs of earlier versions lack these fields. */
interface Carried {
  /** The name of the file or asset that is the document or template. */
  readonly document?: string | null;
  /** Files in base64, by name. */
  readonly files?: Readonly<Record<string, string>> | null;
  /** Names of assets. */
  readonly assets?: readonly string[] | null;
  readonly steps?: readonly PdfStep[] | null;
}

/** The first line of a submitted job. */
export interface JobHead extends Carried {
  /** The trace of the call that submitted the job (W3C Trace Context). */
  readonly traceparent?: string | null;
  readonly template: string | null;
  readonly options: SubmittedOptions | null;
  readonly webhook: Webhook | null;
}

/** A further line: a document, or values for the template. */
export interface JobDocument extends Carried {
  readonly html: string | null;
  readonly values: Readonly<Record<string, unknown>> | null;
  readonly options: SubmittedOptions | null;
  readonly filename: string | null;
  /** The caller's own name for the document. */
  readonly reference: string | null;
}

/** Maximum upload time of a job. An older unopened job belongs to a process that died. */
export const UPLOAD_MS = 120_000;

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

/**
 * Returns the name of a document's result among the contents of the account. A later job of the same id has another
 * expiry, so a document of the earlier one that ends late doesn't replace its result.
 */
export const resultName = ({ job, index }: LinkedResult, expiresAt: number): string =>
  `${resultPrefix(job)}${expiresAt}/${index}`;

/** Returns the common prefix of the names of a job's results. */
export const resultPrefix = (job: string): string => `${job}/`;

/** Returns the names of the assets that a document of a job uses. */
export const assetsOf = (head: JobHead, document: JobDocument): string[] => [
  ...new Set([...(head.assets ?? []), ...(document.assets ?? [])]),
];

/**
 * Returns a document of a job as input for the renderer. Its own files come before those of the job, and these before
 * assets. @throws Refusal `validation_error` for a file that doesn't exist
 */
export function submissionOf(head: JobHead, document: JobDocument, assets: Files): SubmittedDocument {
  const { html, values } = document;
  const files: Files = new Map([...assets, ...filesIn(head.files), ...filesIn(document.files)]);
  const options = { ...head.options, ...document.options };
  const steps = document.steps ?? head.steps ?? [];
  const name = document.document ?? (html === null ? head.document : null);
  const source = typeof name === 'string' ? files.get(name) : (html ?? head.template ?? '');
  const names = [
    ...(source === undefined ? [name!] : []),
    ...[...namedFiles(options), ...filesOfSteps(steps)].map(([, file]) => file),
  ];
  const missing = names.filter((file) => !files.has(file));
  if (source === undefined || missing.length > 0)
    throw new Refusal(
      'validation_error',
      `The job has no file ${missing.map((file) => JSON.stringify(file)).join(', ')}.`,
    );
  const isTemplate = html === null && values !== null;
  return {
    html: source,
    ...(isTemplate ? { values } : {}),
    options,
    ...(steps.length > 0 && { steps }),
    ...(files.size > 0 && { files }),
  };
}

const filesIn = (given: Carried['files']): [string, Uint8Array][] =>
  Object.entries(given ?? {}).map(([name, base64]) => [name, new Uint8Array(Buffer.from(base64, 'base64'))]);

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
