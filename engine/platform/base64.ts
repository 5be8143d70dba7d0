/** Encodes and decodes base64 with the fastest functions that the runtime has. */

/** The function of newer runtimes (tc39 proposal "Uint8Array to/from base64"). */
interface FromBase64 {
  fromBase64?: (text: string) => Uint8Array;
}

const native = (Uint8Array as FromBase64).fromBase64;
/** The class of Node. */
const nodeBuffer = (globalThis as { Buffer?: typeof Buffer }).Buffer;
/** Maximum number of characters converted to a string at once, which limits the number of arguments. */
const CHUNK = 0x6000;

/**
 * Decodes base64 text with optional padding. Returns null if it contains anything outside the standard alphabet,
 * including white space, or has an invalid length.
 */
export function bytesFromBase64(text: string): Uint8Array | null {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  if (digits % 4 === 1 || (padding > 0 && text.length % 4 !== 0)) return null;
  // Node also reads the URL-safe alphabet, and skips invalid characters.
  if (text.includes('-') || text.includes('_')) return null;
  const bytes = native === undefined ? slowBytes(text) : nativeBytes(native, text);
  const length = Math.floor((digits * 3) / 4);
  if (bytes === null || bytes.length !== length) return null;
  // Small buffers are parts of a shared one.
  return bytes.buffer.byteLength === length ? new Uint8Array(bytes.buffer) : Uint8Array.from(bytes);
}

function nativeBytes(fromBase64: (text: string) => Uint8Array, text: string): Uint8Array | null {
  try {
    // Skips white space, which the length check then detects.
    return fromBase64.call(Uint8Array, text);
  } catch {
    return null;
  }
}

function slowBytes(text: string): Uint8Array | null {
  if (nodeBuffer) return nodeBuffer.from(text, 'base64');
  try {
    // Skips white space, too.
    return Uint8Array.from(atob(text), (digit) => digit.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Encodes bytes as padded base64. */
export function base64FromBytes(bytes: Uint8Array): string {
  if (!nodeBuffer) {
    let binary = '';
    for (let i = 0; i < bytes.length; i += CHUNK) binary += String.fromCharCode(...bytes.subarray(i, i + CHUNK));
    return btoa(binary);
  }
  return nodeBuffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}
