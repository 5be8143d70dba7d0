/** Images made smaller for a file that shall be small: no more pixels than are asked for, and photographs as JPEG. */
import type { Budget } from '../budget.ts';
import type { ImageData, RasterData } from '../images/image.ts';
import { encodeJpeg } from '../images/jpeg-encoder.ts';
import { rasterFromRgba } from '../images/raster.ts';
import { rgbaOf } from '../images/samples.ts';
import { shrink } from '../images/shrink.ts';
import type { Rasterizer } from './rasterizer.ts';

type JpegData = ImageData & { readonly type: 'jpeg' };
export type PixelData = JpegData | RasterData;

/** What is asked of images. */
export interface ImageRules {
  /** Pixels an inch, at most; left out: as they come. */
  readonly resolution?: number | undefined;
  /** 1 to 100, of JPEGs; opaque images become such where that is smaller. Left out: those that came as JPEG and are made smaller, in a usual one. */
  readonly quality?: number | undefined;
}

/** Inches that an image takes on the page, along its own rows and columns. */
export interface PrintedSize {
  readonly width: number;
  readonly height: number;
}

/** JPEGs that had to be made anew, where nothing is said of their quality. */
const USUAL_QUALITY = 85;
/** Images lose by being made a little smaller, and gain nothing. */
const WORTHWHILE = 1.25;

/** Pixels in the forms that they take on the way: as they are kept, with opacity, made smaller, packed. */
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

  /** The image that goes into the file: a smaller one, or the same. @throws RenderError where there is no time or room for it. */
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
    const jpeg = (components: 1 | 3): JpegData => {
      const bytes = encodeJpeg(rgba, width, height, components === 1, quality ?? USUAL_QUALITY, this.budget);
      const orientation = data.type === 'jpeg' ? data.orientation : 1;
      return { type: 'jpeg', bytes, width, height, components, orientation, ...more };
    };
    if (data.type === 'jpeg') return jpeg(data.components === 1 ? 1 : 3);
    const raster = { ...rasterFromRgba(rgba, width, height, this.budget), ...more };
    if (quality === undefined || raster.alpha !== null || raster.palette !== null) return raster;
    const lossy = jpeg(raster.color.channels);
    return lossy.bytes.length < bytesOf(raster) ? lossy : raster;
  }
}

function bytesOf(data: PixelData): number {
  if (data.type === 'jpeg') return data.bytes.length;
  return data.color.bytes.length + (data.palette?.length ?? 0) + (data.alpha?.bytes.length ?? 0);
}
