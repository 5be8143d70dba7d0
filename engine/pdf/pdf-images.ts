import type { ImageResource, RasterData, Samples } from '../images/image.ts';
import { readIcc } from './icc-reader.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfDictionary, PdfRef, PdfValue } from './pdf-values.ts';

/** PDF's predictor for rows that name their PNG filters themselves. */
const PNG_PREDICTOR = 15;
/** A palette of more bytes than this is a stream of its own. */
const MAX_INLINE_PALETTE = 48;

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
  /** Streams by their dictionaries and lengths: the same picture from two URLs is embedded once. */
  private readonly written = new Map<string, { readonly bytes: Uint8Array; readonly ref: PdfRef }[]>();

  constructor(file: PdfFile) {
    this.file = file;
  }

  /** null for SVG, which isn't a raster image. */
  image(image: ImageResource): UsedImage | null {
    const { data } = image;
    if (data.type === 'svg') return null;
    const known = this.used.get(data);
    if (known) return known;
    const ref = data.type === 'jpeg' ? this.embedJpeg(data) : this.embedRaster(data);
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
    const dictionary: PdfDictionary = {
      Type: 'XObject',
      Subtype: 'Image',
      Width: data.width,
      Height: data.height,
      ColorSpace: data.components === 4 ? 'DeviceCMYK' : this.lightSpace(data.components === 1 ? 1 : 3, data.profile),
      BitsPerComponent: 8,
      Filter: 'DCTDecode',
    };
    // Adobe's encoders store CMYK inverted, and say so only by their marker.
    if (data.components === 4 && data.adobeTransform !== null) dictionary.Decode = [1, 0, 1, 0, 1, 0, 1, 0];
    return this.once(dictionary, data.bytes);
  }

  private embedRaster(data: RasterData): PdfRef {
    const { color, alpha } = data;
    const mask = alpha && this.embedSamples(data, alpha, 'DeviceGray', {});
    return this.embedSamples(data, color, this.colorSpace(data), mask === null ? {} : { SMask: mask });
  }

  private colorSpace({ color: { channels, bits }, palette, profile }: RasterData): PdfValue {
    if (palette === null) return this.lightSpace(channels, profile);
    const table = palette.length > MAX_INLINE_PALETTE ? this.once({}, palette) : palette;
    return ['Indexed', this.lightSpace(3, profile), (1 << bits) - 1, table];
  }

  /** A space of grey or of red, green and blue: that of the image's own profile, unless it is sRGB, as everything is on the page, or no profile for them. */
  private lightSpace(components: 1 | 3, profile: Uint8Array | undefined): PdfValue {
    const device = components === 1 ? 'DeviceGray' : 'DeviceRGB';
    const facts = profile && readIcc(profile);
    if (typeof facts !== 'object' || facts.components !== components || facts.isSrgb) return device;
    return ['ICCBased', this.once({ N: components, Alternate: device }, profile!)];
  }

  private embedSamples(
    { width, height }: RasterData,
    { channels, bits, form, bytes }: Samples,
    space: PdfValue,
    more: PdfDictionary,
  ): PdfRef {
    const dictionary: PdfDictionary = {
      Type: 'XObject',
      Subtype: 'Image',
      Width: width,
      Height: height,
      BitsPerComponent: bits,
      ColorSpace: space,
      ...more,
    };
    if (form === 'plain') return this.file.stream(dictionary, bytes);
    dictionary.Filter = 'FlateDecode';
    dictionary.DecodeParms = { Predictor: PNG_PREDICTOR, Colors: channels, BitsPerComponent: bits, Columns: width };
    return this.once(dictionary, bytes);
  }

  /** Writes a stream; the same one again is the one that is there. */
  private once(dictionary: PdfDictionary, bytes: Uint8Array): PdfRef {
    const key = `${bytes.length} ${JSON.stringify(dictionary, referencesById)}`;
    const alike = this.written.get(key) ?? [];
    this.written.set(key, alike);
    const known = alike.find((stream) => isEqual(stream.bytes, bytes));
    if (known) return known.ref;
    const ref = this.file.stream(dictionary, bytes);
    alike.push({ bytes, ref });
    return ref;
  }
}

function referencesById(_: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'end' in value ? (value as PdfRef).id : value;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
