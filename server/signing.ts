/** Signs with a private key from a PKCS#12 file or PEM files, for `sign` of the library. */
import { createHash } from 'node:crypto';
import { signedData } from './signing/cms.ts';
import { readIdentity } from './signing/identity.ts';

/** A private key with its certificate, and the certificates of the authorities above it. */
export type SigningKey =
  | {
      /** A PKCS#12 file (`.p12`, `.pfx`), encrypted with AES as OpenSSL 3 and current systems write it. */
      readonly pkcs12: Uint8Array;
      readonly password: string;
    }
  | {
      /** The private key as PEM text: RSA or an elliptic curve. */
      readonly key: string;
      /** The certificates as PEM text, in any order. */
      readonly certificates: string;
      /** Only for encrypted keys. */
      readonly password?: string;
    };

/**
 * Returns a signer for `sign(pdf, signer, options)`. Pass `date` in the options: the structure has no time of its own, as
 * PAdES requires.
 * @throws Error if the files can't be read, the password is wrong, or no certificate matches the key
 */
export async function keySigner(given: SigningKey): Promise<(bytes: Uint8Array) => Promise<Uint8Array>> {
  const identity = await readIdentity(given);
  return (bytes) => signedData(createHash('sha256').update(bytes).digest(), identity);
}
