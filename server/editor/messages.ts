/** Messages between the page and its worker. */
import type { Diagnostic, ExplainedElement, LaidOutPage } from 'pagewright/browser';
import type { SourcePlace } from './page-view.ts';
import type { Project } from './project.ts';

/** The worker, which starts before the page's main script. */
export interface StartedWorker {
  readonly worker: Worker;
  /** Resolves if the worker's scripts fail. */
  readonly failed: Promise<void>;
  /** Passes on all answers, including those that came before. */
  readonly listen: (taker: (answer: Answer) => void) => void;
  /** On a first visit, whose document has been requested as version 1, its prepared pages; otherwise null. */
  readonly firstPages: Promise<readonly LaidOutPage[] | null> | null;
}

/** Dropped files by name. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** The purpose of a page's picture. */
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
    }
  /** Requests the origins of an element's style. The element is the first that the selector matches. */
  | { readonly ask: 'explain'; readonly version: number; readonly selector: string }
  /** Requests the URLs of what the worker has loaded. */
  | { readonly ask: 'loaded' }
  /** Requests pictures of all pages. */
  | { readonly ask: 'pictures'; readonly version: number };

export interface Rendered {
  readonly pdf: Uint8Array;
  readonly pages: readonly LaidOutPage[];
  readonly diagnostics: readonly Diagnostic[];
  /** Duration in milliseconds. */
  readonly ms: number;
}

/** Why a version has no pages. */
export interface Refusal {
  readonly message: string;
  /** The text with the mistake: `template` or the name of the data, or null. */
  readonly source: string | null;
  readonly place: SourcePlace | null;
}

export type Answer =
  | { readonly say: 'rendered'; readonly version: number; readonly rendered: Rendered }
  | { readonly say: 'refused'; readonly version: number; readonly refusal: Refusal }
  | {
      readonly say: 'painted';
      readonly version: number;
      readonly page: number;
      readonly image: ImageData;
      readonly use: PictureUse;
    }
  | {
      readonly say: 'explained';
      readonly version: number;
      readonly selector: string;
      readonly explained: ExplainedElement | null;
    }
  | { readonly say: 'loaded'; readonly urls: readonly string[] }
  /** PNG files, one per page. */
  | { readonly say: 'pictures'; readonly version: number; readonly files: readonly Uint8Array[] };
