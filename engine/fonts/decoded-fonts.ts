/**
 * Decodes and caches the fonts of `data:` URLs. A service renders the same template with the same fonts over and over.
 */
import { BoundedCache } from '../bounded-cache.ts';
import { decodeDataUrl } from '../document/data-url.ts';
import type { Resources } from '../document/resources.ts';
import type { Budget } from '../budget.ts';
import { type Fontkit, loadFontkit } from './fontkit-library.ts';
import { containerOf, decodeWoff, decodeWoff2, unpackedSize } from './woff.ts';

/** Cache limits: number of fonts, and bytes of the fonts and their URLs. */
const MAX_FONTS = 64;
const MAX_BYTES = 32_000_000;

/** Decoded fonts by URL. The bytes are never modified. */
const decoded = new BoundedCache<string, Uint8Array>(MAX_FONTS, MAX_BYTES);

/**
 * Returns the bytes of the font at a URL, or a message if it can't be used. Resource files aren't cached. Asynchronous
 * only because the WOFF2 decoder is. `budget` is charged equally for cached and new fonts, so that a document's outcome
 * doesn't depend on earlier ones.
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

/** Synchronous variant of `fontOfUrl`. WOFF2 is returned undecoded. */
export function fontOfUrlNow(
  url: string,
  resources: Resources | null,
  budget: Budget,
  fontkit: Fontkit,
): Uint8Array | string {
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
  const declared = unpackedSize(fontkit, bytes);
  budget.spendBytes(declared);
  const font = decodeWoff(fontkit, bytes);
  budget.spendBytes(sizeOf(font) - declared);
  return file === null ? remember(url, font) : font;
}

/** Returns null if the URL doesn't refer to a resource file. */
function fileOf(url: string, resources: Resources | null): Uint8Array | string | null {
  const name = resources?.nameOf(url) ?? null;
  return name === null ? null : (resources?.bytes(url) ?? `${resources?.label(name)} was not found`);
}

/**
 * Decodes a font if it is in a container. Charges the size declared in the container's directory before, then the
 * difference to the actual size.
 */
export async function decodeContainer(bytes: Uint8Array | string, budget: Budget): Promise<Uint8Array | string> {
  if (typeof bytes === 'string') return bytes;
  const container = containerOf(bytes);
  if (container === 'sfnt') {
    budget.spendBytes(bytes.length);
    return bytes;
  }
  const fontkit = await loadFontkit();
  const declared = unpackedSize(fontkit, bytes);
  budget.spendBytes(declared);
  const font = container === 'woff2' ? await decodeWoff2(bytes) : decodeWoff(fontkit, bytes);
  budget.spendBytes(sizeOf(font) - declared);
  return font;
}

const sizeOf = (font: Uint8Array | string): number => (typeof font === 'string' ? 0 : font.length);

function bytesOf(url: string): Uint8Array | string {
  const data = decodeDataUrl(url);
  return data === null ? 'its URL is neither a data: URL nor a file next to the document' : data.bytes;
}

function remember(url: string, font: Uint8Array | string): Uint8Array | string {
  if (font instanceof Uint8Array) decoded.set(url, font, url.length + font.length);
  return font;
}
