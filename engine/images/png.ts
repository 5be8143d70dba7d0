/**
 * Decodes PNG (ISO 15948). PDF images use the same row format, so rows stay unchanged if possible. The data is then
 * only inflated to check them against the header. Images with opacity, excess bits per sample or interlacing are split
 * row by row. Samples are held as bytes until they are packed; interlaced images are also held as pixels.
 */
import type { Budget } from '../budget.ts';
import { inflatePieces, joined } from '../platform/compression.ts';
import { type CodedColors, codedColors } from './color-coding.ts';
import type { RasterData, SampleDepth, Samples } from './image.ts';
import { ColorType, type PngChunks, type PngHeader, readPngChunks } from './png-chunks.ts';
import { Filter, pixelBytesOf, unfilter } from '../platform/png-filter.ts';
import { PngPixels } from './png-pixels.ts';
import { RowCutter } from './row-cutter.ts';
import { rowBytesOf, sampleAt } from './samples.ts';

/** First column and row, and the steps to the next ones. */
type Pass = readonly [number, number, number, number];

/** The seven passes of an interlaced image. */
const ADAM7: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];
const WHOLE: readonly Pass[] = [[0, 0, 1, 1]];

/** The number of tolerated bytes after the image data, which some encoders leave. */
const SLACK = 1 << 16;

/** The maximum size of a profile in bytes. */
const MAX_PROFILE = 1 << 20;

/** Bytes of a row per tick of the budget. */
const BYTES_PER_TICK = 1 << 10;

/**
 * Returns null if the file is broken, or if its data is shorter or much longer than the header implies. `most` is the
 * maximum number of bits per color sample; opacity has 8.
 */
export function decodePng(bytes: Uint8Array, budget: Budget, most: SampleDepth = 8): RasterData | null {
  const chunks = readPngChunks(bytes);
  const data = chunks && decodePixels(chunks, budget, most);
  if (data === null || chunks === null) return data;
  const { density, orientation } = chunks;
  return {
    ...data,
    ...colorsOf(chunks, budget),
    ...(density !== null && { density }),
    ...(orientation !== 1 && { orientation }),
  };
}

/** Returns the color space of the file. `cICP` takes precedence over a profile (third edition §11.3.2.6). */
function colorsOf({ header, profile, coding }: PngChunks, budget: Budget): CodedColors {
  const isGrey = header.colorType === ColorType.Grey || header.colorType === ColorType.GreyAlpha;
  // Primaries have no effect on gray.
  if (coding !== null && !isGrey) return codedColors(...coding);
  const found = profile === null ? null : inflateProfile(profile, budget);
  return found !== null && isFor(isGrey ? 'GRAY' : 'RGB ', found) ? { profile: found } : {};
}

/** Returns whether a profile is for this kind of colors. Others are meaningless in a PNG (third edition §11.3.2.3). */
const isFor = (colors: string, profile: Uint8Array): boolean =>
  String.fromCharCode(...profile.subarray(16, 20)) === colors;

/** Returns null if the profile is broken or implausibly large. */
function inflateProfile(chunk: Uint8Array, budget: Budget): Uint8Array | null {
  const pieces: Uint8Array[] = [];
  const isWhole = inflatePieces(chunk.subarray(chunk.indexOf(0) + 2), MAX_PROFILE, (piece) => {
    budget.tickBy(1 + piece.length / BYTES_PER_TICK);
    pieces.push(piece.slice());
  });
  return isWhole ? joined(pieces) : null;
}

function decodePixels(chunks: PngChunks, budget: Budget, most: SampleDepth): RasterData | null {
  const { header, transparency } = chunks;
  const isOpaque =
    transparency === null && header.colorType !== ColorType.GreyAlpha && header.colorType !== ColorType.Rgba;
  const color = header.interlaced || header.depth > most ? null : colorAsItCame(chunks);
  if (color !== null && isOpaque) {
    const pixels = new PngPixels(chunks, color, most);
    return eachFilteredRow(chunks, budget, () => undefined) ? pixels.finish(budget) : null;
  }
  return budget.holding(PngPixels.bytesFor(chunks, color, most), () =>
    header.interlaced ? decodeInterlaced(chunks, budget, most) : decodeRows(chunks, budget, color, most),
  );
}

