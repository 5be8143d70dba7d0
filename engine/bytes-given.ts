/** What callers give as bytes: a view of any kind, or the buffer alone, as `arrayBuffer()` of a file or an answer gives it. */
import { RenderError } from './errors.ts';
import type { BytesGiven } from './render-options.ts';

/** The same bytes as a Uint8Array of their own (a Buffer's `slice` would share its memory); null: they are none. */
export function bytesOf(given: unknown): Uint8Array | null {
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  return given instanceof ArrayBuffer ? new Uint8Array(given) : null;
}

/** @throws RenderError `invalid_options` for what is no document: JavaScript may pass anything */
export function documentOf(html: string | BytesGiven): string | Uint8Array {
  const document = typeof html === 'string' ? html : bytesOf(html);
  if (document === null) throw new RenderError('invalid_options', 'The document is neither text nor bytes.');
  return document;
}
