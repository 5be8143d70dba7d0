/** Synchronous digests and ciphers, which not every runtime provides. */
import { cbc, ecb } from '@noble/ciphers/aes';
import { md5 } from '@noble/hashes/legacy';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2';

const DIGESTS = { md5, sha256, sha384, sha512 } as const;

export type DigestName = keyof typeof DIGESTS;

/** Returns the digest of the concatenated pieces. */
export function digest(name: DigestName, ...pieces: readonly Uint8Array[]): Uint8Array {
  const hash = DIGESTS[name].create();
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/**
 * Encrypts with AES in CBC mode, with a key of 16 or 32 bytes. `isPadded`: pads to whole blocks (PKCS #7); otherwise
 * the bytes must be whole blocks.
 */
export function aesCbc(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array, isPadded: boolean): Uint8Array {
  return cbc(key, iv, { disablePadding: !isPadded }).encrypt(bytes);
}

/** Encrypts one block of 16 bytes with AES and a key of 32 bytes. */
export function aesBlock(key: Uint8Array, block: Uint8Array): Uint8Array {
  return ecb(key, { disablePadding: true }).encrypt(block);
}
