/**
 * Decodes WOFF and WOFF2 to sfnt (WOFF 1.0 §4, WOFF 2.0 §5), which HarfBuzz and PDF files need. Every size is checked
 * before memory is allocated. fontkit reads the directory of WOFF. It can't rebuild an sfnt from WOFF2, and merges tables
 * of the same name, which would hide their size.
 */
import type { Woff } from 'fontkit';
import { inflate } from '../platform/compression.ts';
import type { Fontkit } from './fontkit-library.ts';
import { MAX_FONT_BYTES } from './table-directory.ts';

const WOFF = 0x774f4646;
const WOFF2 = 0x774f4632;
/** Larger expansion ratios indicate a decompression bomb, unless the file is small. */
const MAX_RATIO = 200;
const HARMLESS_BYTES = 1_000_000;
const MAX_TABLES = 256;
/** Offset of numTables in the header. */
const TABLE_COUNT = 12;

type FontContainer = 'woff' | 'woff2' | 'sfnt';

export function containerOf(bytes: Uint8Array): FontContainer {
  if (bytes.length < 48) return 'sfnt';
  const signature = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return signature === WOFF ? 'woff' : signature === WOFF2 ? 'woff2' : 'sfnt';
}

const isBomb = (encoded: number, decoded: number): boolean =>
  decoded > MAX_FONT_BYTES || (decoded > HARMLESS_BYTES && decoded > encoded * MAX_RATIO);

/** Returns the decoded size in bytes that a WOFF or WOFF2 file declares; 0 if the container is broken. */
export function unpackedSize(fontkit: Fontkit, bytes: Uint8Array): number {
  const size = containerOf(bytes) === 'woff' ? woffSize(woffOf(fontkit, bytes)) : declaredSize(bytes);
  return Number.isFinite(size) && !isBomb(bytes.length, size) ? size : 0;
}

type WoffDirectory = Woff['directory'];

/** Returns the directory of a WOFF file, or null if it is broken. */
function woffOf(fontkit: Fontkit, bytes: Uint8Array): WoffDirectory | null {
  if (new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint16(TABLE_COUNT) > MAX_TABLES) return null;
  try {
    const file = fontkit.create(bytes);
    return file.type === 'WOFF' && Object.keys(file.directory.tables).length > 0 ? file.directory : null;
  } catch {
    return null;
  }
}

function woffSize(directory: WoffDirectory | null): number {
  if (directory === null) return 0;
  const tables = Object.values(directory.tables);
  return tables.reduce((total, { length }) => total + ((length + 3) & ~3), 12 + tables.length * 16);
}

/** Returns the sfnt in a WOFF file, or a message that describes the problem. */
export function decodeWoff(fontkit: Fontkit, bytes: Uint8Array): Uint8Array | string {
  const directory = woffOf(fontkit, bytes);
  if (directory === null) return 'its table directory is broken';
  const total = woffSize(directory);
  if (total < 0 || isBomb(bytes.length, total)) return 'it expands to more than 30 MB';
  const tables = Object.values(directory.tables);
  const sfnt = new Uint8Array(total);
  const out = new DataView(sfnt.buffer);
  const log = Math.floor(Math.log2(tables.length));
  out.setUint32(0, directory.flavor);
  out.setUint16(4, tables.length);
  out.setUint16(6, 16 << log);
  out.setUint16(8, log);
  out.setUint16(10, (tables.length - (1 << log)) * 16);
  let record = 12;
  let at = record + tables.length * 16;
  for (const { tag, offset, compLength, length, origChecksum } of tables) {
    if (offset + compLength > bytes.length || compLength > length)
      return `its table ${JSON.stringify(tag)} ends outside the file`;
    const packed = bytes.subarray(offset, offset + compLength);
    const table = compLength === length ? packed : inflate(packed, length);
    if (table === null || table.length !== length) return `its table ${JSON.stringify(tag)} can't be decompressed`;
    sfnt.set(table, at);
    for (let i = 0; i < 4; i++) sfnt[record + i] = tag.charCodeAt(i);
    out.setUint32(record + 4, origChecksum);
    out.setUint32(record + 8, at);
    out.setUint32(record + 12, length);
    record += 16;
    at += (length + 3) & ~3;
  }
  return sfnt;
}

/**
 * Returns the sfnt in a WOFF2 file, or a message that describes the problem. Asynchronous because the decoder's module
 * loads asynchronously.
 */
export async function decodeWoff2(bytes: Uint8Array): Promise<Uint8Array | string> {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isBomb(bytes.length, data.getUint32(16)) || isBomb(bytes.length, declaredSize(bytes)))
    return 'it expands to more than 30 MB';
  try {
    const { default: decompress } = await import('woff2-encoder/decompress');
    const sfnt = await decompress(bytes);
    return sfnt.length > 0 && sfnt.length <= MAX_FONT_BYTES ? sfnt : "it can't be decompressed";
  } catch {
    return "it can't be decompressed";
  }
}

/** Returns the sum of the original table lengths in a WOFF2 table directory, or Infinity if it is broken. */
function declaredSize(bytes: Uint8Array): number {
  const count = (bytes[12]! << 8) | bytes[13]!;
  let at = 48;
  let total = 0;
  const base128 = (): number => {
    let value = 0;
    for (let i = 0; i < 5; i++) {
      const byte = bytes[at++];
      if (byte === undefined) return Infinity;
      value = value * 128 + (byte & 127);
      if ((byte & 128) === 0) return value;
    }
    return Infinity;
  };
  for (let i = 0; i < count; i++) {
    const flags = bytes[at++] ?? 0;
    const known = flags & 63;
    if (known === 63) at += 4;
    total += base128();
    // By default, only glyf (10) and loca (11) are transformed and have a second length.
    const transform = flags >> 6;
    if ((known === 10 || known === 11) === (transform === 0)) base128();
    if (total > MAX_FONT_BYTES) return Infinity;
  }
  return total;
}
