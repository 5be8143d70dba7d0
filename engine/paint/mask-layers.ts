/** Mask layers (css-masking-1 §6): converts each layer to alpha, and composites them with their operators. */
import { Color } from '../css/color.ts';
import { type MaskLayer } from '../css/computed-values.ts';
import { type ColorMap, luminanceOf, MappedColors } from './mapped-colors.ts';
import type { PaintContext } from './paint-context.ts';
import type { Rect } from './rects.ts';

/** A layer and the function that paints it. */
export interface PaintedMask {
  readonly composite: MaskLayer['composite'];
  readonly kind: 'alpha' | 'luminance';
  paint(): void;
}

/** Limit on `exclude` operators. Each one draws its inputs twice, so the work doubles with every level. */
const MAX_EXCLUSIONS = 4;

/** Opens one mask for all layers, topmost first. `bounds` is their extent. Returns false if there are no layers. */
export function openMaskLayers(context: PaintContext, layers: readonly PaintedMask[], bounds: Rect): boolean {
  if (layers.length === 0) return false;
  if (layers.filter(({ composite }) => composite === 'exclude').length > MAX_EXCLUSIONS)
    context.diagnostics.warn(
      'paint/mask-composite',
      `More than ${MAX_EXCLUSIONS} mask layers use exclude. The remaining layers were added.`,
    );
  const composer = new MaskComposer(context, layers, bounds);
  if (layers.length === 1) composer.mask(layers[0]!.kind, () => composer.paint(layers[0]!));
  else composer.mask('alpha', () => composer.compose(0, MAX_EXCLUSIONS));
  return true;
}

class MaskComposer {
  private readonly context: PaintContext;
  private readonly layers: readonly PaintedMask[];
  private readonly bounds: Rect;

  constructor(context: PaintContext, layers: readonly PaintedMask[], bounds: Rect) {
    this.context = context;
    this.layers = layers;
    this.bounds = bounds;
  }

  /** Opens a mask with the content of `draw`. */
  mask(kind: 'alpha' | 'luminance', draw: () => void): void {
    const { canvas } = this.context;
    canvas.beginMask(kind, this.bounds, canvas.record(draw));
  }

  private mapped(draw: () => void, map: ColorMap): void {
    const { canvas, state } = this.context;
    canvas.append(new MappedColors(map, false, state.services).of(canvas.record(draw)));
  }

  /** Paints a layer for a mask of its type, alpha or luminance. */
  paint(layer: PaintedMask): void {
    if (layer.kind === 'alpha') layer.paint();
    else this.mapped(() => layer.paint(), luminanceOf);
  }

  /** Paints a layer's coverage as alpha. */
  private alpha(layer: PaintedMask): void {
    if (layer.kind === 'alpha') return layer.paint();
    this.mask('luminance', () => this.paint(layer));
    this.fill();
    this.context.canvas.endMask();
  }

  private fill(): void {
    const { x, y, width, height } = this.bounds;
    this.context.canvas.fillRect(x, y, width, height, Color.WHITE);
  }

  /** Draws outside another shape: the shape is black on white in a luminance mask. */
  private outside(of: () => void, draw: () => void): void {
    this.mask('luminance', () => {
      this.fill();
      this.mapped(of, (color) => new Color(0, 0, 0, color.a));
    });
    draw();
    this.context.canvas.endMask();
  }

  /** Composites layer `i` with all layers below it (css-masking-1 §6.8). */
  compose(i: number, exclusions: number): void {
    const layer = this.layers[i]!;
    if (i === this.layers.length - 1) return this.alpha(layer);
    const below = (): void => this.compose(i + 1, layer.composite === 'exclude' ? exclusions - 1 : exclusions);
    switch (layer.composite) {
      case 'intersect':
        this.mask('alpha', below);
        this.alpha(layer);
        return this.context.canvas.endMask();
      case 'subtract':
        return this.outside(below, () => this.alpha(layer));
      case 'exclude':
        if (exclusions > 0) {
          this.outside(below, () => this.alpha(layer));
          return this.outside(() => this.alpha(layer), below);
        }
    }
    below();
    this.alpha(layer);
  }
}
