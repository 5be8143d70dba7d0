import type { Budget } from '../budget.ts';
import { enlarged, enlargedJpeg, enlargement } from '../images/enlarge.ts';
import {
  type CodedImage,
  hasPixels,
  type ImageResource,
  type PixelData,
  type RasterData,
  type Samples,
} from '../images/image.ts';
import { readIcc } from './icc-reader.ts';
import type { PdfFile } from './pdf-file.ts';
import type { ObjectReference, PdfDictionary, PdfRef, PdfValue } from './pdf-values.ts';
import { PlacedPages } from './placed-pages.ts';

/** The predictor value for rows that each start with their PNG filter type. */
const PNG_PREDICTOR = 15;
/** Palettes longer than this, in bytes, are written as separate streams. */
const MAX_INLINE_PALETTE = 48;

/** Limits for detecting duplicates, in bytes of samples: per image, and approximately in total. */
const MAX_SMALL = 1 << 16;
const MAX_REMEMBERED = 1 << 22;

const DEVICE_SPACES = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;

/** The size of an image on the page in inches, along its own rows and columns. */
export interface PrintedSize {
  readonly width: number;
  readonly height: number;
}

/** Downsamples images that have more pixels than their largest occurrence needs, or re-encodes them to save bytes. */
export interface ImageFitting {
  fit(data: PixelData, printed: PrintedSize): PixelData;
}

/**
 * Returns the RGBA pixels of a JPEG with alpha 255, or null if it can't be decoded. @throws RenderError if there isn't
 * enough memory
 */
export type JpegDecoder = (data: JpegData) => Uint8Array | null;
export type JpegData = Extract<PixelData, { type: 'jpeg' }>;

/** The colors of an image in inks. Its opacity doesn't change. */
export interface ConvertedImage {
  readonly samples: Samples<1 | 3 | 4>;
  /** Inks for every index that the samples can hold; null: the samples are inks themselves. */
  readonly palette: { readonly components: 1 | 4; readonly bytes: Uint8Array } | null;
}

/** Converts images to the inks of the output intent. Its methods throw a RenderError if time or memory runs out. */
export interface ImageConverter {
  /** Converts an image. Gray becomes black ink alone. */
  raster(data: RasterData): ConvertedImage;
  /** Converts a JPEG in RGB or gray. Returns null if it can't be decoded. */
  jpeg(data: JpegData, decode: JpegDecoder): ConvertedImage | null;
}

/** An image object and its resource name. */
interface UsedImage {
  readonly name: string;
  readonly ref: PdfRef | ObjectReference;
}

/** Returns the EXIF orientation, 1 to 8; 1 needs no transformation. */
export const orientationOf = ({ data }: ImageResource): number => data.orientation ?? 1;

/** An image that is written once all its occurrences are known. */
interface Waiting {
  readonly ref: PdfRef;
  /** The largest occurrence; null: the image stays unchanged. */
  printed: PrintedSize | null;
}

/**
 * The images of a file. Each is embedded once, either at its first occurrence or, if it may be downsampled, at the end.
 */
export class PdfImages {
  private readonly file: PdfFile;
  /** Generated images last only as long as the drawing of their page. */
  private readonly used = new WeakMap<ImageResource['data'], UsedImage>();
  /** Streams by dictionary and length, so that the same image from two URLs is embedded once. */
  private readonly written = new Map<string, { readonly bytes: Uint8Array; readonly ref: PdfRef }[]>();

  /** Total bytes of samples kept for detecting duplicates. */
  private remembered = 0;

  /** Pixelated images by their integer magnification. */
  private readonly enlarged = new Map<PixelData, Map<number, ImageResource>>();

  private readonly fitting: ImageFitting | null;
  private readonly waiting = new Map<PixelData, Waiting>();
  private readonly pages: PlacedPages;

  private readonly decodeJpeg: JpegDecoder;
  private readonly isForPress: boolean;
  private readonly converter: ImageConverter | null;

  /**
   * If `fitting` is null, images are embedded unchanged. `isForPress` means that the file names its printing condition.
   * CMYK values are then for that condition, whatever profile an image has. If `converter` is null, images keep their
   * colors.
   */
  constructor(
    file: PdfFile,
    fitting: ImageFitting | null,
    decodeJpeg: JpegDecoder,
    isForPress: boolean,
    converter: ImageConverter | null,
  ) {
    this.file = file;
    this.pages = new PlacedPages(file);
    this.isForPress = isForPress;
    this.fitting = fitting;
    this.decodeJpeg = decodeJpeg;
    this.converter = converter;
  }

  /**
   * Returns null for SVG, which painting draws. `printed` is the size of this occurrence; null: the pixels must
   * stay unchanged.
   */
  image(image: ImageResource, printed: PrintedSize | null = null): UsedImage | null {
    const { data } = image;
    if (data.type === 'svg') return null;
    if (data.type === 'pdf') return this.pages.use(data);
    const known = this.used.get(data);
    if (known) {
      if (hasPixels(data)) this.widen(data, printed);
      return known;
    }
    // Generated images already have the resolution that their occurrences need.
    const isFitted = this.fitting !== null && image.url !== '';
    const ref = data.type === 'coded' ? this.embedCoded(data) : isFitted ? this.wait(data, printed) : this.embed(data);
    const entry: UsedImage = { name: `I${ref.id}`, ref };
    this.used.set(data, entry);
    return entry;
  }

