import type { SourcePosition } from './diagnostics.ts';
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

/** One of the reasons for an error. */
export interface RenderIssue {
  /** The path of the option (`margin.top`); null for issues of the document. */
  readonly path: string | null;
  /** `unknown_option`, `invalid_type` or `invalid_value` for options, otherwise the code of the error. */
  readonly code: string;
  readonly message: string;
  /** The position in the document, as in diagnostics; null for options, and for the document as a whole. */
  readonly source: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** For `profile_violation`: the clauses that the document violates, such as `ISO 19005-3, 6.2.11.8`. */
  readonly rules?: readonly string[];
  /** For `profile_violation`: what to change. */
  readonly fix?: string;
}

/** The details of a RenderError besides its code and message. */
export interface RenderErrorDetails {
  readonly issues?: readonly RenderIssue[];
  readonly urls?: readonly ExternalReference[];
  readonly cause?: unknown;
  readonly stage?: Progress['stage'] | null;
}

/** The only error type that leaves the engine. Author mistakes are diagnostics and never throw. */
export class RenderError extends Error {
  readonly code: RenderErrorCode;
  /** For `external_resource`: every distinct URL in document order. */
  readonly urls: readonly ExternalReference[];
  /**
   * For `invalid_options`: every failing option. For `profile_violation`: every violation, with its position. For
   * `external_resource`: the position of every URL. Otherwise empty.
   */
  readonly issues: readonly RenderIssue[];

  /**
   * For unexpected errors, the stage of the render as in `onProgress`; null if it hadn't begun or the error was
   * expected.
   */
  readonly stage: Progress['stage'] | null;

  constructor(
    code: RenderErrorCode,
    message: string,
    { issues = [], urls = [], cause, stage = null }: RenderErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'RenderError';
    this.code = code;
    this.issues = issues;
    this.urls = urls;
    this.stage = stage;
  }
}

/** An issue with an option. */
export const issueOf = (path: string, code: string, message: string): RenderIssue => ({
  path,
  code,
  message,
  source: null,
  line: null,
  column: null,
});

/** An issue of the document. null: of the document as a whole. */
export const issueAt = (position: SourcePosition | null, code: string, message: string): RenderIssue => ({
  path: null,
  code,
  message,
  source: position?.source ?? null,
  line: position?.line ?? null,
  column: position?.column ?? null,
});

/** Returns the error for wrong options. Its message names all of them: `margin.top: must be a string; ...`. */
export const optionsError = (issues: readonly RenderIssue[], cause?: unknown): RenderError =>
  new RenderError('invalid_options', issues.map((issue) => issueText(issue)).join('; '), { issues, cause });

/** Returns the error for one option. `message` follows its path, such as `must be a number`. */
export const optionError = (path: string, message: string, cause?: unknown): RenderError =>
  optionsError([issueOf(path, 'invalid_value', message)], cause);

/** Formats an issue with an option: `scale: must be a number`, `unknown option scal; did you mean scale?`. */
export const issueText = ({ path, code, message }: RenderIssue, name = path): string =>
  code === 'unknown_option' || name === null ? message : `${name}: ${message}`;

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
