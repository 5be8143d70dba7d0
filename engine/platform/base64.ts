/** Base64 at the speed of memory: what the runtime has for it, which is not the same everywhere. */

/** What newer runtimes have (tc39 proposal "Uint8Array to/from base64"). */
interface FromBase64 {
  fromBase64?: (text: string) => Uint8Array;
}

const native = (Uint8Array as FromBase64).fromBase64;

/**
 * The bytes of base64 text, padding allowed to be left out; null where anything but the standard alphabet stands in it, white space too,
 * or where its length can't be right.
 */
export function bytesFromBase64(text: string): Uint8Array | null {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  if (digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return null;
  // Node reads the URL-safe alphabet as well, and skips what is in none.
  if (text.includes('-') || text.includes('_')) return null;
  const bytes = native === undefined ? Buffer.from(text, 'base64') : nativeBytes(native, text);
  const length = Math.floor((digits * 3) / 4);
  if (bytes === null || bytes.length !== length) return null;
  // Small buffers are parts of a shared one.
  return bytes.buffer.byteLength === length ? new Uint8Array(bytes.buffer) : Uint8Array.from(bytes);
}

function nativeBytes(fromBase64: (text: string) => Uint8Array, text: string): Uint8Array | null {
  try {
    // Skips white space, which the length then tells.
    return fromBase64.call(Uint8Array, text);
  } catch {
    return null;
  }
}

/** Base64 text of some bytes, padded. */
export function base64FromBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}
