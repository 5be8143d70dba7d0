/** Turns the samples of a TIFF's strips and tiles into pixels. */
import type { Budget } from '../budget.ts';
import { Filter } from '../platform/png-filter.ts';
import type { RasterData } from './image.ts';
import { lightOfLuma } from './jpeg-colors.ts';
import { rasterFromRgba } from './raster.ts';
import { RowPacker } from './row-packer.ts';
import { rowBytesOf, sampleAt } from './samples.ts';
import { type Layout, Photometric } from './tiff-layout.ts';

/** Receives the rows of strips and tiles. */
export interface PiecePainter {
  /** Takes a row of a strip or tile whose first pixel is at `x`, `y`. `plane`: the sample, if each has its own plane. */
  row(line: Uint8Array, x: number, y: number, plane: number): void;
  /** Returns the image when all rows are there. */
  finish(budget: Budget): RasterData;
}

/** Memory for a pixel's color and alpha, and for its unpacked data. */
const BYTES_PER_PIXEL = 12;

/** Returns the memory that the painter of an image and its result need, in bytes. */
export const paintingBytes = (layout: Layout): number =>
  isBilevel(layout)
    ? 3 * rowBytesOf(layout.width, 1, 1) * layout.height
    : layout.width * layout.height * BYTES_PER_PIXEL;

/** Returns the painter for an image. */
export const painterOf = (layout: Layout): PiecePainter =>
  isBilevel(layout) ? new BilevelPainter(layout) : new PixelPainter(layout);

/** Returns whether an image is only black and white, in rows of strips or tiles that begin at whole bytes. */
const isBilevel = ({ bits, samples, photometric, pieceWidth, width }: Layout): boolean =>
  bits === 1 &&
  samples === 1 &&
  photometric <= Photometric.BlackIsZero &&
  (pieceWidth % 8 === 0 || pieceWidth >= width);

/** Keeps the bits of black and white images, which are often large scans. */
class BilevelPainter implements PiecePainter {
  private readonly layout: Layout;
  private readonly rowBytes: number;
  private readonly bits: Uint8Array;

  constructor(layout: Layout) {
    this.layout = layout;
    this.rowBytes = rowBytesOf(layout.width, 1, 1);
    this.bits = new Uint8Array(this.rowBytes * layout.height);
  }

  row(line: Uint8Array, x: number, y: number): void {
    const from = x >> 3;
    this.bits.set(line.subarray(0, this.rowBytes - from), y * this.rowBytes + from);
  }

  finish(budget: Budget): RasterData {
    const { width, height, photometric } = this.layout;
    if (photometric === Photometric.WhiteIsZero) for (let i = 0; i < this.bits.length; i++) this.bits[i]! ^= 0xff;
    const packer = new RowPacker(this.rowBytes, 1, 1, true);
    for (let y = 0; y < height; y++) {
      budget.tickBy(1 + this.rowBytes / 32);
      packer.put(this.bits.subarray(y * this.rowBytes, (y + 1) * this.rowBytes), Filter.Up);
    }
    return { type: 'raster', width, height, color: packer.finish(budget), palette: null, alpha: null };
  }
}

/** Collects samples and converts them to colors. */
class PixelPainter implements PiecePainter {
  private readonly layout: Layout;
  private readonly rgba: Uint8Array;
  /** Samples of all planes, if the planes are stored separately. */
  private readonly planes: Uint8Array | null;
  private readonly pixel: Uint8Array;

  constructor(layout: Layout) {
    this.layout = layout;
    const { width, height, samples, isPlanar } = layout;
    this.rgba = new Uint8Array(width * height * 4);
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
  finish(budget: Budget): RasterData {
    const { planes } = this;
    const { samples, width, height } = this.layout;
    if (planes !== null)
      for (let i = 0; i < width * height; i++) this.paint(i, planes.subarray(i * samples, (i + 1) * samples));
    return rasterFromRgba(this.rgba, width, height, budget);
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
    } else if (photometric === Photometric.Luma) {
      const light = lightOfLuma(pixel[0]!, pixel[1]!, pixel[2]!);
      for (let c = 0; c < 3; c++) rgba[at + c] = Math.min(255, Math.max(0, Math.round(light[c]!)));
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
