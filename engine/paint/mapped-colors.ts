/** Maps the colors of display lists, for filter functions without blur and for masks. */
import { Color } from '../css/color.ts';
import { FORMAT_NAMES, type ImageResource, type RasterData } from '../images/image.ts';
import { Filter } from '../platform/png-filter.ts';
import { rasterFromRgba } from '../images/raster.ts';
import { RowPacker } from '../images/row-packer.ts';
import { colorsOf } from '../images/samples.ts';
import type { Command, DisplayList } from './display-list.ts';
import type { PaintServices } from './paint-context.ts';
import { addToPath, sharpRect } from './rounded-rect.ts';

export type ColorMap = (color: Color) => Color;

/** Filtered images by original. null: the image can't be decoded. */
export type FilteredImages = Map<ImageResource, ImageResource | null>;

/** Services needed for filtering images. */
export type FilterServices = Pick<PaintServices, 'budget' | 'rasterizer' | 'diagnostics'>;

/**
 * Returns a gray of equal luminance. Luminance masks use CSS's coefficients (css-masking-1 §6.3), which differ from
 * PDF's. For grays both agree.
 */
export function luminanceOf(color: Color): Color {
  const grey = 0.2125 * color.r + 0.7154 * color.g + 0.0721 * color.b;
  return new Color(grey, grey, grey, color.a);
}

/** Maps every color of a list. The content of masks, which is only coverage, keeps its colors. */
export class MappedColors {
  private readonly map: ColorMap;
  private readonly isSilhouette: boolean;
  private readonly services: FilterServices;
  private readonly images: FilteredImages;

  /**
   * `isSilhouette`: images that can't be decoded become rectangles. `images` caches the images of this color map.
   */
  constructor(map: ColorMap, isSilhouette: boolean, services: FilterServices, images: FilteredImages = new Map()) {
    this.map = map;
    this.isSilhouette = isSilhouette;
    this.services = services;
    this.images = images;
  }

  of(list: DisplayList): DisplayList {
    this.services.budget.tickBy(list.length);
    return list.map((command) => this.command(command));
  }

  private command(command: Command): Command {
    const { map } = this;
    switch (command.type) {
      case 'fillRect':
      case 'fillPath':
      case 'strokePath':
        return { ...command, color: map(command.color) };
      case 'fillGradient': {
        const stops = command.gradient.stops.map(({ offset, color }) => ({ offset, color: map(color) }));
        return { ...command, gradient: { ...command.gradient, stops } };
      }
      case 'drawGlyphs': {
        const { color, stroke } = command;
        return { ...command, color: map(color), stroke: stroke && { width: stroke.width, color: map(stroke.color) } };
      }
      case 'drawImage':
        return this.image(command);
      case 'fillPattern':
      case 'shadow':
      case 'backdrop':
        return { ...command, content: this.of(command.content) };
      case 'field': {
        const { look, shown, checked, unchecked } = command;
        return {
          ...command,
          look: { ...look, color: map(look.color) },
          shown: this.of(shown),
          checked: checked && this.of(checked),
          unchecked: unchecked && this.of(unchecked),
        };
      }
      default:
        return command;
    }
  }

  private image(command: Command & { readonly type: 'drawImage' }): Command {
    const image = this.filteredImage(command.image);
    if (image !== null) return { ...command, image };
    if (!this.isSilhouette) return command;
    const { x, y, width, height } = command;
    const path = addToPath([], sharpRect(x, y, width, height));
    return { type: 'fillPath', path, evenOdd: false, color: this.map(Color.BLACK) };
  }

  /** Returns the image with its pixels mapped, or null if it can't be decoded. */
  private filteredImage(image: ImageResource): ImageResource | null {
    const known = this.images.get(image);
    if (known !== undefined) return known;
    const filtered = this.filtered(image);
    this.images.set(image, filtered);
    return filtered;
  }

  private filtered(image: ImageResource): ImageResource | null {
    const { data } = image;
    if (data.type === 'raster') return { ...image, data: this.filteredData(data) };
    if (data.type === 'pdf' && !this.isSilhouette)
      this.services.diagnostics.warn('paint/raster', 'Filters leave the pages of a PDF unchanged.');
    if (data.type === 'coded' && !this.isSilhouette)
      this.services.diagnostics.warn(
        'paint/raster',
        `Filters leave the colors of a ${FORMAT_NAMES[data.coding]} unchanged.`,
      );
    if (data.type !== 'jpeg' || this.isSilhouette) return null;
    const pixels = this.services.rasterizer.decodeJpeg(data);
    if (pixels === null) {
      this.services.diagnostics.warn('paint/raster', "A JPEG can't be decoded, so filters leave its colors unchanged.");
      return null;
    }
    const { width, height, orientation } = data;
    return this.services.budget.holding(width * height * 8, () => {
      const raster = rasterFromRgba(pixels, width, height, this.services.budget);
      return { ...image, data: { ...this.filteredData(raster), orientation } };
    });
  }

  /** Maps the palette of an indexed image, or else each pixel. */
  private filteredData(data: RasterData): RasterData {
    const { width, height } = data;
    if (data.palette !== null) return { ...data, palette: this.filteredColors(data.palette) };
    return this.services.budget.holding(width * height * 3, () => {
      const colors = this.filteredColors(colorsOf(data));
      const packer = new RowPacker(width * 3, 3, 8, false);
      for (let y = 0; y < height; y++) packer.put(colors.subarray(y * width * 3, (y + 1) * width * 3), Filter.None);
      return { ...data, color: packer.finish(this.services.budget) };
    });
  }

  private filteredColors(rgb: Uint8Array): Uint8Array {
    const filtered = new Uint8Array(rgb.length);
    for (let i = 0; i < rgb.length; i += 3) {
      this.services.budget.tick();
      const color = this.map(new Color(rgb[i]! / 255, rgb[i + 1]! / 255, rgb[i + 2]! / 255, 1));
      filtered[i] = Math.round(color.r * 255);
      filtered[i + 1] = Math.round(color.g * 255);
      filtered[i + 2] = Math.round(color.b * 255);
    }
    return filtered;
  }
}
