/** Signs documents of the service with the operator's key, which never reaches a worker. */
import { readFile } from '../file-system.ts';
import { SIGNATURE_BYTES } from '../rendering/job.ts';
import { readSigningKey } from './key-files.ts';

/** The files of the operator's signing key. */
export interface SigningFiles {
  readonly key: string;
  readonly certificate: string | undefined;
  /** The file that contains the password. */
  readonly password: string | undefined;
}

/**
 * Reads the key, signs once to see that it works, and returns the signer of digests (SHA-256).
 * @throws Error if the files can't be read, or their signatures are too large
 */
export async function openSigner({
  key,
  certificate,
  password,
}: SigningFiles): Promise<(digest: Uint8Array) => Promise<Uint8Array>> {
  // Large modules, which services without a key don't need.
  const [{ readIdentity }, { signedData }] = await Promise.all([import('./identity.ts'), import('./cms.ts')]);
  const secret = password === undefined ? undefined : (await readFile(password, 'utf8')).replace(/\r?\n$/, '');
  const identity = await readIdentity(await readSigningKey(key, { certificate, password: secret }));
  const signer = (digest: Uint8Array): Promise<Uint8Array> => signedData(digest, identity, null);
  const { length } = await signer(new Uint8Array(32));
  if (length > SIGNATURE_BYTES)
    throw new Error(
      `signatures have ${length} bytes, more than ${SIGNATURE_BYTES}. Use a shorter chain of certificates`,
    );
  return signer;
}
