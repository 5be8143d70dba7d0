/** Splits the bytes that pdfkit emits into objects, and encrypts the strings in their dictionaries. */
import { assertInvariant } from '../invariant.ts';
import { joined } from '../platform/compression.ts';
import { ByteWriter } from './byte-writer.ts';

const LINE_FEED = 10;
const [ZERO, NINE] = [48, 57];
const OBJECT = ' 0 obj\n';
const TRAILER = 'xref\n';
const LENGTH = /\n\/Length (\d+)\n/;
/** For ASCII only. */
const DECODER = new TextDecoder('latin1');
const END_OF_OBJECT = '\nendobj\n';
const START_OF_STREAM = '\nstream\n';
const END_OF_STREAM = '\nendstream\nendobj\n';

export interface EmittedObject {
  readonly id: number;
  /** The object, or the stream's dictionary. */
  readonly body: Uint8Array;
  /** Null: the object is not a stream. */
  readonly stream: Uint8Array | null;
  /** From the object's number to its end. */
  readonly whole: Uint8Array;
}

/**
 * Calls `take` for each object. Lines before the first object are a header. The rest after the last one is pdfkit's
 * trailer, which isn't needed here.
 */
export function eachObject(chunks: readonly Uint8Array[], take: (object: EmittedObject) => void): void {
  const bytes = joined(chunks);
  for (let at = 0; at < bytes.length;) {
    if (isAt(bytes, at, TRAILER)) return;
    let digits = at;
    let id = 0;
    for (; bytes[digits]! >= ZERO && bytes[digits]! <= NINE; digits++) id = id * 10 + bytes[digits]! - ZERO;
    if (digits > at && isAt(bytes, digits, OBJECT)) {
      const object = objectAt(bytes, at, digits + OBJECT.length, id);
      take(object);
      at += object.whole.length;
    } else at = endOfLine(bytes, at);
  }
}

function endOfLine(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(LINE_FEED, at);
  return end < 0 ? bytes.length : end + 1;
}

function objectAt(bytes: Uint8Array, start: number, from: number, id: number): EmittedObject {
  // pdfkit escapes line feeds in strings, so these lines can't be part of one.
  for (let at = bytes.indexOf(LINE_FEED, from); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    const body = bytes.subarray(from, at);
    if (isAt(bytes, at, END_OF_OBJECT))
      return { id, body, stream: null, whole: bytes.subarray(start, at + END_OF_OBJECT.length) };
    if (!isAt(bytes, at, START_OF_STREAM)) continue;
    const length = Number(LENGTH.exec(DECODER.decode(body))?.[1]);
    const begin = at + START_OF_STREAM.length;
    const end = begin + length;
    assertInvariant(isAt(bytes, end, END_OF_STREAM), 'pdfkit writes the length of every stream');
    return { id, body, stream: bytes.subarray(begin, end), whole: bytes.subarray(start, end + END_OF_STREAM.length) };
  }
  throw new Error('assertion failed: pdfkit emits whole objects');
}

function isAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Characters after a backslash, and the characters that they represent. Others represent themselves. */
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const ESCAPED: Readonly<Record<string, string>> = Object.fromEntries(Object.entries(ESCAPES).map(([a, b]) => [b, a]));
/** Literal and hexadecimal strings, and the brackets of dictionaries. */
const STRINGS = /<<|>>|\((?:[^\\()]|\\[^])*\)|<[0-9a-fA-F]*>/g;

/**
 * Returns a stream's dictionary with encrypted strings and the length of the encrypted stream (ISO 32000-2 §7.6.2).
 */
export function encryptedDictionary(
  body: Uint8Array,
  length: number,
  encrypt: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const text = characters(body).replace(STRINGS, (string) => {
    if (string === '<<' || string === '>>') return string;
    const encrypted = characters(encrypt(bytesOf(string)));
    return `(${encrypted.replace(/[\n\r\t\b\f()\\]/g, (character) => `\\${ESCAPED[character] ?? character}`)})`;
  });
  const out = new ByteWriter(text.length);
  out.ascii(text.replace(LENGTH, `\n/Length ${length}\n`));
  return out.view();
}

/** Returns a character per byte, which no decoder does for all bytes. */
function characters(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

function bytesOf(string: string): Uint8Array {
  const inside = string.slice(1, -1);
  const text =
    string[0] === '('
      ? inside.replace(/\\([^])/g, (_, character: string) => ESCAPES[character] ?? character)
      : inside.replace(/../g, (digits) => String.fromCharCode(parseInt(digits, 16)));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
