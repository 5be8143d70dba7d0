/**
 * Small zero-filled typed arrays, cut from larger buffers.
 *
 * PERF: V8 gives each array beyond 64 bytes its own buffer. That takes ten times as long as a view of an existing one,
 * and adds an object for the garbage collector. A buffer is freed with the last array in it.
 */

/** In bytes. */
const PIECE = 1 << 16;
const LARGEST = 1 << 12;
const ALIGNMENT = 8;

let piece = new ArrayBuffer(0);
let filled = 0;

/** Returns the offset of this many unused bytes in `piece`. */
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

/**
 * Returns the list with another entry: `list` itself, or a copy. PERF: most lists of children have one or two entries,
 * and the first `push` to an empty list makes room for seventeen.
 */
export function appended<T>(list: T[], entry: T): T[] {
  if (list.length === 0) return [entry];
  if (list.length === 1) return [list[0]!, entry];
  list.push(entry);
  return list;
}

/** Lists of this length, and shorter ones, have no spare capacity. */
const EXACT = 2;
/** Longer lists have little unused capacity in proportion. */
const MOST_TRIMMED = 10;

/** Returns a list that `appended` made without spare capacity. */
export function trimmed<T>(list: readonly T[]): readonly T[] {
  return list.length > EXACT && list.length < MOST_TRIMMED ? list.slice() : list;
}
