/** Digests and ciphers, which only Node has synchronously. */
import { createCipheriv, createHash } from 'node:crypto';

export type DigestName = 'sha256' | 'sha384' | 'sha512';

/** The digest of some pieces, one after the other. */
export function digest(name: DigestName, ...pieces: readonly Uint8Array[]): Uint8Array {
  const hash = createHash(name);
  for (const piece of pieces) hash.update(piece);
  return new Uint8Array(hash.digest());
}

/** AES in the mode of chained blocks, by a key of 16 or 32 bytes. `isPadded`: to whole blocks (PKCS #7); else the bytes are some. */
export function aesCbc(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array, isPadded: boolean): Uint8Array {
  const cipher = createCipheriv(key.length === 16 ? 'aes-128-cbc' : 'aes-256-cbc', key, iv);
  cipher.setAutoPadding(isPadded);
  return joined(cipher.update(bytes), cipher.final());
}

/** AES of one block of 16 bytes, by a key of 32. */
export function aesBlock(key: Uint8Array, block: Uint8Array): Uint8Array {
  const cipher = createCipheriv('aes-256-ecb', key, null);
  cipher.setAutoPadding(false);
  return joined(cipher.update(block), cipher.final());
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = new Uint8Array(a.length + b.length);
  all.set(a);
  all.set(b, a.length);
  return all;
}
