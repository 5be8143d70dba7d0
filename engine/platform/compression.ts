/** zlib streams. One library deflates everywhere, because the zlibs of runtimes produce different bytes. */
import { Inflate, Unzlib } from 'fflate';
import { host } from './host.ts';
import { zlibStream } from './libdeflate.ts';

/** The first level with lazy matching. Output is a twentieth smaller than at lower levels, which are hardly faster. */
const LEVEL = 5;
/** For data that is read again immediately. */
const FASTEST = 1;

/** Inflates a zlib stream of at most `maxLength` bytes. Returns null when it is broken or longer. */
export function inflate(bytes: Uint8Array, maxLength: number): Uint8Array | null {
  return host().inflate(bytes, maxLength);
}

/** Bytes deflated per millisecond on a slow machine. */
const DEFLATED_IN_A_MS = 50_000;

/** Returns how many milliseconds `deflate`, which can't be interrupted, may take for this many bytes. */
export const deflateTime = (length: number): number => length / DEFLATED_IN_A_MS;

/** Deflates into a zlib stream with the same bytes on every machine. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return zlibStream(bytes, LEVEL);
}

/**
 * Data up to this length is inflated at once by Node's zlib. PERF: four times as fast as the library that inflates in
 * pieces.
 */
const AT_ONCE = 1 << 25;
/** Number of compressed bytes inflated at once, which expand at most a thousandfold. */
const INFLATED_PIECE = 1 << 13;

/**
 * Inflates a zlib stream of at most `maxLength` bytes of any size. `take` receives the pieces in order and owns them.
 * Returns false when the stream is broken or longer.
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

/** Inflates data without a zlib header, of at most `maxLength` bytes. Returns null when it is broken or longer. */
export function inflateRaw(bytes: Uint8Array, maxLength: number): Uint8Array | null {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  const stream = new Inflate((piece, isLast) => {
    length += piece.length;
    ended = isLast;
    if (length <= maxLength) pieces.push(piece);
  });
  try {
    for (let at = 0; at < bytes.length && length <= maxLength; at += INFLATED_PIECE)
      stream.push(bytes.subarray(at, at + INFLATED_PIECE), at + INFLATED_PIECE >= bytes.length);
  } catch {
    return null;
  }
  return ended && length <= maxLength ? joined(pieces) : null;
}

/** The initial capacity in bytes. */
const FIRST_ROOM = 1 << 12;

/**
 * Collects written bytes and deflates them into a zlib stream at the end. The result doesn't depend on how they were
 * split.
 */
export class PiecewiseDeflate {
  private bytes: Uint8Array;
  private filled = 0;

  /** `expected`: the number of bytes to be written, if known. */
  constructor(expected = FIRST_ROOM) {
    this.bytes = new Uint8Array(expected);
  }

  /** Number of bytes written so far. */
  get length(): number {
    return this.filled;
  }

  /** The length of the stream if it ended here. */
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

  /** Returns the whole stream. */
  finish(): Uint8Array {
    const deflated = deflate(this.bytes.subarray(0, this.filled));
    this.bytes = new Uint8Array(0);
    return deflated;
  }
}

/** Concatenates byte arrays. */
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

/** Deflates as fast as possible, for data that is read again immediately. */
export function deflateQuickly(bytes: Uint8Array): Uint8Array {
  return zlibStream(bytes, FASTEST);
}
