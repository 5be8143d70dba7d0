import { Color } from '../css/color.ts';
import { type ContentLayer } from '../css/computed-values.ts';
import type { Budget } from '../budget.ts';
import type { SourcePosition } from '../diagnostics.ts';
import type { ImageResource, RasterData } from '../images/image.ts';
import { Filter } from '../platform/png-filter.ts';
import { rasterFromRgba } from '../images/raster.ts';
import { RowPacker } from '../images/row-packer.ts';
import { colorsOf } from '../images/samples.ts';
import type {
  Bookmark,
  ArtifactKind,
  Bounds,
  Canvas,
  FieldLook,
  GlyphPlacement,
  GradientPaint,
  LinkLabel,
  LinkTarget,
  Matrix,
  PageLabel,
  Path,
  StrokeStyle,
  SheetTrim,
} from './canvas.ts';
import type { FormField } from '../semantics/form-fields.ts';
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

/**
 * Draws on another canvas with every color mapped, for filter functions without blur. As a silhouette it draws only
 * shapes, without text or links.
 */
export class ColorFilterCanvas implements Canvas {
  readonly base: Canvas;
  private readonly map: ColorMap;
  private readonly silhouette: boolean;
  private readonly services: FilterServices;
  private readonly images: FilteredImages;
  /** Depth of masks, whose colors aren't mapped. */
  private inMask = 0;

  /** `images` caches the images of this color map. */
  constructor(
    base: Canvas,
    map: ColorMap,
    silhouette: boolean,
    services: FilterServices,
    images: FilteredImages = new Map(),
  ) {
    this.base = base;
    this.map = map;
    this.silhouette = silhouette;
    this.services = services;
    this.images = images;
  }

  private get budget(): Budget {
    return this.services.budget;
  }

  private color(color: Color): Color {
    return this.inMask > 0 ? color : this.map(color);
  }

  beginPage(width: number, height: number, trim: SheetTrim | null, label: PageLabel | null): void {
    this.base.beginPage(width, height, trim, label);
  }

  endPage(): void {
    this.base.endPage();
  }

  leavePage(id: number): void {
    this.base.leavePage(id);
  }

  returnToPage(id: number): void {
    this.base.returnToPage(id);
  }

  save(): void {
    this.base.save();
  }

  restore(): void {
    this.base.restore();
  }

  transform(matrix: Matrix): void {
    this.base.transform(matrix);
  }

  clipRect(x: number, y: number, width: number, height: number): void {
    this.base.clipRect(x, y, width, height);
  }

  clipPath(path: Path, evenOdd: boolean): void {
    this.base.clipPath(path, evenOdd);
  }

  fillRect(x: number, y: number, width: number, height: number, color: Color): void {
    this.base.fillRect(x, y, width, height, this.color(color));
  }

  fillPath(path: Path, evenOdd: boolean, color: Color): void {
    this.base.fillPath(path, evenOdd, this.color(color));
  }

  strokePath(path: Path, stroke: StrokeStyle, color: Color): void {
    this.base.strokePath(path, stroke, this.color(color));
  }

  fillGradient(path: Path, evenOdd: boolean, gradient: GradientPaint): void {
    const stops = gradient.stops.map((stop) => ({ offset: stop.offset, color: this.color(stop.color) }));
    this.base.fillGradient(path, evenOdd, { ...gradient, stops });
  }

  fillPattern(
    path: Path,
    cell: { x: number; y: number; width: number; height: number; stepX: number; stepY: number },
    draw: (canvas: Canvas) => void,
  ): void {
    this.base.fillPattern(path, cell, () => draw(this));
  }

  drawGlyphs(placement: GlyphPlacement, color: Color, stroke: { width: number; color: Color } | null): void {
    const mute = this.silhouette ? { ...placement, text: '', paragraph: '' } : placement;
    this.base.drawGlyphs(mute, this.color(color), stroke && { width: stroke.width, color: this.color(stroke.color) });
  }

