import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element } from '../../document/node.ts';
import type { PaintContext } from '../paint-context.ts';
import type { Rect } from '../rounded-rect.ts';

/** Draws an SVG file into a rectangle. */
export function paintSvgImage(context: PaintContext, markup: string, r: Rect): void {
  void context;
  void markup;
  void r;
}

/** Draws an `<svg>` element of the document into its content box. */
export function paintInlineSvg(context: PaintContext, element: Element, style: ComputedStyle, r: Rect, clips: boolean): void {
  void context;
  void element;
  void style;
  void r;
  void clips;
}
