/** Shares documents in links: deflated, in the fragment, which browsers don't send to servers. */

/** Returns the fragment of a link, including `#`. */
export async function fragmentOf(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `#d=${btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Longer documents in a link are rejected: a short fragment can inflate to gigabytes. */
const MOST_CHARACTERS = 4_000_000;

/** Returns the document of a fragment, or null if it has none. */
export async function textOf(fragment: string): Promise<string | null> {
  const encoded = /^#d=([\w-]+)$/.exec(fragment)?.[1];
  if (encoded === undefined) return null;
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (digit) => digit.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
    return text.length <= MOST_CHARACTERS ? text : null;
  } catch {
    return null;
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
