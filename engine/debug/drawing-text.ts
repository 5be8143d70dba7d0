/** Identifies inline SVG by its contents and their styles, so that programs can tell whether a drawing changed. */
import type { Budget } from '../budget.ts';
import type { Element, Node } from '../document/node.ts';
import type { Styler } from '../style/styler.ts';
import { hashText } from './value-text.ts';

/** Describes the drawings of a document. Styles that elements share are written once. */
export class DrawingTexts {
  private readonly styler: Styler;
  private readonly budget: Budget;
  private readonly known = new WeakMap<object, string>();

  constructor(styler: Styler, budget: Budget) {
    this.styler = styler;
    this.budget = budget;
  }

  /** Returns the number of elements in an `svg` element including itself, and a hash: `12 elements, 0a1b2c3d4e5f`. */
  of(svg: Element): string {
    const parts: string[] = [];
    let count = 0;
    for (let node: Node | null = svg; node !== null && node.index <= svg.lastDescendant; node = node.following) {
      this.budget.tick();
      if (node.type === 'text') parts.push(node.data);
      else {
        count++;
        parts.push(node.tag, ...node.attributes.map(({ name, value }) => `${name}=${value}`), this.styleText(node));
      }
    }
    return `${count} elements, ${hashText(parts.join('\n'))}`;
  }

  private styleText(element: Element): string {
    const { svgPaint, svgShape, text, font } = this.styler.styleOf(element);
    return [svgPaint, svgShape, text.color, font].map((group) => this.groupText(group)).join('\n');
  }

  private groupText(group: object): string {
    let text = this.known.get(group);
    if (text === undefined) this.known.set(group, (text = JSON.stringify(group)));
    return text;
  }
}
