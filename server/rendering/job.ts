import type { Diagnostic, ExternalReference, RenderErrorCode } from '../../engine/index.ts';

/** What a job's shared number says. The pool writes, the worker reads. */
export const CONTROL = { go: 0, cancelled: 1, hold: 2 } as const;

/** What a worker is asked to do. */
export interface Job {
  readonly id: number;
  /** `render` gives a PDF, `check` only pages and diagnostics. */
  readonly kind: 'render' | 'check';
  readonly html: string;
  readonly deadlineMs: number;
  readonly maxPages: number;
  /** One shared number of `CONTROL`: on `hold` the worker waits once the document is known to refer to nothing external. */
  readonly control: Int32Array;
}

/** What a worker says on its way. */
export interface Report {
  /** The job's id. */
  readonly job: number;
  /** The job has begun; or the document is parsed, refers to nothing external, and the worker waits for the word to go on. */
  readonly step: 'begun' | 'holding';
}

export interface JobDone {
  readonly ok: true;
  /** Empty unless the job was `render`. */
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly diagnostics: readonly Diagnostic[];
  /** Memory of the worker's heap afterwards, MB. */
  readonly workerMb: number;
}

export interface JobRefused {
  readonly ok: false;
  readonly code: RenderErrorCode;
  readonly message: string;
  readonly urls: readonly ExternalReference[];
}

export type JobResult = JobDone | JobRefused;
