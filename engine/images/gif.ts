import { GifReader } from 'omggif';
import { type Raster, rasterFromRgba } from './raster.ts';

/** The first frame. */
export function decodeGif(bytes: Uint8Array): Raster | null {
  const reader = new GifReader(bytes);
  if (reader.numFrames() < 1) return null;
  // A frame larger than the screen that its header claims would be decoded into memory nobody has counted.
  const frame = reader.frameInfo(0);
  if (frame.width > reader.width || frame.height > reader.height) return null;
  const rgba = new Uint8Array(reader.width * reader.height * 4);
  reader.decodeAndBlitFrameRGBA(0, rgba);
  return rasterFromRgba(rgba, reader.width, reader.height);
}
