/** Messages between the service and its rendering processes. */
import type { Diagnostic, ExternalReference, RenderErrorCode, RenderIssue } from '../../engine/index.ts';
import type { SubmittedDocument } from './submitted-document.ts';
import type { Work } from './work.ts';

/** A request to a worker. */
export interface Job {
  readonly id: number;
  readonly work: Work;
  readonly document: SubmittedDocument;
  readonly deadlineMs: number;
  readonly maxPages: number;
}

/** Bytes reserved in a file for its signature. Most contain a few certificates. */
export const SIGNATURE_BYTES = 16_384;

/** The answer to a worker that requested a signature. */
export interface SignatureAnswer {
  readonly job: number;
  /** The CMS structure. null: the service couldn't sign. */
  readonly signature: Uint8Array | null;
}

/** Messages of a worker: engine loaded, start and end of a job, and a file that waits for its signature. */
export type WorkerMessage =
  | { readonly say: 'ready'; readonly residentMb: number }
  /** A training document is finished. Reports the memory of the idle process. */
  | { readonly say: 'resting'; readonly residentMb: number }
  | { readonly say: 'begun'; readonly job: number }
  /** `digest`: SHA-256 of the bytes to sign. Workers have no key. */
  | { readonly say: 'sign'; readonly job: number; readonly digest: Uint8Array }
  | { readonly say: 'done'; readonly job: number; readonly result: JobResult; readonly residentMb: number }
  /** The engine failed unexpectedly. */
  | { readonly say: 'failed'; readonly job: number; readonly message: string; readonly outOfMemory: boolean };

export interface JobDone {
  readonly ok: true;
  /** The result. */
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Heap of the worker afterwards, in MB. */
  readonly workerMb: number;
  /** Time of each stage of the render, in milliseconds. Stages that alternate from page to page are added up. */
  readonly stages?: Readonly<Record<string, number>>;
}

export interface JobRefused {
  readonly ok: false;
  readonly code: RenderErrorCode | 'no_such_page' | 'template' | 'steps';
  readonly message: string;
  readonly urls: readonly ExternalReference[];
  /** As in RenderError. */
  readonly issues: readonly RenderIssue[];
}

export type JobResult = JobDone | JobRefused;
