/** Reads bytes from callers: a view of any kind, or a buffer, as `arrayBuffer()` of a file or response returns it. */
import { optionError } from './errors.ts';
import type { BytesGiven } from './render-options.ts';

/** Returns the bytes as a plain Uint8Array (a Buffer's `slice` would share its memory); null if they aren't bytes. */
export function bytesOf(given: unknown): Uint8Array | null {
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  return given instanceof ArrayBuffer ? new Uint8Array(given) : null;
}

/**
 * Returns a document given as text or bytes, because JavaScript may pass anything.
 * @throws RenderError `invalid_options` if it is neither.
 */
export function documentOf(html: string | BytesGiven): string | Uint8Array {
  const document = typeof html === 'string' ? html : bytesOf(html);
  if (document === null) throw optionError('document', 'must be a string, a Uint8Array or an ArrayBuffer');
  return document;
}
