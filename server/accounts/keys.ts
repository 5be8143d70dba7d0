/**
 * API keys: `pw_`, or `pwt_` for tests, then 34 random base62 characters, and a checksum of 6. The checksum rejects
 * malformed keys without a look-up.
 */
import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'pw_';
const TEST_PREFIX = 'pwt_';
const SECRET_LENGTH = 34;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^(?:${PREFIX}|${TEST_PREFIX})[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);
/** The number of leading characters that lists and logs show, after the prefix. */
const DISPLAY_LENGTH = 8;
const ANYWHERE = new RegExp(`(?:${PREFIX}|${TEST_PREFIX})[0-9A-Za-z]{9,}`, 'g');

/** Truncates everything in a text that looks like a key. */
export const withoutKeys = (text: string): string => text.replace(ANYWHERE, (key) => `${keyPrefix(key)}…`);

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

/** `isTest`: renders with the key cost nothing and are marked. */
export function createKey(isTest = false): string {
  const body = (isTest ? TEST_PREFIX : PREFIX) + randomBase62(SECRET_LENGTH);
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
  return key.slice(0, key.indexOf('_') + 1 + DISPLAY_LENGTH);
}

/** Returns whether a key, of which the prefix is known, is for tests. */
export const isTestKey = (prefix: string): boolean => prefix.startsWith(TEST_PREFIX);
