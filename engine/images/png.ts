/**
 * PNG (ISO 15948). The compressed data is inflated by the platform with a bound that follows from the header, so that a small file can't
 * claim the memory of a large one; what is left is undoing the filters and taking samples apart.
 */
import { inflate } from '../platform/compression.ts';
import type { Raster } from './raster.ts';

const ColorType = { Grey: 0, Rgb: 2, Palette: 3, GreyAlpha: 4, Rgba: 6 } as const;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
  readonly interlaced: boolean;
  /** Samples a pixel in the file. */
  readonly samples: number;
}

interface Chunks {
  readonly header: Header;
  readonly palette: Uint8Array | null;
  /** `tRNS`: alphas of palette entries, or the samples of the one transparent colour. */
  readonly transparency: Uint8Array | null;
  readonly data: Uint8Array;
}

/** The seven passes of an interlaced image: first column and row, steps. */
const ADAM7: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];
const WHOLE: readonly (readonly [number, number, number, number])[] = [[0, 0, 1, 1]];
const SAMPLES: Readonly<Record<number, number | undefined>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** Bytes after the image that careless writers may leave in its data. */
const SLACK = 1 << 16;

/** null: broken, or it asks for far more than its header says. */
export function decodePng(bytes: Uint8Array): Raster | null {
  const chunks = readChunks(bytes);
  if (chunks === null) return null;
  const { header } = chunks;
  const passes = header.interlaced ? ADAM7 : WHOLE;
  let length = 0;
  for (const pass of passes) length += passLength(header, pass);
  const raw = inflate(chunks.data, length + SLACK);
  if (raw === null || raw.length < length) return null;
  const target = new PixelTarget(chunks);
  let at = 0;
  for (const pass of passes) {
    const size = passLength(header, pass);
    if (size > 0) decodePass(raw.subarray(at, at + size), header, pass, target);
    at += size;
  }
  return target.finish();
}

function readChunks(bytes: Uint8Array): Chunks | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: Header | null = null;
  let palette: Uint8Array | null = null;
  let transparency: Uint8Array | null = null;
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 8 <= bytes.length;) {
    const length = view.getUint32(at);
    const body = bytes.subarray(at + 8, Math.min(at + 8 + length, bytes.length));
    const type = String.fromCharCode(bytes[at + 4], bytes[at + 5], bytes[at + 6], bytes[at + 7]);
    if (type === 'IHDR') header = readHeader(body);
    else if (type === 'PLTE') palette = body;
    else if (type === 'tRNS') transparency = body;
    else if (type === 'IDAT') parts.push(body);
    else if (type === 'IEND') break;
    at += 12 + length;
  }
  if (header === null || (header.colorType === ColorType.Palette && palette === null)) return null;
  return { header, palette, transparency, data: joined(parts) };
}

function readHeader(body: Uint8Array): Header | null {
  if (body.length < 13) return null;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const width = view.getUint32(0);
  const height = view.getUint32(4);
  const depth = body[8];
  const colorType = body[9];
  const samples = SAMPLES[colorType];
  if (samples === undefined || width === 0 || height === 0 || body[12] > 1) return null;
  const isSmall = depth === 1 || depth === 2 || depth === 4;
  const isPlain = colorType === ColorType.Grey || colorType === ColorType.Palette;
  if (!(depth === 8 || (isSmall && isPlain) || (depth === 16 && colorType !== ColorType.Palette))) return null;
  return { width, height, depth, colorType, samples, interlaced: body[12] === 1 };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0];
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const passColumns = ({ width }: Header, [x, , stepX]: readonly number[]): number => Math.ceil((width - x) / stepX);
const passRows = ({ height }: Header, [, y, , stepY]: readonly number[]): number => Math.ceil((height - y) / stepY);
const rowLength = ({ samples, depth }: Header, columns: number): number => Math.ceil((columns * samples * depth) / 8);

function passLength(header: Header, pass: readonly [number, number, number, number]): number {
  const columns = passColumns(header, pass);
  const rows = passRows(header, pass);
  return columns <= 0 || rows <= 0 ? 0 : rows * (1 + rowLength(header, columns));
}

function decodePass(
  raw: Uint8Array,
  header: Header,
  pass: readonly [number, number, number, number],
  target: PixelTarget,
): void {
  const [x, y, stepX, stepY] = pass;
  const columns = passColumns(header, pass);
  const rows = passRows(header, pass);
  const length = rowLength(header, columns);
  const pixelBytes = Math.max(1, (header.samples * header.depth) >> 3);
  let previous: Uint8Array = new Uint8Array(length);
  for (let row = 0; row < rows; row++) {
    const start = row * (length + 1);
    const line = raw.subarray(start + 1, start + 1 + length);
    unfilter(raw[start], line, previous, pixelBytes);
    target.putRow(line, columns, (y + row * stepY) * header.width + x, stepX);
    previous = line;
  }
}

