/** Enlarges pixelated images (css-images-3 §5.3) until readers no longer blur their pixels. */
import type { Budget } from '../budget.ts';
import type { RasterData } from './image.ts';
import { rasterFromRgba } from './raster.ts';
import { rgbaOf } from './samples.ts';

/**
 * The maximum resolution in pixels per inch. Readers smooth the edge between two pixels, and at this size the edge is
 * invisible.
 */
const RESOLUTION = 300;
/** The maximum number of pixels of an enlarged image. */
const MOST_PIXELS = 2_000_000;
/** Memory per pixel for the original, enlarged and packed forms. */
const BYTES_PER_PIXEL = 12;

/**
 * Returns the factor by which to enlarge an image. Powers of two limit the number of variants, however many occurrences
 * an image has. `inches` is the size of the occurrence.
 */
export function enlargement(
  { width, height }: Pick<RasterData, 'width' | 'height'>,
  inches: { readonly width: number; readonly height: number },
): number {
  const across = (inches.width * RESOLUTION) / width;
  const down = (inches.height * RESOLUTION) / height;
  let times = 1;
  while (2 * times <= Math.max(across, down) && 4 * times * times * width * height <= MOST_PIXELS) times *= 2;
  return times;
}

/**
 * Repeats every pixel as a square with sides of `times` pixels. @throws RenderError if there isn't enough time or
 * memory
 */
export function enlarged(data: RasterData, times: number, budget: Budget): RasterData {
  const [width, height] = [data.width * times, data.height * times];
  return budget.holding(BYTES_PER_PIXEL * width * height, () => {
    budget.tickBy(width * height);
    return enlargedFrom(rgbaOf(data), data, times, budget);
  });
}

/**
 * Enlarges a JPEG; `pixels` are its RGBA pixels with alpha 255. @throws RenderError if there isn't enough time or
 * memory
 */
export function enlargedJpeg(pixels: Uint8Array, data: JpegFacts, times: number, budget: Budget): RasterData {
  const bytes = BYTES_PER_PIXEL * data.width * data.height * times * times;
  return budget.holding(bytes, () => {
    budget.tickBy(data.width * data.height * times * times);
    return enlargedFrom(pixels, data, times, budget);
  });
}

type JpegFacts = Pick<RasterData, 'width' | 'height' | 'profile'>;

function enlargedFrom(pixels: Uint8Array, data: JpegFacts, times: number, budget: Budget): RasterData {
  const { width, height, profile } = data;
  const raster = rasterFromRgba(squares(pixels, data, times), width * times, height * times, budget);
  return { ...raster, ...(profile === undefined ? {} : { profile }) };
}

function squares(rgba: Uint8Array, { width, height }: JpegFacts, times: number): Uint8Array {
  const pixels = new Uint32Array(rgba.slice().buffer);
  const row = new Uint32Array(width * times);
  const all = new Uint32Array(width * times * height * times);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) row.fill(pixels[y * width + x]!, x * times, (x + 1) * times);
    for (let i = 0; i < times; i++) all.set(row, (y * times + i) * row.length);
  }
  return new Uint8Array(all.buffer);
}