  drawImage(image: ImageResource, x: number, y: number, width: number, height: number, smooth: boolean): void {
    const filtered = this.inMask > 0 ? image : this.filteredImage(image);
    if (filtered) return this.base.drawImage(filtered, x, y, width, height, smooth);
    // The shadow of an image that can't be decoded is its rectangle.
    if (!this.silhouette) return this.base.drawImage(image, x, y, width, height, smooth);
    const path = addToPath([], sharpRect(x, y, width, height));
    this.base.fillPath(path, false, this.color(Color.BLACK));
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
    if (data.type === 'pdf' && !this.silhouette)
      this.services.diagnostics.warn('paint/raster', 'Filters leave the pages of a PDF unchanged.');
    if (data.type !== 'jpeg' || this.silhouette) return null;
    const pixels = this.services.rasterizer.decodeJpeg(data);
    if (pixels === null) {
      this.services.diagnostics.warn('paint/raster', "A JPEG can't be decoded, so filters leave its colors unchanged.");
      return null;
    }
    const { width, height, orientation } = data;
    return this.budget.holding(width * height * 8, () => {
      const raster = rasterFromRgba(pixels, width, height, this.budget);
      return { ...image, data: { ...this.filteredData(raster), orientation } };
    });
  }

  /** Maps the palette of an indexed image, or else each pixel. */
  private filteredData(data: RasterData): RasterData {
    const { width, height } = data;
    if (data.palette !== null) return { ...data, palette: this.filteredColors(data.palette) };
    return this.budget.holding(width * height * 3, () => {
      const colors = this.filteredColors(colorsOf(data));
      const packer = new RowPacker(width * 3, 3, 8, false);
      for (let y = 0; y < height; y++) packer.put(colors.subarray(y * width * 3, (y + 1) * width * 3), Filter.None);
      return { ...data, color: packer.finish(this.budget) };
    });
  }

  private filteredColors(rgb: Uint8Array): Uint8Array {
    const filtered = new Uint8Array(rgb.length);
    for (let i = 0; i < rgb.length; i += 3) {
      this.budget.tick();
      const color = this.map(new Color(rgb[i]! / 255, rgb[i + 1]! / 255, rgb[i + 2]! / 255, 1));
      filtered[i] = Math.round(color.r * 255);
      filtered[i + 1] = Math.round(color.g * 255);
      filtered[i + 2] = Math.round(color.b * 255);
    }
    return filtered;
  }

  beginGroup(opacity: number, blend: string, isolated: boolean): void {
    this.base.beginGroup(opacity, blend, isolated);
  }

  endGroup(): void {
    this.base.endGroup();
  }

  beginMask(
    kind: 'alpha' | 'luminance',
    bounds: { x: number; y: number; width: number; height: number },
    draw: (canvas: Canvas) => void,
  ): void {
    this.base.beginMask(kind, bounds, () => {
      this.inMask++;
      draw(this);
      this.inMask--;
    });
  }

  endMask(): void {
    this.base.endMask();
  }

  beginOverprint(): void {
    this.base.beginOverprint();
  }

  endOverprint(): void {
    this.base.endOverprint();
  }

  beginContentLayer(layer: ContentLayer, position: SourcePosition | null): void {
    this.base.beginContentLayer(layer, position);
  }

  endContentLayer(): void {
    this.base.endContentLayer();
  }

  link(x: number, y: number, width: number, height: number, target: LinkTarget, label: LinkLabel): void {
    if (!this.silhouette) this.base.link(x, y, width, height, target, label);
  }

  anchor(name: string, x: number, y: number, structure: number | null): void {
    if (!this.silhouette) this.base.anchor(name, x, y, structure);
  }

  bookmark(bookmark: Bookmark): void {
    if (!this.silhouette) this.base.bookmark(bookmark);
  }

  field(field: FormField, look: FieldLook, draw: (isChecked: boolean | null) => void): void {
    if (this.silhouette) draw(null);
    else this.base.field(field, { ...look, color: this.color(look.color) }, draw);
  }

  beginTag(structure: number, start: number, end: number, bounds: Bounds | null): void {
    if (this.silhouette) this.base.beginArtifact('layout');
    else this.base.beginTag(structure, start, end, bounds);
  }

  beginArtifact(kind: ArtifactKind): void {
    this.base.beginArtifact(kind);
  }

  endTag(): void {
    this.base.endTag();
  }
}
