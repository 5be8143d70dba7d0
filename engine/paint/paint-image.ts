/** Draws a CSS <image> into a rectangle. */
import { type Color, type ImageValue } from '../css/computed-values.ts';
import { isDarkScheme } from '../css/values/color.ts';
import { type ImageResource, oriented } from '../images/image.ts';
import { type Canvas, type GradientPaint, type Matrix, PathOp } from './canvas.ts';
import { type Gradient, gradientPaint } from './gradient.ts';
import type { ImageLook, PaintContext } from './paint-context.ts';
import { pathOf, type Rect, sharpRect } from './rounded-rect.ts';
import { paintSvgImage } from './svg/svg-image.ts';

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
  if (image.type !== 'url') return NO_SIZE;
  const stored = context.images.get(image.url);
  if (!stored) return null;
  const resource = oriented(stored, look.imageOrientation);
  const scale = image.resolution > 0 ? 1 / image.resolution : 1;
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
    const resource = context.images.get(image.url);
    if (resource) paintResource(context, oriented(resource, look.imageOrientation), r, look);
  } else if (image.type === 'cross-fade') {
    for (const layer of image.layers) {
      canvas.beginGroup(layer.share, 'normal', true);
      paintImageValue(context, layer.image, r, currentColor, look);
      canvas.endGroup();
    }
  } else {
    paintGradient(context, image, r, r, currentColor);
  }
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
  if (paintStripes(canvas, paint, tile, visible)) return;
  const path = pathOf(sharpRect(visible.x, visible.y, visible.width, visible.height));
  const m = paint.matrix;
  const matrix: Matrix = [m[0], m[1], m[2], m[3], m[4] + tile.x, m[5] + tile.y];
  canvas.fillGradient(path, false, { ...paint, matrix });
}

/** More stripes than this are left to a shading. */
const MAX_STRIPES = 200;

/** A linear gradient that only jumps between opaque colours is drawn as stripes, whose edges are exact. */
function paintStripes(canvas: Canvas, paint: GradientPaint, tile: Rect, visible: Rect): boolean {
  if (paint.type !== 'linear') return false;
  const { stops } = paint;
  for (let i = 1; i < stops.length; i++) {
    const [a, b] = [stops[i - 1], stops[i]];
    if (a.color.a < 1 || b.color.a < 1) return false;
    if (b.offset - a.offset > 1e-6 && (a.color.r !== b.color.r || a.color.g !== b.color.g || a.color.b !== b.color.b))
      return false;
  }
  const [x0, y0, x1, y1] = paint.geometry;
  const dx = x1 - x0;
  const dy = y1 - y0;
  const length2 = dx * dx + dy * dy;
  if (length2 === 0) return false;
  const left = visible.x - tile.x;
  const top = visible.y - tile.y;
  const at = (x: number, y: number): number => ((x - x0) * dx + (y - y0) * dy) / length2;
  const corners = [
    at(left, top),
    at(left + visible.width, top),
    at(left, top + visible.height),
    at(left + visible.width, top + visible.height),
  ];
  const from = Math.min(...corners);
  const to = Math.max(...corners);
  const firstPeriod = paint.repeating ? Math.floor(from) : 0;
  const lastPeriod = paint.repeating ? Math.floor(to) : 0;
  if ((lastPeriod - firstPeriod + 1) * stops.length > MAX_STRIPES) return false;
  canvas.save();
  canvas.clipRect(visible.x, visible.y, visible.width, visible.height);
  canvas.fillRect(visible.x, visible.y, visible.width, visible.height, stops[0].color);
  for (let period = firstPeriod; period <= lastPeriod; period++) {
    for (let i = 0; i < stops.length; i++) {
      const t = stops[i].offset + period;
      const next = i + 1 < stops.length ? stops[i + 1].offset + period : Infinity;
      if (next <= from || t >= to || next - t < 1e-9) continue;
      // Each stripe reaches to the far end and is covered by the next, so that no seam shows.
      fillFrom(canvas, Math.max(t, from), to, x0 + tile.x, y0 + tile.y, dx, dy, stops[i].color, tile, visible);
    }
  }
  canvas.restore();
  return true;
}

function fillFrom(
  canvas: Canvas,
  t: number,
  end: number,
  x0: number,
  y0: number,
  dx: number,
  dy: number,
  color: Color,
  tile: Rect,
  visible: Rect,
): void {
  if (dx === 0 || dy === 0) {
    const [ax, bx] = [x0 + dx * t, x0 + dx * end];
    const [ay, by] = [y0 + dy * t, y0 + dy * end];
    const [left, right] = dx === 0 ? [visible.x, visible.x + visible.width] : [Math.min(ax, bx), Math.max(ax, bx)];
    const [top, bottom] = dy === 0 ? [visible.y, visible.y + visible.height] : [Math.min(ay, by), Math.max(ay, by)];
    canvas.fillRect(left, top, right - left, bottom - top, color);
    return;
  }
  const reach = tile.width + tile.height + visible.width + visible.height;
  const length = Math.hypot(dx, dy);
  const [nx, ny] = [(-dy / length) * reach, (dx / length) * reach];
  const [sx, sy] = [x0 + dx * t, y0 + dy * t];
  const [ex, ey] = [x0 + dx * end, y0 + dy * end];
  const path = [
    PathOp.Move,
    sx + nx,
    sy + ny,
    PathOp.Line,
    ex + nx,
    ey + ny,
    PathOp.Line,
    ex - nx,
    ey - ny,
    PathOp.Line,
    sx - nx,
    sy - ny,
    PathOp.Close,
  ];
  canvas.fillPath(path, false, color);
}

/** Draws a decoded image or SVG into a rectangle, stretching it. */
export function paintResource(context: PaintContext, resource: ImageResource, r: Rect, look: ImageLook): void {
  if (r.width <= 0 || r.height <= 0) return;
  if (resource.data.type === 'svg') {
    const hash = resource.url.lastIndexOf('#');
    const fragment = hash < 0 ? null : resource.url.slice(hash + 1);
    const file = { markup: resource.data.markup, fragment, dark: isDarkScheme(look.colorScheme) };
    paintSvgImage(context, file, r, paintResource);
    return;
  }
  context.canvas.drawImage(
    resource,
    r.x,
    r.y,
    r.width,
    r.height,
    look.imageRendering !== 'pixelated' && look.imageRendering !== 'crisp-edges',
  );
}
