/**
 * Rectangles of nested viewports, images and foreign objects: the properties x, y, width and height (svg2 §7.12, §8.2,
 * §12.3). CSS px.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Length } from '../../css/length.ts';
import type { Element } from '../../document/node.ts';
import { type ImageResource, type ImageStore, oriented, resolutionOf } from '../../images/image.ts';
import { lengthOf, type Viewport } from './svg-geometry.ts';
import type { Rect } from '../rects.ts';

/** The size of content without a natural size (css-images-3 §5.1). */
const DEFAULT_SIZE = { width: 300, height: 150 };

/** Returns the rectangle given by an element's properties. A width or height of `auto` is 0. */
export function embeddedRect(style: ComputedStyle, viewport: Viewport): Rect {
  const { box, svgShape: shape } = style;
  const size = (length: Length, basis: number): number => (length.isLength ? Math.max(0, length.resolvePx(basis)) : 0);
  return {
    x: shape.x.resolvePx(viewport.width),
    y: shape.y.resolvePx(viewport.height),
    width: size(box.width, viewport.width),
    height: size(box.height, viewport.height),
  };
}

/**
 * Returns the viewport of a nested `svg` or of a `symbol`. DEVIATION: it depends on attributes, as in browsers. svg2
 * §8.2 requires properties, but style sheets for `svg` are meant for outer elements.
 */
export function viewportRect(element: Element, style: ComputedStyle, viewport: Viewport): Rect {
  const { fontSize } = style.font;
  return {
    x: lengthOf(element, 'x', 'x', viewport, fontSize),
    y: lengthOf(element, 'y', 'y', viewport, fontSize),
    width: lengthOf(element, 'width', 'x', viewport, fontSize, viewport.width),
    height: lengthOf(element, 'height', 'y', viewport, fontSize, viewport.height),
  };
}

/** Returns the viewport of a `symbol` or `svg` instantiated by `use`. The width and height of `use` take precedence. */
export function usedViewport(target: Element, style: ComputedStyle, use: ComputedStyle, viewport: Viewport): Rect {
  const used = embeddedRect(use, viewport);
  const own = viewportRect(target, style, viewport);
  return {
    ...own,
    width: use.box.width.isLength ? used.width : own.width,
    height: use.box.height.isLength ? used.height : own.height,
  };
}

/** Returns the image of an `image` element, or null. */
export function resourceOf(images: ImageStore, element: Element, style: ComputedStyle): ImageResource | null {
  const href = element.attribute('href') ?? element.attribute('xlink:href');
  const image = href ? images.get(href.trim()) : null;
  return image && oriented(image, style.text.imageOrientation);
}

/**
 * Returns the rectangle of an `image`. `auto` sizes come from the image, by its ratio if the other size is specified.
 * null: no image.
 */
export function imageRect(images: ImageStore, element: Element, style: ComputedStyle, viewport: Viewport): Rect | null {
  const resource = resourceOf(images, element, style);
  if (!resource) return null;
  const rect = embeddedRect(style, viewport);
  const { width, height } = style.box;
  if (width.isLength && height.isLength) return rect;
  const { ratio } = resource;
  const density = resolutionOf(resource, style.text.imageResolution);
  const ownWidth = resource.width === null ? null : resource.width / density;
  const ownHeight = resource.height === null ? null : resource.height / density;
  if (width.isLength) return { ...rect, height: ratio ? rect.width / ratio : (ownHeight ?? DEFAULT_SIZE.height) };
  if (height.isLength) return { ...rect, width: ratio ? rect.height * ratio : (ownWidth ?? DEFAULT_SIZE.width) };
  const naturalWidth = ownWidth ?? (ownHeight !== null && ratio ? ownHeight * ratio : DEFAULT_SIZE.width);
  const naturalHeight = ownHeight ?? (ratio ? naturalWidth / ratio : DEFAULT_SIZE.height);
  return { ...rect, width: naturalWidth, height: naturalHeight };
}
