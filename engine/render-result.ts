import type { Diagnostic } from './diagnostics.ts';
import type { DocumentLayout } from './document-layout.ts';
import type { Bytes, RenderOptions } from './render-options.ts';

export interface RenderResult {
  readonly pdf: Bytes;
  readonly pages: number;
  /** Everything that was ignored or replaced, with positions. */
  readonly diagnostics: Diagnostic[];
}

/** Options of `renderToStream`. */
export interface StreamOptions extends RenderOptions {
  /** Receives the result of `render` without the PDF. If it throws, the stream errors. */
  onEnd?: ((result: Omit<RenderResult, 'pdf'>) => void) | undefined;
}

/** A PDF and the position of everything in it. */
export interface RenderWithLayoutResult extends RenderResult {
  readonly layout: DocumentLayout;
}
