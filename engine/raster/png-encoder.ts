/** Encodes PNG files that are read back immediately, optimized for speed over size. */
import { deflateQuickly } from '../platform/compression.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

/** Encodes 8-bit samples with 3 (RGB) or 4 channels (straight RGBA). */
export function encodePng(samples: Uint8Array, channels: 3 | 4, width: number, height: number): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, channels === 3 ? 2 : 6], 8);
  const stride = width * channels;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) rows.set(samples.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateQuickly(rows)), chunk('IEND', new Uint8Array())];
  const file = new Uint8Array(chunks.reduce((sum, one) => sum + one.length, SIGNATURE.length));
  file.set(SIGNATURE);
  let at = SIGNATURE.length;
  for (const one of chunks) {
    file.set(one, at);
    at += one.length;
  }
  return file;
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length + 12);
  const view = new DataView(out.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) out[4 + i] = name.charCodeAt(i);
  out.set(data, 8);
  let crc = 0xffffffff;
  for (let i = 4; i < 8 + data.length; i++) crc = CRC_TABLE[(crc ^ out[i]!) & 0xff]! ^ (crc >>> 8);
  view.setUint32(8 + data.length, (crc ^ 0xffffffff) >>> 0);
  return out;
}
