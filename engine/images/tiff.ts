/**
 * Decodes the first image of a TIFF 6.0 file: strips or tiles with 1 to 16 bits per sample. Colors are gray, palette,
 * RGB, CMYK or, in JPEG, YCbCr, with or without alpha. Data is uncompressed or compressed with PackBits, LZW, Deflate,
 * JPEG or as a fax. The old JPEG compression of TIFF 6.0 isn't supported.
 */
import type { Budget } from '../budget.ts';
import { inflate, joined } from '../platform/compression.ts';
import { type FaxOptions, unpackFax } from './fax-decoder.ts';
import type { RasterData } from './image.ts';
import { decodeJpegSamples } from './jpeg-decoder.ts';
import { rowBytesOf } from './samples.ts';
import { Compression, type Layout, readLayout } from './tiff-layout.ts';
import { LzwUnpacker, unpackBits } from './tiff-packing.ts';
import { painterOf, paintingBytes, type PiecePainter } from './tiff-pixels.ts';

/**
 * Decodes the first image of a TIFF file (TIFF 6.0). Returns null if it is broken or has an unsupported compression.
 */
export function decodeTiff(bytes: Uint8Array, budget: Budget): RasterData | null {
  const layout = readLayout(bytes);
  if (layout === null) return null;
  return budget.holding(paintingBytes(layout), () => {
    const painter = painterOf(layout);
    if (!eachPiece(bytes, layout, budget, painter)) return null;
    const raster = painter.finish(budget);
    return layout.profile.length === 0 ? raster : { ...raster, profile: Uint8Array.from(layout.profile) };
  });
}

/** Unpacks and paints every strip or tile. Returns false if one is missing or unsupported. */
function eachPiece(bytes: Uint8Array, layout: Layout, budget: Budget, painter: PiecePainter): boolean {
  const { width, height, pieceWidth, pieceHeight, isTiled, isPlanar, samples, bits } = layout;
  const across = Math.ceil(width / pieceWidth);
  const pieces = across * Math.ceil(height / pieceHeight);
  const planes = isPlanar ? samples : 1;
  const rowLength = rowBytesOf(pieceWidth, isPlanar ? 1 : samples, bits);
  if (layout.offsets.length < pieces * planes || layout.lengths.length < pieces * planes) return false;
  if (rowLength * pieceHeight > (width + pieceWidth) * (height + pieceHeight) * samples * 2) return false;
  const lzw = layout.compression === Compression.Lzw ? new LzwUnpacker() : null;
  for (let i = 0; i < pieces * planes; i++) {
    const plane = Math.floor(i / pieces);
    const x = ((i % pieces) % across) * pieceWidth;
    const y = Math.floor((i % pieces) / across) * pieceHeight;
    const rows = Math.min(pieceHeight, height - y);
    budget.tick();
    const packed = bytes.subarray(layout.offsets[i], layout.offsets[i]! + layout.lengths[i]!);
    // Strips end with the image. Tiles have rows below it.
    const size = { width: pieceWidth, height: isTiled ? pieceHeight : rows };
    const data =
      lzw?.unpack(packed, rowLength * size.height, budget) ?? unpacked(packed, layout, size, rowLength, budget);
    if (data === null) return false;
    for (let row = 0; row < rows; row++) {
      budget.tick();
      const line = data.subarray(row * rowLength, (row + 1) * rowLength);
      if (layout.hasPredictor) undoDifferences(line, layout);
      painter.row(line, x, y + row, plane);
    }
  }
  return true;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Unpacks a strip or tile. Returns null if it is broken or its compression unsupported. */
function unpacked(
  packed: Uint8Array,
  layout: Layout,
  size: Size,
  rowLength: number,
  budget: Budget,
): Uint8Array | null {
  const length = rowLength * size.height;
  switch (layout.compression) {
    case Compression.None:
      return packed.slice(0, length);
    case Compression.PackBits:
      return unpackBits(packed, length, budget);
    case Compression.Deflate:
    case Compression.OldDeflate:
      return inflate(packed, length + (1 << 16));
    case Compression.Jpeg:
      return decodeJpegSamples(jpegOf(packed, layout), size, layout.isPlanar ? 1 : layout.samples, budget);
    default: {
      const coding = FAX_CODINGS.get(layout.compression);
      if (coding === undefined || layout.bits !== 1 || layout.samples !== 1) return null;
      const { isTwoDimensional } = layout;
      const data = layout.isBackward ? packed.map(reversed) : packed;
      return unpackFax(data, { width: size.width, rows: size.height, coding, isTwoDimensional }, budget);
    }
  }
}

const FAX_CODINGS: ReadonlyMap<number, FaxOptions['coding']> = new Map([
  [Compression.Huffman, 'huffman'],
  [Compression.FaxGroup3, 't4'],
  [Compression.FaxGroup4, 't6'],
]);

/** Returns a byte with its bits in reverse order. */
function reversed(byte: number): number {
  let result = 0;
  for (let bit = 0; bit < 8; bit++) result |= ((byte >> bit) & 1) << (7 - bit);
  return result;
}

/** Returns a whole JPEG: the tables without their last marker, and the part without its first. */
function jpegOf(part: Uint8Array, { jpegTables }: Layout): Uint8Array {
  const tables = Uint8Array.from(jpegTables).subarray(0, -2);
  return tables.length < 2 ? part : joined([tables, part.subarray(2)]);
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
