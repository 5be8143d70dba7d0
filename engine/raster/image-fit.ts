/** Reduces images for smaller files: limits their resolution, and encodes photographs as JPEG. */
import type { Budget } from '../budget.ts';
import type { ImageData, RasterData } from '../images/image.ts';
import { encodeJpeg } from '../images/jpeg-encoder.ts';
import { rasterFromRgba } from '../images/raster.ts';
import { rgbaOf } from '../images/samples.ts';
import { shrink } from '../images/shrink.ts';
import type { Rasterizer } from './rasterizer.ts';

type JpegData = ImageData & { readonly type: 'jpeg' };
type PixelData = JpegData | RasterData;

/** How to reduce images. */
interface ImageRules {
  /** Maximum pixels per inch. Default: unchanged. */
  readonly resolution?: number | undefined;
  /**
   * Quality of JPEGs, 1 to 100; opaque images become JPEG where that is smaller. Default: only downscaled JPEGs are
   * re-encoded, at a usual quality.
   */
  readonly quality?: number | undefined;
}

/** The size of an image on the page in inches, along its own rows and columns. */
interface PrintedSize {
  readonly width: number;
  readonly height: number;
}

/** The default quality of re-encoded JPEGs. */
const USUAL_QUALITY = 85;
/** Slight downscaling loses quality without a benefit, so images must exceed the limit by this factor. */
const WORTHWHILE = 1.25;

/** Bytes per pixel of the intermediate forms: as stored, with opacity, downscaled, packed. */
const BYTES_PER_PIXEL = 12;

export class ImageFitter {
  private readonly rules: ImageRules;
  private readonly rasterizer: Rasterizer;
  private readonly budget: Budget;

  constructor(rules: ImageRules, rasterizer: Rasterizer, budget: Budget) {
    this.rules = rules;
    this.rasterizer = rasterizer;
    this.budget = budget;
  }

  /**
   * Returns the image for the file, reduced or unchanged.
   * @throws RenderError if time or memory is exhausted.
   */
  fit(data: PixelData, printed: PrintedSize): PixelData {
    const size = this.sizeFor(data, printed);
    const isSmaller = size.width < data.width || size.height < data.height;
    if (!isSmaller && this.rules.quality === undefined) return data;
    if (data.type === 'jpeg' && data.components === 4) return data;
    const { width, height } = data;
    return this.budget.holding(BYTES_PER_PIXEL * width * height, () => {
      const pixels = data.type === 'jpeg' ? this.rasterizer.decodeJpeg(data) : rgbaOf(data);
      if (pixels === null) return data;
      const fitted = this.packed(data, isSmaller ? shrink(pixels, data, size, this.budget) : pixels, size);
      return bytesOf(fitted) < bytesOf(data) ? fitted : data;
    });
  }

  private sizeFor({ width, height }: PixelData, printed: PrintedSize): PrintedSize {
    const { resolution } = this.rules;
    if (resolution === undefined) return { width, height };
    const wanted = (inches: number): number => Math.max(1, Math.ceil(inches * resolution));
    const [across, down] = [wanted(printed.width), wanted(printed.height)];
    if (!(width > across * WORTHWHILE || height > down * WORTHWHILE)) return { width, height };
    return { width: Math.min(width, across), height: Math.min(height, down) };
  }

  private packed(data: PixelData, rgba: Uint8Array, { width, height }: PrintedSize): PixelData {
    const { quality } = this.rules;
    const { profile } = data;
    const more = profile === undefined ? {} : { profile };
    const orientation = data.orientation ?? 1;
    const jpeg = (components: 1 | 3): JpegData => {
      const bytes = encodeJpeg(rgba, width, height, components === 1, quality ?? USUAL_QUALITY, this.budget);
      return { type: 'jpeg', bytes, width, height, components, orientation, ...more };
    };
    if (data.type === 'jpeg') return jpeg(data.components === 1 ? 1 : 3);
    const raster: RasterData = { ...rasterFromRgba(rgba, width, height, this.budget), ...more, orientation };
    if (quality === undefined || raster.alpha !== null || raster.palette !== null) return raster;
    const lossy = jpeg(raster.color.channels);
    return lossy.bytes.length < bytesOf(raster) ? lossy : raster;
  }
}

function bytesOf(data: PixelData): number {
  if (data.type === 'jpeg') return data.bytes.length;
  return data.color.bytes.length + (data.palette?.length ?? 0) + (data.alpha?.bytes.length ?? 0);
}
