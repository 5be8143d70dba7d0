/**
 * Bounding boxes of SVG elements (svg2 §8.10), and the reference boxes based on them (css-masking-1 §5,
 * css-transforms-1 §6).
 */
import type { Budget } from '../../budget.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';
import type { Matrix } from '../display-list.ts';
import { pathOf, sharpRect } from '../rounded-rect.ts';
import { boundsOf, shapeOf, SHAPES, transformInPlace, type Viewport } from './svg-geometry.ts';
import { embeddedRect, imageRect, usedViewport, viewportRect } from './svg-embedded-rect.ts';
import type { SvgPainter } from './svg-painter.ts';
import { isAncestor } from './svg-references.ts';
import { strokeReach } from './svg-paint.ts';
import { isHidden } from './svg-conditions.ts';
import { svgTextBounds } from './svg-text.ts';
import { parseViewBox, viewBoxMatrix } from './svg-view.ts';
import { type Rect, uniteRects } from '../rects.ts';

/** Limit on nested elements, including those instantiated by `use`. */
const MAX_DEPTH = 80;

const EMPTY: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Returns the box named by `transform-box`, `clip-path` or a mask, in the element's user space. */
export function referenceBox(painter: SvgPainter, element: Element, name: string | null, viewport: Viewport): Rect {
  if (name === 'view-box') return { x: 0, y: 0, width: viewport.width, height: viewport.height };
  const withStroke = name === 'stroke-box' || name === 'border-box' || name === 'margin-box';
  return boundsOfElement(painter, element, viewport, withStroke) ?? EMPTY;
}

/** Returns the box around an element's fill, and its strokes if `withStroke`. null: it has no extent. */
export function boundsOfElement(
  painter: SvgPainter,
  element: Element,
  viewport: Viewport,
  withStroke = false,
  depth = 0,
): Rect | null {
  painter.context.budget.tick();
  if (depth > MAX_DEPTH) return null;
  const style = painter.styleOf(element);
  if (isHidden(element, style)) return null;
  if (SHAPES.has(element.tag)) return shapeBounds(painter.context.budget, element, style, viewport, withStroke);
  switch (element.tag) {
    case 'text':
      return svgTextBounds(painter, element, style, viewport);
    case 'image':
      return imageRect(painter.context.images, element, style, viewport);
    case 'foreignObject':
      return embeddedRect(style, viewport);
    default:
      return childBounds(painter, element, style, viewport, withStroke, depth);
  }
}

function shapeBounds(
  budget: Budget,
  element: Element,
  style: ComputedStyle,
  viewport: Viewport,
  withStroke: boolean,
): Rect | null {
  const path = shapeOf(element, style, viewport, budget);
  const box = path && boundsOf(path);
  // css-transforms-1 §6: a stroke that doesn't scale with the shape isn't part of its box.
  if (!box || !withStroke || style.svgShape.vectorEffect.includes('non-scaling-stroke')) return box;
  const reach = strokeReach(style, viewport, element.tag);
  return { x: box.x - reach, y: box.y - reach, width: box.width + 2 * reach, height: box.height + 2 * reach };
}

/** Returns the union of a container's contents, each with its own transform. */
function childBounds(
  painter: SvgPainter,
  element: Element,
  style: ComputedStyle,
  viewport: Viewport,
  withStroke: boolean,
  depth: number,
): Rect | null {
  if (element.tag === 'svg') {
    const rect = viewportRect(element, style, viewport);
    return viewportBounds(painter, element, rect, withStroke, depth);
  }
  if (element.tag === 'use') {
    const found = painter.used(element);
    if (found === null || isAncestor(found.element, element)) return null;
    const { element: target, painter: inside } = found;
    const own = inside.styleOf(target);
    const box = INSTANTIATED.has(target.tag)
      ? viewportBounds(inside, target, usedViewport(target, own, style, viewport), withStroke, depth)
      : boundsOfElement(inside, target, viewport, withStroke, depth + 1);
    return moved(box, inside.transformOf(target, own, viewport));
  }
  return unionOfChildren(painter, element, viewport, withStroke, depth);
}

/** Elements that establish a viewport where `use` instantiates them. */
const INSTANTIATED: ReadonlySet<string> = new Set(['svg', 'symbol']);

/** Returns the union of a nested viewport's contents, in the coordinates around it. */
function viewportBounds(
  painter: SvgPainter,
  element: Element,
  rect: Rect,
  withStroke: boolean,
  depth: number,
): Rect | null {
  const viewBox = parseViewBox(element.attribute('viewBox'));
  const matrix = viewBoxMatrix(viewBox, element.attribute('preserveAspectRatio'), rect);
  return matrix && moved(unionOfChildren(painter, element, viewBox ?? rect, withStroke, depth), matrix);
}

function unionOfChildren(
  painter: SvgPainter,
  element: Element,
  viewport: Viewport,
  withStroke: boolean,
  depth: number,
): Rect | null {
  let union: Rect | null = null;
  for (const child of element.children) {
    if (child.type !== 'element' || !painter.isRendered(child)) continue;
    const box = boundsOfElement(painter, child, viewport, withStroke, depth + 1);
    union = uniteRects(union, moved(box, painter.transformOf(child, painter.styleOf(child), viewport)));
  }
  return union;
}

/** Returns the rectangle around a transformed one. null: the rectangle or the matrix is missing. */
function moved(box: Rect | null, matrix: Matrix | null): Rect | null {
  if (!box || !matrix) return null;
  const path = pathOf(sharpRect(box.x, box.y, box.width, box.height));
  transformInPlace(path, matrix);
  return boundsOf(path) ?? box;
}
