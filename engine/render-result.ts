import type { Diagnostic } from './diagnostics.ts';

export interface RenderResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** Everything that was ignored or replaced, and where. */
  readonly diagnostics: Diagnostic[];
}
