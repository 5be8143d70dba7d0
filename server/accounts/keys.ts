/**
 * API keys: `pw_`, 34 random base62 characters, and a checksum of 6. The checksum rejects malformed keys without a
 * look-up.
 */
import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'pw_';
const SECRET_LENGTH = 34;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);
/** The number of leading characters that lists and logs show. */
const DISPLAY_LENGTH = PREFIX.length + 8;
const ANYWHERE = new RegExp(`${PREFIX}[0-9A-Za-z]{9,}`, 'g');

/** Truncates everything in a text that looks like a key. */
export const withoutKeys = (text: string): string =>
  text.replace(ANYWHERE, (key) => `${key.slice(0, DISPLAY_LENGTH)}…`);

/** Returns uniformly distributed base62 characters. Bytes above the largest multiple of 62 are discarded. */
function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

function checksum(body: string): string {
  let value = createHash('sha256').update(body).digest().readUIntBE(0, 6);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text += ALPHABET[value % 62];
    value = Math.floor(value / 62);
  }
  return text;
}

export function createKey(): string {
  const body = PREFIX + randomBase62(SECRET_LENGTH);
  return body + checksum(body);
}

/** Returns whether the form and checksum of a key are valid. The key may still be unknown. */
export function isWellFormedKey(key: string): boolean {
  return SHAPE.test(key) && key.slice(-CHECKSUM_LENGTH) === checksum(key.slice(0, -CHECKSUM_LENGTH));
}

/** Returns the stored form of a key: its SHA-256 in hexadecimal. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function keyPrefix(key: string): string {
  return key.slice(0, DISPLAY_LENGTH);
}
