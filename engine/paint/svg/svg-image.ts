/** SVG for other painting code: image files, `svg` elements in HTML, and elements referenced by boxes. */
import type { Element } from '../../document/node.ts';
import type { ReferencedFilter } from '../filters/filter-steps.ts';
import { multiply } from '../matrix.ts';
import { type PaintContext, usedColor } from '../paint-context.ts';
import type { Path } from '../display-list.ts';
import { blendsInside } from './svg-blending.ts';
import { clipToElement } from './svg-clip.ts';
import { documentSource, fileSource, findElement, type SvgSource } from './svg-document.ts';
import { parseLength, shapeOf, type Viewport } from './svg-geometry.ts';
import { paintMaskContent } from './svg-mask.ts';
import { type DrawResource, SvgPainter } from './svg-painter.ts';
import { filterIn } from './svg-filter-image.ts';
import { viewOf, parseViewBox, viewBoxMatrix } from './svg-view.ts';
import type { Rect } from '../rects.ts';

/**
 * Draws an SVG file into a rectangle. `fragment` is the URL's fragment, which selects a view. `dark`: the element has a
 * dark color scheme.
 */
export function paintSvgImage(
  context: PaintContext,
  file: { readonly markup: string; readonly fragment: string | null; readonly dark: boolean },
  r: Rect,
  drawResource: DrawResource,
): void {
  const source = fileSource(context, file.markup, r, file.dark);
  if (!source) return;
  const { root } = source;
  const view = viewOf(source, file.fragment);
  let { viewBox, aspect } = view;
  if (!viewBox) {
    // An image without a viewBox is scaled by its own size, as in browsers.
    const width = parseLength(root.attribute('width'), 0, 16);
    const height = parseLength(root.attribute('height'), 0, 16);
    if (width && height) {
      viewBox = { x: 0, y: 0, width, height };
      aspect = 'none';
    }
  }
  const style = source.styleOf(root);
  const background = usedColor(style.background.backgroundColor, style);
  context.canvas.fillRect(r.x, r.y, r.width, r.height, background);
  paintRoot(new SvgPainter(context, source, drawResource), root, viewBox, aspect, r, true);
}

/**
 * Draws an `<svg>` element of the document into its content box. The caller clips it. `zoom` enlarges the drawing, and
 * lengths inside keep their specified values.
 */
export function paintInlineSvg(context: PaintContext, element: Element, r: Rect, drawResource: DrawResource): void {
  const painter = new SvgPainter(context, documentSource(context), drawResource);
  const viewBox = parseViewBox(element.attribute('viewBox'));
  const { zoom } = painter.styleOf(element);
  paintRoot(painter, element, viewBox, element.attribute('preserveAspectRatio'), r, false, zoom);
}

function paintRoot(
  painter: SvgPainter,
  root: Element,
  viewBox: Rect | null,
  aspect: string | null,
  r: Rect,
  clips: boolean,
  zoom = 1,
): void {
  // Strokes that don't scale are relative to the box's own corner.
  const [width, height] = [r.width / zoom, r.height / zoom];
  const matrix = viewBoxMatrix(viewBox, aspect, { x: 0, y: 0, width, height });
  if (!matrix) return;
  const { canvas } = painter.context;
  painter.scoped(() => {
    if (clips) canvas.clipRect(r.x, r.y, r.width, r.height);
    canvas.transform(multiply(matrix, [zoom, 0, 0, zoom, r.x, r.y]));
    painter.matrix = matrix;
    const viewport = viewBox ?? { width, height };
    const isIsolated = clips && blendsInside(painter.source.styler, root);
    if (isIsolated) canvas.beginGroup(1, 'normal', true);
    // The CSS box of an svg element in HTML applies its effects and clips it.
    const draw = (): void =>
      clips
        ? painter.withEffects(root, painter.styleOf(root), viewport, () => painter.children(root, viewport))
        : painter.children(root, viewport);
    if (clips || painter.styleOf(root).box.overflowX !== 'visible') {
      painter.sight = { x: 0, y: 0, width, height };
      draw();
      painter.sight = null;
    } else draw();
    if (isIsolated) canvas.endGroup();
  });
}

/** A `<mask>` or `<clipPath>` referenced by a box. */
interface ReferencedElement {
  readonly element: Element;
  readonly source: SvgSource;
  readonly kind: 'alpha' | 'luminance';
}

/** Returns the outline of the SVG shape with `url(#id)`, in user units. null: it isn't a shape. */
export function shapeElement(context: PaintContext, url: string, viewport: Viewport): Path | null {
  const target = findElement(context, url);
  return target && shapeOf(target.element, target.source.styleOf(target.element), viewport, context.budget);
}

/** Returns the `<mask>` or `<clipPath>` with a URL. null: the element has another type. */
export function referencedElement(
  context: PaintContext,
  url: string,
  tag: 'mask' | 'clipPath',
): ReferencedElement | null {
  const target = findElement(context, url);
  if (target?.element.tag !== tag) return null;
  const { element, source } = target;
  return { element, source, kind: source.styleOf(element).rare.maskType === 'alpha' ? 'alpha' : 'luminance' };
}

/** Returns the `<filter>` with a URL. null: the element has another type. */
export function referencedFilter(
  context: PaintContext,
  url: string,
  drawResource: DrawResource,
): ReferencedFilter | null {
  const target = findElement(context, url);
  if (target?.element.tag !== 'filter') return null;
  return filterIn(new SvgPainter(context, target.source, drawResource), target.element);
}

/** Draws a mask's content for a box. User space starts at the box's corner (css-masking-1 §4). */
export function paintMaskElement(
  context: PaintContext,
  mask: ReferencedElement,
  box: Rect,
  drawResource: DrawResource,
): void {
  const { canvas } = context;
  canvas.save();
  canvas.transform([1, 0, 0, 1, box.x, box.y]);
  const local = { x: 0, y: 0, width: box.width, height: box.height };
  paintMaskContent(new SvgPainter(context, mask.source, drawResource), mask.element, local, local);
  canvas.restore();
}

/**
 * Clips the following content to a `<clipPath>` for a box. Returns the number of opened masks, which the caller must
 * end.
 */
export function clipBoxToElement(
  context: PaintContext,
  clip: ReferencedElement,
  box: Rect,
  drawResource: DrawResource,
): number {
  const painter = new SvgPainter(context, clip.source, drawResource);
  const { canvas } = context;
  canvas.transform([1, 0, 0, 1, box.x, box.y]);
  const local = { x: 0, y: 0, width: box.width, height: box.height };
  const masks = clipToElement(painter, clip.element, local, local);
  canvas.transform([1, 0, 0, 1, -box.x, -box.y]);
  return masks;
}
