/** Draws a CSS `<image>` into a rectangle. */
import type { Color } from '../css/color.ts';
import { candidatesOfSet, sharpestAt } from '../boxes/image-candidates.ts';
import type { FilteredImage, ImageValue, UrlImage } from '../css/computed-values.ts';
import { isDarkScheme } from '../css/values/color.ts';
import { type ImageResource, oriented, resolutionOf } from '../images/image.ts';
import { isSideways, turnOf } from '../images/orientation.ts';
import type { Matrix } from './display-list.ts';
import { type Gradient, gradientPaint } from './gradient.ts';
import type { ImageLook, PaintContext } from './paint-context.ts';
import { pathOf, sharpRect } from './rounded-rect.ts';
import { paintFiltered } from './filters/filtered.ts';
import { paintSvgImage, referencedFilter } from './svg/svg-image.ts';
import type { Rect } from './rects.ts';

/** Natural dimensions in CSS px (css-images-3 §4). */
export interface NaturalSize {
  readonly width: number | null;
  readonly height: number | null;
  readonly ratio: number | null;
}

const NO_SIZE: NaturalSize = { width: null, height: null, ratio: null };

export function naturalSize(image: ImageValue, context: PaintContext, look: ImageLook): NaturalSize | null {
  if (image.type === 'cross-fade') {
    const first = image.layers[0];
    return first ? naturalSize(first.image, context, look) : NO_SIZE;
  }
  if (image.type === 'filter') return naturalSize(image.image, context, look);
  if (image.type !== 'url') return NO_SIZE;
  const stored = context.images.get(image.url);
  if (!stored) return null;
  const resource = oriented(stored, look.imageOrientation);
  const density = image.resolution === 1 ? resolutionOf(resource, look.imageResolution) : image.resolution;
  const scale = density > 0 ? 1 / density : 1;
  return {
    width: resource.width === null ? null : resource.width * scale,
    height: resource.height === null ? null : resource.height * scale,
    ratio: resource.ratio,
  };
}

export function isGradient(image: ImageValue): image is Gradient {
  return image.type === 'linear-gradient' || image.type === 'radial-gradient' || image.type === 'conic-gradient';
}

/** Draws an image over a whole rectangle. */
export function paintImageValue(
  context: PaintContext,
  image: ImageValue,
  r: Rect,
  currentColor: Color,
  look: ImageLook,
): void {
  const { canvas } = context;
  if (image.type === 'color') {
    canvas.fillRect(r.x, r.y, r.width, r.height, image.color);
  } else if (image.type === 'url') {
    const resource = sharpestOfSet(context, image, r) ?? context.images.get(image.url);
    if (resource) paintResource(context, oriented(resource, look.imageOrientation), r, look);
  } else if (image.type === 'cross-fade') {
    for (const layer of image.layers) {
      canvas.beginGroup(layer.share, 'normal', true);
      paintImageValue(context, layer.image, r, currentColor, look);
      canvas.endGroup();
    }
  } else if (image.type === 'filter') {
    paintFilteredImage(context, image, r, currentColor, look);
  } else {
    paintGradient(context, image, r, r, currentColor);
  }
}

/** Returns the file of an `image-set()` that best suits the painted size, or null without alternatives. */
function sharpestOfSet({ images }: PaintContext, image: UrlImage, r: Rect): ImageResource | null {
  const candidates = candidatesOfSet(image, images);
  const width = images.get(image.url)?.width ?? 0;
  return candidates === null || width === 0
    ? null
    : images.get(sharpestAt(candidates, (r.width * image.resolution) / width));
}

/** Draws a filtered image. The filter's output beyond the image is clipped (filter-effects-1 §10). */
function paintFilteredImage(
  context: PaintContext,
  { image, filters }: FilteredImage,
  r: Rect,
  currentColor: Color,
  look: ImageLook,
): void {
  const bounds = { x: 0, y: 0, width: r.width, height: r.height };
  const target = {
    filters,
    currentColor,
    origin: { x: r.x, y: r.y },
    bounds,
    includesInk: false,
    mirrors: false,
    viewport: bounds,
    scale: 1,
    visible: bounds,
    position: null,
    filterOf: (url: string) => referencedFilter(context, url, paintResource),
  };
  context.canvas.save();
  context.canvas.clipRect(r.x, r.y, r.width, r.height);
  paintFiltered(context, target, (inside) => paintImageValue(inside, image, r, currentColor, look));
  context.canvas.restore();
}

/** Fills `visible` with the part of a gradient whose box is `tile`. */
export function paintGradient(
  { canvas, budget }: PaintContext,
  gradient: Gradient,
  tile: Rect,
  visible: Rect,
  currentColor: Color,
): void {
  if (visible.width <= 0 || visible.height <= 0) return;
  budget.tickBy(gradient.stops.length);
  const paint = gradientPaint(gradient, tile.width, tile.height, currentColor);
  if (!('stops' in paint)) {
    canvas.fillRect(visible.x, visible.y, visible.width, visible.height, paint);
    return;
  }
  const path = pathOf(sharpRect(visible.x, visible.y, visible.width, visible.height));
  const m = paint.matrix;
  const matrix: Matrix = [m[0], m[1], m[2], m[3], m[4] + tile.x, m[5] + tile.y];
  canvas.fillGradient(path, false, { ...paint, matrix });
}

/** Values of `image-rendering` that keep an image's pixels (css-images-3 §5.3). */
const IN_SQUARES: ReadonlySet<string> = new Set(['pixelated', 'crisp-edges', 'optimizespeed']);

/** Draws a decoded image or SVG into a rectangle, stretched to fit. */
export function paintResource(context: PaintContext, resource: ImageResource, r: Rect, look: ImageLook): void {
  if (r.width <= 0 || r.height <= 0) return;
  if (resource.data.type === 'svg') {
    const hash = resource.url.lastIndexOf('#');
    const fragment = hash < 0 ? null : resource.url.slice(hash + 1);
    const file = { markup: resource.data.markup, fragment, dark: isDarkScheme(look.colorScheme) };
    inOrientation(context, resource.data.orientation ?? 1, r, (upright) =>
      paintSvgImage(context, file, upright, paintResource),
    );
    return;
  }
  context.canvas.drawImage(resource, r.x, r.y, r.width, r.height, !IN_SQUARES.has(look.imageRendering));
}

/** Draws with a turn or flip that maps `upright`, the rectangle for `draw`, to `r`. */
function inOrientation({ canvas }: PaintContext, orientation: number, r: Rect, draw: (upright: Rect) => void): void {
  if (orientation === 1) return draw(r);
  const [a, b, c, d, e, f] = turnOf(orientation);
  const [width, height] = isSideways(orientation) ? [r.height, r.width] : [r.width, r.height];
  canvas.save();
  canvas.transform([a, b, c, d, r.x + e * r.width, r.y + f * r.height]);
  draw({ x: 0, y: 0, width, height });
  canvas.restore();
}
