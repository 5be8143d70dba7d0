/** Reads private keys and their certificates. pkijs reads the structures of PKCS#12. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { AuthenticatedSafe, CertBag, Certificate, PFX, PKCS8ShroudedKeyBag, PrivateKeyInfo } from 'pkijs';
import type { SigningKey } from '../signing.ts';

/** The OIDs of the signature algorithms by key type, with SHA-256. */
export const ALGORITHMS: Readonly<Record<string, string>> = {
  rsa: '1.2.840.113549.1.1.11',
  ec: '1.2.840.10045.4.3.2',
};

/** A key that has been read. */
export interface Identity {
  readonly key: KeyObject;
  /** DER. The signer's own is first. */
  readonly certificates: readonly Uint8Array[];
}

/** Reads a key. @throws Error if the files can't be read, the password is wrong, or no certificate matches the key */
export const readIdentity = async (given: SigningKey): Promise<Identity> =>
  'pkcs12' in given ? fromPkcs12(given.pkcs12, given.password) : fromPem(given);

/** Returns the key with its certificate first. */
function identityOf(key: KeyObject, certificates: readonly Uint8Array[]): Identity {
  if (ALGORITHMS[key.asymmetricKeyType ?? ''] === undefined)
    throw new Error(
      `keys of type ${key.asymmetricKeyType ?? 'unknown'} are not supported. Use RSA or an elliptic curve`,
    );
  const own = certificates.find((der) => new X509Certificate(der).checkPrivateKey(key));
  if (own === undefined) throw new Error('no certificate matches the private key');
  return { key, certificates: [own, ...certificates.filter((der) => der !== own)] };
}

function fromPem({ key, certificates, password }: Extract<SigningKey, { key: string }>): Identity {
  let read: KeyObject;
  try {
    read = createPrivateKey({ key, ...(password === undefined ? {} : { passphrase: password }) });
  } catch (error) {
    throw new Error(`the private key can't be read: ${(error as Error).message}`, { cause: error });
  }
  const found = certificates.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return identityOf(
    read,
    found.map((pem) => new X509Certificate(pem).raw),
  );
}

async function fromPkcs12(bytes: Uint8Array, password: string): Promise<Identity> {
  const keys: PrivateKeyInfo[] = [];
  const certificates: Uint8Array[] = [];
  try {
    const secret = new TextEncoder().encode(password).buffer;
    const pfx = PFX.fromBER(bytes);
    await pfx.parseInternalValues({ password: secret, checkIntegrity: true });
    const { authenticatedSafe } = pfx.parsedValue as { readonly authenticatedSafe: AuthenticatedSafe };
    await authenticatedSafe.parseInternalValues({
      safeContents: authenticatedSafe.safeContents.map(() => ({ password: secret })),
    });
    const { safeContents } = authenticatedSafe.parsedValue as {
      readonly safeContents: readonly {
        readonly value: { readonly safeBags: readonly { readonly bagValue: unknown }[] };
      }[];
    };
    for (const { value } of safeContents)
      for (const { bagValue: bag } of value.safeBags) {
        if (bag instanceof PrivateKeyInfo) keys.push(bag);
        else if (bag instanceof CertBag)
          certificates.push(new Uint8Array((bag.parsedValue as Certificate).toSchema().toBER()));
        else if (bag instanceof PKCS8ShroudedKeyBag) {
          await (bag as unknown as { parseInternalValues(of: object): Promise<void> }).parseInternalValues({
            password: secret,
          });
          if (bag.parsedValue) keys.push(bag.parsedValue);
        }
      }
  } catch (error) {
    throw new Error(
      "the PKCS#12 file can't be read. Check the password, or write the file again with a current version of OpenSSL",
      { cause: error },
    );
  }
  const [key] = keys;
  if (key === undefined) throw new Error('the PKCS#12 file has no private key');
  const der = Buffer.from(key.toSchema().toBER());
  return identityOf(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }), certificates);
}
