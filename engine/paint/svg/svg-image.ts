import type { Element } from '../../document/node.ts';
import { type PaintContext, usedColor } from '../paint-context.ts';
import type { Matrix } from '../canvas.ts';
import type { Rect } from '../rounded-rect.ts';
import { documentSource, svgFile, type SvgSource } from './svg-document.ts';
import { type DrawResource, SvgPainter } from './svg-painter.ts';
import { parseLength } from './svg-geometry.ts';
import { parseViewBox, viewBoxMatrix } from './view-box.ts';

/** Draws an SVG file into a rectangle; `dark`: for an element with a dark color scheme. */
export function paintSvgImage(
  context: PaintContext,
  markup: string,
  r: Rect,
  dark: boolean,
  drawResource: DrawResource,
): void {
  const file = svgFile(context, markup, dark);
  if (!file) return;
  const { root } = file;
  let viewBox = parseViewBox(root.attribute('viewBox'));
  let aspect = root.attribute('preserveAspectRatio');
  if (!viewBox) {
    // An image without a viewBox is scaled by its own size, as browsers do.
    const width = parseLength(root.attribute('width'), 0, 16);
    const height = parseLength(root.attribute('height'), 0, 16);
    if (width && height) {
      viewBox = { x: 0, y: 0, width, height };
      aspect = 'none';
    }
  }
  const style = file.source.styleOf(root);
  const background = usedColor(style.background.backgroundColor, style);
  context.canvas.fillRect(r.x, r.y, r.width, r.height, background);
  paintRoot(context, new SvgPainter(context, file.source, drawResource), root, viewBox, aspect, r, true);
}

/** Draws an `<svg>` element of the document into its content box; what it may draw over is the caller's matter. */
export function paintInlineSvg(context: PaintContext, element: Element, r: Rect, drawResource: DrawResource): void {
  const painter = new SvgPainter(context, documentSource(context), drawResource);
  paintRoot(
    context,
    painter,
    element,
    parseViewBox(element.attribute('viewBox')),
    element.attribute('preserveAspectRatio'),
    r,
    false,
  );
}

function paintRoot(
  context: PaintContext,
  painter: SvgPainter,
  root: Element,
  viewBox: Rect | null,
  aspect: string | null,
  r: Rect,
  clips: boolean,
): void {
  const matrix = viewBoxMatrix(viewBox, aspect, r);
  if (!matrix) return;
  const { canvas } = context;
  canvas.save();
  if (clips) canvas.clipRect(r.x, r.y, r.width, r.height);
  canvas.transform(matrix);
  painter.children(root, viewBox ?? { width: r.width, height: r.height });
  canvas.restore();
}

/** A `<mask>` or `<clipPath>` that a box refers to. */
export interface ReferencedElement {
  readonly element: Element;
  readonly source: SvgSource;
  readonly kind: 'alpha' | 'luminance';
}

/** What `url(#id)` names in the document, or `url(data:...svg#id)` in an SVG file; null: no such element. */
export function referencedElement(
  context: PaintContext,
  url: string,
  tag: 'mask' | 'clipPath',
): ReferencedElement | null {
  const hash = url.indexOf('#');
  if (hash < 0) return null;
  const id = url.slice(hash + 1);
  let source = documentSource(context);
  if (hash > 0) {
    const resource = context.images.get(url) ?? context.images.get(url.slice(0, hash));
    const file = resource?.data.type === 'svg' ? svgFile(context, resource.data.markup, false) : null;
    if (!file) return null;
    source = file.source;
  }
  const element = source.byId(id);
  if (element?.tag !== tag) return null;
  return { element, source, kind: source.styleOf(element).rare.maskType === 'alpha' ? 'alpha' : 'luminance' };
}

/** Draws a mask's content for a box: user space begins at the box's corner (css-masking-1 §4). */
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
  new SvgPainter(context, mask.source, drawResource).maskContent(mask.element, local, local);
  canvas.restore();
}

/** The outline of a `<clipPath>` for a box. */
export function clipPathElement(
  context: PaintContext,
  clip: ReferencedElement,
  box: Rect,
  drawResource: DrawResource,
): { path: number[]; evenOdd: boolean } {
  const local = { x: 0, y: 0, width: box.width, height: box.height };
  const offset: Matrix = [1, 0, 0, 1, box.x, box.y];
  return new SvgPainter(context, clip.source, drawResource).clipShape(clip.element, local, local, offset);
}
