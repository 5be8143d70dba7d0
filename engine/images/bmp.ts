/** Windows bitmaps: uncompressed ones of 1 to 32 bits, and run-length encoded ones of 8 bits. */
import type { Budget } from '../budget.ts';
import type { RasterData } from './image.ts';
import { rasterFromRgba } from './raster.ts';
import { sampleAt } from './samples.ts';

const Compression = { None: 0, RunLength8: 1, BitFields: 3 } as const;

/** Of the pixels, and of the indices of run lengths. */
const BYTES_PER_PIXEL = 5;

interface Header {
  /** Where the pixels begin. */
  readonly start: number;
  readonly palette: number;
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly compression: number;
  /** The first row is the bottom one. */
  readonly fromBottom: boolean;
}

export function decodeBmp(bytes: Uint8Array, budget: Budget): RasterData | null {
  const header = readHeader(bytes);
  if (header === null) return null;
  const { width, height } = header;
  return budget.holding(width * height * BYTES_PER_PIXEL, () => {
    const rgba = new Uint8Array(width * height * 4);
    fillPixels(rgba, bytes, header);
    return rasterFromRgba(rgba, width, height, budget);
  });
}

/** null: broken, or of a kind that isn't known. */
function readHeader(bytes: Uint8Array): Header | null {
  if (bytes.length < 54) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = view.getUint32(10, true);
  const palette = 14 + view.getUint32(14, true);
  const width = view.getInt32(18, true);
  const signedHeight = view.getInt32(22, true);
  const bits = view.getUint16(28, true);
  const compression = view.getUint32(30, true);
  const height = Math.abs(signedHeight);
  if (width <= 0 || height === 0 || ![1, 4, 8, 24, 32].includes(bits)) return null;
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

/** Blue, green, red become opaque red, green, blue. */
function putColor(rgba: Uint8Array, to: number, bytes: Uint8Array, from: number): void {
  rgba[to] = bytes[from + 2]!;
  rgba[to + 1] = bytes[from + 1]!;
  rgba[to + 2] = bytes[from]!;
  rgba[to + 3] = 255;
}

/** Palette indices, bottom row first, of BI_RLE8 data: runs, literal stretches, and jumps. */
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
