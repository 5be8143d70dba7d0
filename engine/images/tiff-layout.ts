/** Reads the directory of a TIFF 6.0 file: where its first image is and how it is stored. */

const Tag = {
  Width: 256,
  Height: 257,
  Bits: 258,
  Compression: 259,
  Photometric: 262,
  FillOrder: 266,
  StripOffsets: 273,
  SamplesPerPixel: 277,
  RowsPerStrip: 278,
  StripByteCounts: 279,
  PlanarConfiguration: 284,
  FaxOptions: 292,
  Predictor: 317,
  ColorMap: 320,
  TileWidth: 322,
  TileLength: 323,
  TileOffsets: 324,
  TileByteCounts: 325,
  ExtraSamples: 338,
  JpegTables: 347,
  /** ICC.1:2010 §B.3 */
  Profile: 34_675,
} as const;

const TAGS: ReadonlySet<number> = new Set(Object.values(Tag));

export const Compression = {
  None: 1,
  Huffman: 2,
  FaxGroup3: 3,
  FaxGroup4: 4,
  Lzw: 5,
  Jpeg: 7,
  Deflate: 8,
  OldDeflate: 32_946,
  PackBits: 32_773,
} as const;
export const Photometric = { WhiteIsZero: 0, BlackIsZero: 1, Rgb: 2, Palette: 3, Separated: 5, Luma: 6 } as const;
/** Color samples per pixel by photometric interpretation. Others aren't supported. */
const COLORS: ReadonlyMap<number, number> = new Map([
  [Photometric.WhiteIsZero, 1],
  [Photometric.BlackIsZero, 1],
  [Photometric.Rgb, 3],
  [Photometric.Palette, 1],
  [Photometric.Separated, 4],
  [Photometric.Luma, 3],
]);
const ExtraSample = { AssociatedAlpha: 1, UnassociatedAlpha: 2 } as const;

/** Bytes per value by type. */
const VALUE_BYTES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 7: 1 };
/** The maximum number of values of an entry: offsets of strips or tiles, or a 16-bit palette. */
const MAX_VALUES = 1 << 19;
const MAX_ENTRIES = 4_096;
type Entries = ReadonlyMap<number, readonly number[]>;

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  /** Samples per pixel, including alpha and other extra samples. */
  readonly samples: number;
  /** Whether each sample's plane is stored separately. */
  readonly isPlanar: boolean;
  readonly compression: number;
  readonly photometric: number;
  readonly hasPredictor: boolean;
  readonly isTiled: boolean;
  readonly pieceWidth: number;
  readonly pieceHeight: number;
  readonly offsets: readonly number[];
  readonly lengths: readonly number[];
  readonly palette: readonly number[];
  /** The index of the alpha sample; -1: none. */
  readonly alphaAt: number;
  readonly isPremultiplied: boolean;
  readonly littleEndian: boolean;
  /** Whether the first pixel of a byte is in its lowest bit. */
  readonly isBackward: boolean;
  /** Whether rows of fax data may refer to the row above. */
  readonly isTwoDimensional: boolean;
  /** The tables of all JPEG parts, as a JPEG without a frame. */
  readonly jpegTables: readonly number[];
  /** The bytes of the ICC profile; empty: sRGB. */
  readonly profile: readonly number[];
}

/** Returns the size without decoding anything, or null if the file is broken. */
export function tiffSize(bytes: Uint8Array): { width: number; height: number } | null {
  const entries = readEntries(bytes);
  const width = entries?.get(Tag.Width)?.[0];
  const height = entries?.get(Tag.Height)?.[0];
  return width === undefined || height === undefined ? null : { width, height };
}

const isLittleEndian = (bytes: Uint8Array): boolean => bytes[0] === 0x49;

