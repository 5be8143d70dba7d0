/**
 * Decodes Windows bitmaps: uncompressed with 1 to 32 bits per pixel, and run-length encoded with 8 bits. Bitmaps in
 * icons have a mask after their pixels.
 */
import type { Budget } from '../budget.ts';
import type { RasterData } from './image.ts';
import { rasterFromRgba } from './raster.ts';
import { sampleAt } from './samples.ts';

const Compression = { None: 0, RunLength8: 1, BitFields: 3 } as const;

/** Size of the file header, which precedes the bitmap header. */
const FILE_HEADER = 14;
/** Size of the bitmap header since Windows 3.0. Later versions start the same way. */
const INFO_HEADER = 40;
const BYTES_PER_COLOR = 4;

/** Memory for RGBA pixels and run-length indices. */
const BYTES_PER_PIXEL = 5;

interface Header {
  /** Offset of the pixels. */
  readonly start: number;
  readonly palette: number;
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly compression: number;
  /** Whether the bottom row comes first. */
  readonly fromBottom: boolean;
}

export function decodeBmp(bytes: Uint8Array, budget: Budget): RasterData | null {
  if (bytes.length < FILE_HEADER + INFO_HEADER) return null;
  const start = viewOf(bytes).getUint32(10, true);
  const header = readHeader(bytes, FILE_HEADER, start);
  if (header === null) return null;
  const { width, height } = header;
  return budget.holding(width * height * BYTES_PER_PIXEL, () => {
    const rgba = new Uint8Array(width * height * 4);
    fillPixels(rgba, bytes, header);
    return rasterFromRgba(rgba, width, height, budget);
  });
}

/**
 * Returns the size of an icon's bitmap, which starts with its header, or null if it is broken. The mask doubles the
 * height in the header.
 */
export function iconBitmapSize(bytes: Uint8Array): { width: number; height: number } | null {
  if (bytes.length < INFO_HEADER) return null;
  const view = viewOf(bytes);
  const width = view.getInt32(4, true);
  const height = Math.abs(view.getInt32(8, true)) >> 1;
  return width > 0 && height > 0 ? { width, height } : null;
}

/** Decodes a bitmap from an icon. It has no file header, and one mask bit per pixel follows its pixels. */
export function decodeIconBitmap(bytes: Uint8Array, budget: Budget): RasterData | null {
  const size = iconBitmapSize(bytes);
  if (size === null) return null;
  const view = viewOf(bytes);
  const bits = view.getUint16(14, true);
  const colors = bits > 8 ? 0 : view.getUint32(32, true) || 1 << bits;
  const start = view.getUint32(0, true) + colors * BYTES_PER_COLOR;
  const whole = readHeader(bytes, 0, start, size.height);
  if (whole === null || whole.compression !== Compression.None) return null;
  const { width, height } = whole;
  return budget.holding(width * height * BYTES_PER_PIXEL, () => {
    const rgba = new Uint8Array(width * height * 4);
    fillPixels(rgba, bytes, whole);
    if (bits < 32 || !takeAlpha(rgba, bytes, whole)) applyMask(rgba, bytes, whole);
    return rasterFromRgba(rgba, width, height, budget);
  });
}

/** Copies the fourth byte of each pixel as alpha. Returns false if all are 0, in which case the bytes aren't alpha. */
function takeAlpha(rgba: Uint8Array, bytes: Uint8Array, { start, width, height, fromBottom }: Header): boolean {
  let any = false;
  for (let i = 0; i < width * height && !any; i++) any = bytes[start + 4 * i + 3] !== 0;
  if (!any) return false;
  for (let y = 0; y < height; y++) {
    const to = (fromBottom ? height - 1 - y : y) * width;
    for (let x = 0; x < width; x++) rgba[(to + x) * 4 + 3] = bytes[start + (y * width + x) * 4 + 3]!;
  }
  return true;
}

