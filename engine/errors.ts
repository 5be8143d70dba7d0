import type { Progress } from './render-options.ts';

/** Why a render ended without a PDF. The service maps each to one problem of its own. */
export type RenderErrorCode =
  | 'external_resource'
  | 'page_limit_exceeded'
  | 'render_timeout'
  | 'document_too_complex'
  | 'aborted'
  | 'invalid_options'
  | 'profile_breach'
  | 'internal_error';

/** An external URL that the document would load, and where it stands (`img src`, `style @import`, ...). */
export interface ExternalReference {
  readonly url: string;
  readonly where: string;
}

/** What keeps a document from being what its profile says, and where: positions are null where it is the document as a whole. */
export interface Breach {
  readonly message: string;
  readonly source: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

/** The one error type that leaves the engine. Author mistakes never throw; they are diagnostics. */
export class RenderError extends Error {
  readonly code: RenderErrorCode;
  /** For `external_resource`: every distinct URL in document order. */
  readonly urls: readonly ExternalReference[];
  /** For `profile_breach`: everything that stands against it. */
  readonly breaches: readonly Breach[];

  /** For what wasn't foreseen: how far the render had got, as `onProgress` tells it; null: not begun, or foreseen. */
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

/** What V8 says when the stack is used up; other engines have words of their own ("too much recursion"). */
const STACK_ENDED = /call stack|recursion/i;

export const hasEndedStack = (error: unknown): boolean =>
  error instanceof RangeError && STACK_ENDED.test(error.message);

/** Is it the runtime that had no more to give, whatever the input is? What broken input asks for (arrays of no possible length) isn't that. */
export const isExhaustion = (error: unknown): boolean =>
  hasEndedStack(error) || (error instanceof RangeError && /allocation failed|out of memory/i.test(error.message));
