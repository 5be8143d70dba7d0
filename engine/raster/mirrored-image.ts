/** Extends images beyond their edges by mirroring. */
import type { RasterData } from '../images/image.ts';
import { rgbaOf } from '../images/samples.ts';
import { base64FromBytes } from '../platform/base64.ts';
import { encodePng } from './png-encoder.ts';

/**
 * Returns the URL of an image that is mirrored beyond its edges: by `across` samples at the left and right, and by
 * `down` at the top and bottom. Neither exceeds the image's size.
 */
export function mirroredImage(data: RasterData, across: number, down: number): string {
  const { width, height } = data;
  const pixels = rgbaOf(data);
  const source = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const stride = width + 2 * across;
  const out = new Uint32Array(stride * (height + 2 * down));
  for (let y = 0; y < height + 2 * down; y++) {
    const from = reflected(y - down, height) * width;
    const row = out.subarray(y * stride, (y + 1) * stride);
    row.set(source.subarray(from, from + width), across);
    for (let i = 0; i < across; i++) {
      row[across - 1 - i] = source[from + i]!;
      row[across + width + i] = source[from + width - 1 - i]!;
    }
  }
  const png = encodePng(new Uint8Array(out.buffer), 4, stride, height + 2 * down);
  return `data:image/png;base64,${base64FromBytes(png)}`;
}

/** Returns the index in `[0, length)` that mirrors an index at most `length` outside. */
function reflected(i: number, length: number): number {
  if (i < 0) return -1 - i;
  return i < length ? i : 2 * length - 1 - i;
}
