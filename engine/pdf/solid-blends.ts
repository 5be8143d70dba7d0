/** Replaces transparent drawings over a single known color by opaque ones that look the same. */
import { Color, InkColor } from '../css/color.ts';
import type { ImageResource, RasterData } from '../images/image.ts';
import { rasterFromRgba } from '../images/raster.ts';
import { rgbaOf } from '../images/samples.ts';
import { blended, blendedBy } from '../paint/color-interpolation.ts';
import type { Command, CommandOf, DisplayList, Glyphs } from '../paint/display-list.ts';
import { type FilteredImages, type FilterServices, MappedColors } from '../paint/mapped-colors.ts';

const isTranslucent = ({ a }: Color): boolean => a > 0 && a < 1;

/** Returns whether a command needs transparency in the file. A group counts by its own look, not by its content. */
export function isTransparent(command: Command): boolean {
  switch (command.type) {
    case 'fillRect':
    case 'fillPath':
    case 'strokePath':
      return isTranslucent(command.color);
    case 'drawGlyphs':
      return isTranslucent(command.color) || (command.stroke !== null && isTranslucent(command.stroke.color));
    case 'fillGradient':
      return command.gradient.stops.some(({ color }) => color.a < 1);
    case 'drawImage':
      return command.image.data.type === 'raster' && command.image.data.alpha !== null;
    case 'beginGroup':
      return command.opacity < 1 || command.blend !== 'normal';
    case 'beginMask':
      return true;
    case 'shadow':
    case 'backdrop':
    case 'fillPattern':
      return command.content.some(isTransparent);
    case 'field':
      return [command.shown, command.checked, command.unchecked].some((list) => list?.some(isTransparent));
    default:
      return false;
  }
}

/** Bytes per pixel while an image is blended: its pixels, and the rows made from them. */
const BLENDED_BYTES = 12;
const PIXELS_PER_TICK = 64;

/** Blends drawings with one color below them. Images that recur are blended once. */
export class SolidBlends {
  private readonly services: FilterServices;
  private readonly grouped = new Map<string, FilteredImages>();
  private readonly images = new Map<RasterData, Map<string, ImageResource>>();

  constructor(services: FilterServices) {
    this.services = services;
  }

  /** Returns opaque commands that look like a command over `below`. null: none do. */
  command(command: Command, below: Color): Command | null {
    switch (command.type) {
      case 'fillRect':
      case 'fillPath':
      case 'strokePath':
        return { ...command, color: blended(command.color, command.color.a, below) };
      case 'drawGlyphs':
        return glyphsOver(command, below);
      case 'drawImage':
        return this.image(command, below);
      default:
        return null;
    }
  }

  /** Returns opaque commands that look like a group with this content over `below`. null: none do. */
  group({ opacity, blend }: CommandOf<'beginGroup'>, content: DisplayList, below: Color): DisplayList | null {
    if (content.some((one) => isTransparent(one) || one.type === 'field' || isPlacedPage(one))) return null;
    const mode = blendedBy(blend, below);
    if (mode === null) return null;
    const key = `${opacity} ${blend} ${keyOf(below)}`;
    const images = this.grouped.get(key) ?? new Map<ImageResource, ImageResource | null>();
    this.grouped.set(key, images);
    const map = (color: Color): Color => (color.a > 0 ? blended(mode(color), opacity, below) : color);
    return new MappedColors(map, false, this.services, images).of(content);
  }

  private image(command: CommandOf<'drawImage'>, below: Color): Command | null {
    const { data } = command.image;
    if (data.type !== 'raster') return null;
    const isPaper = below.r === 1 && below.g === 1 && below.b === 1;
    // The components of other colors depend on the profile.
    if (data.profile !== undefined && !isPaper) return null;
    const byColor = this.images.get(data) ?? new Map<string, ImageResource>();
    this.images.set(data, byColor);
    const key = keyOf(below);
    const image = byColor.get(key) ?? { ...command.image, data: this.opaque(data, below) };
    byColor.set(key, image);
    return { ...command, image };
  }

  private opaque(data: RasterData, below: Color): RasterData {
    const { width, height } = data;
    const { budget } = this.services;
    budget.tickBy((width * height) / PIXELS_PER_TICK);
    return budget.holding(BLENDED_BYTES * width * height, () => {
      const rgba = rgbaOf(data);
      const under = [below.r * 255, below.g * 255, below.b * 255] as const;
      for (let i = 0; i < rgba.length; i += 4) {
        const alpha = rgba[i + 3]! / 255;
        for (let c = 0; c < 3; c++) rgba[i + c] = Math.round(rgba[i + c]! * alpha + under[c]! * (1 - alpha));
        rgba[i + 3] = 255;
      }
      return { ...data, ...rasterFromRgba(rgba, width, height, budget) };
    });
  }
}

function glyphsOver(command: Glyphs, below: Color): Command | null {
  const { color, stroke } = command;
  // A translucent outline shows the letters below it.
  if (stroke !== null && isTranslucent(stroke.color) && color.a > 0) return null;
  const line = stroke && { ...stroke, color: blended(stroke.color, stroke.color.a, below) };
  return { ...command, color: color.a > 0 ? blended(color, color.a, below) : color, stroke: line };
}

const keyOf = (color: Color): string =>
  JSON.stringify([color.r, color.g, color.b, color instanceof InkColor ? color.inks : null]);

const isPlacedPage = (command: Command): boolean => command.type === 'drawImage' && command.image.data.type === 'pdf';
