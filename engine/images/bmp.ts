/** Windows bitmaps: uncompressed ones of 1 to 32 bits, and run-length encoded ones of 8 bits. */
import { type Raster, rasterFromRgba } from './raster.ts';

const Compression = { None: 0, RunLength8: 1, BitFields: 3 } as const;

export function decodeBmp(bytes: Uint8Array): Raster | null {
  if (bytes.length < 54) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = view.getUint32(10, true);
  const palette = 14 + view.getUint32(14, true);
  const width = view.getInt32(18, true);
  const signedHeight = view.getInt32(22, true);
  const bits = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  const height = Math.abs(signedHeight);
  if (width <= 0 || height === 0 || ![1, 4, 8, 24, 32].includes(bits)) return null;
  const rgba = new Uint8Array(width * height * 4);
  const rowAt = (y: number): number => (signedHeight > 0 ? height - 1 - y : y);
  if (compression === Compression.RunLength8 && bits === 8) {
    const indices = runLengths(bytes, start, width, height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++)
        putColor(rgba, (rowAt(y) * width + x) * 4, bytes, palette + 4 * indices[y * width + x]);
    }
    return rasterFromRgba(rgba, width, height);
  }
  if (compression !== Compression.None && compression !== Compression.BitFields) return null;
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  if (start + rowBytes * height > bytes.length) return null;
  for (let y = 0; y < height; y++) {
    const row = start + rowBytes * y;
    for (let x = 0; x < width; x++) {
      let from = row + (x * bits) / 8;
      if (bits <= 8) {
        const bit = x * bits;
        from = palette + 4 * ((bytes[row + (bit >> 3)] >> (8 - bits - (bit & 7))) & ((1 << bits) - 1));
      }
      putColor(rgba, (rowAt(y) * width + x) * 4, bytes, from);
    }
  }
  return rasterFromRgba(rgba, width, height);
}

/** Blue, green, red become opaque red, green, blue. */
function putColor(rgba: Uint8Array, to: number, bytes: Uint8Array, from: number): void {
  rgba[to] = bytes[from + 2];
  rgba[to + 1] = bytes[from + 1];
  rgba[to + 2] = bytes[from];
  rgba[to + 3] = 255;
}

/** Palette indices, bottom row first, of BI_RLE8 data: runs, literal stretches, and jumps. */
function runLengths(bytes: Uint8Array, start: number, width: number, height: number): Uint8Array {
  const indices = new Uint8Array(width * height);
  let x = 0;
  let y = 0;
  const put = (index: number): void => {
    if (x < width && y < height) indices[y * width + x] = index;
    x++;
  };
  for (let at = start; at + 1 < bytes.length && y < height;) {
    const count = bytes[at];
    const value = bytes[at + 1];
    at += 2;
    if (count > 0) {
      for (let i = 0; i < count; i++) put(value);
    } else if (value === 0) {
      x = 0;
      y++;
    } else if (value === 1) {
      break;
    } else if (value === 2) {
      x += bytes[at];
      y += bytes[at + 1];
      at += 2;
    } else {
      for (let i = 0; i < value; i++) put(bytes[at + i]);
      at += value + (value & 1);
    }
  }
  return indices;
}