/** Undoes a row's filter in place (§9.2). */
function unfilter(filter: number, line: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  const { length } = line;
  switch (filter) {
    case 1:
      for (let i = pixelBytes; i < length; i++) line[i] += line[i - pixelBytes];
      break;
    case 2:
      for (let i = 0; i < length; i++) line[i] += above[i];
      break;
    case 3:
      for (let i = 0; i < length; i++) line[i] += ((i < pixelBytes ? 0 : line[i - pixelBytes]) + above[i]) >> 1;
      break;
    case 4:
      for (let i = 0; i < length; i++) {
        line[i] += i < pixelBytes ? above[i] : paeth(line[i - pixelBytes], above[i], above[i - pixelBytes]);
      }
  }
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const toLeft = Math.abs(estimate - left);
  const toAbove = Math.abs(estimate - above);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** The image being put together: 8-bit samples, alpha apart. */
class PixelTarget {
  private readonly header: Header;
  private readonly channels: 1 | 3;
  private readonly pixels: Uint8Array;
  private readonly alpha: Uint8Array | null;
  /** Of a palette image: red, green, blue, alpha of each entry. */
  private readonly entries: Uint8Array | null;
  /** The samples of the transparent colour; -1: none. */
  private readonly key: readonly number[] | null;

  constructor({ header, palette, transparency }: Chunks) {
    const { width, height, colorType } = header;
    this.header = header;
    this.entries = colorType === ColorType.Palette && palette !== null ? paletteEntries(palette, transparency) : null;
    const isGrey = colorType === ColorType.Grey || colorType === ColorType.GreyAlpha || isGreyPalette(this.entries);
    this.channels = isGrey ? 1 : 3;
    this.key = this.entries === null && transparency !== null ? keyOf(header, transparency) : null;
    const hasAlpha = colorType === ColorType.GreyAlpha || colorType === ColorType.Rgba || transparency !== null;
    this.pixels = new Uint8Array(width * height * this.channels);
    this.alpha = hasAlpha ? new Uint8Array(width * height) : null;
  }

  /** `columns` pixels of a row, the first at pixel `start`, each `step` further. */
  putRow(line: Uint8Array, columns: number, start: number, step: number): void {
    const { depth, samples } = this.header;
    if (this.entries !== null) this.putPalette(line, columns, start, step, this.entries);
    else if (depth < 8) this.putSmallGrey(line, columns, start, step);
    else this.putSamples(line, columns, start, step, samples, depth >> 3);
  }

  private putPalette(line: Uint8Array, columns: number, start: number, step: number, entries: Uint8Array): void {
    const { depth } = this.header;
    for (let i = 0, pixel = start; i < columns; i++, pixel += step) {
      const entry = 4 * sampleAt(line, i, depth);
      if (this.channels === 1) {
        this.pixels[pixel] = entries[entry];
      } else {
        this.pixels[3 * pixel] = entries[entry];
        this.pixels[3 * pixel + 1] = entries[entry + 1];
        this.pixels[3 * pixel + 2] = entries[entry + 2];
      }
      if (this.alpha !== null) this.alpha[pixel] = entries[entry + 3];
    }
  }

  private putSmallGrey(line: Uint8Array, columns: number, start: number, step: number): void {
    const { depth } = this.header;
    const scale = 255 / ((1 << depth) - 1);
    for (let i = 0, pixel = start; i < columns; i++, pixel += step) {
      const sample = sampleAt(line, i, depth);
      this.pixels[pixel] = sample * scale;
      if (this.alpha !== null) this.alpha[pixel] = this.key !== null && sample === this.key[0] ? 0 : 255;
    }
  }

  /** Samples of one byte, or of two, of which the higher one counts. */
  private putSamples(
    line: Uint8Array,
    columns: number,
    start: number,
    step: number,
    samples: number,
    size: number,
  ): void {
    const { channels, pixels, alpha } = this;
    const pixelBytes = samples * size;
    for (let i = 0, from = 0, pixel = start; i < columns; i++, from += pixelBytes, pixel += step) {
      if (channels === 1) {
        pixels[pixel] = line[from];
      } else {
        pixels[3 * pixel] = line[from];
        pixels[3 * pixel + 1] = line[from + size];
        pixels[3 * pixel + 2] = line[from + 2 * size];
      }
      if (alpha === null) continue;
      if (samples > channels) alpha[pixel] = line[from + channels * size];
      else alpha[pixel] = this.key !== null && isKey(line, from, this.key, size) ? 0 : 255;
    }
  }

  finish(): Raster {
    const { width, height } = this.header;
    const alpha = this.alpha !== null && this.alpha.some((value) => value !== 255) ? this.alpha : null;
    return { data: { type: 'raster', channels: this.channels, pixels: this.pixels, alpha }, width, height };
  }
}

/** Sample `index` of a row whose samples have up to 8 bits. */
function sampleAt(line: Uint8Array, index: number, depth: number): number {
  if (depth === 8) return line[index];
  const bit = index * depth;
  return (line[bit >> 3] >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

/** 256 entries, so that no sample lies outside; missing ones are black. */
function paletteEntries(palette: Uint8Array, transparency: Uint8Array | null): Uint8Array {
  const entries = new Uint8Array(256 * 4);
  for (let i = 0; i < 256; i++) {
    entries[4 * i] = palette[3 * i] ?? 0;
    entries[4 * i + 1] = palette[3 * i + 1] ?? 0;
    entries[4 * i + 2] = palette[3 * i + 2] ?? 0;
    entries[4 * i + 3] = transparency?.[i] ?? 255;
  }
  return entries;
}

function isGreyPalette(entries: Uint8Array | null): boolean {
  if (entries === null) return false;
  for (let i = 0; i < entries.length; i += 4) {
    if (entries[i] !== entries[i + 1] || entries[i] !== entries[i + 2]) return false;
  }
  return true;
}

function keyOf({ colorType }: Header, transparency: Uint8Array): number[] | null {
  const count = colorType === ColorType.Grey ? 1 : colorType === ColorType.Rgb ? 3 : 0;
  if (count === 0 || transparency.length < 2 * count) return null;
  return Array.from({ length: count }, (_, i) => (transparency[2 * i] << 8) | transparency[2 * i + 1]);
}

function isKey(line: Uint8Array, from: number, key: readonly number[], size: number): boolean {
  for (let i = 0; i < key.length; i++) {
    const at = from + i * size;
    if ((size === 2 ? (line[at] << 8) | line[at + 1] : line[at]) !== key[i]) return false;
  }
  return true;
}
