/** Shapes (svg2 §10): fill, stroke and markers, in the order given by `paint-order`. */
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';
import type { Viewport } from './svg-geometry.ts';
import { paintMarkers } from './svg-markers.ts';
import { fillOutline, strokeOutline, paintSteps, strokeStyleOf } from './svg-paint.ts';
import type { SvgPainter } from './svg-painter.ts';

/** Paints fill, stroke and markers in the order given by `paint-order`. */
export function paintShape(
  painter: SvgPainter,
  path: readonly number[],
  element: Element,
  style: ComputedStyle,
  viewport: Viewport,
): void {
  if (style.text.visibility !== 'visible') return;
  for (const step of paintSteps(style)) {
    if (step === 'fill' && element.tag !== 'line') {
      fillOutline(painter, path, style, viewport);
    } else if (step === 'stroke') {
      strokeOutline(painter, path, strokeStyleOf(style, viewport, element, path), style, viewport);
    } else if (step === 'markers') {
      paintMarkers(painter, path, element, style, viewport);
    }
  }
}
