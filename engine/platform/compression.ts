/** zlib, which only Node has synchronously. */
import { constants, deflateSync, inflateSync } from 'node:zlib';

/** Inflates a zlib stream of at most `maxLength` bytes; null when it is broken or longer. */
export function inflate(bytes: Uint8Array, maxLength: number): Uint8Array | null {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, maxLength) });
  } catch {
    return null;
  }
}

/** Deflates into a zlib stream; the same bytes every time. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: constants.Z_DEFAULT_COMPRESSION });
}
