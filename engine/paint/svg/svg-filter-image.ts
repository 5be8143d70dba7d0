/** The content of `feImage` (filter-effects-1 §9.12): an image, or an element of the document. */
import type { Element } from '../../document/node.ts';
import { svgMarkup } from '../filters/markup.ts';
import type { ReferencedFilter } from '../filters/filter-steps.ts';
import type { FilterImage } from '../filters/svg-filter.ts';
import { imageDataUrl, isUpright } from '../../raster/image-data-url.ts';
import { base64FromBytes } from '../../platform/base64.ts';
import { listMarkup } from '../filters/list-writer.ts';
import { drawFitted, naturalRect } from './svg-embedded.ts';
import { resourceOf } from './svg-embedded-rect.ts';
import type { SvgPainter } from './svg-painter.ts';
import { validAspect, viewBoxMatrix } from './svg-view.ts';
import type { Rect } from '../rects.ts';

/** Limit on references from one filter to the next. */
const MAX_TEMPLATES = 10;

/** Returns a `filter` element, drawn by a painter of its document. */
export function filterIn(painter: SvgPainter, filter: Element): ReferencedFilter {
  return {
    element: withPrimitives(painter, filter),
    styleOf: (one) => painter.source.styleOf(one),
    imageOf: (one, r) => pixelsOf(painter, one) ?? drawnImage(painter, one, r),
  };
}

/** Returns the filter with the primitives. A filter without primitives uses those of the referenced one. */
function withPrimitives(painter: SvgPainter, filter: Element): Element {
  let element = filter;
  for (let i = 0; i < MAX_TEMPLATES && !element.children.some((child) => child.type === 'element'); i++) {
    const next = painter.linked(element);
    if (next?.tag !== 'filter') break;
    element = next;
  }
  return element;
}

/** Returns a raster image directly. The rasterizer doesn't show raster images in a drawing inside a filter. */
function pixelsOf(painter: SvgPainter, element: Element): FilterImage | null {
  if (painter.linked(element)) return null;
  const resource = resourceOf(painter.context.images, element, painter.source.styleOf(element));
  const source = resource === null ? null : imageDataUrl(resource, painter.context.budget);
  if (source === null || !isUpright(source)) return null;
  return { url: source.url, aspect: validAspect(element.attribute('preserveAspectRatio')) };
}

/** Returns other content as a drawing that fills the rectangle. */
function drawnImage(painter: SvgPainter, element: Element, r: Rect): FilterImage | null {
  if (!(r.width > 0) || !(r.height > 0)) return null;
  const { context } = painter;
  const list = context.canvas.record(() => {
    const target = painter.linked(element);
    if (target) painter.detached(() => painter.element(target, r));
    else paintResourceIn(painter, element, r);
  });
  const image = listMarkup(list, context.budget, 'i');
  if (image.bounds === null) return null;
  const bytes = new TextEncoder().encode(svgMarkup(r, image.markup(r)));
  return { url: `data:image/svg+xml;base64,${base64FromBytes(bytes)}`, aspect: 'none' };
}

function paintResourceIn(painter: SvgPainter, element: Element, r: Rect): void {
  const { context } = painter;
  const style = painter.source.styleOf(element);
  const resource = resourceOf(context.images, element, style);
  if (!resource) return;
  const aspect = element.attribute('preserveAspectRatio');
  const natural = naturalRect(resource, r, true);
  const matrix = viewBoxMatrix(natural, aspect, r);
  if (matrix) drawFitted(painter, resource, natural, matrix, style);
}
