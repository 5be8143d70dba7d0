import type { ImageResource } from '../images/image.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfDictionary, PdfRef } from './pdf-values.ts';

/** An image object and the matrix that turns its unit square upright (EXIF orientation). */
export interface UsedImage {
  readonly name: string;
  readonly ref: PdfRef;
  /** EXIF's 1..8; 1 needs nothing. */
  readonly orientation: number;
}

/** The images of a file: each is embedded once, when it is first drawn. */
export class PdfImages {
  private readonly file: PdfFile;
  private readonly used = new Map<ImageResource['data'], UsedImage>();

  constructor(file: PdfFile) {
    this.file = file;
  }

  /** null for SVG, which isn't a raster image. */
  image(image: ImageResource): UsedImage | null {
    const { data } = image;
    if (data.type === 'svg') return null;
    const known = this.used.get(data);
    if (known) return known;
    const ref = data.type === 'jpeg' ? this.embedJpeg(data) : this.embedRaster(data, image.width ?? 1);
    const entry: UsedImage = {
      name: `I${ref.id}`,
      ref,
      orientation: data.type === 'jpeg' ? data.orientation : 1,
    };
    // What was made for one place isn't drawn again, and needn't be kept.
    if (image.url !== '') this.used.set(data, entry);
    return entry;
  }

  private embedJpeg(data: Extract<ImageResource['data'], { type: 'jpeg' }>): PdfRef {
    const size = jpegSize(data.bytes);
    const dictionary: PdfDictionary = {
      Type: 'XObject',
      Subtype: 'Image',
      Width: size.width,
      Height: size.height,
      ColorSpace: data.components === 1 ? 'DeviceGray' : data.components === 4 ? 'DeviceCMYK' : 'DeviceRGB',
      BitsPerComponent: 8,
      Filter: 'DCTDecode',
    };
    // Adobe's encoders store CMYK inverted, and say so only by their marker.
    if (data.components === 4 && data.adobeTransform !== null) dictionary.Decode = [1, 0, 1, 0, 1, 0, 1, 0];
    return this.file.stream(dictionary, data.bytes);
  }

  /** A raster's intrinsic width in CSS px is its width in samples. */
  private embedRaster(data: Extract<ImageResource['data'], { type: 'raster' }>, intrinsicWidth: number): PdfRef {
    const width = Math.max(1, Math.round(intrinsicWidth));
    const dictionary: PdfDictionary = {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: Math.floor(data.pixels.length / data.channels / width),
      BitsPerComponent: 8,
    };
    if (data.alpha) dictionary.SMask = this.file.stream({ ...dictionary, ColorSpace: 'DeviceGray' }, data.alpha);
    return this.file.stream(
      { ...dictionary, ColorSpace: data.channels === 1 ? 'DeviceGray' : 'DeviceRGB' },
      data.pixels,
    );
  }
}

/** Pixel size from the frame header (ITU T.81 B.2.2); the decoder of the images stage has checked the file. */
export function jpegSize(bytes: Uint8Array): { width: number; height: number } {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) {
      at++;
      continue;
    }
    const marker = bytes[at + 1];
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { height: (bytes[at + 5] << 8) | bytes[at + 6], width: (bytes[at + 7] << 8) | bytes[at + 8] };
    const standsAlone = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += standsAlone ? (marker === 0xff ? 1 : 2) : 2 + ((bytes[at + 2] << 8) | bytes[at + 3]);
  }
  return { width: 1, height: 1 };
}