/** Makes pixels transparent whose mask bit is set. A truncated mask is ignored. */
function applyMask(rgba: Uint8Array, bytes: Uint8Array, { start, width, height, bits, fromBottom }: Header): void {
  const mask = start + rowBytesOf(width, bits) * height;
  if (mask + rowBytesOf(width, 1) * height > bytes.length) return;
  for (let y = 0; y < height; y++) {
    const line = bytes.subarray(mask + rowBytesOf(width, 1) * y);
    const to = (fromBottom ? height - 1 - y : y) * width;
    for (let x = 0; x < width; x++) if (sampleAt(line, x, 1) === 1) rgba[(to + x) * 4 + 3] = 0;
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * Reads the bitmap header at `at`, for pixels that start at `start`. Returns null if it is broken or unsupported.
 * `rows` overrides the header's height.
 */
function readHeader(bytes: Uint8Array, at: number, start: number, rows: number | null = null): Header | null {
  const view = viewOf(bytes);
  const palette = at + view.getUint32(at, true);
  const width = view.getInt32(at + 4, true);
  const signedHeight = view.getInt32(at + 8, true);
  const bits = view.getUint16(at + 14, true);
  const compression = view.getUint32(at + 16, true);
  const height = rows ?? Math.abs(signedHeight);
  if (width <= 0 || height <= 0 || ![1, 4, 8, 24, 32].includes(bits)) return null;
  if (!(compression === Compression.RunLength8 && bits === 8)) {
    if (compression !== Compression.None && compression !== Compression.BitFields) return null;
    if (start + rowBytesOf(width, bits) * height > bytes.length) return null;
  }
  return { start, palette, width, height, bits, compression, fromBottom: signedHeight > 0 };
}

const rowBytesOf = (width: number, bits: number): number => Math.ceil((width * bits) / 32) * 4;

function fillPixels(rgba: Uint8Array, bytes: Uint8Array, header: Header): void {
  const { start, palette, width, height, bits } = header;
  const isRuns = header.compression === Compression.RunLength8;
  const indices = isRuns ? runLengths(bytes, start, width, height) : null;
  for (let y = 0; y < height; y++) {
    const row = start + rowBytesOf(width, bits) * y;
    const line = bytes.subarray(row);
    const to = (header.fromBottom ? height - 1 - y : y) * width;
    for (let x = 0; x < width; x++) {
      let from = row + (x * bits) / 8;
      if (indices !== null) from = palette + 4 * indices[y * width + x]!;
      else if (bits <= 8) from = palette + 4 * sampleAt(line, x, bits);
      putColor(rgba, (to + x) * 4, bytes, from);
    }
  }
}

/** Converts a BGR color to opaque RGBA. */
function putColor(rgba: Uint8Array, to: number, bytes: Uint8Array, from: number): void {
  rgba[to] = bytes[from + 2]!;
  rgba[to + 1] = bytes[from + 1]!;
  rgba[to + 2] = bytes[from]!;
  rgba[to + 3] = 255;
}

/** Decodes BI_RLE8 data (runs, literals and jumps) to palette indices, bottom row first. */
function runLengths(bytes: Uint8Array, start: number, width: number, height: number): Uint8Array {
  const indices = new Uint8Array(width * height);
  let x = 0;
  let y = 0;
  const put = (index: number): void => {
    if (x < width && y < height) indices[y * width + x] = index;
    x++;
  };
  for (let at = start; at + 1 < bytes.length && y < height;) {
    const count = bytes[at]!;
    const value = bytes[at + 1];
    at += 2;
    if (count > 0) {
      for (let i = 0; i < count; i++) put(value!);
    } else if (value === 0) {
      x = 0;
      y++;
    } else if (value === 1) {
      break;
    } else if (value === 2) {
      x += bytes[at]!;
      y += bytes[at + 1]!;
      at += 2;
    } else {
      for (let i = 0; i < value!; i++) put(bytes[at + i]!);
      at += value! + (value! & 1);
    }
  }
  return indices;
}
