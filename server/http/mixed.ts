/** `multipart/mixed` (RFC 2046 section 5.1): several parts in one response, for callers that prefer it. */
import { randomBytes } from 'node:crypto';

const CRLF = '\r\n';

export interface MixedPart {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/** Returns a random boundary that no document can contain. */
export const newBoundary = (): string => randomBytes(24).toString('base64url');

export function mixedParts(boundary: string, parts: readonly MixedPart[]): Buffer {
  const pieces: Uint8Array[] = [];
  parts.forEach(({ headers, bytes }, i) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}${CRLF}`);
    pieces.push(Buffer.from(`${i === 0 ? '' : CRLF}--${boundary}${CRLF}${lines.join('')}${CRLF}`, 'latin1'), bytes);
  });
  pieces.push(Buffer.from(`${CRLF}--${boundary}--${CRLF}`, 'latin1'));
  return Buffer.concat(pieces);
}