/** Reads the first directory. Returns null if it is broken. */
function readEntries(bytes: Uint8Array): Entries | null {
  if (bytes.length < 8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = isLittleEndian(bytes);
  const start = view.getUint32(4, little);
  if (start + 2 > bytes.length) return null;
  const count = view.getUint16(start, little);
  if (count > MAX_ENTRIES || start + 2 + count * 12 > bytes.length) return null;
  const entries = new Map<number, readonly number[]>();
  for (let i = 0; i < count; i++) {
    const at = start + 2 + i * 12;
    const size = VALUE_BYTES[view.getUint16(at + 2, little)];
    const length = view.getUint32(at + 4, little);
    const tag = view.getUint16(at, little);
    if (size === undefined || length > MAX_VALUES || !TAGS.has(tag) || entries.has(tag)) continue;
    const from = length * size <= 4 ? at + 8 : view.getUint32(at + 8, little);
    if (from + length * size > bytes.length) return null;
    const value = (n: number): number => {
      const place = from + n * size;
      if (size === 1) return bytes[place]!;
      return size === 2 ? view.getUint16(place, little) : view.getUint32(place, little);
    };
    entries.set(
      tag,
      Array.from({ length }, (_, n) => value(n)),
    );
  }
  return entries;
}

/** Returns null if the image is broken or unsupported. */
export function readLayout(bytes: Uint8Array): Layout | null {
  const entries = readEntries(bytes);
  if (entries === null) return null;
  const one = (tag: number, otherwise: number): number => entries.get(tag)?.[0] ?? otherwise;
  const list = (tag: number): readonly number[] => entries.get(tag) ?? [];
  const width = one(Tag.Width, 0);
  const height = one(Tag.Height, 0);
  const bits = one(Tag.Bits, 1);
  const samples = one(Tag.SamplesPerPixel, 1);
  const photometric = one(Tag.Photometric, Photometric.BlackIsZero);
  const colors = COLORS.get(photometric);
  const isTiled = entries.has(Tag.TileOffsets);
  if (width < 1 || height < 1 || colors === undefined || samples < colors || samples > 8) return null;
  if (![1, 2, 4, 8, 16].includes(bits) || list(Tag.Bits).some((other) => other !== bits)) return null;
  const compression = one(Tag.Compression, Compression.None);
  // Without JPEG, chroma has a layout of its own that hardly any program writes.
  if (photometric === Photometric.Luma && compression !== Compression.Jpeg) return null;
  if (compression === Compression.Jpeg && bits !== 8) return null;
  const extra = list(Tag.ExtraSamples)[0];
  const hasAlpha = extra === ExtraSample.AssociatedAlpha || extra === ExtraSample.UnassociatedAlpha;
  const pieceWidth = isTiled ? one(Tag.TileWidth, 0) : width;
  const pieceHeight = isTiled ? one(Tag.TileLength, 0) : Math.min(height, one(Tag.RowsPerStrip, height));
  if (pieceWidth < 1 || pieceHeight < 1) return null;
  return {
    width,
    height,
    bits,
    samples,
    isPlanar: one(Tag.PlanarConfiguration, 1) === 2 && samples > 1,
    compression,
    photometric,
    hasPredictor: one(Tag.Predictor, 1) === 2 && bits >= 8,
    isTiled,
    pieceWidth,
    pieceHeight,
    offsets: list(isTiled ? Tag.TileOffsets : Tag.StripOffsets),
    lengths: list(isTiled ? Tag.TileByteCounts : Tag.StripByteCounts),
    palette: list(Tag.ColorMap),
    alphaAt: hasAlpha && samples > colors ? colors : -1,
    isPremultiplied: extra === ExtraSample.AssociatedAlpha,
    littleEndian: isLittleEndian(bytes),
    isBackward: one(Tag.FillOrder, 1) === 2,
    isTwoDimensional: (one(Tag.FaxOptions, 0) & 1) === 1,
    jpegTables: list(Tag.JpegTables),
    profile: list(Tag.Profile),
  };
}
