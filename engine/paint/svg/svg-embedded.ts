/** Elements that embed other content: nested viewports, `use`, images and foreign objects (svg2 §5.5, §8.2, §12). */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';
import type { ImageResource } from '../../images/image.ts';
import type { Matrix } from '../display-list.ts';
import { blendsInside } from './svg-blending.ts';
import { embeddedRect, imageRect, resourceOf, usedViewport, viewportRect } from './svg-embedded-rect.ts';
import { noteMissingElement } from './missing-element.ts';
import { seenWithin } from './svg-clipped-text.ts';
import type { Viewport } from './svg-geometry.ts';
import type { SvgPainter } from './svg-painter.ts';
import { isAncestor } from './svg-references.ts';
import { contextPaintOf } from './svg-paint.ts';
import { isHidden } from './svg-conditions.ts';
import { parseViewBox, viewBoxMatrix } from './svg-view.ts';
import type { Rect } from '../rects.ts';

export function paintNestedSvg(painter: SvgPainter, element: Element, style: ComputedStyle, viewport: Viewport): void {
  paintViewport(painter, element, style, viewportRect(element, style, viewport));
}

/** Paints a nested `svg` or an instantiated `symbol` in its viewport. */
function paintViewport(painter: SvgPainter, element: Element, style: ComputedStyle, r: Rect): void {
  const viewBox = parseViewBox(element.attribute('viewBox'));
  const matrix = viewBoxMatrix(viewBox, element.attribute('preserveAspectRatio'), r);
  if (!matrix || r.width <= 0 || r.height <= 0) return;
  const draw = (): void => {
    painter.transform(matrix);
    painter.children(element, viewBox ?? r);
  };
  if (style.box.overflowX === 'visible') return draw();
  painter.context.canvas.clipRect(r.x, r.y, r.width, r.height);
  seenWithin(painter, r, draw);
}

/** Paints the element referenced by `use` at the position of `use`, inheriting from it (svg2 §5.5). */
export function paintUse(painter: SvgPainter, element: Element, style: ComputedStyle, viewport: Viewport): void {
  const found = painter.used(element);
  if (found === null) return noteMissingUse(painter, element);
  const { element: target, painter: inside } = found;
  if (isAncestor(target, element)) return;
  const { contextPaint } = inside;
  inside.contextPaint = contextPaintOf(painter, element, style, viewport);
  inside.inheriting(style, () =>
    inside.nested(() => {
      if (target.tag === 'symbol' || target.tag === 'svg') paintUsedViewport(inside, target, style, viewport);
      else inside.element(target, viewport);
    }),
  );
  inside.contextPaint = contextPaint;
}

function noteMissingUse({ context }: SvgPainter, element: Element): void {
  const href = element.attribute('href') ?? element.attribute('xlink:href') ?? '';
  const missing = { wanted: 'element', becomes: '<use> shows nothing', position: element.position };
  if (href !== '') noteMissingElement(context, href, missing);
}

function paintUsedViewport(painter: SvgPainter, target: Element, use: ComputedStyle, viewport: Viewport): void {
  const style = painter.styleOf(target);
  const matrix = painter.transformOf(target, style, viewport);
  if (isHidden(target, style) || !matrix) return;
  const r = usedViewport(target, style, use, viewport);
  painter.transform(matrix);
  painter.inheriting(style, () => paintViewport(painter, target, style, r));
}

export function paintImageElement(
  painter: SvgPainter,
  element: Element,
  style: ComputedStyle,
  viewport: Viewport,
): void {
  const { context } = painter;
  const resource = resourceOf(context.images, element, style);
  const r = imageRect(context.images, element, style, viewport);
  if (!resource || !r || r.width <= 0 || r.height <= 0 || style.text.visibility !== 'visible') return;
  const aspect = element.attribute('preserveAspectRatio');
  const natural = naturalRect(resource, r, aspect !== null);
  const matrix = viewBoxMatrix(natural, aspect, r);
  if (!matrix) return;
  painter.scoped(() => {
    if (style.box.overflowX !== 'visible') context.canvas.clipRect(r.x, r.y, r.width, r.height);
    drawFitted(painter, resource, natural, matrix, style);
  });
}

/**
 * Draws an image's own rectangle under a matrix that fits it into its place. An SVG image has a viewport of its own
 * size.
 */
export function drawFitted(
  painter: SvgPainter,
  resource: ImageResource,
  natural: Rect,
  matrix: Matrix,
  style: ComputedStyle,
): void {
  const { context } = painter;
  if (resource.data.type === 'svg') {
    painter.scoped(() => {
      painter.transform(matrix);
      painter.drawResource(context, resource, natural, style.text);
    });
    return;
  }
  const [scaleX, , , scaleY, x, y] = matrix;
  const drawn = { x, y, width: scaleX * natural.width, height: scaleY * natural.height };
  painter.drawResource(context, resource, drawn, style.text);
}

/**
 * Returns the image's own rectangle. An image without a size takes the element's size. It uses its own ratio only if
 * the element specifies the fitting. Otherwise, the image's `preserveAspectRatio` applies.
 */
export function naturalRect({ width, height, ratio }: ImageResource, r: Rect, isFitted: boolean): Rect {
  if (width !== null && height !== null && width > 0 && height > 0) return { x: 0, y: 0, width, height };
  if (ratio !== null && ratio > 0 && isFitted) return { x: 0, y: 0, width: 100 * ratio, height: 100 };
  return { x: 0, y: 0, width: r.width, height: r.height };
}

/** Paints HTML content, laid out in a viewport of the element's size (svg2 §12.4). */
export function paintForeignObject(
  painter: SvgPainter,
  element: Element,
  style: ComputedStyle,
  viewport: Viewport,
): void {
  const r = embeddedRect(style, viewport);
  if (r.width <= 0 || r.height <= 0) return;
  painter.nested(() => {
    const { context } = painter;
    const { svgBoxes } = context.state.services;
    const content = svgBoxes.foreignContent(painter.stylerOf(element, style), element, r.width, r.height);
    if (style.box.overflowX !== 'visible') {
      context.canvas.clipRect(r.x, r.y, r.width, r.height);
      context.state.clippedText.lookInside(content, element);
    }
    painter.transform([1, 0, 0, 1, r.x, r.y]);
    const isIsolated = blendsInside(painter.source.styler, element);
    if (isIsolated) context.canvas.beginGroup(1, 'normal', true);
    context.page.host.paintForeign(context, content);
    if (isIsolated) context.canvas.endGroup();
  });
}
