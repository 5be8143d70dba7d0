/**
 * Decodes the first image of a TIFF 6.0 file: strips or tiles with 1 to 16 bits per sample. Colors are gray, palette,
 * RGB or CMYK, with or without alpha. Data is uncompressed or compressed with PackBits, LZW or Deflate. Fax and JPEG
 * compression aren't supported.
 */
import type { Budget } from '../budget.ts';
import { inflate } from '../platform/compression.ts';
import type { RasterData } from './image.ts';
import { rasterFromRgba } from './raster.ts';
import { rowBytesOf, sampleAt } from './samples.ts';
import { unpackBits, unpackLzw } from './tiff-packing.ts';

const Tag = {
  Width: 256,
  Height: 257,
  Bits: 258,
  Compression: 259,
  Photometric: 262,
  StripOffsets: 273,
  SamplesPerPixel: 277,
  RowsPerStrip: 278,
  StripByteCounts: 279,
  PlanarConfiguration: 284,
  Predictor: 317,
  ColorMap: 320,
  TileWidth: 322,
  TileLength: 323,
  TileOffsets: 324,
  TileByteCounts: 325,
  ExtraSamples: 338,
  /** ICC.1:2010 §B.3 */
  Profile: 34_675,
} as const;

const TAGS: ReadonlySet<number> = new Set(Object.values(Tag));

const Compression = { None: 1, Lzw: 5, Deflate: 8, OldDeflate: 32_946, PackBits: 32_773 } as const;
const Photometric = { WhiteIsZero: 0, BlackIsZero: 1, Rgb: 2, Palette: 3, Separated: 5 } as const;
/** Color samples per pixel by photometric interpretation. Others aren't supported. */
const COLORS: ReadonlyMap<number, number> = new Map([
  [Photometric.WhiteIsZero, 1],
  [Photometric.BlackIsZero, 1],
  [Photometric.Rgb, 3],
  [Photometric.Palette, 1],
  [Photometric.Separated, 4],
]);
const ExtraSample = { AssociatedAlpha: 1, UnassociatedAlpha: 2 } as const;

/** Bytes per value by type. */
const VALUE_BYTES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 7: 1 };
/** The maximum number of values of an entry: offsets of strips or tiles, or a 16-bit palette. */
const MAX_VALUES = 1 << 20;
const MAX_ENTRIES = 4_096;
/** Memory for a pixel's color and alpha, and for its unpacked data. */
const BYTES_PER_PIXEL = 12;

type Entries = ReadonlyMap<number, readonly number[]>;

interface Layout {
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
  readonly pieceWidth: number;
  readonly pieceHeight: number;
  readonly offsets: readonly number[];
  readonly lengths: readonly number[];
  readonly palette: readonly number[];
  /** The index of the alpha sample; -1: none. */
  readonly alphaAt: number;
  readonly isPremultiplied: boolean;
  readonly littleEndian: boolean;
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

/**
 * Decodes the first image of a TIFF file (TIFF 6.0). Returns null if it is broken or has an unsupported compression.
 */
export function decodeTiff(bytes: Uint8Array, budget: Budget): RasterData | null {
  const layout = readLayout(bytes);
  if (layout === null) return null;
  const { width, height } = layout;
  return budget.holding(width * height * BYTES_PER_PIXEL, () => {
    const rgba = new Uint8Array(width * height * 4);
    const painter = new PixelPainter(layout, rgba);
    if (!eachPiece(bytes, layout, budget, painter)) return null;
    const raster = rasterFromRgba(rgba, width, height, budget);
    return layout.profile.length === 0 ? raster : { ...raster, profile: Uint8Array.from(layout.profile) };
  });
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
function readLayout(bytes: Uint8Array): Layout | null {
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
    compression: one(Tag.Compression, Compression.None),
    photometric,
    hasPredictor: one(Tag.Predictor, 1) === 2 && bits >= 8,
    pieceWidth,
    pieceHeight,
    offsets: list(isTiled ? Tag.TileOffsets : Tag.StripOffsets),
    lengths: list(isTiled ? Tag.TileByteCounts : Tag.StripByteCounts),
    palette: list(Tag.ColorMap),
    alphaAt: hasAlpha && samples > colors ? colors : -1,
    isPremultiplied: extra === ExtraSample.AssociatedAlpha,
    littleEndian: isLittleEndian(bytes),
    profile: list(Tag.Profile),
  };
}

/** Unpacks and paints every strip or tile. Returns false if one is missing or unsupported. */
function eachPiece(bytes: Uint8Array, layout: Layout, budget: Budget, painter: PixelPainter): boolean {
  const { width, height, pieceWidth, pieceHeight, isPlanar, samples, bits } = layout;
  const across = Math.ceil(width / pieceWidth);
  const pieces = across * Math.ceil(height / pieceHeight);
  const planes = isPlanar ? samples : 1;
  const rowLength = rowBytesOf(pieceWidth, isPlanar ? 1 : samples, bits);
  if (layout.offsets.length < pieces * planes || layout.lengths.length < pieces * planes) return false;
  if (rowLength * pieceHeight > (width + pieceWidth) * (height + pieceHeight) * samples * 2) return false;
  for (let i = 0; i < pieces * planes; i++) {
    const plane = Math.floor(i / pieces);
    const x = ((i % pieces) % across) * pieceWidth;
    const y = Math.floor((i % pieces) / across) * pieceHeight;
    const rows = Math.min(pieceHeight, height - y);
    budget.tick();
    const packed = bytes.subarray(layout.offsets[i], layout.offsets[i]! + layout.lengths[i]!);
    const data = unpacked(packed, layout.compression, rowLength * pieceHeight, budget);
    if (data === null) return false;
    for (let row = 0; row < rows; row++) {
      budget.tick();
      const line = data.subarray(row * rowLength, (row + 1) * rowLength);
      if (layout.hasPredictor) undoDifferences(line, layout);
      painter.row(line, x, y + row, plane);
    }
  }
  painter.finish();
  return true;
}

function unpacked(packed: Uint8Array, compression: number, length: number, budget: Budget): Uint8Array | null {
  switch (compression) {
    case Compression.None:
      return packed.slice(0, length);
    case Compression.PackBits:
      return unpackBits(packed, length, budget);
    case Compression.Lzw:
      return unpackLzw(packed, length, budget);
    case Compression.Deflate:
    case Compression.OldDeflate:
      return inflate(packed, length + (1 << 16));
    default:
      return null;
  }
}

/** Undoes the horizontal predictor, which stores each sample as the difference from the previous pixel. */
function undoDifferences(line: Uint8Array, { bits, samples, isPlanar, littleEndian }: Layout): void {
  const step = isPlanar ? 1 : samples;
  if (bits === 8) {
    for (let i = step; i < line.length; i++) line[i] = line[i]! + line[i - step]!;
    return;
  }
  const view = new DataView(line.buffer, line.byteOffset, line.byteLength);
  for (let i = step * 2; i + 1 < line.length; i += 2)
    view.setUint16(i, view.getUint16(i, littleEndian) + view.getUint16(i - step * 2, littleEndian), littleEndian);
}

/** Collects samples and converts them to colors. */
class PixelPainter {
  private readonly layout: Layout;
  private readonly rgba: Uint8Array;
  /** Samples of all planes, if the planes are stored separately. */
  private readonly planes: Uint8Array | null;
  private readonly pixel: Uint8Array;

