/** zlib, which only Node has synchronously. */
import { constants, deflateRawSync, deflateSync, inflateSync } from 'node:zlib';
import { Unzlib } from 'fflate';

/** Inflates a zlib stream of at most `maxLength` bytes; null when it is broken or longer. */
export function inflate(bytes: Uint8Array, maxLength: number): Uint8Array | null {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, maxLength) });
  } catch {
    return null;
  }
}

/** Deflates into a zlib stream; the same bytes every time. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return deflateSync(bytes, { level: constants.Z_DEFAULT_COMPRESSION });
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

/** Bytes that are deflated in one go. */
const DEFLATED_PIECE = 1 << 20;
/** Checksums are taken modulo this prime, and their sums stay exact for so many bytes (RFC 1950 §8.2). */
const ADLER_BASE = 65521;
const ADLER_RUN = 5552;

/** Deflates what is written to it into a zlib stream, a megabyte at a time. The same bytes however they were cut. */
export class PiecewiseDeflate {
  private readonly done: Uint8Array[] = [Uint8Array.of(0x78, 0x9c)];
  private piece = new Uint8Array(1 << 12);
  private filled = 0;
  private sum = 1;
  private sumOfSums = 0;

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      this.makeRoom(bytes.length - at);
      const part = bytes.subarray(at, at + this.piece.length - this.filled);
      this.piece.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled === DEFLATED_PIECE) this.flush(constants.Z_SYNC_FLUSH);
    }
  }

  /** The whole stream. */
  finish(): Uint8Array {
    this.flush(constants.Z_FINISH);
    const { sum, sumOfSums } = this;
    this.done.push(Uint8Array.of(sumOfSums >> 8, sumOfSums, sum >> 8, sum));
    return joined(this.done);
  }

  private makeRoom(length: number): void {
    const wanted = Math.min(DEFLATED_PIECE, this.filled + length);
    if (wanted <= this.piece.length) return;
    const larger = new Uint8Array(Math.min(DEFLATED_PIECE, Math.max(wanted, this.piece.length * 4)));
    larger.set(this.piece.subarray(0, this.filled));
    this.piece = larger;
  }

  private flush(finishFlush: number): void {
    const piece = this.piece.subarray(0, this.filled);
    this.done.push(deflateRawSync(piece, { finishFlush }));
    this.addToChecksum(piece);
    this.filled = 0;
  }

  private addToChecksum(bytes: Uint8Array): void {
    let { sum, sumOfSums } = this;
    for (let from = 0; from < bytes.length; from += ADLER_RUN) {
      const end = Math.min(bytes.length, from + ADLER_RUN);
      for (let i = from; i < end; i++) {
        sum += bytes[i];
        sumOfSums += sum;
      }
      sum %= ADLER_BASE;
      sumOfSums %= ADLER_BASE;
    }
    this.sum = sum;
    this.sumOfSums = sumOfSums;
  }
}

/** Byte arrays as one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0];
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
  return deflateSync(bytes, { level: constants.Z_BEST_SPEED });
}
