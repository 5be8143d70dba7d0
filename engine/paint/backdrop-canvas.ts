import type { Color } from '../css/color.ts';
import type { ImageResource } from '../images/image.ts';
import type { Canvas, FieldLook, GlyphPlacement, GradientPaint, Path, StrokeStyle } from './canvas.ts';
import { ColorFilterCanvas, type FilterServices } from './color-filter-canvas.ts';
import type { FormField } from '../semantics/form-fields.ts';
import type { PaintLayer } from './layer-tree.ts';

/**
 * Draws everything behind a layer and ignores the rest. The copy is decorative: readers find the content at its
 * original position.
 */
export class BackdropCanvas extends ColorFilterCanvas {
  /** The layer at which drawing stops. */
  private readonly front: PaintLayer;
  private isDone = false;

  constructor(base: Canvas, front: PaintLayer, services: FilterServices) {
    super(base, (color) => color, true, services);
    this.front = front;
  }

  /** Returns whether painting has reached the layer. Everything behind it is drawn by then. */
  isBehind({ fragment, x, y }: PaintLayer): boolean {
    // Layers may be recreated from the same fragments.
    this.isDone ||= fragment === this.front.fragment && x === this.front.x && y === this.front.y;
    return !this.isDone;
  }

  override fillRect(x: number, y: number, width: number, height: number, color: Color): void {
    if (!this.isDone) super.fillRect(x, y, width, height, color);
  }

  override fillPath(path: Path, evenOdd: boolean, color: Color): void {
    if (!this.isDone) super.fillPath(path, evenOdd, color);
  }

  override strokePath(path: Path, stroke: StrokeStyle, color: Color): void {
    if (!this.isDone) super.strokePath(path, stroke, color);
  }

  override fillGradient(path: Path, evenOdd: boolean, gradient: GradientPaint): void {
    if (!this.isDone) super.fillGradient(path, evenOdd, gradient);
  }

  override fillPattern(...args: Parameters<Canvas['fillPattern']>): void {
    if (!this.isDone) super.fillPattern(...args);
  }

  override drawGlyphs(placement: GlyphPlacement, color: Color, stroke: { width: number; color: Color } | null): void {
    if (!this.isDone) super.drawGlyphs(placement, color, stroke);
  }

  override drawImage(image: ImageResource, x: number, y: number, width: number, height: number, smooth: boolean): void {
    // The base applies the color map itself.
    if (!this.isDone) this.base.drawImage(image, x, y, width, height, smooth);
  }

  override field(field: FormField, look: FieldLook, draw: (isChecked: boolean | null) => void): void {
    if (!this.isDone) super.field(field, look, draw);
  }
}
