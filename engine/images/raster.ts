/** Converts RGBA pixels to the smallest sample format that represents them. */
import type { Budget } from '../budget.ts';
import type { RasterData, Samples } from './image.ts';
import { Filter } from '../platform/png-filter.ts';
import { RowPacker } from './row-packer.ts';
import { rowBytesOf } from './samples.ts';

/** Maps each color of an image to its index, in order of first occurrence. */
type Palette = ReadonlyMap<number, number>;

const MAX_PALETTE = 256;
/** Gray images with more colors than this are smaller without a palette. */
const MAX_PACKED_PALETTE = 16;

/** Packed pixels per tick of the budget. */
const PIXELS_PER_TICK = 256;

const rgbAt = (rgba: Uint8Array | Uint8ClampedArray, at: number): number =>
  (rgba[at]! << 16) | (rgba[at + 1]! << 8) | rgba[at + 2]!;

/** Charges the rows to `budget`; null: they have been charged. */
export function rasterFromRgba(
  rgba: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  budget: Budget | null,
): RasterData {
  const look = (): void => budget?.tickBy((width * height) / PIXELS_PER_TICK);
  look();
  const isGrey = isGreyOnly(rgba);
  look();
  const palette = paletteOf(rgba, isGrey ? MAX_PACKED_PALETTE : MAX_PALETTE);
  const color =
    palette !== null
      ? packIndices(rgba, width, height, palette, budget)
      : packColors(rgba, width, height, isGrey ? 1 : 3, budget);
  const colors = palette && paletteBytes(palette, color.bits);
  look();
  return { type: 'raster', width, height, color, palette: colors, alpha: packAlpha(rgba, width, height, budget) };
}

function isGreyOnly(rgba: Uint8Array | Uint8ClampedArray): boolean {
  for (let i = 0; i < rgba.length; i += 4) if (rgba[i] !== rgba[i + 1] || rgba[i] !== rgba[i + 2]) return false;
  return true;
}

/** Returns null if there are more than `most` colors. */
function paletteOf(rgba: Uint8Array | Uint8ClampedArray, most: number): Palette | null {
  const palette = new Map<number, number>();
  let last = -1;
  for (let i = 0; i < rgba.length; i += 4) {
    const color = rgbAt(rgba, i);
    if (color === last) continue;
    last = color;
    if (palette.has(color)) continue;
    if (palette.size === most) return null;
    palette.set(color, palette.size);
  }
  return palette;
}

function bitsFor(colors: number): Samples['bits'] {
  return colors <= 2 ? 1 : colors <= 4 ? 2 : colors <= 16 ? 4 : 8;
}

function packIndices(
  rgba: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  palette: Palette,
  budget: Budget | null,
): Samples {
  const bits = bitsFor(palette.size);
  const row = new Uint8Array(rowBytesOf(width, 1, bits));
  const packer = new RowPacker(row.length, 1, bits, false);
  for (let y = 0, from = 0; y < height; y++) {
    budget?.tickBy(1 + width / PIXELS_PER_TICK);
    row.fill(0);
    for (let x = 0, bit = 0; x < width; x++, bit += bits, from += 4)
      row[bit >> 3]! |= (palette.get(rgbAt(rgba, from)) ?? 0) << (8 - bits - (bit & 7));
    packer.put(row, Filter.None);
  }
  return packer.finish(budget);
}

function paletteBytes(palette: Palette, bits: number): Uint8Array {
  const bytes = new Uint8Array(3 << bits);
  for (const [color, index] of palette) bytes.set([color >> 16, color >> 8, color], 3 * index);
  return bytes;
}

function packColors(
  rgba: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  channels: 1 | 3,
  budget: Budget | null,
): Samples {
  const row = new Uint8Array(width * channels);
  const packer = new RowPacker(row.length, channels, 8, true);
  for (let y = 0, from = 0; y < height; y++) {
    budget?.tickBy(1 + width / PIXELS_PER_TICK);
    for (let to = 0; to < row.length; from += 4)
      for (let channel = 0; channel < channels; channel++) row[to++] = rgba[from + channel]!;
    packer.put(row, null);
  }
  return packer.finish(budget);
}

/** Returns null if every pixel is opaque. */
function packAlpha(
  rgba: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  budget: Budget | null,
): Samples | null {
  let opaque = true;
  for (let i = 3; i < rgba.length && opaque; i += 4) opaque = rgba[i] === 255;
  if (opaque) return null;
  const row = new Uint8Array(width);
  const packer = new RowPacker(width, 1, 8, true);
  for (let y = 0, from = 3; y < height; y++) {
    budget?.tickBy(1 + width / PIXELS_PER_TICK);
    for (let x = 0; x < width; x++, from += 4) row[x] = rgba[from]!;
    packer.put(row, null);
  }
  return packer.finish(budget);
}
