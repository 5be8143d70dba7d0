/** What links and cross references lead to (HTML §7.4.6.4, "find a potential indicated element"): an id, or the name of an anchor. */
import { elementById } from './element-facts.ts';
import type { Document, Element } from './node.ts';
import { decodeFragment } from './url.ts';

/** By what a link may lead to an element; null: none can. */
export function targetName(element: Element): string | null {
  if (element.id !== null) return element.id;
  return element.tag === 'a' && element.isHtml ? element.attribute('name') || null : null;
}

/** The element that a fragment names: the first with the id, else the first anchor of that name; null: there is none. */
export function targetNamed(document: Document, name: string): Element | null {
  return elementById(document, name) ?? anchorsOf(document).get(name) ?? null;
}

/** The names that links of a document lead to. */
export function linkedNames(document: Document): ReadonlySet<string> {
  let names = namesByDocument.get(document);
  if (!names) {
    const found = new Set<string>();
    eachElement(document.root, (element) => {
      if (element.tag !== 'a' && element.tag !== 'area') return;
      const href = (element.attribute('href') ?? element.attribute('xlink:href'))?.trim() ?? '';
      if (href.startsWith('#') && href.length > 1) found.add(decodeFragment(href.slice(1)));
    });
    namesByDocument.set(document, (names = found));
  }
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

/** An element and all in it, in document order. */
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

/** Documents are immutable, so these are made once and go with them. */
const namesByDocument = new WeakMap<Document, ReadonlySet<string>>();
const anchorsByDocument = new WeakMap<Document, ReadonlyMap<string, Element>>();
