import type { Diagnostic } from './diagnostics.ts';
import type { DocumentLayout } from './document-layout.ts';
import type { Bytes, RenderOptions } from './render-options.ts';

export interface RenderResult {
  readonly pdf: Bytes;
  readonly pages: number;
  /** Everything that was ignored or replaced, and where. */
  readonly diagnostics: Diagnostic[];
}

/** Options of `renderToStream`. */
export interface StreamOptions extends RenderOptions {
  /** What `render` says beside the PDF. What it throws errors the stream. */
  onEnd?: ((result: Omit<RenderResult, 'pdf'>) => void) | undefined;
}

/** A PDF, and where everything has come to stand in it. */
export interface RenderWithLayoutResult extends RenderResult {
  readonly layout: DocumentLayout;
}
