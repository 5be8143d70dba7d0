/** Reads the files of a signing key, for the command line and the service. */
import { readFile } from '../file-system.ts';
import type { SigningKey } from '../signing.ts';

interface KeyParts {
  readonly certificate?: string | undefined;
  readonly password?: string | undefined;
  /** Reads a file of the key. Default: without a limit. */
  readonly read?: (path: string) => Promise<Uint8Array>;
}

/** Returns a PKCS#12 file, or PEM text with its certificates, which may be in a separate file. */
export async function readSigningKey(
  key: string,
  { certificate, password, read = readFile }: KeyParts,
): Promise<SigningKey> {
  const bytes = await read(key);
  const text = Buffer.from(bytes).toString('latin1');
  if (!text.includes('-----BEGIN')) return { pkcs12: bytes, password: password ?? '' };
  const certificates = certificate === undefined ? text : Buffer.from(await read(certificate)).toString('utf8');
  return { key: text, certificates, ...(password === undefined ? {} : { password }) };
}
