/** Messages between the page and its worker. */
import type { Diagnostic, LaidOutPage } from 'pagewright/browser';

/** Dropped files by name. */
export type Files = ReadonlyMap<string, Uint8Array>;

export type Request =
  | { readonly ask: 'render'; readonly version: number; readonly html: string; readonly files: Files }
  /** Requests the pixels of a page (0-based) of that version. `scale`: device pixels per CSS px. */
  | { readonly ask: 'paint'; readonly version: number; readonly page: number; readonly scale: number };

export interface Rendered {
  readonly pdf: Uint8Array;
  readonly pages: readonly LaidOutPage[];
  readonly diagnostics: readonly Diagnostic[];
  /** Duration in milliseconds. */
  readonly ms: number;
}

export type Answer =
  | { readonly say: 'rendered'; readonly version: number; readonly rendered: Rendered }
  | { readonly say: 'refused'; readonly version: number; readonly message: string }
  | { readonly say: 'painted'; readonly version: number; readonly page: number; readonly image: ImageData };
