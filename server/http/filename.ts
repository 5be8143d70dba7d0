/** Sanitizes the suggested name of the PDF. Only control characters are refused. */
const DEFAULT_NAME = 'document.pdf';
const MAX_BYTES = 200;

/** C0, DEL, C1, and the line and paragraph separators. */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
const SEPARATORS_AND_BIDI = /[/\\\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function hasControlCharacter(name: string): boolean {
  return CONTROL.test(name);
}

/** Returns a safe file name, or the default if nothing is left. Lone surrogates become U+FFFD. */
export function safeFilename(name: string | null | undefined): string {
  if (name === null || name === undefined) return DEFAULT_NAME;
  const clean = name.toWellFormed().replace(SEPARATORS_AND_BIDI, '_');
  if (/^[.\s]*$/u.test(clean)) return DEFAULT_NAME;
  return cutToBytes(clean, MAX_BYTES);
}

/** Truncates before the extension. An oversized extension is truncated like the rest. */
function cutToBytes(name: string, limit: number): string {
  if (Buffer.byteLength(name) <= limit) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  const room = limit - Buffer.byteLength(extension);
  if (extension === '' || room <= 0) return takeBytes(name, limit);
  return takeBytes(name.slice(0, dot), room) + extension;
}

/** Returns the longest prefix of whole characters within `limit` UTF-8 bytes. */
function takeBytes(text: string, limit: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > limit) break;
    end += character.length;
  }
  return text.slice(0, end);
}
