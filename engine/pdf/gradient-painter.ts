/** Fills areas with gradients, using shadings and, at sharp color changes, single-color bands. */
import type { Budget } from '../budget.ts';
import type { GradientPaint, Matrix, Path } from '../paint/display-list.ts';
import { multiply } from '../paint/matrix.ts';
import { type Bounds, pathBounds, transformBounds } from './bounds.ts';
import type { ColorSpaces } from './color-spaces.ts';
import { ContentStream } from './content-stream.ts';
import { type GradientBands, gradientBands } from './gradient-bands.ts';
import type { LayerStack } from './layer-stack.ts';
import type { PaintResources } from './paint-resources.ts';
import { IDENTITY } from './pdf-gradients.ts';
import type { PdfRef } from './pdf-values.ts';

export class GradientPainter {
  private readonly resources: PaintResources;
  private readonly layers: LayerStack;
  private readonly spaces: ColorSpaces;
  private readonly budget: Budget;

  constructor(resources: PaintResources, layers: LayerStack, spaces: ColorSpaces, budget: Budget) {
    this.resources = resources;
    this.layers = layers;
    this.spaces = spaces;
    this.budget = budget;
  }

  /**
   * Fills a path in the innermost layer. No text object may be open. `inverse` is the inverse of the gradient's matrix.
   */
  fill(path: Path, evenOdd: boolean, gradient: GradientPaint, inverse: Matrix): void {
    const { stream, dimmed } = this.layers;
    const area = pathBounds(path);
    const scale = this.pxIn(gradient.matrix);
    const bands = gradientBands(gradient, area, inverse, scale);
    stream.save();
    stream.clip(path, evenOdd);
    if (bands === null || bands.onShading) this.paintShading(gradient, transformBounds(area, inverse), scale);
    // In a flattened group, translucent bands would show the shading below them.
    if (bands !== null && !(bands.onShading && dimmed < 1)) this.paintBands(bands, area);
    stream.restore();
  }

  private paintShading(gradient: GradientPaint, bounds: Bounds, scale: number): void {
    const { stream, dimmed } = this.layers;
    const shading = this.resources.shading(gradient, bounds, scale);
    this.budget.tickBy(shading.color.length);
    stream.save();
    stream.transform(gradient.matrix);
    if (shading.alpha) this.maskByShading(shading.alpha, bounds);
    else this.alpha(1);
    const isSeenThrough = shading.alpha !== null || dimmed < 1;
    // Some readers paint mesh patches individually, so translucent patches overlap at their seams.
    const isInParts = gradient.type === 'conic' || shading.color.length > 1;
    if (isSeenThrough && isInParts)
      this.paintAsOne(bounds, (group) => this.resources.paintShading(group, shading.color));
    else this.resources.paintShading(stream, shading.color);
    stream.restore();
  }

  private paintBands({ layers, alpha }: GradientBands, area: Bounds): void {
    const { stream, dimmed } = this.layers;
    for (const { path } of layers) this.budget.tickBy(path.length);
    const isOne = alpha !== null || (dimmed < 1 && layers.every(({ color }) => color.a >= 1));
    if (isOne && layers.length > 1) {
      this.alpha(alpha ?? 1);
      this.paintAsOne(area, (group) => this.resources.paintBands(group, layers));
      return;
    }
    for (const layer of layers) {
      this.alpha(alpha ?? layer.color.a);
      this.resources.paintBands(stream, [layer]);
    }
  }

  /** Returns the length of a transformed unit on the page in CSS px, averaged over all directions. */
  private pxIn(matrix: Matrix): number {
    const [a, b, c, d] = multiply(matrix, this.layers.toPage());
    return Math.sqrt(Math.abs(a * d - b * c)) / 0.75;
  }

  /** Paints overlapping or touching parts as a group, so that transparency applies to all of them together. */
  private paintAsOne(bounds: Bounds, draw: (group: ContentStream) => void): void {
    const group = new ContentStream(IDENTITY, bounds, this.spaces);
    draw(group);
    this.resources.paintForm(this.layers.stream, this.resources.form(group, this.spaces.groupSpace, true));
  }

  private maskByShading(shadings: readonly PdfRef[], bounds: Bounds): void {
    const { stream } = this.layers;
    const mask = new ContentStream(IDENTITY, bounds);
    this.resources.paintShading(mask, shadings);
    const key = `mask ${shadings[0]!.id} ${bounds.x0} ${bounds.y0} ${bounds.x1} ${bounds.y1}`;
    this.resources.useGstate(stream, key, () => ({
      ca: 1,
      CA: 1,
      SMask: { Type: 'Mask', S: 'Luminosity', G: this.resources.form(mask, 'DeviceGray', true) },
    }));
  }

  private alpha(alpha: number): void {
    const { stream, dimmed } = this.layers;
    this.resources.alpha(stream, alpha * dimmed, alpha * dimmed);
  }
}
