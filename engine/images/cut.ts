/** Cuts parts out of images, because readers blur the edge of a part with its neighbors. */
import type { Budget } from '../budget.ts';
import type { RasterData } from './image.ts';
import { rasterFromRgba } from './raster.ts';
import { rgbaOf } from './samples.ts';

/** A part of an image in whole pixels, inside the image. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Larger images aren't cut: the blurred edge is too small to be visible. */
export const MOST_PIXELS = 1_000_000;
/** Memory per pixel for the original, cut and packed forms. */
const BYTES_PER_PIXEL = 12;

/** Returns the parts as images. @throws RenderError if there isn't enough time or memory */
export function cutParts(data: RasterData, parts: readonly Part[], budget: Budget): RasterData[] {
  const { width, height, profile } = data;
  return budget.holding(BYTES_PER_PIXEL * width * height, () => {
    budget.tickBy(width * height);
    const rgba = rgbaOf(data);
    return parts.map((part) => {
      const raster = rasterFromRgba(pixelsOf(rgba, width, part), part.width, part.height, budget);
      return { ...raster, ...(profile === undefined ? {} : { profile }) };
    });
  });
}

function pixelsOf(rgba: Uint8Array, width: number, part: Part): Uint8Array {
  const row = part.width * 4;
  const pixels = new Uint8Array(row * part.height);
  for (let y = 0; y < part.height; y++) {
    const from = ((part.y + y) * width + part.x) * 4;
    pixels.set(rgba.subarray(from, from + row), y * row);
  }
  return pixels;
}
