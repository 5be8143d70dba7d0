/** A decoded or embeddable image. */
export type ImageData =
  /** The file as it came: embedded without decoding. `orientation` is EXIF's 1..8. */
  | {
      readonly type: 'jpeg';
      readonly bytes: Uint8Array;
      readonly components: number;
      readonly adobeTransform: number | null;
      readonly orientation: number;
    }
  /** 8-bit samples, `channels` 1 (grey), 3 (RGB); `alpha` apart, one byte a pixel. */
  | {
      readonly type: 'raster';
      readonly channels: 1 | 3;
      readonly pixels: Uint8Array;
      readonly alpha: Uint8Array | null;
    }
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

/** A render's images: resolves a `data:` URL once; null for what can't be shown (reported as a diagnostic). */
export interface ImageStore {
  get(url: string): ImageResource | null;
}
