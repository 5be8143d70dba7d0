/**
 * Small typed arrays, cut from larger pieces of memory; all zero at first.
 *
 * PERF: V8 gives each array beyond 64 bytes memory of its own, which takes ten times as long as a view of what is there, and is one more thing for the
 * garbage collector to follow up. A piece is freed when the last array in it is.
 */

/** Bytes. */
const PIECE = 1 << 16;
const LARGEST = 1 << 12;
const ALIGNMENT = 8;

let piece = new ArrayBuffer(0);
let filled = 0;

/** Where so many bytes of `piece` begin that nobody has. */
function take(bytes: number): number {
  if (filled + bytes > piece.byteLength) {
    piece = new ArrayBuffer(PIECE);
    filled = 0;
  }
  const at = filled;
  filled = (at + bytes + ALIGNMENT - 1) & -ALIGNMENT;
  return at;
}

export function smallFloats(length: number): Float64Array {
  const bytes = length * Float64Array.BYTES_PER_ELEMENT;
  if (bytes > LARGEST) return new Float64Array(length);
  const at = take(bytes);
  return new Float64Array(piece, at, length);
}

export function smallIntegers(length: number): Uint32Array {
  const bytes = length * Uint32Array.BYTES_PER_ELEMENT;
  if (bytes > LARGEST) return new Uint32Array(length);
  const at = take(bytes);
  return new Uint32Array(piece, at, length);
}

export function smallBytes(length: number): Uint8Array {
  if (length > LARGEST) return new Uint8Array(length);
  const at = take(length);
  return new Uint8Array(piece, at, length);
}

/** Longer lists have little room to spare for what they hold. */
const MOST_TRIMMED = 10;

/** The list without the room to grow that pushing has left: of one that was pushed to, that is room for seventeen at least. */
export function trimmed<T>(list: readonly T[]): readonly T[] {
  return list.length > 0 && list.length < MOST_TRIMMED ? list.slice() : list;
}
