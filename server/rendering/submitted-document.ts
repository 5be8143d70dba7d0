/** A document as submitted by a caller of the service. */
import type { RenderOptions } from '../../engine/index.ts';

/** The library's options that JSON can express, without those for files, limits and external resources. */
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
  /** Text, or bytes in their declared encoding. */
  readonly html: string | Uint8Array;
  readonly options?: SubmittedOptions | undefined;
  /** Values, if the HTML is a template. */
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  /** Files next to the document, by name. */
  readonly files?: ReadonlyMap<string, Uint8Array> | undefined;
}

/** A document, or just its text. */
export type Submission = string | SubmittedDocument;

export const submitted = (document: Submission): SubmittedDocument =>
  typeof document === 'string' ? { html: document } : document;
