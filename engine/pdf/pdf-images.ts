import type { Budget } from '../budget.ts';
import { enlarged, enlargedJpeg, enlargement } from '../images/enlarge.ts';
import type { ImageResource, RasterData, Samples } from '../images/image.ts';
import { readIcc } from './icc-reader.ts';
import type { PdfFile } from './pdf-file.ts';
import type { PdfDictionary, PdfRef, PdfValue } from './pdf-values.ts';

/** PDF's predictor for rows that name their PNG filters themselves. */
const PNG_PREDICTOR = 15;
/** A palette of more bytes than this is a stream of its own. */
const MAX_INLINE_PALETTE = 48;

/** Bytes of samples that are kept to be known again: of one image, and about as many of all. */
const MAX_SMALL = 1 << 16;
const MAX_REMEMBERED = 1 << 22;

const DEVICE_SPACES = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const;

type PixelData = Exclude<ImageResource['data'], { type: 'svg' }>;

/** Inches that an image takes on a page, along its own rows and columns. */
export interface PrintedSize {
  readonly width: number;
  readonly height: number;
}

/** Makes images smaller that have more pixels than their largest place shows, or other bytes than they need. */
export interface ImageFitting {
  fit(data: PixelData, printed: PrintedSize): PixelData;
}

/** The pixels of a JPEG, red, green, blue and 255; null: they can't be had. @throws RenderError where there is no room for them */
export type JpegDecoder = (data: JpegData) => Uint8Array | null;
type JpegData = Extract<PixelData, { type: 'jpeg' }>;

/** An image object and its resource name. */
export interface UsedImage {
  readonly name: string;
  readonly ref: PdfRef;
}

/** EXIF's 1..8; 1 needs nothing. */
export const orientationOf = ({ data }: ImageResource): number => (data.type === 'jpeg' ? data.orientation : 1);

/** An image that is written when all its places are known. */
interface Waiting {
  readonly ref: PdfRef;
  /** The largest place; null: it stays as it came. */
  printed: PrintedSize | null;
}

/** The images of a file: each is embedded once, when it is first drawn, or, where it may be made smaller, in the end. */
export class PdfImages {
  private readonly file: PdfFile;
  private readonly used = new Map<ImageResource['data'], UsedImage>();
  /** Streams by their dictionaries and lengths: the same picture from two URLs is embedded once. */
  private readonly written = new Map<string, { readonly bytes: Uint8Array; readonly ref: PdfRef }[]>();

  /** Bytes of the samples among them. */
  private remembered = 0;

  /** Those whose pixels are to be seen, by how much larger they have been made. */
  private readonly enlarged = new Map<PixelData, Map<number, ImageResource>>();

  private readonly fitting: ImageFitting | null;
  private readonly waiting = new Map<PixelData, Waiting>();

  private readonly decodeJpeg: JpegDecoder;
  private readonly isForPress: boolean;

  /**
   * `fitting` null: images go into the file as they came. `isForPress`: the file says what press it is for, and amounts of process inks are for that,
   * whatever an image says.
   */
  constructor(file: PdfFile, fitting: ImageFitting | null, decodeJpeg: JpegDecoder, isForPress: boolean) {
    this.file = file;
    this.isForPress = isForPress;
    this.fitting = fitting;
    this.decodeJpeg = decodeJpeg;
  }

  /** null for SVG, which isn't a raster image. `printed`: of this place; null: its pixels are to be seen as they are. */
  image(image: ImageResource, printed: PrintedSize | null = null): UsedImage | null {
    const { data } = image;
    if (data.type === 'svg') return null;
    const known = this.used.get(data);
    if (known) {
      this.widen(data, printed);
      return known;
    }
    // What was made for one place has the pixels that the place needs.
    const isFitted = this.fitting !== null && image.url !== '';
    const ref = isFitted ? this.wait(data, printed) : this.embed(data);
    const entry: UsedImage = { name: `I${ref.id}`, ref };
    // What was made for one place isn't drawn again, and needn't be kept.
    if (image.url !== '') this.used.set(data, entry);
    return entry;
  }

