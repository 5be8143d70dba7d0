/** Digests and ciphers: synchronous, which runtimes' own aren't everywhere. */
import { cbc, ecb } from '@noble/ciphers/aes';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2';

const DIGESTS = { sha256, sha384, sha512 } as const;

export type DigestName = keyof typeof DIGESTS;

/** The digest of some pieces, one after the other. */
export function digest(name: DigestName, ...pieces: readonly Uint8Array[]): Uint8Array {
  const hash = DIGESTS[name].create();
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/** AES in the mode of chained blocks, by a key of 16 or 32 bytes. `isPadded`: to whole blocks (PKCS #7); else the bytes are some. */
export function aesCbc(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array, isPadded: boolean): Uint8Array {
  return cbc(key, iv, { disablePadding: !isPadded }).encrypt(bytes);
}

/** AES of one block of 16 bytes, by a key of 32. */
export function aesBlock(key: Uint8Array, block: Uint8Array): Uint8Array {
  return ecb(key, { disablePadding: true }).encrypt(block);
}
