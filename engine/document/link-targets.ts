/**
 * Resolves the targets of links and cross references (HTML §7.4.6.4, "find a potential indicated element"): an id, or
 * the name of an anchor.
 */
import { elementById } from './element-facts.ts';
import type { Document, Element } from './node.ts';
import { decodeFragment } from './url.ts';

/** Returns the name by which links can refer to an element, or null. */
export function targetName(element: Element): string | null {
  if (element.id !== null) return element.id;
  return element.tag === 'a' && element.isHtml ? element.attribute('name') || null : null;
}

/**
 * Returns the element that a fragment refers to: the first with the id, otherwise the first anchor of that name, or
 * null.
 */
export function targetNamed(document: Document, name: string): Element | null {
  return elementById(document, name) ?? anchorsOf(document).get(name) ?? null;
}

/** Returns the names that a document's links refer to. */
export function linkedNames(document: Document): ReadonlySet<string> {
  let names = namesByDocument.get(document);
  if (!names) {
    const found = new Set<string>();
    eachElement(document.root, (element) => {
      if (element.tag !== 'a' && element.tag !== 'area') return;
      const href = (element.attribute('href') ?? element.attribute('xlink:href'))?.trim() ?? '';
      if (href.startsWith('#')) found.add(decodeFragment(href.slice(1)));
    });
    namesByDocument.set(document, (names = found));
  }
  return names;
}

/** Returns whether a fragment means the top of the document unless an element has the name (HTML §7.4.6.4). */
export const meansTop = (name: string): boolean => name === '' || name.toLowerCase() === 'top';

/** Returns every name by which a link could lead to an element of a document. */
export function allNames(document: Document): ReadonlySet<string> {
  const names = new Set<string>();
  eachElement(document.root, (element) => {
    const name = targetName(element);
    if (name !== null) names.add(name);
  });
  return names;
}

function anchorsOf(document: Document): ReadonlyMap<string, Element> {
  let anchors = anchorsByDocument.get(document);
  if (!anchors) {
    const found = new Map<string, Element>();
    eachElement(document.root, (element) => {
      const name = element.tag === 'a' ? targetName(element) : null;
      if (name !== null && !found.has(name)) found.set(name, element);
    });
    anchorsByDocument.set(document, (anchors = found));
  }
  return anchors;
}

/** Visits an element and its descendants in document order. */
export function eachElement(root: Element, visit: (element: Element) => void): void {
  const stack: Element[] = [root];
  for (let element = stack.pop(); element; element = stack.pop()) {
    visit(element);
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]!;
      if (child.type === 'element') stack.push(child);
    }
  }
}

/** Computed once per document, which works because documents are immutable. */
const namesByDocument = new WeakMap<Document, ReadonlySet<string>>();
const anchorsByDocument = new WeakMap<Document, ReadonlyMap<string, Element>>();
