/** The fonts of `data:` URLs out of their containers: a service renders the same template, with the same fonts, all day. */
import { BoundedCache } from '../bounded-cache.ts';
import { decodeDataUrl } from '../document/data-url.ts';
import type { Resources } from '../document/resources.ts';
import type { Budget } from '../budget.ts';
import { containerOf, decodeWoff, decodeWoff2, unpackedSize } from './woff.ts';

/** Fonts kept, and the bytes that they and their URLs take together. */
const MAX_FONTS = 64;
const MAX_BYTES = 32_000_000;

/** By URL; nobody writes into the bytes. */
const decoded = new BoundedCache<string, Uint8Array>(MAX_FONTS, MAX_BYTES);

/**
 * The bytes of the font that a URL leads to, or what is wrong with it; files beside the document are not remembered. Asynchronous only because
 * WOFF2's decoder is. `budget` is charged for a remembered font as for a new one: a document gets the same answer whatever came before it.
 */
export async function fontOfUrl(
  url: string,
  resources: Resources | null,
  budget: Budget,
): Promise<Uint8Array | string> {
  const file = fileOf(url, resources);
  if (file !== null) return decodeContainer(file, budget);
  const known = decoded.get(url);
  if (known === undefined) return remember(url, await decodeContainer(bytesOf(url), budget));
  budget.spendBytes(known.length);
  return remember(url, known);
}

/** The same at once, for all but WOFF2, whose bytes come as they are. */
export function fontOfUrlNow(url: string, resources: Resources | null, budget: Budget): Uint8Array | string {
  const known = decoded.get(url);
  if (known !== undefined) {
    budget.spendBytes(known.length);
    return known;
  }
  const file = fileOf(url, resources);
  const bytes = file ?? bytesOf(url);
  if (!(bytes instanceof Uint8Array)) return bytes;
  if (containerOf(bytes) !== 'woff') {
    budget.spendBytes(bytes.length);
    return bytes;
  }
  const declared = unpackedSize(bytes);
  budget.spendBytes(declared);
  const font = decodeWoff(bytes);
  budget.spendBytes(sizeOf(font) - declared);
  return file === null ? remember(url, font) : font;
}

/** null: the URL leads to no file. */
function fileOf(url: string, resources: Resources | null): Uint8Array | string | null {
  const name = resources?.nameOf(url) ?? null;
  return name === null ? null : (resources?.bytes(url) ?? `${resources?.label(name)} was not found`);
}

/** Charged from the container's own directory before its font is unpacked, then by what it has been. */
export async function decodeContainer(bytes: Uint8Array | string, budget: Budget): Promise<Uint8Array | string> {
  if (typeof bytes === 'string') return bytes;
  const declared = unpackedSize(bytes);
  budget.spendBytes(declared);
  const container = containerOf(bytes);
  const font = container === 'woff2' ? await decodeWoff2(bytes) : container === 'woff' ? decodeWoff(bytes) : bytes;
  budget.spendBytes(sizeOf(font) - declared);
  return font;
}

const sizeOf = (font: Uint8Array | string): number => (typeof font === 'string' ? 0 : font.length);

function bytesOf(url: string): Uint8Array | string {
  const data = decodeDataUrl(url);
  return data === null ? 'only data: URLs are loaded' : data.bytes;
}

function remember(url: string, font: Uint8Array | string): Uint8Array | string {
  if (font instanceof Uint8Array) decoded.set(url, font, url.length + font.length);
  return font;
}
