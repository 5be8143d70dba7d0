/** Reads bytes from callers: a view of any kind, or a buffer, as `arrayBuffer()` of a file or response returns it. */
import { optionError } from './errors.ts';
import type { DocumentGiven, DocumentPart } from './render-options.ts';

/** Returns the bytes as a plain Uint8Array (a Buffer's `slice` would share its memory); null if they aren't bytes. */
export function bytesOf(given: unknown): Uint8Array | null {
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  return given instanceof ArrayBuffer ? new Uint8Array(given) : null;
}

/** One of several files that form a document. */
export interface GivenPart {
  readonly html: string | Uint8Array;
  readonly url: string | null;
}

/** A document as the engine reads it. */
export type GivenDocument = string | Uint8Array | readonly GivenPart[];

/** More files are more likely a mistake than a book. */
const MAX_PARTS = 10_000;

/**
 * Returns a document given as text, bytes or several files, because JavaScript may pass anything.
 * @throws RenderError `invalid_options` for any other value.
 */
export function documentOf(given: DocumentGiven): GivenDocument {
  if (!Array.isArray(given)) return markupOf(given, 'document');
  const parts = given as readonly DocumentPart[];
  if (parts.length === 0 || parts.length > MAX_PARTS)
    throw optionError('document', `must have 1 to ${MAX_PARTS} files`);
  return parts.map((part: unknown, i) => {
    const { html, url = null } = (part ?? {}) as { readonly html?: unknown; readonly url?: unknown };
    if (url !== null && typeof url !== 'string') throw optionError(`document[${i}].url`, 'must be a string');
    return { html: markupOf(html, `document[${i}].html`), url };
  });
}

function markupOf(given: unknown, name: string): string | Uint8Array {
  const markup = typeof given === 'string' ? given : bytesOf(given);
  if (markup === null) throw optionError(name, 'must be a string, a Uint8Array or an ArrayBuffer');
  return markup;
}

/** Returns the source of a document as one text or byte array. */
export function sourceOf(given: GivenDocument): string | Uint8Array {
  if (typeof given === 'string' || given instanceof Uint8Array) return given;
  const encoder = new TextEncoder();
  const parts = given.map(({ html }) => (typeof html === 'string' ? encoder.encode(html) : html));
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