/** Returns the color samples in their filtered rows, or null if opacity is interleaved with them. */
function colorAsItCame({ header, data }: PngChunks): Samples | null {
  if (header.samples !== 1 && header.samples !== 3) return null;
  return { channels: header.samples, bits: header.depth as Samples['bits'], form: 'png', bytes: data };
}

function decodeRows(chunks: PngChunks, budget: Budget, color: Samples | null, most: SampleDepth): RasterData | null {
  const { samples, depth } = chunks.header;
  const pixels = new PngPixels(chunks, color, most);
  const pixelBytes = pixelBytesOf(samples, depth);
  let above: Uint8Array = new Uint8Array(rowBytesOf(chunks.header.width, samples, depth));
  const isWhole = eachFilteredRow(chunks, budget, (filter, line) => {
    unfilter(filter, line, above, pixelBytes);
    above = line;
    pixels.put(line, filter);
  });
  return isWhole ? pixels.finish(budget) : null;
}

function decodeInterlaced(chunks: PngChunks, budget: Budget, most: SampleDepth): RasterData | null {
  const { header } = chunks;
  const length = rowBytesOf(header.width, header.samples, header.depth);
  return budget.holding(length * header.height, () => {
    const whole = joinPasses(chunks, budget, length);
    if (whole === null) return null;
    const pixels = new PngPixels(chunks, null, most);
    for (let y = 0; y < header.height; y++) {
      budget.tickBy(1 + length / BYTES_PER_TICK);
      pixels.put(whole.subarray(y * length, (y + 1) * length), null);
    }
    return pixels.finish(budget);
  });
}

/** Assembles all rows of an interlaced image, `length` bytes each. Returns null if the data is broken. */
function joinPasses(chunks: PngChunks, budget: Budget, length: number): Uint8Array | null {
  const { header } = chunks;
  const whole = new Uint8Array(length * header.height);
  const pixelBytes = pixelBytesOf(header.samples, header.depth);
  let above: Uint8Array = whole;
  const isWhole = eachFilteredRow(chunks, budget, (filter, line, pass, row) => {
    if (row === 0) above = new Uint8Array(line.length);
    unfilter(filter, line, above, pixelBytes);
    above = line;
    const [x, y, stepX, stepY] = ADAM7[pass]!;
    const to = (y + row * stepY) * length;
    scatter(line, header, whole.subarray(to, to + length), x, stepX);
  });
  return isWhole ? whole : null;
}

/** Copies the pixels of a pass's row to their places in the image's row. */
function scatter(
  line: Uint8Array,
  { width, samples, depth }: PngHeader,
  out: Uint8Array,
  x: number,
  stepX: number,
): void {
  if (depth < 8) {
    for (let from = 0, to = x; to < width; from++, to += stepX)
      out[(to * depth) >> 3]! |= sampleAt(line, from, depth) << (8 - depth - ((to * depth) & 7));
    return;
  }
  const size = pixelBytesOf(samples, depth);
  for (let from = 0, to = x * size; to < out.length; from += size, to += stepX * size)
    for (let i = 0; i < size; i++) out[to + i] = line[from + i]!;
}

/**
 * Calls `see` for every row of every pass, in file order. Returns false if the data doesn't match the header. `see` may
 * modify and keep the row.
 */
function eachFilteredRow(
  { header, data }: PngChunks,
  budget: Budget,
  see: (filter: number, line: Uint8Array, pass: number, row: number) => void,
): boolean {
  const groups = (header.interlaced ? ADAM7 : WHOLE).map(([x, y, stepX, stepY]) => ({
    length: rowBytesOf(Math.ceil((header.width - x) / stepX), header.samples, header.depth),
    rows: Math.ceil((header.height - y) / stepY),
  }));
  let length = 0;
  for (const group of groups) if (group.length > 0) length += (group.length + 1) * group.rows;
  let isSound = true;
  const rows = new RowCutter(groups, (filter, line, pass, row) => {
    budget.tickBy(1 + line.length / BYTES_PER_TICK);
    if (filter > Filter.Paeth) isSound = false;
    else see(filter, line, pass, row);
  });
  return inflatePieces(data, length + SLACK, (piece) => rows.take(piece)) && rows.isComplete && isSound;
}
