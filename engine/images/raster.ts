import type { ImageData } from './image.ts';

/** Decoded pixels with their size. */
export interface Raster {
  readonly data: ImageData & { type: 'raster' };
  readonly width: number;
  readonly height: number;
}

/** RGBA to what the PDF stores: colour and, only if some pixel isn't opaque, alpha apart; one grey channel where all are grey. */
export function rasterFromRgba(rgba: Uint8Array | Uint8ClampedArray, width: number, height: number): Raster {
  const count = width * height;
  let opaque = true;
  let grey = true;
  for (let i = 0; i < count * 4; i += 4) {
    if (rgba[i + 3] !== 255) opaque = false;
    if (rgba[i] !== rgba[i + 1] || rgba[i] !== rgba[i + 2]) grey = false;
    if (!opaque && !grey) break;
  }
  const channels = grey ? 1 : 3;
  const pixels = new Uint8Array(count * channels);
  const alpha = opaque ? null : new Uint8Array(count);
  for (let i = 0, from = 0, to = 0; i < count; i++, from += 4) {
    pixels[to++] = rgba[from];
    if (!grey) {
      pixels[to++] = rgba[from + 1];
      pixels[to++] = rgba[from + 2];
    }
    if (alpha) alpha[i] = rgba[from + 3];
  }
  return { data: { type: 'raster', channels, pixels, alpha }, width, height };
}
