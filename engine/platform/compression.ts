/** zlib streams. What is deflated is deflated by one library everywhere: runtimes have zlibs of their own, whose bytes differ. */
import { Unzlib } from 'fflate';
import { host } from './host.ts';
import { zlibStream } from './libdeflate.ts';

/** The first that looks for the longer of two matches: a twentieth smaller than those below, which are hardly faster. */
const LEVEL = 5;
/** For what is read again at once. */
const FASTEST = 1;

/** Inflates a zlib stream of at most `maxLength` bytes; null when it is broken or longer. */
export function inflate(bytes: Uint8Array, maxLength: number): Uint8Array | null {
  return host().inflate(bytes, maxLength);
}

/** What is deflated at least while a millisecond passes on a slow machine. */
const DEFLATED_IN_A_MS = 50_000;

/** How long `deflate`, which nothing interrupts, may take for so many bytes, ms. */
export const deflateTime = (length: number): number => length / DEFLATED_IN_A_MS;

/** Deflates into a zlib stream; the same bytes every time, on every machine. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return zlibStream(bytes, LEVEL);
}

/** Up to this length data is inflated at once, by Node's zlib: four times as fast as the library that can do it in pieces. */
const AT_ONCE = 1 << 25;
/** Compressed bytes that are inflated in one go: at most a thousand times as many come out. */
const INFLATED_PIECE = 1 << 13;

/**
 * Inflates a zlib stream of at most `maxLength` bytes, however long they are: `take` gets them in pieces, in order, which are its to keep
 * and to change. False when the stream is broken or longer.
 */
export function inflatePieces(bytes: Uint8Array, maxLength: number, take: (piece: Uint8Array) => void): boolean {
  if (maxLength <= AT_ONCE) {
    const all = inflate(bytes, maxLength);
    if (all !== null) take(all);
    return all !== null;
  }
  let length = 0;
  const stream = new Unzlib((piece) => {
    length += piece.length;
    if (length <= maxLength) take(piece);
  });
  try {
    for (let at = 0; at < bytes.length && length <= maxLength; at += INFLATED_PIECE) {
      const end = at + INFLATED_PIECE;
      stream.push(bytes.subarray(at, end), end >= bytes.length);
    }
  } catch {
    return false;
  }
  return length <= maxLength;
}

/** The first room for what is to be deflated. */
const FIRST_ROOM = 1 << 12;

/** Deflates what is written to it into a zlib stream, all of it in the end: the same bytes however they were cut. */
export class PiecewiseDeflate {
  private bytes: Uint8Array;
  private filled = 0;

  /** `expected`: how many bytes will be written, where that is known. */
  constructor(expected = FIRST_ROOM) {
    this.bytes = new Uint8Array(expected);
  }

  /** Bytes written so far. */
  get length(): number {
    return this.filled;
  }

  /** How long the stream would be if it ended here. */
  get deflatedLength(): number {
    return deflate(this.bytes.subarray(0, this.filled)).length;
  }

  write(bytes: Uint8Array): void {
    const wanted = this.filled + bytes.length;
    if (wanted > this.bytes.length) {
      const larger = new Uint8Array(Math.max(wanted, this.bytes.length * 2));
      larger.set(this.bytes.subarray(0, this.filled));
      this.bytes = larger;
    }
    this.bytes.set(bytes, this.filled);
    this.filled = wanted;
  }

  /** The whole stream. */
  finish(): Uint8Array {
    const deflated = deflate(this.bytes.subarray(0, this.filled));
    this.bytes = new Uint8Array(0);
    return deflated;
  }
}

/** Byte arrays as one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  let length = 0;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The same, as fast as it goes: for what is read again at once. */
export function deflateQuickly(bytes: Uint8Array): Uint8Array {
  return zlibStream(bytes, FASTEST);
}
