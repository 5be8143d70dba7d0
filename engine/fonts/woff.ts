/** Decodes WOFF and WOFF2 to sfnt (WOFF 1.0 §4, WOFF 2.0 §5). Every size is checked before memory is allocated. */
import { inflate } from '../platform/compression.ts';
import { MAX_FONT_BYTES, tagAt } from './sfnt.ts';

const WOFF = 0x774f4646;
const WOFF2 = 0x774f4632;
/** Larger expansion ratios indicate a decompression bomb, unless the file is small. */
const MAX_RATIO = 200;
const HARMLESS_BYTES = 1_000_000;

export type FontContainer = 'woff' | 'woff2' | 'sfnt';

export function containerOf(bytes: Uint8Array): FontContainer {
  if (bytes.length < 48) return 'sfnt';
  const signature = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  return signature === WOFF ? 'woff' : signature === WOFF2 ? 'woff2' : 'sfnt';
}

const isBomb = (encoded: number, decoded: number): boolean =>
  decoded > MAX_FONT_BYTES || (decoded > HARMLESS_BYTES && decoded > encoded * MAX_RATIO);

/** Returns the decoded size in bytes that the container declares; 0 if the container is broken. */
export function unpackedSize(bytes: Uint8Array): number {
  const container = containerOf(bytes);
  if (container === 'sfnt') return bytes.length;
  const size = container === 'woff' ? woffSize(bytes) : declaredSize(bytes);
  return Number.isFinite(size) && !isBomb(bytes.length, size) ? size : 0;
}

function woffSize(bytes: Uint8Array): number {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = data.getUint16(12);
  if (44 + count * 20 > bytes.length) return 0;
  let total = 12 + count * 16;
  for (let i = 0; i < count; i++) total += (data.getUint32(44 + i * 20 + 12) + 3) & ~3;
  return total;
}

/** Returns the sfnt in a WOFF file, or a message that describes the problem. */
export function decodeWoff(bytes: Uint8Array): Uint8Array | string {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = data.getUint16(12);
  if (count === 0 || count > 256 || 44 + count * 20 > bytes.length) return 'its table directory is broken';
  const header = 12 + count * 16;
  const total = woffSize(bytes);
  if (total < header || isBomb(bytes.length, total)) return 'it expands to more than 30 MB';
  const sfnt = new Uint8Array(total);
  const out = new DataView(sfnt.buffer);
  const log = Math.floor(Math.log2(count));
  out.setUint32(0, data.getUint32(4));
  out.setUint16(4, count);
  out.setUint16(6, 16 << log);
  out.setUint16(8, log);
  out.setUint16(10, (count - (1 << log)) * 16);
  let at = header;
  for (let i = 0; i < count; i++) {
    const record = 44 + i * 20;
    const offset = data.getUint32(record + 4);
    const stored = data.getUint32(record + 8);
    const length = data.getUint32(record + 12);
    if (offset + stored > bytes.length || stored > length)
      return `its table ${JSON.stringify(tagAt(data, record))} ends outside the file`;
    const packed = bytes.subarray(offset, offset + stored);
    const table = stored === length ? packed : inflate(packed, length);
    if (table === null || table.length !== length)
      return `its table ${JSON.stringify(tagAt(data, record))} can't be decompressed`;
    sfnt.set(table, at);
    out.setUint32(12 + i * 16, data.getUint32(record));
    out.setUint32(12 + i * 16 + 4, data.getUint32(record + 16));
    out.setUint32(12 + i * 16 + 8, at);
    out.setUint32(12 + i * 16 + 12, length);
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
