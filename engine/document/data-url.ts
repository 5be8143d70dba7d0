/** `data:` URLs (RFC 2397 as the Fetch standard reads it): the only resources that a document can have. */

export interface DataUrl {
  /** Lower case essence, `text/plain` when absent or malformed: `image/svg+xml`. */
  readonly mediaType: string;
  /** Lower case names. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly bytes: Uint8Array;
}

/** null: not a `data:` URL, or one without a comma, or broken base64. */
export function decodeDataUrl(url: string): DataUrl | null {
  const text = url.replace(/^[\u0000-\u0020]+/, '');
  if (!/^data:/i.test(text)) return null;
  const comma = text.indexOf(',');
  if (comma === -1) return null;
  const header = text
    .slice(5, comma)
    .replace(/[\t\n\r]/g, '')
    .trim();
  const hash = text.indexOf('#', comma);
  const body = percentDecode(text.slice(comma + 1, hash === -1 ? undefined : hash));
  const isBase64 = /; *base64$/i.test(header);
  const bytes = isBase64 ? decodeBase64(body) : body;
  if (bytes === null) return null;
  const [essence = '', ...rest] = (isBase64 ? header.replace(/; *base64$/i, '') : header).split(';');
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    if (equals <= 0) continue;
    const name = part.slice(0, equals).trim().toLowerCase();
    if (!parameters.has(name))
      parameters.set(
        name,
        part
          .slice(equals + 1)
          .trim()
          .replace(/^"|"$/g, ''),
      );
  }
  const mediaType = /^[^\s/]+\/[^\s/]+$/.test(essence.trim()) ? essence.trim().toLowerCase() : 'text/plain';
  return { mediaType, parameters, bytes };
}

/** The bytes as text: UTF-8 unless the URL's charset parameter or a byte order mark says otherwise. */
export function dataUrlText(data: DataUrl): string {
  const [a, b] = data.bytes;
  const label =
    a === 0xfe && b === 0xff ? 'utf-16be' : a === 0xff && b === 0xfe ? 'utf-16le' : data.parameters.get('charset');
  try {
    return new TextDecoder(label ?? 'utf-8').decode(data.bytes);
  } catch {
    return new TextDecoder().decode(data.bytes);
  }
}

function percentDecode(text: string): Uint8Array {
  const source = new TextEncoder().encode(text);
  const bytes = new Uint8Array(source.length);
  let length = 0;
  for (let i = 0; i < source.length; i++) {
    const byte = source[i]!;
    // Tabs and newlines are no part of a URL (the URL standard drops them everywhere).
    if (byte === 9 || byte === 10 || byte === 13) continue;
    const value = byte === 0x25 ? hexPair(source, i + 1) : -1;
    bytes[length++] = value === -1 ? byte : value;
    if (value !== -1) i += 2;
  }
  return bytes.subarray(0, length);
}

function hexPair(bytes: Uint8Array, at: number): number {
  const high = hexDigit(bytes[at] ?? 0);
  const low = hexDigit(bytes[at + 1] ?? 0);
  return high === -1 || low === -1 ? -1 : high * 16 + low;
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = code | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

/** Forgiving base64: ASCII white space is skipped, padding is optional; anything else wrong is null. */
function decodeBase64(source: Uint8Array): Uint8Array | null {
  const out = new Uint8Array(Math.ceil((source.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let buffered = 0;
  let digits = 0;
  let padding = 0;
  for (const code of source) {
    if (code === 32 || (code >= 9 && code <= 13)) continue;
    if (code === 61) {
      padding++;
      continue;
    }
    const digit = base64Digit(code);
    if (digit === -1 || padding > 0) return null;
    digits++;
    bits = ((bits << 6) | digit) & 0xffffff;
    buffered += 6;
    if (buffered >= 8) {
      buffered -= 8;
      out[length++] = (bits >> buffered) & 0xff;
    }
  }
  if (digits % 4 === 1 || padding > 2 || (padding > 0 && (digits + padding) % 4 !== 0)) return null;
  return out.subarray(0, length);
}

function base64Digit(code: number): number {
  if (code >= 65 && code <= 90) return code - 65;
  if (code >= 97 && code <= 122) return code - 71;
  if (code >= 48 && code <= 57) return code + 4;
  // The URL-safe alphabet's - and _ are refused by the Fetch standard.
  return code === 43 ? 62 : code === 47 ? 63 : -1;
}
