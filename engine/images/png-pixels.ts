import type { Budget } from '../budget.ts';
import type { RasterData, SampleDepth, Samples } from './image.ts';
import { ColorType, type PngChunks, type PngHeader } from './png-chunks.ts';
import { packingBytes, RowPacker } from './row-packer.ts';
import { rowBytesOf, sampleAt } from './samples.ts';

/**
 * Splits the rows of a PNG into color with a limited number of bits, and opacity with 8 bits. Both are packed row by
 * row.
 */
export class PngPixels {
  private readonly header: PngHeader;
  private readonly palette: Uint8Array | null;
  /** Bits per color sample. */
  private readonly bits: Samples['bits'];
  /** Color that can be used unchanged. */
  private readonly color: Samples | null;
  private readonly colorPacker: RowPacker | null;
  private readonly colorRow: Uint8Array;
  private readonly alphaPacker: RowPacker | null;
  private readonly alphaRow: Uint8Array;
  /** Alphas of palette entries. */
  private readonly alphas: Uint8Array | null;
  /** The samples of the transparent color. */
  private readonly key: readonly number[] | null;
  private isOpaque = true;

  /** `color` holds the color samples if they can be used unchanged. */
  constructor({ header, palette, transparency }: PngChunks, color: Samples | null, most: SampleDepth) {
    const { width, height, depth, colorType } = header;
    const isPalette = colorType === ColorType.Palette;
    const channels = colorType === ColorType.Rgb || colorType === ColorType.Rgba ? 3 : 1;
    const bits = Math.min(most, depth) as Samples['bits'];
    this.bits = bits;
    this.header = header;
    this.palette = isPalette && palette !== null ? paddedTo(3 << depth, palette, 0) : null;
    this.alphas = isPalette && transparency !== null ? paddedTo(1 << depth, transparency, 255) : null;
    this.key = isPalette || transparency === null ? null : keyOf(header, transparency);
    this.color = color;
    this.colorRow = new Uint8Array(rowBytesOf(width, channels, bits));
    this.colorPacker =
      color === null ? new RowPacker(this.colorRow.length, channels, bits, !isPalette && depth >= 8, height) : null;
    const hasAlpha = header.samples > channels || this.alphas !== null || this.key !== null;
    this.alphaRow = new Uint8Array(hasAlpha ? width : 0);
    this.alphaPacker = hasAlpha ? new RowPacker(width, 1, 8, header.samples > channels, height) : null;
  }

  /** Returns the memory in bytes that is needed until the image is finished. */
  static bytesFor({ header, transparency }: PngChunks, color: Samples | null, most: SampleDepth): number {
    const { width, height, depth, samples } = header;
    const alpha = samples === 2 || samples === 4 || transparency !== null ? packingBytes(width, height) : 0;
    const channels = samples >= 3 ? 3 : 1;
    return alpha + (color === null ? packingBytes(rowBytesOf(width, channels, Math.min(most, depth)), height) : 0);
  }

  /**
   * Adds a row. `filter` is its filter in the file, which also suits the split parts; null: the row wasn't contiguous
   * in the file.
   */
  put(line: Uint8Array, filter: number | null): void {
    const { header, colorPacker, alphaPacker } = this;
    colorPacker?.put(this.colorOf(line), filter);
    if (alphaPacker === null) return;
    this.fillAlphas(line);
    for (let x = 0; x < header.width && this.isOpaque; x++) this.isOpaque = this.alphaRow[x] === 255;
    alphaPacker.put(this.alphaRow, filter);
  }

  /** @throws RenderError if there isn't enough time */
  finish(budget: Budget): RasterData {
    const { width, height } = this.header;
    const color = this.color ?? (this.colorPacker as RowPacker).finish(budget);
    const alpha = this.alphaPacker === null || this.isOpaque ? null : this.alphaPacker.finish(budget);
    return { type: 'raster', width, height, color, palette: this.palette, alpha };
  }

  /** Returns the row's colors. Samples of 16 bits are reduced to the high byte unless all bits are wanted. */
  private colorOf(line: Uint8Array): Uint8Array {
    const { depth, samples, width } = this.header;
    const channels = samples > 2 ? 3 : 1;
    if (samples === channels && depth === this.bits) return line;
    const { colorRow } = this;
    const size = depth >> 3;
    const kept = this.bits >> 3;
    for (let x = 0, from = 0, to = 0; x < width; x++, from += samples * size)
      for (let channel = 0; channel < channels; channel++)
        for (let byte = 0; byte < kept; byte++) colorRow[to++] = line[from + channel * size + byte]!;
    return colorRow;
  }

  private fillAlphas(line: Uint8Array): void {
    const { header, alphas, key, alphaRow } = this;
    const { width, depth, samples } = header;
    if (alphas !== null) {
      for (let x = 0; x < width; x++) alphaRow[x] = alphas[sampleAt(line, x, depth)]!;
    } else if (key !== null) {
      for (let x = 0; x < width; x++) alphaRow[x] = isKey(line, x * samples, key, depth) ? 0 : 255;
    } else {
      const size = depth >> 3;
      for (let x = 0, from = (samples - 1) * size; x < width; x++, from += samples * size) alphaRow[x] = line[from]!;
    }
  }
}

/** Pads a table to `length` bytes, so that every index is valid. */
function paddedTo(length: number, bytes: Uint8Array, filler: number): Uint8Array {
  const padded = new Uint8Array(length).fill(filler);
  padded.set(bytes.subarray(0, length));
  return padded;
}

function keyOf({ colorType }: PngHeader, transparency: Uint8Array): number[] | null {
  const count = colorType === ColorType.Grey ? 1 : colorType === ColorType.Rgb ? 3 : 0;
  if (count === 0 || transparency.length < 2 * count) return null;
  return Array.from({ length: count }, (_, i) => (transparency[2 * i]! << 8) | transparency[2 * i + 1]!);
}

/** Returns whether the samples from `index` on equal the transparent color. */
function isKey(line: Uint8Array, index: number, key: readonly number[], depth: number): boolean {
  for (let i = 0; i < key.length; i++) {
    const at = (index + i) * 2;
    const sample = depth === 16 ? (line[at]! << 8) | line[at + 1]! : sampleAt(line, index + i, depth);
    if (sample !== key[i]) return false;
  }
  return true;
}