  constructor(layout: Layout, rgba: Uint8Array) {
    this.layout = layout;
    this.rgba = rgba;
    const { width, height, samples, isPlanar } = layout;
    this.planes = isPlanar ? new Uint8Array(width * height * samples) : null;
    this.pixel = new Uint8Array(samples);
  }

  row(line: Uint8Array, x: number, y: number, plane: number): void {
    const { width, samples, pieceWidth } = this.layout;
    const count = Math.min(pieceWidth, width - x);
    for (let i = 0; i < count; i++) {
      const place = y * width + x + i;
      if (this.planes !== null) {
        this.planes[place * samples + plane] = this.sample(line, i);
        continue;
      }
      for (let s = 0; s < samples; s++) this.pixel[s] = this.sample(line, i * samples + s);
      this.paint(place, this.pixel);
    }
  }

  /** Converts separately stored planes to colors once all are complete. */
  finish(): void {
    const { planes } = this;
    const { samples, width, height } = this.layout;
    if (planes !== null)
      for (let i = 0; i < width * height; i++) this.paint(i, planes.subarray(i * samples, (i + 1) * samples));
  }

  /** Returns a sample from 0 to 255, or a palette index. */
  private sample(line: Uint8Array, index: number): number {
    const { bits, littleEndian, photometric } = this.layout;
    if (bits === 8) return line[index] ?? 0;
    if (bits === 16) return line[index * 2 + (littleEndian ? 1 : 0)] ?? 0;
    const value = (index * bits) >> 3 < line.length ? sampleAt(line, index, bits) : 0;
    return photometric === Photometric.Palette ? value : Math.round((value * 255) / ((1 << bits) - 1));
  }

  private paint(place: number, pixel: Uint8Array): void {
    const { rgba, layout } = this;
    const at = place * 4;
    const alpha = layout.alphaAt < 0 ? 255 : pixel[layout.alphaAt]!;
    const part = layout.isPremultiplied && alpha > 0 && alpha < 255 ? 255 / alpha : 1;
    this.color(at, pixel);
    if (part !== 1) for (let c = at; c < at + 3; c++) rgba[c] = Math.min(255, Math.round(rgba[c]! * part));
    rgba[at + 3] = alpha;
  }

  private color(at: number, pixel: Uint8Array): void {
    const { rgba } = this;
    const { photometric, palette } = this.layout;
    if (photometric === Photometric.Rgb) {
      for (let c = 0; c < 3; c++) rgba[at + c] = pixel[c]!;
    } else if (photometric === Photometric.Separated) {
      for (let c = 0; c < 3; c++) rgba[at + c] = Math.round(((255 - pixel[c]!) * (255 - pixel[3]!)) / 255);
    } else if (photometric === Photometric.Palette) {
      const colors = palette.length / 3;
      for (let c = 0; c < 3; c++) rgba[at + c] = (palette[c * colors + pixel[0]!] ?? 0) >> 8;
    } else {
      const grey = photometric === Photometric.WhiteIsZero ? 255 - pixel[0]! : pixel[0]!;
      rgba.fill(grey, at, at + 3);
    }
  }
}
