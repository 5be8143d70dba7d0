/** Converts images to `data:` URLs in formats that the rasterizer reads. */
import type { Budget } from '../budget.ts';
import { decodeCmykJpeg } from '../images/jpeg-decoder.ts';
import type { ImageResource } from '../images/image.ts';
import { type Turn, turnOf, UPRIGHT } from '../images/orientation.ts';
import { pixelColorsOf, rgbaOf } from '../images/samples.ts';
import { base64FromBytes } from '../platform/base64.ts';
import { encodePng } from './png-encoder.ts';

/** An image's URL, and the matrix that transforms its unit square by the EXIF orientation. */
interface ImageSource {
  readonly url: string;
  readonly turn: Turn;
}

/** Returns whether the image needs no transform. */
export const isUpright = ({ turn }: ImageSource): boolean => turn === UPRIGHT;

/**
 * Returns null for an image that isn't made of pixels, or can't be decoded.
 * @throws RenderError if time or memory is exhausted.
 */
export function imageDataUrl(image: ImageResource, budget: Budget): ImageSource | null {
  const { data } = image;
  if (data.type === 'jpeg' && data.components === 4) {
    const pixels = decodeCmykJpeg(data.bytes, data, budget);
    if (pixels === null) return null;
    return { url: pngUrl(budget, data, 4, () => pixels), turn: turnOf(data.orientation) };
  }
  if (data.type === 'jpeg') {
    const url = `data:image/jpeg;base64,${base64FromBytes(data.bytes)}`;
    return { url, turn: turnOf(data.orientation) };
  }
  if (data.type !== 'raster') return null;
  const url =
    data.alpha === null
      ? pngUrl(budget, data, 3, () => pixelColorsOf(data))
      : pngUrl(budget, data, 4, () => rgbaOf(data));
  return { url, turn: turnOf(data.orientation ?? 1) };
}

/** Nanoseconds per pixel to unpack an image and to encode it again. */
const ENCODED_TIME = 60;
const NANOSECONDS_PER_TICK = 2000;
/** Bytes per pixel meanwhile: the samples, the rows and the file. */
const ENCODED_BYTES = 12;

function pngUrl(
  budget: Budget,
  { width, height }: { readonly width: number; readonly height: number },
  channels: 3 | 4,
  samples: () => Uint8Array,
): string {
  const time = ENCODED_TIME * width * height;
  budget.tickBy(time / NANOSECONDS_PER_TICK);
  budget.foresee(time / 1e6);
  return budget.holding(ENCODED_BYTES * width * height, () => {
    const png = encodePng(samples(), channels, width, height);
    return `data:image/png;base64,${base64FromBytes(png)}`;
  });
}
