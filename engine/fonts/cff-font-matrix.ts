/**
 * The FontMatrix of a CFF font (Adobe Technical Note #5176, §9). In an OpenType font `head` has the size of the em square; a CFF table that
 * stands alone in a PDF file has only its own FontMatrix, which is that of 1000 units when it is left out.
 */

const OPERATOR_CHARSET = 15;
const OPERATOR_ENCODING = 16;
const OPERATOR_CHAR_STRINGS = 17;
const OPERATOR_PRIVATE = 18;
const OPERATOR_FONT_MATRIX = 1207;
/** `12 30` marks a CID-keyed font. */
const OPERATOR_ROS = 1230;
/** What the last operand of these counts from the beginning of the table, beyond the ids of predefined charsets and encodings. */
const LAST_PREDEFINED: ReadonlyMap<number, number> = new Map([
  [OPERATOR_CHARSET, 2],
  [OPERATOR_ENCODING, 1],
  [OPERATOR_CHAR_STRINGS, 0],
  [OPERATOR_PRIVATE, 0],
]);

const DEFAULT_UNITS = 1000;
const ZERO = 139;
const LONG_INTEGER = 29;
const REAL = 30;
/** Of the INDEX that is written, and what it can hold. */
const OFFSET_SIZE = 2;
const MAX_DICT = 0xff00;

interface Entry {
  readonly operator: number;
  /** Each as encoded, with its value (NaN for real numbers). */
  readonly operands: readonly { readonly bytes: Uint8Array; readonly value: number }[];
}

/**
 * The table with a FontMatrix for `unitsPerEm`, where it has none and needs one. A CID-keyed font, whose matrices stand in its Font DICTs as
 * well, and a table that can't be read are returned as they are.
 */
export function withFontMatrix(cff: Uint8Array, unitsPerEm: number): Uint8Array {
  if (unitsPerEm === DEFAULT_UNITS) return cff;
  try {
    return insertMatrix(cff, unitsPerEm);
  } catch (error) {
    // A DataView's complaint about an offset outside the table.
    if (!(error instanceof RangeError)) throw error;
    return cff;
  }
}

function insertMatrix(cff: Uint8Array, unitsPerEm: number): Uint8Array {
  const data = new DataView(cff.buffer, cff.byteOffset, cff.byteLength);
  const start = indexEnd(data, data.getUint8(2));
  const end = indexEnd(data, start);
  if (data.getUint16(start) !== 1) return cff;
  const offsetSize = data.getUint8(start + 2);
  const entries = readDict(cff, data, start + 3 + 2 * offsetSize, end);
  if (entries.some(({ operator }) => operator === OPERATOR_FONT_MATRIX || operator === OPERATOR_ROS)) return cff;
  // Offsets take five bytes whatever they are, so that the size is known before they are.
  const size = topDict(entries, unitsPerEm, 0).length;
  if (size > MAX_DICT) return cff;
  const index = indexOfOne(topDict(entries, unitsPerEm, indexSize(size) - (end - start)));
  const result = new Uint8Array(start + index.length + cff.length - end);
  result.set(cff.subarray(0, start));
  result.set(index, start);
  result.set(cff.subarray(end), start + index.length);
  return result;
}

/** The Top DICT with the matrix, and with offsets that are `shift` larger. */
function topDict(entries: readonly Entry[], unitsPerEm: number, shift: number): Uint8Array {
  const bytes: number[] = [];
  const scale = realNumber(1 / unitsPerEm);
  bytes.push(...scale, ZERO, ZERO, ...scale, ZERO, ZERO, ...operatorBytes(OPERATOR_FONT_MATRIX));
  for (const { operator, operands } of entries) {
    const predefined = LAST_PREDEFINED.get(operator);
    operands.forEach((operand, i) => {
      const isOffset = predefined !== undefined && i === operands.length - 1 && operand.value > predefined;
      bytes.push(...(isOffset ? longInteger(operand.value + shift) : operand.bytes));
    });
    bytes.push(...operatorBytes(operator));
  }
  return Uint8Array.from(bytes);
}

const operatorBytes = (operator: number): number[] => (operator >= 1200 ? [12, operator - 1200] : [operator]);

const longInteger = (value: number): number[] => [
  LONG_INTEGER,
  (value >> 24) & 0xff,
  (value >> 16) & 0xff,
  (value >> 8) & 0xff,
  value & 0xff,
];

/** Nibbles: the digits, 0xa for the point, 0xf for the end. */
function realNumber(value: number): number[] {
  const nibbles = Array.from(value.toPrecision(9), (digit) => (digit === '.' ? 0xa : Number(digit)));
  nibbles.push(0xf);
  if (nibbles.length % 2 === 1) nibbles.push(0xf);
  const bytes = [REAL];
  for (let i = 0; i < nibbles.length; i += 2) bytes.push((nibbles[i]! << 4) | nibbles[i + 1]!);
  return bytes;
}

const indexSize = (dataSize: number): number => 3 + 2 * OFFSET_SIZE + dataSize;

/** An INDEX of one object. */
function indexOfOne(object: Uint8Array): Uint8Array {
  const index = new Uint8Array(indexSize(object.length));
  const next = object.length + 1;
  index.set([0, 1, OFFSET_SIZE, 0, 1, next >> 8, next & 0xff]);
  index.set(object, index.length - object.length);
  return index;
}

/** The offset behind an INDEX. */
function indexEnd(data: DataView, at: number): number {
  const count = data.getUint16(at);
  if (count === 0) return at + 2;
  const size = data.getUint8(at + 2);
  let last = 0;
  for (let k = 0; k < size; k++) last = last * 256 + data.getUint8(at + 3 + count * size + k);
  return at + 2 + (count + 1) * size + last;
}

function readDict(cff: Uint8Array, data: DataView, from: number, to: number): Entry[] {
  const entries: Entry[] = [];
  let operands: { bytes: Uint8Array; value: number }[] = [];
  for (let at = from; at < to;) {
    const begin = at;
    const byte = data.getUint8(at++);
    if (byte <= 21) {
      entries.push({ operator: byte === 12 ? 1200 + data.getUint8(at++) : byte, operands });
      operands = [];
      continue;
    }
    let value = NaN;
    if (byte === 28) {
      value = data.getInt16(at);
      at += 2;
    } else if (byte === LONG_INTEGER) {
      value = data.getInt32(at);
      at += 4;
    } else if (byte === REAL) {
      while ((data.getUint8(at) & 0xf) !== 0xf && data.getUint8(at) >> 4 !== 0xf) at++;
      at++;
    } else if (byte <= 246) {
      value = byte - ZERO;
    } else {
      const low = data.getUint8(at++);
      value = byte <= 250 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108;
    }
    operands.push({ bytes: cff.subarray(begin, at), value });
  }
  return entries;
}