  /**
   * Returns an image whose pixels show as squares. Readers smooth JPEGs that can't be decoded. @throws RenderError if
   * there isn't enough time or memory
   */
  pixelated(image: ImageResource, printed: PrintedSize, budget: Budget): UsedImage | null {
    const { data } = image;
    if (!hasPixels(data) || this.staysSmooth(image, printed)) return this.image(image);
    const times = enlargement(data, printed);
    if (times === 1) return this.image(image);
    const bySize = this.enlarged.get(data) ?? new Map<number, ImageResource>();
    this.enlarged.set(data, bySize);
    const made = bySize.get(times) ?? { ...image, data: this.squaresOf(data, times, budget) };
    bySize.set(times, made);
    return this.image(made);
  }

  /** Returns whether an image can't be pixelated: CMYK images can only be embedded as JPEG, and others aren't decoded. */
  staysSmooth({ data }: ImageResource, printed: PrintedSize): boolean {
    if (data.type === 'coded') return enlargement(data, printed) > 1;
    return data.type === 'jpeg' && data.components === 4 && enlargement(data, printed) > 1;
  }

  /** Returns whether an image has CMYK colors without a profile that defines their appearance. */
  hasBareInks({ data }: ImageResource): boolean {
    return (data.type === 'jpeg' || data.type === 'coded') && data.components === 4 && componentsOf(data.profile) !== 4;
  }

  /** Returns whether an image is embedded with an ICC profile of version 4. */
  hasNewProfile({ data }: ImageResource): boolean {
    if (data.type === 'svg' || data.type === 'pdf' || componentsOf(data.profile) === 0) return false;
    const facts = readIcc(data.profile!);
    return typeof facts === 'object' && facts.version > 2;
  }

  private squaresOf(data: PixelData, times: number, budget: Budget): PixelData {
    if (data.type === 'raster') return enlarged(data, times, budget);
    const pixels = this.decodeJpeg(data);
    return pixels === null ? data : enlargedJpeg(pixels, data, times, budget);
  }

  private wait(data: PixelData, printed: PrintedSize | null): PdfRef {
    const ref = this.file.ref({});
    this.waiting.set(data, { ref, printed });
    return ref;
  }

  private widen(data: PixelData, printed: PrintedSize | null): void {
    const waiting = this.waiting.get(data);
    if (waiting === undefined || waiting.printed === null) return;
    const { width, height } = waiting.printed;
    waiting.printed = printed && {
      width: Math.max(width, printed.width),
      height: Math.max(height, printed.height),
    };
  }

  /**
   * Writes the images that waited for their occurrences. @throws RenderError if there isn't enough time or memory to
   * downsample one
   */
  finish(): void {
    for (const [data, { ref, printed }] of this.waiting)
      this.embed(printed === null || this.fitting === null ? data : this.fitting.fit(data, printed), ref);
    this.waiting.clear();
  }

  /** Embeds an image in the object `into`. If that is null, it uses a new object or an existing equal one. */
  private embed(data: PixelData, into: PdfRef | null = null): PdfRef {
    return data.type === 'jpeg' ? this.embedJpeg(data, into) : this.embedRaster(data, into);
  }

  private embedJpeg(data: JpegData, into: PdfRef | null): PdfRef {
    const converted = data.components === 4 ? null : (this.converter?.jpeg(data, this.decodeJpeg) ?? null);
    if (converted !== null) return this.embedConverted(data, converted, {}, into);
    const dictionary: PdfDictionary = {
      Type: 'XObject',
      Subtype: 'Image',
      Width: data.width,
      Height: data.height,
      ColorSpace: this.space(data.components as 1 | 3 | 4, data.profile),
      BitsPerComponent: 8,
      Filter: 'DCTDecode',
    };
    // Adobe's encoders store CMYK inverted, and others follow. Browsers assume it even without Adobe's marker.
    if (data.components === 4) dictionary.Decode = [1, 0, 1, 0, 1, 0, 1, 0];
    return this.once(dictionary, data.bytes, into);
  }

  /** Embeds a file that readers decode. Without `ColorSpace`, they find the colors in it (ISO 32000-1 §7.4.9). */
  private embedCoded({ coding, bytes, globals, width, height, bits, components, profile, alpha }: CodedImage): PdfRef {
    const dictionary: PdfDictionary = { Type: 'XObject', Subtype: 'Image', Width: width, Height: height };
    if (components !== null) dictionary.ColorSpace = this.space(components, profile);
    if (coding === 'jbig2') {
      dictionary.BitsPerComponent = bits;
      dictionary.Filter = 'JBIG2Decode';
      if (globals) dictionary.DecodeParms = { JBIG2Globals: this.once({}, globals) };
    } else {
      dictionary.Filter = 'JPXDecode';
      if (alpha !== undefined) dictionary.SMaskInData = alpha;
    }
    return this.once(dictionary, bytes);
  }

