import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type Attribute, Element, Namespace, type Node, Text } from '../document/node.ts';
import { splitOnWhitespace } from '../document/tree-builder.ts';
import { append, setAttribute } from './tree.ts';

/** Makes and changes MathML elements of a document before it is styled. */
export class MathEditor {
  private readonly budget: Budget;
  private readonly diagnostics: Diagnostics;

  constructor(budget: Budget, diagnostics: Diagnostics) {
    this.budget = budget;
    this.diagnostics = diagnostics;
  }

  /** Returns the element children. Other content of these elements is not rendered. */
  childrenOf({ children }: Element): Element[] {
    this.budget.tickBy(children.length);
    return children.filter((child) => child.type === 'element');
  }

  element(tag: string, attributes: Readonly<Record<string, string>>, children: readonly Node[]): Element {
    this.budget.spendAddedElement();
    const list = Object.entries(attributes).map(([name, value]): Attribute => ({ name, value, prefix: '' }));
    const classes = splitOnWhitespace(attributes['class'] ?? '');
    const element = new Element(tag, Namespace.MathMl, list, null, null, classes);
    for (const child of children) append(element, child);
    return element;
  }

  operator(text: string, attributes: Readonly<Record<string, string>>): Element {
    return this.element('mo', attributes, [new Text(text)]);
  }

  /** Returns a copy of a token with another text, and without its id. */
  copyOf({ tag, attributes }: Element, text: string): Element {
    const kept = attributes.filter(({ name, prefix }) => prefix === '' && name !== 'id');
    return this.element(tag, Object.fromEntries(kept.map(({ name, value }) => [name, value])), [new Text(text)]);
  }

  /** Gives an element another name and other children. Its attributes remain. */
  become(element: Element, tag: string, children: readonly Node[]): void {
    (element as { tag: string }).tag = tag;
    element.children.length = 0;
    for (const child of children) append(element, child);
  }

  /** Removes the space around an operator that has a separate column, unless the operator sets it. */
  setTight(operator: Element): void {
    for (const name of ['lspace', 'rspace']) if (operator.attribute(name) === null) setAttribute(operator, name, '0');
  }

  /** Adds declarations that the element's own `style` overrides. */
  addStyle(element: Element, declarations: string): void {
    setAttribute(element, 'style', `${declarations}; ${element.attribute('style') ?? ''}`);
  }

  warn(message: string, { position }: Element): void {
    this.diagnostics.warn('mathml/unknown-value', message, position);
  }
}
