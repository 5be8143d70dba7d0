/**
 * Decodes `data:` URLs (RFC 2397, as defined by the Fetch standard). They may be megabytes long, so a body is only
 * processed character by character if it contains escapes.
 */
import { bytesFromBase64 } from '../platform/base64.ts';
import { textBy } from './encoding.ts';

interface DataUrl {
  /** The essence in lower case, `image/svg+xml`; `text/plain` when absent or malformed. */
  readonly mediaType: string;
  /** Names are in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly bytes: Uint8Array;
}

/** The text before the comma, and the offset of the body. */
interface Header {
  readonly text: string;
  readonly isBase64: boolean;
  readonly bodyStart: number;
}

/** Returns null when it isn't a `data:` URL, lacks a comma, or has invalid base64. */
export function decodeDataUrl(url: string): DataUrl | null {
  const header = readHeader(url);
  if (header === null) return null;
  const { bodyStart, isBase64, text } = header;
  const body = url.slice(bodyStart, bodyEnd(url, header));
  const bytes = isBase64 ? forgivingBase64(body) : percentDecode(body);
  if (bytes === null) return null;
  const [essence = '', ...rest] = (isBase64 ? text.replace(/; *base64$/i, '') : text).split(';');
  const mediaType = /^[^\s/]+\/[^\s/]+$/.test(essence.trim()) ? essence.trim().toLowerCase() : 'text/plain';
  return { mediaType, parameters: parametersOf(rest), bytes };
}

/**
 * Returns whether a `data:` URL holds SVG markup with an unescaped `#` inside, such as `fill="#c0f"`. The URL standard
 * starts the fragment there. Pagewright reads the markup up to its closing tag, as browsers once did.
 */
export function hasUnescapedHash(url: string): boolean {
  const header = readHeader(url);
  if (header === null) return false;
  const hash = url.indexOf('#', header.bodyStart);
  return hash !== -1 && bodyEnd(url, header) > hash;
}

/** Returns where the body ends: at the fragment, but no earlier than SVG markup does. */
function bodyEnd(url: string, { text, isBase64, bodyStart }: Header): number {
  const hash = url.indexOf('#', bodyStart);
  if (hash === -1) return url.length;
  if (isBase64 || !/^ *image\/svg\+xml *(?:;|$)/i.test(text)) return hash;
  const closing = Math.max(...['</svg>', '%3C/svg%3E', '%3c/svg%3e', '%3C%2Fsvg%3E'].map((tag) => endOfLast(url, tag)));
  return Math.max(hash, closing);
}

function endOfLast(text: string, part: string): number {
  const at = text.lastIndexOf(part);
  return at === -1 ? -1 : at + part.length;
}

/**
 * Returns the first `count` bytes of a `data:` URL without decoding the rest, for detecting the format. Empty when
 * there are none.
 */
export function firstBytesOf(url: string, count: number): Uint8Array {
  const header = readHeader(url);
  if (header === null) return new Uint8Array();
  // A byte takes at most three characters, which leaves room for escaped base64 and line breaks.
  const head = percentDecode(url.slice(header.bodyStart, header.bodyStart + count * 4));
  if (!header.isBase64) return head.subarray(0, count);
  const digits = new TextDecoder('latin1').decode(head).replace(/[^A-Za-z0-9+/]+/g, '');
  return bytesFromBase64(digits.slice(0, digits.length & ~3))?.subarray(0, count) ?? new Uint8Array();
}

function readHeader(url: string): Header | null {
  let start = 0;
  while (url.charCodeAt(start) <= 32) start++;
  if (url.slice(start, start + 5).toLowerCase() !== 'data:') return null;
  const comma = url.indexOf(',', start);
  if (comma === -1) return null;
  const text = url
    .slice(start + 5, comma)
    .replace(/[\t\n\r]/g, '')
    .trim();
  return { text, isBase64: /; *base64$/i.test(text), bodyStart: comma + 1 };
}

function parametersOf(parts: readonly string[]): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    if (equals <= 0) continue;
    const name = part.slice(0, equals).trim().toLowerCase();
    const value = part.slice(equals + 1).trim();
    if (!parameters.has(name)) parameters.set(name, value.replace(/^"|"$/g, ''));
  }
  return parameters;
}

/** Decodes the bytes as text: UTF-8 unless the charset parameter or a byte order mark specifies another encoding. */
export function dataUrlText(data: DataUrl): string {
  const [a, b] = data.bytes;
  const label =
    a === 0xfe && b === 0xff ? 'utf-16be' : a === 0xff && b === 0xfe ? 'utf-16le' : data.parameters.get('charset');
  try {
    return textBy(new TextDecoder(label ?? 'utf-8'), data.bytes);
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
    // The URL standard removes tabs and newlines from URLs.
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

/**
 * Decodes forgiving base64 (Infra standard §7): skips ASCII white space, with optional padding. Returns null on any
 * other error.
 */
function forgivingBase64(body: string): Uint8Array | null {
  const bytes = bytesFromBase64(body);
  if (bytes !== null) return bytes;
  const written = body.includes('%') ? new TextDecoder('latin1').decode(percentDecode(body)) : body;
  const digits = written.replace(/[\t\n\v\f\r ]+/g, '');
  return digits === body ? null : bytesFromBase64(digits);
}
