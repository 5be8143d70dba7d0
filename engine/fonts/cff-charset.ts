/**
 * The charset of a CID-keyed CFF font says which CID each glyph has (Adobe Technical Note #5176, §13), and PDF selects its glyphs by CID. A
 * subset that keeps glyph ids is given the identity as its charset, so that a CID is a glyph id there as well.
 */

const OPERATOR_CHARSET = 15;
const OPERATOR_CHAR_STRINGS = 17;
/** `12 30` in a Top DICT marks a CID-keyed font. */
const OPERATOR_ROS = 1230;

/** Overwrites the charset of a CID-keyed CFF table in place; nothing else changes, and other fonts are left alone. */
export function makeCharsetIdentity(cff: Uint8Array): void {
  const data = new DataView(cff.buffer, cff.byteOffset, cff.byteLength);
  try {
    const names = indexEnd(data, data.getUint8(2));
    const top = readTopDict(data, names);
    const charset = top.get(OPERATOR_CHARSET);
    const charStrings = top.get(OPERATOR_CHAR_STRINGS);
    // Offsets 0 to 2 are predefined charsets, which CID-keyed fonts can't have.
    if (!top.has(OPERATOR_ROS) || charset === undefined || charset <= 2 || charStrings === undefined) return;
    writeIdentity(data, charset, data.getUint16(charStrings));
  } catch (error) {
    // A DataView's complaint about an offset outside the table: the font isn't what it claims to be.
    if (!(error instanceof RangeError)) throw error;
  }
}

/** One range from CID 1, in the shortest format: no charset of as many glyphs is shorter. */
function writeIdentity(data: DataView, at: number, glyphs: number): void {
  if (glyphs < 2) return;
  if (glyphs === 2) {
    data.setUint8(at, 0);
    data.setUint16(at + 1, 1);
  } else if (glyphs - 2 <= 0xff) {
    data.setUint8(at, 1);
    data.setUint16(at + 1, 1);
    data.setUint8(at + 3, glyphs - 2);
  } else {
    data.setUint8(at, 2);
    data.setUint16(at + 1, 1);
    data.setUint16(at + 3, glyphs - 2);
  }
}

/** The offset behind an INDEX. */
function indexEnd(data: DataView, at: number): number {
  const count = data.getUint16(at);
  return count === 0 ? at + 2 : indexData(data, at, count) + indexOffset(data, at, count);
}

/** The offset that an INDEX's own offsets count from. */
const indexData = (data: DataView, at: number, count: number): number => at + 2 + (count + 1) * data.getUint8(at + 2);

function indexOffset(data: DataView, at: number, i: number): number {
  const size = data.getUint8(at + 2);
  let offset = 0;
  for (let k = 0; k < size; k++) offset = offset * 256 + data.getUint8(at + 3 + i * size + k);
  return offset;
}

/** The last operand of each operator of the first Top DICT. */
function readTopDict(data: DataView, index: number): Map<number, number> {
  const count = data.getUint16(index);
  const found = new Map<number, number>();
  if (count === 0) return found;
  const from = indexData(data, index, count) + indexOffset(data, index, 0);
  const to = indexData(data, index, count) + indexOffset(data, index, 1);
  let operand = 0;
  for (let at = from; at < to;) {
    const byte = data.getUint8(at++);
    if (byte <= 21) {
      const operator = byte === 12 ? 1200 + data.getUint8(at++) : byte;
      found.set(operator, operand);
    } else if (byte === 28) {
      operand = data.getInt16(at);
      at += 2;
    } else if (byte === 29) {
      operand = data.getInt32(at);
      at += 4;
    } else if (byte === 30) {
      // A real number, which no offset is: nibbles up to 0xf.
      while ((data.getUint8(at) & 0xf) !== 0xf && data.getUint8(at) >> 4 !== 0xf) at++;
      at++;
    } else if (byte <= 246) {
      operand = byte - 139;
    } else {
      operand =
        byte <= 250 ? (byte - 247) * 256 + data.getUint8(at++) + 108 : -(byte - 251) * 256 - data.getUint8(at++) - 108;
    }
  }
  return found;
}
