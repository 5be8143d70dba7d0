/** What the page and its worker say to each other. */
import type { Diagnostic, LaidOutPage } from 'pagewright/browser';

/** Files that were dropped, by their names. */
export type Files = ReadonlyMap<string, Uint8Array>;

export type Request =
  | { readonly ask: 'render'; readonly version: number; readonly html: string; readonly files: Files }
  /** Pixels of a page of that version, from 0, at so many px for a CSS px. */
  | { readonly ask: 'paint'; readonly version: number; readonly page: number; readonly scale: number };

export interface Rendered {
  readonly pdf: Uint8Array;
  readonly pages: readonly LaidOutPage[];
  readonly diagnostics: readonly Diagnostic[];
  /** How long it took, ms. */
  readonly ms: number;
}

export type Answer =
  | { readonly say: 'rendered'; readonly version: number; readonly rendered: Rendered }
  | { readonly say: 'refused'; readonly version: number; readonly message: string }
  | { readonly say: 'painted'; readonly version: number; readonly page: number; readonly image: ImageData };
