import type { Budget } from '../budget.ts';
import type { PdfSource } from '../pdf-source/open-pdf.ts';
import { isSideways, styledOrientation } from './orientation.ts';

/** Samples row by row from the top left, each row padded to whole bytes, as in a PDF image. */
export interface Samples<Channels extends 1 | 3 | 4 = 1 | 3> {
  /** Samples per pixel: 1 for gray or a palette index, 3 for red, green and blue, 4 for inks. */
  readonly channels: Channels;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  /** `plain`: raw rows. `png`: a zlib stream of rows that each start with the number of their PNG filter. */
  readonly form: 'plain' | 'png';
  readonly bytes: Uint8Array;
}

export interface RasterData {
  readonly type: 'raster';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly color: Samples;
  /** Red, green and blue for every index that `color` can hold; null: the samples are colors. */
  readonly palette: Uint8Array | null;
  /** The ICC profile of the colors; absent: sRGB. */
  readonly profile?: Uint8Array;
  /** The color coding of the file, if it isn't supported. */
  readonly unknownColors?: string;
  /** Image pixels per CSS px, as specified in the file; absent: not specified. */
  readonly density?: number;
  /** Opacity in samples of 8 bits; null: opaque. */
  readonly alpha: Samples | null;
  /** EXIF's orientation, 1 to 8; absent: 1. */
  readonly orientation?: number;
}

/** A file that only PDF readers decode. It is embedded as it is, and its pixels are unknown. */
export interface CodedImage {
  readonly type: 'coded';
  readonly coding: 'jpeg2000' | 'jbig2';
  readonly bytes: Uint8Array;
  /** The segments of a JBIG2 file that belong to all pages. */
  readonly globals?: Uint8Array;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** Color components without opacity; null: readers find the color space in the file. */
  readonly components: 1 | 3 | 4 | null;
  /** Whether the file has opacity, and whether colors are multiplied by it (2); absent: opaque. */
  readonly alpha?: 1 | 2;
  /** Like those of `RasterData`. */
  readonly profile?: Uint8Array;
  readonly density?: number;
  readonly orientation?: number;
}

/** A decoded image, or one that can be embedded without decoding. */
export type ImageData =
  /** The original file without metadata, embedded without decoding. `orientation` is EXIF's, 1 to 8. */
  | {
      readonly type: 'jpeg';
      readonly bytes: Uint8Array;
      /** Size of the stored samples, before orientation is applied. */
      readonly width: number;
      readonly height: number;
      readonly components: number;
      /** Like those of `RasterData`. */
      readonly profile?: Uint8Array;
      readonly density?: number;
      /** Whether the file has a gain map, which is ignored; absent: no. */
      readonly gainMap?: boolean;
      readonly orientation: number;
    }
  | RasterData
  | CodedImage
  /** SVG markup, which paint/svg draws as vectors. */
  | { readonly type: 'svg'; readonly markup: string; readonly orientation?: number }
  /** A page of a PDF, counted from 0. Its objects are copied into the file. */
  | { readonly type: 'pdf'; readonly source: PdfSource; readonly page: number; readonly orientation?: number };

/** The names of formats that only PDF readers decode, for messages. */
export const FORMAT_NAMES: Readonly<Record<CodedImage['coding'], string>> = {
  jpeg2000: 'JPEG 2000 image',
  jbig2: 'JBIG2 image',
};

/** An image whose pixels can be read. */
export type PixelData = Extract<ImageData, { type: 'jpeg' | 'raster' }>;

/** An image made of pixels. */
export type SizedData = PixelData | CodedImage;

/** Returns whether an image is drawn without pixels of its own. */
export const isVector = (data: ImageData): data is Exclude<ImageData, SizedData> =>
  data.type === 'svg' || data.type === 'pdf';

/** Returns whether an image's pixels can be read. */
export const hasPixels = (data: ImageData): data is PixelData => data.type === 'jpeg' || data.type === 'raster';

/** An image at a URL, shared by all boxes and backgrounds that use it. */
export interface ImageResource {
  readonly url: string;
  readonly data: ImageData;
  /** Intrinsic size in CSS px, after EXIF orientation; null if an SVG has none. */
  readonly width: number | null;
  readonly height: number | null;
  /** width / height; null if there is none. */
  readonly ratio: number | null;
}

/** Images whose orientation a style changes, by EXIF's number for the orientation. */
const turned = new WeakMap<ImageResource, Map<number, ImageResource>>();

/** Applies a style's `image-orientation` (css-images-3 §6.1). Every value but `from-image` ignores EXIF's orientation. */
export function oriented(image: ImageResource, value: string): ImageResource {
  const { data } = image;
  const stored = data.orientation ?? 1;
  const orientation = styledOrientation(value) ?? stored;
  if (orientation === stored) return image;
  let results = turned.get(image);
  if (results === undefined) turned.set(image, (results = new Map()));
  let result = results.get(orientation);
  if (result === undefined) {
    const { url, width, height, ratio } = image;
    result =
      isSideways(orientation) === isSideways(stored)
        ? { url, data: { ...data, orientation }, width, height, ratio }
        : { url, data: { ...data, orientation }, width: height, height: width, ratio: ratio && 1 / ratio };
    results.set(orientation, result);
  }
  return result;
}

/** `image-resolution` in image pixels per CSS px. `fromImage` prefers the resolution in the file. */
interface ImageResolution {
  readonly fromImage: boolean;
  readonly dppx: number;
}

/** Returns image pixels per CSS px of natural size (css-images-4 §5.2); 1 for vector images. */
export function resolutionOf({ data }: ImageResource, { fromImage, dppx }: ImageResolution): number {
  if (isVector(data)) return 1;
  return fromImage ? (data.density ?? dppx) : dppx;
}

/** The images of a render. `get` returns null for images that can't be shown, which are reported as diagnostics. */
export interface ImageStore {
  get(url: string): ImageResource | null;
  /** Returns the opacity of every pixel of a raster image, one byte each; null: opaque. */
  alphaOf(data: RasterData): Uint8Array | null;
}

/** The maximum number of bits per sample. Deeper samples are reduced. */
export type SampleDepth = 8 | 16;

/**
 * Decodes a whole file. Returns null or throws if the file is broken. The pixels in the header have already been
 * counted; the decoder charges its memory to the budget.
 */
export type Decoder = (
  bytes: Uint8Array,
  budget: Budget,
  claimed: { readonly width: number; readonly height: number },
  depth: SampleDepth,
) => RasterData | null;
