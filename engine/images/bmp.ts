import { type Raster, rasterFromRgba } from './raster.ts';

/** Uncompressed bitmaps of 1, 4, 8, 24 and 32 bits. */
export function decodeBmp(bytes: Uint8Array): Raster | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = view.getUint32(10, true);
  const headerSize = view.getUint32(14, true);
  const width = view.getInt32(18, true);
  const signedHeight = view.getInt32(22, true);
  const bits = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  const height = Math.abs(signedHeight);
  if (width <= 0 || height === 0 || (compression !== 0 && compression !== 3) || ![1, 4, 8, 24, 32].includes(bits))
    return null;
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  if (start + rowBytes * height > bytes.length) return null;
  const palette = 14 + headerSize;
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const row = start + rowBytes * (signedHeight > 0 ? height - 1 - y : y);
    for (let x = 0; x < width; x++) {
      let from = row + (x * bits) / 8;
      if (bits <= 8) {
        const bit = x * bits;
        from = palette + 4 * ((bytes[row + (bit >> 3)] >> (8 - bits - (bit & 7))) & ((1 << bits) - 1));
      }
      const to = (y * width + x) * 4;
      rgba[to] = bytes[from + 2];
      rgba[to + 1] = bytes[from + 1];
      rgba[to + 2] = bytes[from];
      rgba[to + 3] = 255;
    }
  }
  return rasterFromRgba(rgba, width, height);
}
