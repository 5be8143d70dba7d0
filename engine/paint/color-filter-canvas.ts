import { Color } from '../css/computed-values.ts';
import type { ImageResource } from '../images/image.ts';
import type { Canvas, GlyphPlacement, GradientPaint, LinkTarget, Matrix, Path, StrokeStyle } from './canvas.ts';
import { addToPath, sharpRect } from './rounded-rect.ts';

export type ColorMap = (color: Color) => Color;

/** A luminance mask weighs colours by CSS's coefficients (css-masking-1 §6.3), which aren't PDF's: as greys they come to the same. */
export function luminanceOf(color: Color): Color {
  const grey = 0.2125 * color.r + 0.7154 * color.g + 0.0721 * color.b;
  return new Color(grey, grey, grey, color.a);
}

/**
 * Draws on another canvas with every colour changed: what filter functions without blur do to content. As a silhouette it draws shapes
 * that mean nothing to a reader: no text to find, no links.
 */
export class ColorFilterCanvas implements Canvas {
  readonly base: Canvas;
  private readonly map: ColorMap;
  private readonly silhouette: boolean;
  private readonly images = new Map<ImageResource, ImageResource | null>();
  /** Masks are made of what they were made of. */
  private inMask = 0;

  constructor(base: Canvas, map: ColorMap, silhouette: boolean) {
    this.base = base;
    this.map = map;
    this.silhouette = silhouette;
  }

  private color(color: Color): Color {
    return this.inMask > 0 ? color : this.map(color);
  }

  beginPage(width: number, height: number): void {
    this.base.beginPage(width, height);
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
    // A compressed photograph is left as it is; its shadow is its rectangle's.
    if (!this.silhouette) return this.base.drawImage(image, x, y, width, height, smooth);
    const path = addToPath([], sharpRect(x, y, width, height));
    this.base.fillPath(path, false, this.color(Color.BLACK));
  }

  /** The image with its pixels changed; null where they aren't decoded. */
  private filteredImage(image: ImageResource): ImageResource | null {
    const known = this.images.get(image);
    if (known !== undefined) return known;
    const { data } = image;
    let filtered: ImageResource | null = null;
    if (data.type === 'raster') {
      const count = data.pixels.length / data.channels;
      const pixels = new Uint8Array(count * 3);
      for (let i = 0; i < count; i++) {
        const at = i * data.channels;
        const r = data.pixels[at] / 255;
        const g = data.channels === 3 ? data.pixels[at + 1] / 255 : r;
        const b = data.channels === 3 ? data.pixels[at + 2] / 255 : r;
        const color = this.map(new Color(r, g, b, 1));
        pixels[3 * i] = Math.round(color.r * 255);
        pixels[3 * i + 1] = Math.round(color.g * 255);
        pixels[3 * i + 2] = Math.round(color.b * 255);
      }
      filtered = { ...image, data: { type: 'raster', channels: 3, pixels, alpha: data.alpha } };
    }
    this.images.set(image, filtered);
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

  link(x: number, y: number, width: number, height: number, target: LinkTarget): void {
    if (!this.silhouette) this.base.link(x, y, width, height, target);
  }

  anchor(name: string, x: number, y: number): void {
    if (!this.silhouette) this.base.anchor(name, x, y);
  }

  bookmark(level: number, title: string, x: number, y: number, open: boolean): void {
    if (!this.silhouette) this.base.bookmark(level, title, x, y, open);
  }

  beginTag(structure: number): void {
    if (this.silhouette) this.base.beginArtifact();
    else this.base.beginTag(structure);
  }

  beginArtifact(): void {
    this.base.beginArtifact();
  }

  endTag(): void {
    this.base.endTag();
  }
}
