import type { Diagnostic, ExternalReference, RenderErrorCode } from '../../engine/index.ts';

/** What a worker is asked to do. */
export interface Job {
  readonly id: number;
  /** `render` gives a PDF, `check` only pages and diagnostics, `references` only says whether the document is refused for external ones. */
  readonly kind: 'render' | 'check' | 'references';
  readonly html: string;
  readonly deadlineMs: number;
  readonly maxPages: number;
  /** One shared number: anything but 0 tells the worker to give the job up. */
  readonly cancelled: Int32Array;
}

/** What a worker says when it begins a job. */
export interface Begun {
  /** The job's id. */
  readonly begun: number;
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
