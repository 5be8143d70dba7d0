/** Changes of a document's tree before it is styled. Callers number the nodes again afterwards. */
import type { Budget } from '../budget.ts';
import type { SourcePosition } from '../diagnostics.ts';
import { type Attribute, type Document, Element, Namespace, type Node, Text } from '../document/node.ts';
import { nextNode } from '../document/parse.ts';
import { splitOnWhitespace } from '../document/tree-builder.ts';

type Writable = { -readonly [K in keyof Element]: Element[K] };

/** Returns a new HTML element. `position`: that of the element it was created for. */
export function createElement(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly Node[],
  position: SourcePosition | null,
  budget: Budget,
): Element {
  budget.spendAddedElement();
  const list = Object.entries(attributes).map(([name, value]): Attribute => ({ name, value, prefix: '' }));
  const classes = splitOnWhitespace(attributes['class'] ?? '');
  const element = new Element(tag, Namespace.Html, list, position, attributes['id'] ?? null, classes);
  for (const child of children) append(element, child);
  return element;
}

export function append(parent: Element, node: Node): void {
  parent.children.push(node);
  node.parent = parent;
}

/** Replaces nodes with others, or removes them. Visits the children of each parent once. */
export function replaceNodes(replacements: ReadonlyMap<Node, readonly Node[]>): void {
  const parents = new Set<Element>();
  for (const node of replacements.keys()) if (node.parent !== null) parents.add(node.parent);
  for (const parent of parents) {
    const children = parent.children.flatMap((child) => replacements.get(child) ?? [child]);
    parent.children.length = 0;
    for (const child of children) append(parent, child);
  }
}

/** Removes nodes from their parents. */
export const removeNodes = (nodes: Iterable<Node>): void =>
  replaceNodes(new Map(Array.from(nodes, (node) => [node, []])));

/** Keeps only the attributes for which `isKept` returns true. */
export function filterAttributes(element: Element, isKept: (attribute: Attribute) => boolean): void {
  if (!element.attributes.every(isKept)) (element as Writable).attributes = element.attributes.filter(isKept);
}

/** Sets an attribute. Elements of a kind may share their list of attributes, so it is replaced. */
export function setAttribute(element: Element, name: string, value: string): void {
  const writable = element as Writable;
  const others = element.attributes.filter((attribute) => attribute.name !== name);
  writable.attributes = [...others, { name, value, prefix: '' }];
  if (name === 'id') writable.id = value === '' ? null : value;
  else if (name === 'class') writable.classes = splitOnWhitespace(value);
}

/** Gives elements without an id a unique one. */
export class Ids {
  private readonly taken = new Set<string>();
  private readonly counts = new Map<string, number>();

  constructor(document: Document, budget: Budget) {
    for (const element of elementsOf(document.root, budget)) if (element.id !== null) this.taken.add(element.id);
  }

  /** Returns the element's id, which is `PREFIX-N` if it had none. */
  of(element: Element, prefix: string): string {
    if (element.id === null) setAttribute(element, 'id', this.next(prefix));
    return element.id!;
  }

  /** Returns an unused id. */
  next(prefix: string): string {
    let count = this.counts.get(prefix) ?? 0;
    let id: string;
    do id = `${prefix}-${++count}`;
    while (this.taken.has(id));
    this.counts.set(prefix, count);
    this.taken.add(id);
    return id;
  }
}

/** Returns the elements of a subtree in document order, including its root. */
export function* elementsOf(root: Element, budget: Budget): Generator<Element> {
  for (let node: Node | null = root; node !== null; node = nextNode(node, root)) {
    budget.tick();
    if (node.type === 'element') yield node;
  }
}

/** Returns the elements in document order, without those that `isSkipped` names and their descendants. */
export function elementsExcept(root: Element, isSkipped: (element: Element) => boolean, budget: Budget): Element[] {
  const found: Element[] = [];
  const pending: Element[] = [root];
  for (let element = pending.pop(); element !== undefined; element = pending.pop()) {
    budget.tick();
    if (isSkipped(element)) continue;
    found.push(element);
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]!;
      if (child.type === 'element') pending.push(child);
    }
  }
  return found;
}

/** Returns the nearest of an element and its ancestors that passes a test, or null. */
export function closest(element: Element, test: (element: Element) => boolean): Element | null {
  for (let at: Element | null = element; at !== null; at = at.parent) if (test(at)) return at;
  return null;
}

/**
 * Copies the contents of an element as text for another place: without ids, links and line breaks, and without the
 * elements for which `isOmitted` returns true.
 */
export function copyContents(element: Element, isOmitted: (element: Element) => boolean, budget: Budget): Node[] {
  const top: Node[] = [];
  const pending: { readonly node: Node; readonly into: Node[] }[] = [];
  const visit = (children: readonly Node[], into: Node[]): void => {
    for (let i = children.length - 1; i >= 0; i--) pending.push({ node: children[i]!, into });
  };
  visit(element.children, top);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, into } = next;
    budget.tick();
    if (node.type === 'text') {
      budget.spendSubstitution(node.data.length);
      into.push(new Text(node.data));
      continue;
    }
    if (isOmitted(node)) continue;
    if (node.isHtml && node.tag === 'br') into.push(new Text(' '));
    else if (node.isHtml && node.tag === 'a') visit(node.children, into);
    else {
      budget.spendAddedElement();
      const attributes = node.attributes.filter(({ name }) => name !== 'id' && !name.startsWith('data-'));
      const copy = new Element(node.tag, node.namespace, attributes, node.position, null, node.classes);
      into.push(copy);
      visit(node.children, copy.children);
    }
  }
  setParents(top, null);
  return top;
}

function setParents(nodes: readonly Node[], parent: Element | null): void {
  const pending = nodes.map((node) => ({ node, parent }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    next.node.parent = next.parent;
    if (next.node.type === 'element')
      for (const child of next.node.children) pending.push({ node: child, parent: next.node });
  }
}

/** Returns the text of nodes with white space collapsed. */
export function plainText(nodes: readonly Node[]): string {
  let text = '';
  const pending = [...nodes].reverse();
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.type === 'text') text += node.data;
    else for (let i = node.children.length - 1; i >= 0; i--) pending.push(node.children[i]!);
  }
  return text.replace(/[\t\n\f\r ]+/g, ' ').trim();
}
