import type { Element } from '../../document/node.ts';
import { type PaintContext, usedColor } from '../paint-context.ts';
import type { Rect } from '../rounded-rect.ts';
import { documentSource, svgFile } from './svg-document.ts';
import { type DrawResource, SvgPainter } from './svg-painter.ts';
import { parseLength } from './svg-geometry.ts';
import { parseViewBox, viewBoxMatrix } from './view-box.ts';

/** Draws an SVG file into a rectangle. */
export function paintSvgImage(context: PaintContext, markup: string, r: Rect, drawResource: DrawResource): void {
  const file = svgFile(context, markup);
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

/** Draws an `<svg>` element of the document into its content box. */
export function paintInlineSvg(
  context: PaintContext,
  element: Element,
  r: Rect,
  clips: boolean,
  drawResource: DrawResource,
): void {
  const painter = new SvgPainter(context, documentSource(context), drawResource);
  paintRoot(
    context,
    painter,
    element,
    parseViewBox(element.attribute('viewBox')),
    element.attribute('preserveAspectRatio'),
    r,
    clips,
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
