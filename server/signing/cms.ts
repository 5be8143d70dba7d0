/**
 * Writes CMS structures for CAdES (RFC 5652, RFC 5035, ETSI EN 319 122-1). pkijs writes the structures, and node:crypto
 * signs.
 */
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { createHash, sign as signBytes } from 'node:crypto';
import { promisify } from 'node:util';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { ALGORITHMS, type Identity } from './identity.ts';
import type { TimeStamper } from '../signing.ts';
import { timeStampOf } from './time-stamp.ts';

const DATA = '1.2.840.113549.1.7.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const SHA_256 = '2.16.840.1.101.3.4.2.1';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const SIGNATURE_TIME_STAMP = '1.2.840.113549.1.9.16.2.14';

/** The tag of a SET, which the attributes have when they are signed (RFC 5652 §5.4). */
const SET_TAG = 0x31;

/** Signs in a thread, because large keys take milliseconds. */
const signInThread = promisify(signBytes);

/** Returns the CMS structure for the SHA-256 digest of the signed bytes. `timeStamper` stamps the signature. */
export async function signedData(
  digest: Uint8Array,
  { key, certificates }: Identity,
  timeStamper: TimeStamper | null,
): Promise<Uint8Array> {
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
  const signature = await signInThread('sha256', signed, key);
  const sha256 = new AlgorithmIdentifier({ algorithmId: SHA_256 });
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: sha256,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: algorithm! }),
    signature: new OctetString({ valueHex: signature }),
  });
  info.signedAttrs = signedAttrs;
  if (timeStamper !== null) {
    const token = await timeStampOf(signature, timeStamper);
    info.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [attribute(SIGNATURE_TIME_STAMP, token.toSchema())],
    });
  }
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
