import { type Frame, GifReader } from 'omggif';
import type { Budget } from '../budget.ts';
import { readGifIndices } from './gif-lzw.ts';
import type { RasterData } from './image.ts';
import { rasterFromRgba } from './raster.ts';

/** Memory for each pixel's index and its RGBA value. */
const BYTES_PER_PIXEL = 5;

/** The order of a frame's rows: the first row of each pass and the step to the next. */
const INTERLACED = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;
const IN_ORDER = [[0, 1]] as const;

/** Decodes the first frame. */
export function decodeGif(bytes: Uint8Array, budget: Budget): RasterData | null {
  const reader = new GifReader(bytes);
  if (reader.numFrames() < 1) return null;
  // A frame larger than the declared screen would exceed the memory that the budget was charged for.
  const { width, height } = reader;
  const frame = reader.frameInfo(0);
  if (frame.width > width || frame.height > height || frame.palette_offset === null) return null;
  return budget.holding(width * height * BYTES_PER_PIXEL, () => {
    const indices = new Uint8Array(frame.width * frame.height);
    const count = readGifIndices(bytes, frame.data_offset, indices, budget);
    const rgba = new Uint8Array(width * height * 4);
    const colors = bytes.subarray(frame.palette_offset as number).subarray(0, 3 * (frame.palette_size ?? 0));
    paintFrame(frame, colors, indices.subarray(0, count), { width, height, rgba }, budget);
    return rasterFromRgba(rgba, width, height, budget);
  });
}

interface Screen {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Paints a frame, skipping pixels without a color or outside the screen. */
function paintFrame(frame: Frame, colors: Uint8Array, indices: Uint8Array, screen: Screen, budget: Budget): void {
  const { rgba } = screen;
  let from = 0;
  for (const [first, step] of frame.interlaced ? INTERLACED : IN_ORDER) {
    for (let row = first; row < frame.height && from < indices.length; row += step, from += frame.width) {
      budget.tick();
      if (frame.y + row >= screen.height) continue;
      const width = Math.min(frame.width, screen.width - frame.x, indices.length - from);
      let to = ((frame.y + row) * screen.width + frame.x) * 4;
      for (let x = 0; x < width; x++, to += 4) {
        const index = indices[from + x];
        if (index === frame.transparent_index || 3 * index! >= colors.length) continue;
        rgba[to] = colors[3 * index!]!;
        rgba[to + 1] = colors[3 * index! + 1]!;
        rgba[to + 2] = colors[3 * index! + 2]!;
        rgba[to + 3] = 255;
      }
    }
  }
}
