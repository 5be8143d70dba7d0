/** Pagewright's engine: HTML and CSS in, PDF out. No network, no scripts, no browser. */
export { render, renderToStream, type RenderResult } from './render.ts';
export type { RenderOptions, Progress } from './options.ts';
export type { Diagnostic, Severity } from './diagnostics.ts';
export { RenderError, type ExternalReference, type RenderErrorCode } from './errors.ts';
