/** zlib streams. What is deflated is deflated by one library everywhere: runtimes have zlibs of their own, whose bytes differ. */
import { Unzlib, Zlib, zlibSync } from 'fflate';
import { host } from './host.ts';

/** Twice as fast as the usual 6, for two bytes more in a hundred. */
const LEVEL = 4;

/** Inflates a zlib stream of at most `maxLength` bytes; null when it is broken or longer. */
export function inflate(bytes: Uint8Array, maxLength: number): Uint8Array | null {
  return host().inflate(bytes, maxLength);
}

/** Deflates into a zlib stream; the same bytes every time, on every machine. */
export function deflate(bytes: Uint8Array): Uint8Array {
  return zlibSync(bytes, { level: LEVEL });
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

/** Deflates what is written to it into a zlib stream, a megabyte at a time. The same bytes however they were cut. */
export class PiecewiseDeflate {
  private readonly done: Uint8Array[] = [];
  private readonly stream = new Zlib({ level: LEVEL }, (bytes) => this.done.push(bytes));
  private piece = new Uint8Array(1 << 12);
  private filled = 0;

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      this.makeRoom(bytes.length - at);
      const part = bytes.subarray(at, at + this.piece.length - this.filled);
      this.piece.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled === DEFLATED_PIECE) this.flush(false);
    }
  }

  /** The whole stream. */
  finish(): Uint8Array {
    this.flush(true);
    return joined(this.done);
  }

  private makeRoom(length: number): void {
    const wanted = Math.min(DEFLATED_PIECE, this.filled + length);
    if (wanted <= this.piece.length) return;
    const larger = new Uint8Array(Math.min(DEFLATED_PIECE, Math.max(wanted, this.piece.length * 4)));
    larger.set(this.piece.subarray(0, this.filled));
    this.piece = larger;
  }

  private flush(isLast: boolean): void {
    this.stream.push(this.piece.slice(0, this.filled), isLast);
    this.filled = 0;
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
  return zlibSync(bytes, { level: 1 });
}
