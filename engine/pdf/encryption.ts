/** Encrypts files with a password: AES-256, revision 6 of the standard security handler (ISO 32000-2 §7.6.4). */
import { optionError } from '../errors.ts';
import type { Budget } from '../budget.ts';
import { foreseeWork } from './paid-output.ts';
import { aesBlock, aesCbc, digest, type DigestName } from '../platform/crypto.ts';
import type { Encryption, Permissions } from '../render-options.ts';
import { joined } from '../platform/compression.ts';
import { ByteWriter } from './byte-writer.ts';

/** The number of UTF-8 bytes of a password that are used. */
const MAX_PASSWORD = 127;
const NO_IV = new Uint8Array(16);
const NOTHING = new Uint8Array(0);
const MIN_ROUNDS = 64;
const DIGESTS: readonly DigestName[] = ['sha256', 'sha384', 'sha512'];

/**
 * Permission bits for readers that open the file with the user password (table 22). `ALWAYS` holds the bits that are
 * always set, including text extraction for accessibility.
 */
const ALWAYS = 0xfffff0c0 | (1 << 9);
const PRINT = 1 << 2;
const PRINT_WELL = 1 << 11;
const BITS: readonly (readonly [keyof Permissions, number])[] = [
  ['modify', 1 << 3],
  ['copy', 1 << 4],
  ['annotate', 1 << 5],
  ['fillForms', 1 << 8],
  ['assemble', 1 << 10],
];

/**
 * The keys of one file. Digests of the passwords and the file's sources replace random numbers, so the same input gives
 * the same bytes: see docs/encryption.md.
 */
export class FileEncryption {
  private readonly key: Uint8Array;
  private readonly dictionary: Uint8Array;
  private readonly budget: Budget;

  /**
   * `content` is a digest of the file's sources.
   *
   * @throws RenderError `invalid_options` for passwords that wouldn't protect the file.
   */
  constructor(
    { userPassword = '', ownerPassword = userPassword, permissions }: Encryption,
    content: Uint8Array,
    budget: Budget,
  ) {
    this.budget = budget;
    const user = passwordBytes(userPassword);
    const owner = passwordBytes(ownerPassword);
    refuseWeak('userPassword', userPassword, user);
    refuseWeak('ownerPassword', ownerPassword, owner);
    if (Object.values(permissions ?? {}).some((allowed) => allowed !== true) && sameBytes(user, owner))
      throw optionError(
        'encryption.permissions',
        'restrict nobody if ownerPassword equals userPassword. Pass two different passwords',
      );
    const bits = permissionBits(permissions);
    // Derived with the slow hash, so that guessing takes as long as with the passwords in the file.
    const secret = digest('sha256', content, hashOf(user, content, NOTHING), hashOf(owner, content, NOTHING));
    const derived = (purpose: string, length: number): Uint8Array =>
      digest('sha256', ascii(purpose), secret).subarray(0, length);
    const key = (this.key = derived('file key', 32));
    const [userCheck, userKey] = saltsOf(derived('user salts', 16));
    const [ownerCheck, ownerKey] = saltsOf(derived('owner salts', 16));
    const U = joined([hashOf(user, userCheck, NOTHING), userCheck, userKey]);
    const O = joined([hashOf(owner, ownerCheck, U), ownerCheck, ownerKey]);
    const UE = aesCbc(hashOf(user, userKey, NOTHING), NO_IV, key, false);
    const OE = aesCbc(hashOf(owner, ownerKey, U), NO_IV, key, false);
    const Perms = aesBlock(key, permissionBlock(bits, derived('permissions', 4)));
    this.dictionary = dictionaryOf({ O, U, OE, UE, Perms }, bits);
  }

  /** The body of the encryption dictionary, which stays unencrypted itself. */
  get body(): Uint8Array {
    return this.dictionary;
  }

