/**
 * Signs with a private key from a PKCS#12 file or PEM files, for `sign` of the library. The result is a CMS structure for
 * CAdES (RFC 5652, RFC 5035, ETSI EN 319 122-1). pkijs reads and writes the structures, and node:crypto signs.
 */
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { createHash, createPrivateKey, type KeyObject, sign as signBytes, X509Certificate } from 'node:crypto';
import {
  AlgorithmIdentifier,
  Attribute,
  AuthenticatedSafe,
  CertBag,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';

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

const DATA = '1.2.840.113549.1.7.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const SHA_256 = '2.16.840.1.101.3.4.2.1';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const ALGORITHMS: Readonly<Record<string, string>> = {
  rsa: '1.2.840.113549.1.1.11',
  ec: '1.2.840.10045.4.3.2',
};

/** The tag of a SET, which the attributes have when they are signed (RFC 5652 §5.4). */
const SET_TAG = 0x31;

interface Identity {
  readonly key: KeyObject;
  /** DER. The signer's own is first. */
  readonly certificates: readonly Uint8Array[];
}

/**
 * Returns a signer for `sign(pdf, signer, options)`. Pass `date` in the options: the structure has no time of its own, as
 * PAdES requires.
 * @throws Error if the files can't be read, the password is wrong, or no certificate belongs to the key
 */
export async function keySigner(given: SigningKey): Promise<(bytes: Uint8Array) => Promise<Uint8Array>> {
  const identity = 'pkcs12' in given ? await fromPkcs12(given.pkcs12, given.password) : fromPem(given);
  return (bytes) => Promise.resolve(signedData(createHash('sha256').update(bytes).digest(), identity));
}

/** Returns the CMS structure for the SHA-256 digest of the signed bytes. */
function signedData(digest: Uint8Array, { key, certificates }: Identity): Uint8Array {
  const algorithm = ALGORITHMS[key.asymmetricKeyType ?? ''];
  const chain = certificates.map((der) => Certificate.fromBER(der));
  const own = chain[0]!;
  const attribute = (type: string, value: object): Attribute => new Attribute({ type, values: [value] });
  const ownHash = new OctetString({ valueHex: createHash('sha256').update(certificates[0]!).digest() });
  const attributes = [
    attribute(CONTENT_TYPE, new ObjectIdentifier({ value: DATA })),
    attribute(MESSAGE_DIGEST, new OctetString({ valueHex: digest })),
    attribute(
      SIGNING_CERTIFICATE_V2,
      new Sequence({ value: [new Sequence({ value: [new Sequence({ value: [ownHash] })] })] }),
    ),
  ];
  const der = (one: Attribute): Buffer => Buffer.from(one.toSchema().toBER());
  attributes.sort((a, b) => Buffer.compare(der(a), der(b)));
  const signedAttrs = new SignedAndUnsignedAttributes({ type: 0, attributes });
  const signed = Buffer.from(signedAttrs.toSchema().toBER());
  signed[0] = SET_TAG;
  const sha256 = new AlgorithmIdentifier({ algorithmId: SHA_256 });
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: sha256,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: algorithm! }),
    signature: new OctetString({ valueHex: signBytes('sha256', signed, key) }),
  });
  info.signedAttrs = signedAttrs;
  const data = new SignedData({
    version: 1,
    digestAlgorithms: [sha256],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: DATA }),
    certificates: chain,
    signerInfos: [info],
  });
  const content = new ContentInfo({ contentType: SIGNED_DATA, content: data.toSchema(true) });
  return new Uint8Array(content.toSchema().toBER());
}

/** Returns the key with its certificate first. */
function identityOf(key: KeyObject, certificates: readonly Uint8Array[]): Identity {
  if (ALGORITHMS[key.asymmetricKeyType ?? ''] === undefined)
    throw new Error(
      `keys of type ${key.asymmetricKeyType ?? 'unknown'} are not supported. Use RSA or an elliptic curve`,
    );
  const own = certificates.find((der) => new X509Certificate(der).checkPrivateKey(key));
  if (own === undefined) throw new Error('no certificate belongs to the private key');
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
