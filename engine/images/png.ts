import { convertIndexedToRgb, decode } from 'fast-png';
import { type Raster, rasterFromRgba } from './raster.ts';

export function decodePng(bytes: Uint8Array): Raster | null {
  const png = decode(bytes, { checkCrc: false });
  const { width, height } = png;
  let { channels, data } = png;
  if (png.palette) {
    data = convertIndexedToRgb(png) as Uint8Array;
    channels = data.length / (width * height);
  }
  const shift = png.depth === 16 ? 8 : 0;
  const scale = png.palette || png.depth >= 8 ? 1 : 255 / ((1 << png.depth) - 1);
  const samples =
    png.depth < 8 && !png.palette ? unpacked(data as Uint8Array, width, height, png.depth, channels) : data;
  const rgba = new Uint8Array(width * height * 4);
  const transparent = png.palette ? null : (png.transparency ?? null);
  for (let i = 0, from = 0; i < width * height; i++, from += channels) {
    const grey = channels < 3;
    const r = samples[from];
    const g = grey ? r : samples[from + 1];
    const b = grey ? r : samples[from + 2];
    const isKey =
      transparent !== null && r === transparent[0] && (grey || (g === transparent[1] && b === transparent[2]));
    const to = i * 4;
    rgba[to] = (r * scale) >> shift;
    rgba[to + 1] = (g * scale) >> shift;
    rgba[to + 2] = (b * scale) >> shift;
    rgba[to + 3] = isKey ? 0 : channels === 2 || channels === 4 ? samples[from + channels - 1] >> shift : 255;
  }
  return rasterFromRgba(rgba, width, height);
}

/** Samples of 1, 2 or 4 bits, one a byte; rows begin at bytes. */
function unpacked(data: Uint8Array, width: number, height: number, depth: number, channels: number): Uint8Array {
  const perRow = width * channels;
  if (data.length === perRow * height) return data;
  const rowBytes = Math.ceil((perRow * depth) / 8);
  const out = new Uint8Array(perRow * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < perRow; x++) {
      const bit = x * depth;
      out[y * perRow + x] = (data[y * rowBytes + (bit >> 3)] >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
    }
  }
  return out;
}
