/** Decodes the data of a GIF frame: LZW with variable-length codes (GIF89a, appendix F). */
import type { Budget } from '../budget.ts';

const MAX_CODE_BITS = 12;
const MAX_CODES = 1 << MAX_CODE_BITS;

/**
 * Fills `out` with pixel indices, starting at the byte that holds the minimum code size. Returns the number of indices,
 * which is smaller for broken data.
 */
export function readGifIndices(bytes: Uint8Array, start: number, out: Uint8Array, budget: Budget): number {
  const indexBits = bytes[start]!;
  if (!(indexBits >= 1 && indexBits <= 8)) return 0;
  const codes = new CodeReader(bytes, start + 1);
  const clear = 1 << indexBits;
  const end = clear + 1;
  // A code stands for the string of an earlier code plus one index.
  const before = new Uint16Array(MAX_CODES);
  const last = new Uint8Array(MAX_CODES);
  const run = new Uint8Array(MAX_CODES + 1);
  let next = end + 1;
  let size = indexBits + 1;
  let previous = -1;
  let first = 0;
  let filled = 0;
  while (filled < out.length) {
    budget.tick();
    const code = codes.read(size);
    if (code === clear) {
      next = end + 1;
      size = indexBits + 1;
      previous = -1;
      continue;
    }
    if (code === end || code < 0 || code > next || (previous < 0 && code > end)) break;
    let length = 0;
    let rest = code;
    if (code === next) {
      run[length++] = first;
      rest = previous;
    }
    for (; rest > end; rest = before[rest]!) run[length++] = last[rest]!;
    run[length++] = first = rest;
    while (length > 0 && filled < out.length) out[filled++] = run[--length]!;
    if (previous >= 0 && next < MAX_CODES) {
      before[next] = previous;
      last[next++] = first;
      if (next === 1 << size && size < MAX_CODE_BITS) size++;
    }
    previous = code;
  }
  return filled;
}

/** Reads codes across data sub-blocks of up to 255 bytes. */
class CodeReader {
  private readonly bytes: Uint8Array;
  private at: number;
  /** Bytes left in the block. */
  private left = 0;
  private bits = 0;
  private held = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** Returns the next code of `size` bits, or -1 at the end of the data. */
  read(size: number): number {
    while (this.held < size) {
      if (this.left === 0) this.left = this.bytes[this.at++] ?? 0;
      if (this.left === 0 || this.at >= this.bytes.length) return -1;
      this.bits |= this.bytes[this.at++]! << this.held;
      this.held += 8;
      this.left--;
    }
    const code = this.bits & ((1 << size) - 1);
    this.bits >>>= size;
    this.held -= size;
    return code;
  }
}