  /** The same, its pixels to be seen as squares; those of a JPEG that can't be decoded are left to whoever shows the file. @throws RenderError where there is no time or room for them */
  pixelated(image: ImageResource, printed: PrintedSize, budget: Budget): UsedImage | null {
    const { data } = image;
    if (data.type === 'svg' || this.staysSmooth(image, printed)) return this.image(image);
    const times = enlargement(data, printed);
    if (times === 1) return this.image(image);
    const bySize = this.enlarged.get(data) ?? new Map<number, ImageResource>();
    this.enlarged.set(data, bySize);
    const made = bySize.get(times) ?? { ...image, data: this.squaresOf(data, times, budget) };
    bySize.set(times, made);
    return this.image(made);
  }

  /** Whether an image's pixels can't be made squares: those of inks have no form here but that of their JPEG. */
  staysSmooth({ data }: ImageResource, printed: PrintedSize): boolean {
    return data.type === 'jpeg' && data.components === 4 && enlargement(data, printed) > 1;
  }

  /** Whether an image's colours are amounts of inks, of which it doesn't say how they look. */
  hasBareInks({ data }: ImageResource): boolean {
    return data.type === 'jpeg' && data.components === 4 && componentsOf(data.profile) !== 4;
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

  /** Writes what has waited for its places. @throws RenderError where there is no time or room to make it smaller. */
  finish(): void {
    for (const [data, { ref, printed }] of this.waiting)
      this.embed(printed === null || this.fitting === null ? data : this.fitting.fit(data, printed), ref);
    this.waiting.clear();
  }

  /** `into`: the object that shall hold it; null: a new one, or one that has it already. */
  private embed(data: PixelData, into: PdfRef | null = null): PdfRef {
    return data.type === 'jpeg' ? this.embedJpeg(data, into) : this.embedRaster(data, into);
  }

  private embedJpeg(data: JpegData, into: PdfRef | null): PdfRef {
    const dictionary: PdfDictionary = {
      Type: 'XObject',
      Subtype: 'Image',
      Width: data.width,
      Height: data.height,
      ColorSpace: this.space(data.components as 1 | 3 | 4, data.profile),
      BitsPerComponent: 8,
      Filter: 'DCTDecode',
    };
    // Adobe's encoders store CMYK inverted, others do as they do, and browsers take it for that whether a file has Adobe's marker or not.
    if (data.components === 4) dictionary.Decode = [1, 0, 1, 0, 1, 0, 1, 0];
    return this.once(dictionary, data.bytes, into);
  }

  private embedRaster(data: RasterData, into: PdfRef | null): PdfRef {
    const { color, alpha } = data;
    const mask = alpha && this.embedSamples(data, alpha, 'DeviceGray', {}, null);
    return this.embedSamples(data, color, this.colorSpace(data), mask === null ? {} : { SMask: mask }, into);
  }

  private colorSpace({ color: { channels, bits }, palette, profile }: RasterData): PdfValue {
    const components = componentsOf(profile);
    const last = (1 << bits) - 1;
    // Pixels are kept as grey, or as indices, where that is smaller; the profile is for what they were.
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

  private indexed(table: Uint8Array, components: 1 | 3, profile: Uint8Array | undefined): PdfValue {
    const kept = table.length > MAX_INLINE_PALETTE ? this.once({}, table) : table;
    return ['Indexed', this.space(components, profile), table.length / components - 1, kept];
  }

  /** The space of so many components: that of the image's own profile, unless it is sRGB, as everything is on the page, or no profile for them. */
  private space(components: 1 | 3 | 4, profile: Uint8Array | undefined): PdfValue {
    const device = DEVICE_SPACES[components];
    if (componentsOf(profile) !== components || (components === 4 && this.isForPress)) return device;
    return ['ICCBased', this.once({ N: components, Alternate: device }, profile!)];
  }

  private embedSamples(
    { width, height }: RasterData,
    { channels, bits, form, bytes }: Samples,
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

  /** Are samples looked for among those that are there? Shadows and icons come on every page; what is large isn't kept for it. */
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

  /** Writes a stream; the same one again is the one that is there, unless it shall be in an object of its own. */
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

/** How many components the colours have that a profile is for; 0: there is none to be kept, as sRGB's needn't be. */
function componentsOf(profile: Uint8Array | undefined): number {
  const facts = profile && readIcc(profile);
  return typeof facts !== 'object' || facts.isSrgb ? 0 : facts.components;
}

/** Black to white in equal steps, up to an index of `last`; red, green and blue of each. */
const greys = (last: number): Uint8Array =>
  Uint8Array.from({ length: 3 * (last + 1) }, (_, i) => Math.round((Math.floor(i / 3) * 255) / last));

function referencesById(_: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'end' in value ? (value as PdfRef).id : value;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
