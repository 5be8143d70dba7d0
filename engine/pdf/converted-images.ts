/** Converts images to the process inks of an output intent. */
import type { Budget } from '../budget.ts';
import type { RasterData } from '../images/image.ts';
import { packingBytes, RowPacker } from '../images/row-packer.ts';
import { pixelColorsOf } from '../images/samples.ts';
import type { InkConversion } from './ink-conversion.ts';
import type { ConvertedImage, ImageConverter, JpegData, JpegDecoder } from './pdf-images.ts';

type Sized = Pick<RasterData, 'width' | 'height' | 'profile'>;

/** Bytes per pixel for its red, green and blue, and its inks. */
const BYTES_PER_PIXEL = 7;

/** Returns a converter for the images of a file. `onUnreadable` is called for a JPEG that can't be decoded. */
export function imageConverter(conversion: InkConversion, budget: Budget, onUnreadable: () => void): ImageConverter {
  return new ConvertedImages(conversion, budget, onUnreadable);
}

class ConvertedImages implements ImageConverter {
  private readonly conversion: InkConversion;
  private readonly budget: Budget;
  private readonly onUnreadable: () => void;

  constructor(conversion: InkConversion, budget: Budget, onUnreadable: () => void) {
    this.conversion = conversion;
    this.budget = budget;
    this.onUnreadable = onUnreadable;
  }

  raster(data: RasterData): ConvertedImage {
    const { conversion, budget } = this;
    const { color, palette, profile, width, height } = data;
    if (palette !== null)
      return { samples: color, palette: { components: 4, bytes: conversion.pixelsOf(palette, profile) } };
    if (color.channels === 1 && color.bits <= 8)
      return { samples: color, palette: { components: 1, bytes: graysInInk((1 << color.bits) - 1, conversion) } };
    return budget.holding(BYTES_PER_PIXEL * width * height, () => {
      const colors = pixelColorsOf(data);
      return color.channels === 3 ? this.pixels(colors, data) : this.grays(colors, 3);
    });
  }

  jpeg(data: JpegData, decode: JpegDecoder): ConvertedImage | null {
    const rgba = decode(data);
    if (rgba === null) {
      this.onUnreadable();
      return null;
    }
    const count = data.width * data.height;
    return this.budget.holding(BYTES_PER_PIXEL * count, () => {
      if (data.components === 1) return this.grays(rgba, 4);
      const rgb = new Uint8Array(3 * count);
      for (let i = 0; i < count; i++) rgb.set(rgba.subarray(4 * i, 4 * i + 3), 3 * i);
      return this.pixels(rgb, data);
    });
  }

  /** `step`: bytes from one pixel to the next. */
  private grays(pixels: Uint8Array, step: number): ConvertedImage {
    const table = graysInInk(255, this.conversion);
    const bytes = Uint8Array.from({ length: pixels.length / step }, (_, i) => table[pixels[step * i]!]!);
    return { samples: { channels: 1, bits: 8, form: 'plain', bytes }, palette: null };
  }

  private pixels(rgb: Uint8Array, { width, height, profile }: Sized): ConvertedImage {
    const { budget } = this;
    const inks = this.conversion.pixelsOf(rgb, profile);
    const row = 4 * width;
    return budget.holding(packingBytes(row, height), () => {
      const packer = new RowPacker(row, 4, 8, true, height);
      for (let y = 0; y < height; y++) {
        budget.tick();
        packer.put(inks.subarray(y * row, (y + 1) * row), null);
      }
      return { samples: packer.finish(budget), palette: null };
    });
  }
}

/** Returns the gray of the black ink for each gray from 0 to `last`. 255 is paper. */
function graysInInk(last: number, conversion: InkConversion): Uint8Array {
  return Uint8Array.from({ length: last + 1 }, (_, i) => Math.round(255 * (1 - conversion.blackFor(i / last))));
}
