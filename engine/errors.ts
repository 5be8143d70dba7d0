/** Why a render ended without a PDF. The service maps each to one problem of its own. */
export type RenderErrorCode =
  | 'external_resource'
  | 'page_limit_exceeded'
  | 'render_timeout'
  | 'document_too_complex'
  | 'aborted'
  | 'invalid_options'
  | 'internal_error';

/** An external URL that the document would load, and where it stands (`img src`, `style @import`, ...). */
export interface ExternalReference {
  readonly url: string;
  readonly where: string;
}

/** The one error type that leaves the engine. Author mistakes never throw; they are diagnostics. */
export class RenderError extends Error {
  readonly code: RenderErrorCode;
  /** For `external_resource`: every distinct URL in document order. */
  readonly urls: readonly ExternalReference[];

  constructor(code: RenderErrorCode, message: string, urls: readonly ExternalReference[] = [], cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'RenderError';
    this.code = code;
    this.urls = urls;
  }
}
