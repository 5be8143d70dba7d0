/** Parts of images that are drawn by themselves, so that no reader of the file blurs their edges with what lay beside them. */
import type { Budget } from '../budget.ts';
import type { RasterData } from './image.ts';
import { rasterFromRgba } from './raster.ts';
import { rgbaOf } from './samples.ts';

/** A part of an image, in whole pixels inside of it. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Images of more pixels aren't cut: what their parts have in common with their neighbours is too small to be seen. */
export const MOST_PIXELS = 1_000_000;
/** Pixels in the forms that they take on the way: as they came, cut, packed. */
const BYTES_PER_PIXEL = 12;

/** Images of parts of an image. @throws RenderError where there is no time or room for them */
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
