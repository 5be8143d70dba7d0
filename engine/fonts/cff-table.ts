/** The building blocks of CFF tables (Adobe Technical Note #5176): INDEXes, and DICTs with their numbers. */
import { joined } from '../platform/compression.ts';

export const Operator = {
  Charset: 15,
  Encoding: 16,
  CharStrings: 17,
  Private: 18,
  Subrs: 19,
  DefaultWidth: 20,
  NominalWidth: 21,
  FontMatrix: 1207,
  Ros: 1230,
  CidCount: 1234,
  FdArray: 1236,
  FdSelect: 1237,
} as const;

/** `operands` holds each operand as encoded, with its value (NaN for real numbers). */
export interface DictEntry {
  /** Escaped operators are offset by 1200. */
  readonly operator: number;
  readonly operands: readonly { readonly bytes: Uint8Array; readonly value: number }[];
}

const ESCAPE = 12;
const LAST_OPERATOR = 21;
const SHORT_INTEGER = 28;
const LONG_INTEGER = 29;
const REAL = 30;
const ZERO = 139;
const LAST_OF_ONE_BYTE = 246;

/** Reads a table. @throws RangeError if it is truncated or not a CFF table */
export class CffReader {
  readonly bytes: Uint8Array;
  private readonly data: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  byte(at: number): number {
    return this.data.getUint8(at);
  }

  word(at: number): number {
    return this.data.getUint16(at);
  }

  slice(from: number, to: number): Uint8Array {
    if (from > to || to > this.bytes.length) throw new RangeError('a part of a CFF table exceeds its bounds');
    return this.bytes.subarray(from, to);
  }

  /** Returns the objects of an INDEX and the offset after it. */
  index(at: number): { readonly items: readonly Uint8Array[]; readonly end: number } {
    const count = this.word(at);
    if (count === 0) return { items: [], end: at + 2 };
    const size = this.byte(at + 2);
    const data = at + 2 + (count + 1) * size;
    const items: Uint8Array[] = [];
    let from = this.offset(at + 3, size);
    for (let i = 1; i <= count; i++) {
      const to = this.offset(at + 3 + i * size, size);
      items.push(this.slice(data + from, data + to));
      from = to;
    }
    return { items, end: data + from };
  }

  private offset(at: number, size: number): number {
    let offset = 0;
    for (let k = 0; k < size; k++) offset = offset * 256 + this.byte(at + k);
    return offset;
  }
}

/**
 * Decodes an integer of one or two bytes in a DICT or charstring, whose first byte is 32 to 254. Returns its value and
 * length.
 */
export function smallInteger(data: DataView, at: number): readonly [value: number, length: number] {
  const byte = data.getUint8(at);
  if (byte <= LAST_OF_ONE_BYTE) return [byte - ZERO, 1];
  const low = data.getUint8(at + 1);
  return [byte <= 250 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108, 2];
}

/** @throws RangeError if the data ends within a number */
export function readDict(bytes: Uint8Array): DictEntry[] {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: DictEntry[] = [];
  let operands: { bytes: Uint8Array; value: number }[] = [];
  for (let at = 0; at < bytes.length;) {
    const begin = at;
    const byte = data.getUint8(at++);
    if (byte <= LAST_OPERATOR) {
      entries.push({ operator: byte === ESCAPE ? 1200 + data.getUint8(at++) : byte, operands });
      operands = [];
      continue;
    }
    let value = NaN;
    if (byte === SHORT_INTEGER) {
      value = data.getInt16(at);
      at += 2;
    } else if (byte === LONG_INTEGER) {
      value = data.getInt32(at);
      at += 4;
    } else if (byte === REAL) {
      while ((data.getUint8(at) & 0xf) !== 0xf && data.getUint8(at) >> 4 !== 0xf) at++;
      at++;
    } else {
      const [integer, length] = smallInteger(data, begin);
      value = integer;
      at = begin + length;
    }
    operands.push({ bytes: bytes.subarray(begin, at), value });
  }
  return entries;
}

/** Returns the operand values of an operator's last entry, or null if there is none. */
export function operandsOf(dict: readonly DictEntry[], operator: number): readonly number[] | null {
  const entry = dict.findLast((one) => one.operator === operator);
  return entry === undefined ? null : entry.operands.map(({ value }) => value);
}

/**
 * Returns an entry with integers of fixed length, so that offsets can be filled in once the sizes of preceding parts
 * are known.
 */
export const integers = (operator: number, ...values: readonly number[]): DictEntry => ({
  operator,
  operands: values.map((value) => ({ value, bytes: longInteger(value) })),
});

/** Returns an entry with real numbers. */
export const reals = (operator: number, ...values: readonly number[]): DictEntry => ({
  operator,
  operands: values.map((value) => ({ value: NaN, bytes: value === 0 ? Uint8Array.of(ZERO) : realNumber(value) })),
});

export function dictBytes(entries: readonly DictEntry[]): Uint8Array {
  return joined(
    entries.flatMap(({ operator, operands }) => [
      ...operands.map(({ bytes }) => bytes),
      operator >= 1200 ? Uint8Array.of(ESCAPE, operator - 1200) : Uint8Array.of(operator),
    ]),
  );
}

const longInteger = (value: number): Uint8Array =>
  Uint8Array.of(LONG_INTEGER, (value >> 24) & 0xff, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff);

/** Encodes a number as nibbles: digits, 0xa for the decimal point, 0xf for the end. */
function realNumber(value: number): Uint8Array {
  const nibbles = Array.from(value.toPrecision(9), (digit) => (digit === '.' ? 0xa : Number(digit)));
  nibbles.push(0xf);
  if (nibbles.length % 2 === 1) nibbles.push(0xf);
  const bytes = [REAL];
  for (let i = 0; i < nibbles.length; i += 2) bytes.push((nibbles[i]! << 4) | nibbles[i + 1]!);
  return Uint8Array.from(bytes);
}

/** Encodes objects as an INDEX. */
export function indexOf(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return new Uint8Array(2);
  const end = items.reduce((sum, { length }) => sum + length, 1);
  const size = end > 0xffffff ? 4 : end > 0xffff ? 3 : end > 0xff ? 2 : 1;
  const index = new Uint8Array(2 + size * (items.length + 1) + end);
  index.set([items.length >> 8, items.length & 0xff, size]);
  const put = (i: number, offset: number): void => {
    for (let k = size - 1, at = 3 + i * size; k >= 0; k--, offset >>>= 8) index[at + k] = offset & 0xff;
  };
  const data = 2 + size * (items.length + 1);
  let offset = 1;
  items.forEach((item, i) => {
    put(i, offset);
    index.set(item, data + offset);
    offset += item.length;
  });
  put(items.length, offset);
  return index;
}
