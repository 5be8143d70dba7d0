/** Images whose pixels are to be seen as squares (css-images-3 §5.3), with enough pixels that no reader of the file blurs them. */
import type { Budget } from '../budget.ts';
import type { RasterData } from './image.ts';
import { rasterFromRgba } from './raster.ts';
import { rgbaOf } from './samples.ts';

/** Pixels an inch, at most: readers soften the border between two, and this much of a border isn't seen. */
const RESOLUTION = 300;
/** An enlarged image has no more pixels. */
const MOST_PIXELS = 2_000_000;
/** Pixels in the forms that they take on the way: as they came, enlarged, packed. */
const BYTES_PER_PIXEL = 12;

/** How many times wider and higher an image is made, a power of two: there are few of them, however many places an image has. `inches`: of its place. */
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

/** Every pixel as a square of so many times so many. @throws RenderError where there is no time or room for it */
export function enlarged(data: RasterData, times: number, budget: Budget): RasterData {
  const [width, height] = [data.width * times, data.height * times];
  return budget.holding(BYTES_PER_PIXEL * width * height, () => {
    budget.tickBy(width * height);
    return enlargedFrom(rgbaOf(data), data, times, budget);
  });
}

/** The same of a JPEG; `pixels`: its own, red, green, blue and 255. @throws RenderError where there is no time or room for it */
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
