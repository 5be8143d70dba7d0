/** Lists of stops that shapes of one drawing share: a gradient may have thousands, and thousands of shapes may name it. */
import type { Element } from '../../document/node.ts';
import type { GradientPaint } from '../canvas.ts';

/** By the element that has them; the last opacity alone, which shapes beside each other mostly have in common. */
export class GradientStops {
  private readonly known = new WeakMap<Element, { readonly opacity: number; readonly stops: GradientPaint['stops'] }>();

  /** The stops of an element for shapes of an opacity. */
  of(owner: Element, opacity: number, read: () => GradientPaint['stops']): GradientPaint['stops'] {
    const known = this.known.get(owner);
    if (known?.opacity === opacity) return known.stops;
    const stops = read();
    this.known.set(owner, { opacity, stops });
    return stops;
  }
}
