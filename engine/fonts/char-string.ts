/** Changes the advance at the start of Type 2 charstrings (Adobe Technical Note #5177). */
import { joined } from '../platform/compression.ts';
import { smallInteger } from './cff-table.ts';

const SHORT_INTEGER = 28;
const FIXED = 255;
const FIRST_NUMBER = 32;

/** The number of operands of operators that can start a charstring. Stems take any even number. */
const OPERANDS: ReadonlyMap<number, number> = new Map([
  [4, 1],
  [14, 0],
  [21, 2],
  [22, 1],
]);
/** `hstem`, `vstem`, `hstemhm`, `hintmask`, `cntrmask`, `vstemhm`. */
const STEMS: ReadonlySet<number> = new Set([1, 3, 18, 19, 20, 23]);
/** The operand count with which `endchar` builds an accented letter from two others. */
const ACCENTED = 4;

/**
 * The defaultWidthX and nominalWidthX of a font: the advance of charstrings that omit it, and the base of those that
 * have one.
 */
interface Advances {
  readonly usual: number;
  readonly nominal: number;
}

/**
 * Returns a charstring with another advance, or the same charstring if the advance is inside a subroutine. @throws
 * RangeError if it is truncated
 */
export function withAdvance(
  charString: Uint8Array,
  { usual, nominal }: Advances,
  change: (advance: number) => number,
): Uint8Array {
  const data = new DataView(charString.buffer, charString.byteOffset, charString.byteLength);
  let first = 0;
  let count = 0;
  let behindFirst = 0;
  let at = 0;
  let operator = data.getUint8(at);
  for (; operator >= FIRST_NUMBER || operator === SHORT_INTEGER; operator = data.getUint8(at)) {
    const [value, length] = numberAt(data, at);
    at += length;
    if (count++ > 0) continue;
    first = value;
    behindFirst = at;
  }
  const takes = OPERANDS.get(operator);
  if (takes === undefined && !STEMS.has(operator)) return charString;
  const hasAdvance = takes === undefined ? count % 2 === 1 : count === takes + 1 || count === takes + 1 + ACCENTED;
  const advance = change(hasAdvance ? nominal + first : usual);
  return joined([numberBytes(advance - nominal), charString.subarray(hasAdvance ? behindFirst : 0)]);
}

function numberAt(data: DataView, at: number): readonly [value: number, length: number] {
  const byte = data.getUint8(at);
  if (byte === SHORT_INTEGER) return [data.getInt16(at + 1), 3];
  if (byte === FIXED) return [data.getInt32(at + 1) / 0x10000, 5];
  return smallInteger(data, at);
}

function numberBytes(value: number): Uint8Array {
  if (Number.isInteger(value) && Math.abs(value) <= 107) return Uint8Array.of(value + 139);
  if (Number.isInteger(value) && value >= -0x8000 && value <= 0x7fff)
    return Uint8Array.of(SHORT_INTEGER, (value >> 8) & 0xff, value & 0xff);
  const fixed = Math.round(value * 0x10000);
  return Uint8Array.of(FIXED, (fixed >> 24) & 0xff, (fixed >> 16) & 0xff, (fixed >> 8) & 0xff, fixed & 0xff);
}
