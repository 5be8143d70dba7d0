/** Signs with a private key from a PKCS#12 file or PEM files, and stamps with the time, for `sign` of the library. */
import { createHash } from 'node:crypto';
import { signedData } from './signing/cms.ts';
import { readIdentity } from './signing/identity.ts';
import { timeStampOf } from './signing/time-stamp.ts';

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

/** Sends a request (`application/timestamp-query`) and returns the response (`application/timestamp-reply`), both DER. */
export type TimeStamper = (request: Uint8Array) => Promise<Uint8Array> | Uint8Array;

/** Options of `keySigner`. */
export interface KeySignerOptions {
  /** Stamps signatures with the time (PAdES-B-T). */
  readonly timeStamper?: TimeStamper | undefined;
}

/**
 * Returns a signer for `sign(pdf, signer, options)`. Pass `date` in the options: the structure has no time of its own, as
 * PAdES requires, unless a time stamp proves it.
 * @throws Error if the files can't be read, the password is wrong, or no certificate matches the key
 */
export async function keySigner(
  given: SigningKey,
  { timeStamper }: KeySignerOptions = {},
): Promise<(bytes: Uint8Array) => Promise<Uint8Array>> {
  const identity = await readIdentity(given);
  return (bytes) => signedData(createHash('sha256').update(bytes).digest(), identity, timeStamper ?? null);
}

/**
 * Returns a signer that adds a time stamp to a whole file (PAdES-B-LTA): `sign(pdf, signer, { type: 'timestamp' })`.
 * @throws the errors of `timeStamper`, and Error if the authority's answer can't be used
 */
export const timeStampSigner =
  (timeStamper: TimeStamper): ((bytes: Uint8Array) => Promise<Uint8Array>) =>
  async (bytes) =>
    new Uint8Array((await timeStampOf(bytes, timeStamper)).toSchema().toBER());
