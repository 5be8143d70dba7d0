/** Shares documents in links: deflated, in the fragment, which browsers don't send to servers. */

const PREFIX = '#d=';

/** Returns whether a fragment is meant to contain a document. */
export const isLink = (fragment: string): boolean => fragment.startsWith(PREFIX);

/** Returns the fragment of a link, including `#`. */
export async function fragmentOf(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return `${PREFIX}${base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Documents in a link are cut off here and rejected: a short fragment can inflate to gigabytes. */
const MOST_BYTES = 8_000_000;

/** Returns the document of a fragment, or null if it has none. */
export async function textOf(fragment: string): Promise<string | null> {
  if (!isLink(fragment)) return null;
  try {
    const bytes = bytesOf(fragment.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/'));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'), MOST_BYTES));
  } catch {
    return null;
  }
}

/** Encodes bytes in base64. */
export function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Decodes base64. @throws DOMException for another text */
export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (digit) => digit.charCodeAt(0));

/** Returns the output of a stream. @throws RangeError if there is more than `most` bytes */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
  most = Infinity,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  // Not every browser can iterate over streams.
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    parts.push(part.value);
    if (length <= most) continue;
    await reader.cancel();
    throw new RangeError(`more than ${most} bytes`);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
