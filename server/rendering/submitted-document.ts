/** What a caller of the service hands in to be rendered. */
import type { RenderOptions } from '../../engine/index.ts';

/** The library's options that can be written as JSON and leave the service its own decisions: no files, no limits, nothing external. */
export type SubmittedOptions = Omit<
  RenderOptions,
  | 'loadResource'
  | 'resources'
  | 'baseUrl'
  | 'fonts'
  | 'attachments'
  | 'facturx'
  | 'outputIntent'
  | 'limits'
  | 'signal'
  | 'onProgress'
  | 'externalResources'
  | 'external'
>;

export interface SubmittedDocument {
  /** Text, or bytes in the encoding that they say. */
  readonly html: string | Uint8Array;
  readonly options?: SubmittedOptions | undefined;
  /** The html is a template, to be filled in with these. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  /** Files beside the document, by their names. */
  readonly files?: ReadonlyMap<string, Uint8Array> | undefined;
}

/** A document that is nothing but its text. */
export type Submission = string | SubmittedDocument;

export const submitted = (document: Submission): SubmittedDocument =>
  typeof document === 'string' ? { html: document } : document;
