/**
 * Gradient stops shared by the shapes of one drawing. A gradient can have thousands of stops, and thousands of shapes
 * can refer to it.
 */
import type { Element } from '../../document/node.ts';
import type { GradientPaint } from '../display-list.ts';

/**
 * Stops by the element that defines them. Only those of the last opacity are kept, because consecutive shapes mostly
 * share it.
 */
export class GradientStops {
  private readonly known = new WeakMap<Element, { readonly opacity: number; readonly stops: GradientPaint['stops'] }>();

  /** Returns the stops of an element for shapes with an opacity. */
  of(owner: Element, opacity: number, read: () => GradientPaint['stops']): GradientPaint['stops'] {
    const known = this.known.get(owner);
    if (known?.opacity === opacity) return known.stops;
    const stops = read();
    this.known.set(owner, { opacity, stops });
    return stops;
  }
}
