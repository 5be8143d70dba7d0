/** Requests time-stamp tokens (RFC 3161). The caller sends the requests. */
import { Integer, OctetString } from 'asn1js';
import { createHash } from 'node:crypto';
import {
  AlgorithmIdentifier,
  type ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import type { TimeStamper } from '../signing.ts';

const SHA_256 = '2.16.840.1.101.3.4.2.1';
/** Status values of responses with a token: granted, and granted with changes. */
const GRANTED = 1;

/**
 * Returns the token for some bytes as a CMS structure.
 * @throws Error if the authority refuses, or its token is for other bytes
 */
export async function timeStampOf(bytes: Uint8Array, send: TimeStamper): Promise<ContentInfo> {
  const digest = createHash('sha256').update(bytes).digest();
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256 }),
      hashedMessage: new OctetString({ valueHex: digest }),
    }),
    // Derived from the bytes, so that the same file gives the same request.
    nonce: new Integer({ valueHex: Uint8Array.of(1, ...digest.subarray(0, 8)) }),
    certReq: true,
  });
  const answer = await send(new Uint8Array(request.toSchema().toBER()));
  const { status, timeStampToken } = readResponse(answer);
  if (status.status > GRANTED || timeStampToken === undefined)
    throw new Error(`the time-stamp authority refused the request (status ${status.status})`);
  if (!digestIn(timeStampToken)?.equals(digest)) throw new Error('the time stamp is for other bytes');
  return timeStampToken;
}

const readResponse = (answer: Uint8Array): TimeStampResp => read(() => TimeStampResp.fromBER(answer), 'response');

/** Returns the digest that a token stamps, or null if it has none. */
const digestIn = (token: ContentInfo): Buffer | null =>
  read(() => {
    const content = new SignedData({ schema: token.content }).encapContentInfo.eContent;
    if (content === undefined) return null;
    const { messageImprint } = TSTInfo.fromBER(content.getValue());
    return Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView);
  }, 'token');

/** Reads a part of an answer. @throws Error that says which part isn't valid */
function read<T>(reading: () => T, part: string): T {
  try {
    return reading();
  } catch (error) {
    throw new Error(`the time-stamp authority returned no valid time-stamp ${part}`, { cause: error });
  }
}
