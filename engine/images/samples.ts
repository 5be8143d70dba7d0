/** Reads pixels from packed samples. */
import { inflatePieces } from '../platform/compression.ts';
import type { RasterData, Samples } from './image.ts';
import { pixelBytesOf, unfilter } from '../platform/png-filter.ts';
import { RowCutter } from './row-cutter.ts';

/** Returns the bytes per row of samples. */
export function rowBytesOf(width: number, channels: number, bits: number): number {
  return Math.ceil((width * channels * bits) / 8);
}

/** Returns sample `index` of a row; for 16 bits, the high byte. */
export function sampleAt(line: Uint8Array, index: number, bits: number): number {
  if (bits === 8) return line[index]!;
  if (bits === 16) return line[2 * index]!;
  const bit = index * bits;
  return (line[bit >> 3]! >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
}

/** Calls `see` for every unfiltered row in order. The row is valid until the next call. */
function eachRow(samples: Samples, width: number, height: number, see: (line: Uint8Array, y: number) => void): void {
  const length = rowBytesOf(width, samples.channels, samples.bits);
  if (samples.form === 'plain') {
    for (let y = 0; y < height; y++) see(samples.bytes.subarray(y * length, (y + 1) * length), y);
    return;
  }
  const pixelBytes = pixelBytesOf(samples.channels, samples.bits);
  let above: Uint8Array = new Uint8Array(length);
  let y = 0;
  const rows = new RowCutter([{ length, rows: height }], (filter, line) => {
    unfilter(filter, line, above, pixelBytes);
    above = line;
    see(line, y++);
  });
  inflatePieces(samples.bytes, (length + 1) * height + (1 << 16), (piece) => rows.take(piece));
}

/** Returns red, green and blue of every pixel, or of every palette entry. */
export function colorsOf(data: RasterData): Uint8Array {
  const { width, height, color, palette } = data;
  if (palette !== null) return palette;
  const colors = new Uint8Array(width * height * 3);
  const scale = color.bits >= 8 ? 1 : 255 / ((1 << color.bits) - 1);
  eachRow(color, width, height, (line, y) => {
    if (color.channels === 3 && color.bits === 8) return colors.set(line, y * width * 3);
    if (color.channels === 3) {
      for (let i = 0; i < width * 3; i++) colors[y * width * 3 + i] = sampleAt(line, i, color.bits);
      return;
    }
    for (let x = 0; x < width; x++)
      colors.fill(sampleAt(line, x, color.bits) * scale, 3 * (y * width + x), 3 * (y * width + x + 1));
  });
  return colors;
}

/** Returns red, green and blue of every pixel, with palette indices resolved. */
export function pixelColorsOf(data: RasterData): Uint8Array {
  const { width, height, color, palette } = data;
  if (palette === null) return colorsOf(data);
  const colors = new Uint8Array(width * height * 3);
  eachRow(color, width, height, (line, y) => {
    for (let x = 0, to = y * width * 3; x < width; x++, to += 3) {
      const entry = 3 * sampleAt(line, x, color.bits);
      for (let c = 0; c < 3; c++) colors[to + c] = palette[entry + c]!;
    }
  });
  return colors;
}

/** Returns the opacity of every pixel, one byte each. */
export function alphasOf({ width, height }: RasterData, alpha: Samples): Uint8Array {
  const alphas = new Uint8Array(width * height);
  eachRow(alpha, width, height, (line, y) => alphas.set(line, y * width));
  return alphas;
}

/** Returns red, green, blue and opacity of every pixel, not premultiplied. */
export function rgbaOf(data: RasterData): Uint8Array {
  const colors = pixelColorsOf(data);
  const alphas = data.alpha === null ? null : alphasOf(data, data.alpha);
  const out = new Uint8Array(data.width * data.height * 4);
  for (let i = 0, from = 0, to = 0; to < out.length; i++) {
    for (let c = 0; c < 3; c++) out[to++] = colors[from++]!;
    out[to++] = alphas === null ? 255 : alphas[i]!;
  }
  return out;
}
