/** Detects other file formats. Read as HTML, they would produce pages of garbage. */

const ascii = (text: string): readonly number[] => Array.from(text, (c) => c.charCodeAt(0));

/** Magic numbers of formats. */
const SIGNATURES: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a PDF', ascii('%PDF-')],
  ['a PNG image', [0x89, ...ascii('PNG')]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a GIF image', ascii('GIF8')],
  ['a ZIP archive or office document', [...ascii('PK'), 3, 4]],
  ['a compressed file (gzip)', [0x1f, 0x8b]],
];

/** Longer texts aren't parsed as JSON. */
const MAX_JSON_BYTES = 50_000_000;

/** Returns a name of the format (`a PDF`, `JSON`) if the bytes clearly aren't HTML, or null. */
export function otherFormat(bytes: Uint8Array): string | null {
  if (isEpub(bytes)) return null;
  for (const [name, signature] of SIGNATURES) if (signature.every((byte, i) => bytes[i] === byte)) return name;
  return isJson(bytes) ? 'JSON' : null;
}

/** Returns whether the bytes begin like an EPUB, whose first file is its media type (OCF §4.3). */
function isEpub(bytes: Uint8Array): boolean {
  const type = ascii('mimetypeapplication/epub+zip');
  return bytes[0] === 0x50 && bytes[1] === 0x4b && type.every((byte, i) => bytes[NAME_AT + i] === byte);
}

/** The offset of the first name in a ZIP archive. */
const NAME_AT = 30;

/** Returns whether the bytes are a JSON object or array. A lone string or number may be a document. */
function isJson(bytes: Uint8Array): boolean {
  const first = bytes.find((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09);
  if ((first !== 0x7b && first !== 0x5b) || bytes.length > MAX_JSON_BYTES) return false;
  try {
    JSON.parse(new TextDecoder().decode(bytes));
    return true;
  } catch {
    return false;
  }
}