  /**
   * Encrypts a string or stream of an object. The initialization vector is a digest of the key, the object number and
   * the bytes, so different bytes never share one. Files with the same key reveal only which of their streams are
   * equal.
   */
  encrypt(object: number, bytes: Uint8Array): Uint8Array {
    foreseeWork(this.budget, bytes);
    const iv = digest('sha256', this.key, ascii(`${object} `), bytes).subarray(0, 16);
    return joined([iv, aesCbc(this.key, iv, bytes, true)]);
  }
}

/** The empty password opens a file for everybody, so one that becomes empty protects nothing. */
function refuseWeak(option: string, given: string, prepared: Uint8Array): void {
  if (given !== '' && prepared.length === 0) throw optionError(`encryption.${option}`, 'has only invisible characters');
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Returns a digest of a file's source. */
export function sourceDigest(source: string | Uint8Array): Uint8Array {
  return digest('sha256', typeof source === 'string' ? ascii(source) : source);
}

/** Algorithm 2.B: returns 32 bytes and is deliberately slow. */
function hashOf(password: Uint8Array, salt: Uint8Array, user: Uint8Array): Uint8Array {
  let hash = digest('sha256', password, salt, user);
  for (let round = 1, last = 0; round <= MIN_ROUNDS || last > round - 1 - 32; round++) {
    const piece = joined([password, hash, user]);
    const repeated = new Uint8Array(piece.length * 64);
    for (let i = 0; i < 64; i++) repeated.set(piece, i * piece.length);
    const encrypted = aesCbc(hash.subarray(0, 16), hash.subarray(16, 32), repeated, false);
    let sum = 0;
    for (let i = 0; i < 16; i++) sum += encrypted[i]!;
    hash = digest(DIGESTS[sum % 3]!, encrypted);
    last = encrypted[encrypted.length - 1]!;
  }
  return hash.subarray(0, 32);
}

/** Characters that SASLprep maps to nothing (RFC 3454 §B.1). */
const INVISIBLE =
  /\u{ad}|\u{34f}|\u{1806}|[\u{180b}-\u{180d}]|[\u{200b}-\u{200d}]|\u{2060}|[\u{fe00}-\u{fe0f}]|\u{feff}/gu;

/**
 * Prepares a password as in SASLprep (RFC 4013) but accepts the characters that SASLprep prohibits. Spaces become
 * U+0020, invisible characters are removed, and the text is normalized to NFKC.
 */
function passwordBytes(password: string): Uint8Array {
  const prepared = password
    .replace(/\p{Zs}/gu, ' ')
    .replace(INVISIBLE, '')
    .normalize('NFKC');
  return new TextEncoder().encode(prepared).subarray(0, MAX_PASSWORD);
}

function permissionBits(permissions: Permissions = {}): number {
  let bits = ALWAYS;
  for (const [name, bit] of BITS) if (permissions[name] !== false) bits |= bit;
  const { print = true } = permissions;
  if (print !== false) bits |= PRINT;
  if (print === true) bits |= PRINT_WELL;
  return bits | 0;
}

/** Algorithm 10: a copy of the permission bits that makes tampering detectable. */
function permissionBlock(bits: number, filling: Uint8Array): Uint8Array {
  const block = new Uint8Array(16);
  const data = new DataView(block.buffer);
  data.setInt32(0, bits, true);
  data.setInt32(4, -1, true);
  block.set(ascii('Tadb'), 8);
  block.set(filling, 12);
  return block;
}

function dictionaryOf(strings: Readonly<Record<string, Uint8Array>>, bits: number): Uint8Array {
  const out = new ByteWriter();
  out.ascii('<</Filter/Standard/V 5/R 6/Length 256/StmF/StdCF/StrF/StdCF');
  out.ascii('/CF<</StdCF<</AuthEvent/DocOpen/CFM/AESV3/Length 32>>>>');
  out.ascii(`/P ${bits}`);
  for (const [name, bytes] of Object.entries(strings)) {
    const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'));
    out.ascii(`/${name}<${digits.join('')}>`);
  }
  out.ascii('>>');
  return out.view().slice();
}

const saltsOf = (bytes: Uint8Array): readonly [Uint8Array, Uint8Array] => [bytes.subarray(0, 8), bytes.subarray(8)];

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);
