/** What the service and the processes that render say to each other. */
import type { Diagnostic, ExternalReference, RenderErrorCode } from '../../engine/index.ts';
import type { SubmittedDocument } from './submitted-document.ts';
import type { Work } from './work.ts';

/** What a worker is asked to do. */
export interface Job {
  readonly id: number;
  readonly work: Work;
  readonly document: SubmittedDocument;
  readonly deadlineMs: number;
  readonly maxPages: number;
}

/** What a worker says on its way: the job has begun; or the document is parsed, refers to nothing external, and the worker waits for the word to go on. */
export type Step = 'begun' | 'holding';

/** A worker's messages: the engine is loaded; a job's step; a job's end. */
export type WorkerMessage =
  | { readonly say: 'ready'; readonly residentMb: number }
  /** A document of the training set is done: what the process holds without a job. */
  | { readonly say: 'resting'; readonly residentMb: number }
  | { readonly say: 'step'; readonly job: number; readonly step: Step }
  | { readonly say: 'done'; readonly job: number; readonly result: JobResult; readonly residentMb: number }
  /** The engine failed in a way that is no refusal. */
  | { readonly say: 'failed'; readonly job: number; readonly message: string; readonly outOfMemory: boolean };

export interface JobDone {
  readonly ok: true;
  /** What was made. */
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Memory of the worker's heap afterwards, MB. */
  readonly workerMb: number;
}

export interface JobRefused {
  readonly ok: false;
  readonly code: RenderErrorCode | 'no_such_page' | 'template';
  readonly message: string;
  readonly urls: readonly ExternalReference[];
}

export type JobResult = JobDone | JobRefused;
