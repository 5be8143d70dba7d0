/** Messages between the page and its worker. */
import type { Diagnostic, LaidOutPage } from 'pagewright/browser';
import type { Project } from './project.ts';

/** Dropped files by name. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** What a picture of a page is for. */
export type PictureUse = 'page' | 'thumbnail';

export type Request =
  | { readonly ask: 'render'; readonly version: number; readonly project: Project; readonly files: Files }
  /** Requests the pixels of a page (0-based) of that version. `scale`: device pixels per CSS px. */
  | {
      readonly ask: 'paint';
      readonly version: number;
      readonly page: number;
      readonly scale: number;
      readonly use: PictureUse;
    };

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
  | {
      readonly say: 'painted';
      readonly version: number;
      readonly page: number;
      readonly image: ImageData;
      readonly use: PictureUse;
    };
