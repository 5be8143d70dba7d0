/** The fonts of `data:` URLs out of their containers: a service renders the same template, with the same fonts, all day. */
import { BoundedCache } from '../bounded-cache.ts';
import { decodeDataUrl } from '../document/data-url.ts';
import type { Resources } from '../document/resources.ts';
import { containerOf, decodeWoff, decodeWoff2 } from './woff.ts';

/** Fonts kept, and the bytes that they and their URLs take together. */
const MAX_FONTS = 64;
const MAX_BYTES = 32_000_000;

/** By URL; nobody writes into the bytes. */
const decoded = new BoundedCache<string, Uint8Array>(MAX_FONTS, MAX_BYTES);

/**
 * The bytes of the font that a URL leads to, or what is wrong with it; files beside the document are not remembered. Asynchronous only because
 * WOFF2's decoder is.
 */
export async function fontOfUrl(url: string, resources: Resources | null): Promise<Uint8Array | string> {
  const file = fileOf(url, resources);
  if (file !== null) return decodeContainer(file);
  return remember(url, decoded.get(url) ?? (await decodeContainer(bytesOf(url))));
}

/** The same at once, for all but WOFF2, whose bytes come as they are. */
export function fontOfUrlNow(url: string, resources: Resources | null): Uint8Array | string {
  const known = decoded.get(url);
  if (known !== undefined) return known;
  const file = fileOf(url, resources);
  const bytes = file ?? bytesOf(url);
  if (!(bytes instanceof Uint8Array) || containerOf(bytes) !== 'woff') return bytes;
  const font = decodeWoff(bytes);
  return file === null ? remember(url, font) : font;
}

/** null: the URL leads to no file. */
function fileOf(url: string, resources: Resources | null): Uint8Array | string | null {
  const name = resources?.nameOf(url) ?? null;
  return name === null ? null : (resources?.bytes(url) ?? `${resources?.label(name)} was not found`);
}

export async function decodeContainer(bytes: Uint8Array | string): Promise<Uint8Array | string> {
  if (typeof bytes === 'string') return bytes;
  const container = containerOf(bytes);
  return container === 'woff2' ? decodeWoff2(bytes) : container === 'woff' ? decodeWoff(bytes) : bytes;
}

function bytesOf(url: string): Uint8Array | string {
  const data = decodeDataUrl(url);
  return data === null ? 'only data: URLs are loaded' : data.bytes;
}

function remember(url: string, font: Uint8Array | string): Uint8Array | string {
  if (font instanceof Uint8Array) decoded.set(url, font, url.length + font.length);
  return font;
}
