import type { Progress } from './render-options.ts';

/** The reason why a render ended without a PDF. The service maps each to a problem type. */
export type RenderErrorCode =
  | 'external_resource'
  | 'page_limit_exceeded'
  | 'render_timeout'
  | 'document_too_complex'
  | 'aborted'
  | 'invalid_options'
  | 'profile_violation'
  | 'internal_error';

/** An external URL that the document would load, and its context (`img src`, `style @import`, ...). */
export interface ExternalReference {
  readonly url: string;
  readonly where: string;
}

/** A violation of the document's profile, with its position; null positions concern the document as a whole. */
export interface Breach {
  readonly message: string;
  readonly source: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

/** The only error type that leaves the engine. Author mistakes are diagnostics and never throw. */
export class RenderError extends Error {
  readonly code: RenderErrorCode;
  /** For `external_resource`: every distinct URL in document order. */
  readonly urls: readonly ExternalReference[];
  /** For `profile_violation`: all violations. */
  readonly breaches: readonly Breach[];

  /**
   * For unexpected errors, the stage of the render as in `onProgress`; null if it hadn't begun or the error was
   * expected.
   */
  readonly stage: Progress['stage'] | null;

  constructor(
    code: RenderErrorCode,
    message: string,
    urls: readonly ExternalReference[] = [],
    cause?: unknown,
    stage: Progress['stage'] | null = null,
    breaches: readonly Breach[] = [],
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'RenderError';
    this.code = code;
    this.urls = urls;
    this.stage = stage;
    this.breaches = breaches;
  }
}

/** Messages of a stack overflow in V8 and in other engines ("too much recursion"). */
const STACK_ENDED = /call stack|recursion/i;

export const hasEndedStack = (error: unknown): boolean =>
  error instanceof RangeError && STACK_ENDED.test(error.message);

/**
 * Returns whether the runtime ran out of resources. Impossible requests of broken input, such as arrays of invalid
 * length, don't count.
 */
export const isExhaustion = (error: unknown): boolean =>
  hasEndedStack(error) || (error instanceof RangeError && /allocation failed|out of memory/i.test(error.message));
