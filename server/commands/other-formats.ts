/** Files of other formats where a document is asked for: read as HTML they would be pages of rubbish. */

const ascii = (text: string): readonly number[] => Array.from(text, (c) => c.charCodeAt(0));

/** What files of a format begin with. */
const SIGNATURES: readonly (readonly [name: string, bytes: readonly number[]])[] = [
  ['a PDF', ascii('%PDF-')],
  ['a PNG image', [0x89, ...ascii('PNG')]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a GIF image', ascii('GIF8')],
  ['a ZIP archive or office document', [...ascii('PK'), 3, 4]],
  ['a compressed file (gzip)', [0x1f, 0x8b]],
];

/** Longer texts are taken for what they are called. */
const MAX_JSON_BYTES = 50_000_000;

/** What a file is that is no HTML (`a PDF`, `JSON`); null: nothing speaks against HTML. */
export function otherFormat(bytes: Uint8Array): string | null {
  for (const [name, signature] of SIGNATURES) if (signature.every((byte, i) => bytes[i] === byte)) return name;
  return isJson(bytes) ? 'JSON' : null;
}

/** An object or an array; a lone text or number may be a document as well. */
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
