import type { Budget } from '../budget.ts';

/** Samples row by row from the top left, each row filled up to whole bytes: the form that images have in a PDF. */
export interface Samples {
  /** Samples a pixel: grey or an index of the palette, or red, green, blue. */
  readonly channels: 1 | 3;
  readonly bits: 1 | 2 | 4 | 8 | 16;
  /** `plain`: the rows. `png`: a zlib stream of rows that begin with the number of the PNG filter they went through, as they came or so packed. */
  readonly form: 'plain' | 'png';
  readonly bytes: Uint8Array;
}

export interface RasterData {
  readonly type: 'raster';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly color: Samples;
  /** Red, green and blue of as many entries as `color` has indices for; null: the samples are colours. */
  readonly palette: Uint8Array | null;
  /** The ICC profile that its file brings for the colours; absent: they are sRGB. */
  readonly profile?: Uint8Array;
  /** What the file calls a coding of its colours that isn't read; absent: there is none. */
  readonly unknownColors?: string;
  /** Pixels to a CSS px, as its file says; absent: it says nothing. */
  readonly density?: number;
  /** Opacity, in samples of 8 bits; null: opaque. */
  readonly alpha: Samples | null;
}

/** A decoded or embeddable image. */
export type ImageData =
  /** The file as it came, without what it says beside its samples: embedded without decoding. `orientation` is EXIF's 1..8. */
  | {
      readonly type: 'jpeg';
      readonly bytes: Uint8Array;
      /** Samples as they are stored, before they are turned. */
      readonly width: number;
      readonly height: number;
      readonly components: number;
      /** As of `RasterData`. */
      readonly profile?: Uint8Array;
      readonly density?: number;
      /** Whether it brings a gain map, which is not applied; absent: no. */
      readonly gainMap?: boolean;
      readonly orientation: number;
    }
  | RasterData
  /** SVG markup, drawn as vectors by paint/svg. */
  | { readonly type: 'svg'; readonly markup: string };

/** An image by its URL: shared by every box and background that names it. */
export interface ImageResource {
  readonly url: string;
  readonly data: ImageData;
  /** Intrinsic size in CSS px (after EXIF orientation); null where an SVG gives none. */
  readonly width: number | null;
  readonly height: number | null;
  /** width / height; null where there is none. */
  readonly ratio: number | null;
}

const untouched = new WeakMap<ImageResource, ImageResource>();

/** An image by the style's `image-orientation` (css-images-3 §6.1): `none` leaves its samples as they are stored. */
export function oriented(image: ImageResource, orientation: string): ImageResource {
  const { data } = image;
  if (orientation !== 'none' || data.type !== 'jpeg' || data.orientation === 1) return image;
  let stored = untouched.get(image);
  if (stored === undefined) {
    const { width, height } = data;
    stored = { url: image.url, data: { ...data, orientation: 1 }, width, height, ratio: width / height };
    untouched.set(image, stored);
  }
  return stored;
}

/** `image-resolution`: image px to a CSS px, those that the file says going before. */
export interface ImageResolution {
  readonly fromImage: boolean;
  readonly dppx: number;
}

/** css-images-4 §5.2: image px to a CSS px of natural size; vectors have none. */
export function resolutionOf({ data }: ImageResource, { fromImage, dppx }: ImageResolution): number {
  if (data.type === 'svg') return 1;
  return fromImage ? (data.density ?? dppx) : dppx;
}

/** A render's images: resolves a `data:` URL once; null for what can't be shown (reported as a diagnostic). */
export interface ImageStore {
  get(url: string): ImageResource | null;
  /** The opacity of every pixel of a raster image, a byte each; null: opaque. */
  alphaOf(data: RasterData): Uint8Array | null;
}

/** Bits of a sample, at most: what has more is cut down to it. */
export type SampleDepth = 8 | 16;

/**
 * Decodes a whole file; null or an exception of its own: broken. The pixels that the file's header claims have been counted; the decoder charges
 * what memory it takes for them.
 */
export type Decoder = (
  bytes: Uint8Array,
  budget: Budget,
  claimed: { readonly width: number; readonly height: number },
  depth: SampleDepth,
) => RasterData | null;
