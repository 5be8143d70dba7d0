import type { Diagnostic } from './diagnostics.ts';
import type { DocumentLayout } from './document-layout.ts';

export interface RenderResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** Everything that was ignored or replaced, and where. */
  readonly diagnostics: Diagnostic[];
}

/** A PDF, and where everything has come to stand in it. */
export interface RenderWithLayoutResult extends RenderResult {
  readonly layout: DocumentLayout;
}
