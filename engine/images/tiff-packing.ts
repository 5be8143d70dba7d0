/** TIFF's compression schemes PackBits and LZW. */
import type { Budget } from '../budget.ts';

/** Unpacks runs to `length` bytes. Missing bytes are 0. */
export function unpackBits(packed: Uint8Array, length: number, budget: Budget): Uint8Array {
  const out = new Uint8Array(length);
  let at = 0;
  let to = 0;
  while (at < packed.length && to < length) {
    budget.tick();
    const n = packed[at++]!;
    if (n === 128) continue;
    if (n < 128) {
      const bytes = packed.subarray(at, at + Math.min(n + 1, length - to));
      out.set(bytes, to);
      at += n + 1;
      to += n + 1;
    } else {
      out.fill(packed[at++] ?? 0, to, (to += 257 - n));
    }
  }
  return out;
}

const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
const MAX_CODES = 4_096;
const MAX_CODE_BITS = 12;

/**
 * Unpacks LZW. Codes start at the most significant bit and grow one code earlier than in GIF. The tables serve all
 * strips of an image, of which there can be a million.
 */
export class LzwUnpacker {
  // A code stands for the string of an earlier code plus one byte.
  private readonly before = new Uint16Array(MAX_CODES);
  private readonly last = new Uint8Array(MAX_CODES);
  private readonly run = new Uint8Array(MAX_CODES + 1);

  /** Unpacks to `length` bytes. Missing bytes are 0. */
  unpack(packed: Uint8Array, length: number, budget: Budget): Uint8Array {
    const { before, last, run } = this;
    const out = new Uint8Array(length);
    const codes = new CodeReader(packed);
    let next = FIRST_FREE;
    let size = 9;
    let previous = -1;
    let first = 0;
    let to = 0;
    while (to < length) {
      budget.tick();
      const code = codes.read(size);
      if (code === CLEAR) {
        next = FIRST_FREE;
        size = 9;
        previous = -1;
        continue;
      }
      if (code < 0 || code === END || code > next || (previous < 0 && code > END)) break;
      let count = 0;
      let rest = code;
      if (code === next) {
        run[count++] = first;
        rest = previous;
      }
      for (; rest > END; rest = before[rest]!) run[count++] = last[rest]!;
      run[count++] = first = rest;
      while (count > 0 && to < length) out[to++] = run[--count]!;
      if (previous >= 0 && next < MAX_CODES) {
        before[next] = previous;
        last[next++] = first;
        if (next + 1 === 1 << size && size < MAX_CODE_BITS) size++;
      }
      previous = code;
    }
    return out;
  }
}

class CodeReader {
  private readonly bytes: Uint8Array;
  private at = 0;
  private bits = 0;
  private held = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Returns the next code of `size` bits, or -1 at the end of the data. */
  read(size: number): number {
    while (this.held < size) {
      if (this.at >= this.bytes.length) return -1;
      this.bits = ((this.bits << 8) | this.bytes[this.at++]!) & 0xffffff;
      this.held += 8;
    }
    this.held -= size;
    return (this.bits >>> this.held) & ((1 << size) - 1);
  }
}