  private embedRaster(data: RasterData, into: PdfRef | null): PdfRef {
    const { color, alpha } = data;
    const mask = alpha && this.embedSamples(data, alpha, 'DeviceGray', {}, null);
    const more = mask === null ? {} : { SMask: mask };
    if (this.converter !== null) return this.embedConverted(data, this.converter.raster(data), more, into);
    return this.embedSamples(data, color, this.colorSpace(data), more, into);
  }

  private embedConverted(
    size: { readonly width: number; readonly height: number },
    { samples, palette }: ConvertedImage,
    more: PdfDictionary,
    into: PdfRef | null,
  ): PdfRef {
    const space =
      palette === null ? DEVICE_SPACES[samples.channels] : this.indexed(palette.bytes, palette.components, undefined);
    return this.embedSamples(size, samples, space, more, into);
  }

  private colorSpace({ color: { channels, bits }, palette, profile }: RasterData): PdfValue {
    const components = componentsOf(profile);
    const last = (1 << bits) - 1;
    // The pixels may be stored as gray or indices because that is smaller, but the profile is for the original colors.
    if (palette === null && channels === 1 && components === 3) return this.indexed(greys(last), 3, profile);
    if (palette === null) return this.space(channels, profile);
    const isGrey = components === 1 && palette.every((value, i) => value === palette[i - (i % 3)]);
    return isGrey
      ? this.indexed(
          palette.filter((_, i) => i % 3 === 0),
          1,
          profile,
        )
      : this.indexed(palette, 3, profile);
  }

  private indexed(table: Uint8Array, components: 1 | 3 | 4, profile: Uint8Array | undefined): PdfValue {
    const kept = table.length > MAX_INLINE_PALETTE ? this.once({}, table) : table;
    return ['Indexed', this.space(components, profile), table.length / components - 1, kept];
  }

  /**
   * Returns the color space for a number of components. It is the image's profile, unless that is sRGB like the rest
   * of the page or has another number of components.
   */
  private space(components: 1 | 3 | 4, profile: Uint8Array | undefined): PdfValue {
    const device = DEVICE_SPACES[components];
    if (componentsOf(profile) !== components || (components === 4 && this.isForPress)) return device;
    return ['ICCBased', this.once({ N: components, Alternate: device }, profile!)];
  }

  private embedSamples(
    { width, height }: { readonly width: number; readonly height: number },
    { channels, bits, form, bytes }: Samples<1 | 3 | 4>,
    space: PdfValue,
    more: PdfDictionary,
    into: PdfRef | null,
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
    if (form === 'plain')
      return this.remembers(bytes, into) ? this.once(dictionary, bytes) : this.write(dictionary, bytes, into);
    dictionary.Filter = 'FlateDecode';
    dictionary.DecodeParms = { Predictor: PNG_PREDICTOR, Colors: channels, BitsPerComponent: bits, Columns: width };
    return this.once(dictionary, bytes, into);
  }

  /**
   * Returns whether samples are checked for duplicates. Shadows and icons recur on every page; large images aren't
   * worth keeping in memory.
   */
  private remembers(bytes: Uint8Array, into: PdfRef | null): boolean {
    if (into !== null || bytes.length > MAX_SMALL || this.remembered > MAX_REMEMBERED) return false;
    this.remembered += bytes.length;
    return true;
  }

  private write(dictionary: PdfDictionary, bytes: Uint8Array, into: PdfRef | null): PdfRef {
    if (into === null) return this.file.stream(dictionary, bytes);
    Object.assign(into.data, dictionary);
    this.file.endStream(into, bytes);
    return into;
  }

  /** Writes a stream, or returns an existing equal one unless `into` names the object. */
  private once(dictionary: PdfDictionary, bytes: Uint8Array, into: PdfRef | null = null): PdfRef {
    const key = `${bytes.length} ${JSON.stringify(dictionary, referencesById)}`;
    const alike = this.written.get(key) ?? [];
    this.written.set(key, alike);
    const known = alike.find((stream) => isEqual(stream.bytes, bytes));
    if (known && into === null) return known.ref;
    const ref = this.write(dictionary, bytes, into);
    alike.push({ bytes, ref });
    return ref;
  }
}

/**
 * Returns the number of components of a profile; 0 if there is no usable profile or it is sRGB, which needs no
 * embedding.
 */
function componentsOf(profile: Uint8Array | undefined): number {
  const facts = profile && readIcc(profile);
  return typeof facts !== 'object' || facts.isSrgb ? 0 : facts.components;
}

/** Returns an RGB palette from black to white in equal steps. `last` is the highest index. */
const greys = (last: number): Uint8Array =>
  Uint8Array.from({ length: 3 * (last + 1) }, (_, i) => Math.round((Math.floor(i / 3) * 255) / last));

function referencesById(_: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'end' in value ? (value as PdfRef).id : value;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
