import { GifReader } from 'omggif';
import type { Budget } from '../budget.ts';
import type { RasterData } from './image.ts';
import { rasterFromRgba } from './raster.ts';

/** The decoder's own index of every pixel, beside red, green, blue and alpha. */
const BYTES_PER_PIXEL = 5;

/** The first frame. */
export function decodeGif(bytes: Uint8Array, budget: Budget): RasterData | null {
  const reader = new GifReader(bytes);
  if (reader.numFrames() < 1) return null;
  // A frame larger than the screen that its header claims would be decoded into memory nobody has counted.
  const { width, height } = reader;
  const frame = reader.frameInfo(0);
  if (frame.width > width || frame.height > height) return null;
  return budget.holding(width * height * BYTES_PER_PIXEL, () => {
    const rgba = new Uint8Array(width * height * 4);
    reader.decodeAndBlitFrameRGBA(0, rgba);
    return rasterFromRgba(rgba, width, height, budget);
  });
}
