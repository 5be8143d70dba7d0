import { GifReader } from 'omggif';
import { type Raster, rasterFromRgba } from './raster.ts';

/** The first frame. */
export function decodeGif(bytes: Uint8Array): Raster | null {
  const reader = new GifReader(bytes);
  if (reader.numFrames() < 1) return null;
  const rgba = new Uint8Array(reader.width * reader.height * 4);
  reader.decodeAndBlitFrameRGBA(0, rgba);
  return rasterFromRgba(rgba, reader.width, reader.height);
}
