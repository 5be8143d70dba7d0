/** Computes accessible names (accname-1.2 §4.3, as far as it applies to paper). */
import type { Document, Element, Node } from '../document/node.ts';
import { elementById } from '../document/element-facts.ts';

/** Maximum length of a name in characters. */
const MAX_NAME = 2000;
const MAX_REFERENCES = 20;

/** Returns the name given by ARIA: `aria-labelledby`, then `aria-label`, or null. */
export function ariaName(element: Element, document: Document): string | null {
  const references = element.attribute('aria-labelledby');
  if (references !== null) {
    const name = namesOf(references, document);
    if (name !== '') return name;
  }
  return nonEmpty(element.attribute('aria-label'));
}

/** Returns the texts of the elements in a list of ids. */
function namesOf(references: string, document: Document): string {
  const names: string[] = [];
  for (const id of references.split(/[\t\n\f\r ]+/).slice(0, MAX_REFERENCES)) {
    const target = id === '' ? null : elementById(document, id);
    if (target !== null) names.push(nonEmpty(target.attribute('aria-label')) ?? textOf(target));
  }
  return names.join(' ').trim();
}

/** Returns the text with white space collapsed, or null if nothing is left. */
export function nonEmpty(text: string | null): string | null {
  if (text === null) return null;
  const collapsed = text.slice(0, MAX_NAME).replace(/\s+/g, ' ').trim();
  return collapsed === '' ? null : collapsed;
}

const UNREAD = new Set(['script', 'style', 'template', 'title', 'desc', 'metadata']);

/** Elements whose text is separate from that before and after them (accname-1.2 §4.3.2, step 2F). */
const SEPARATE = new Set(
  'address article aside blockquote dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
);

/** Returns the text of an element as it is read, with alternatives for images. `without`: a descendant to skip. */
export function textOf(element: Element, without: Element | null = null): string {
  let text = '';
  const stack: (Node | ' ')[] = [...element.children].reverse();
  for (let node = stack.pop(); node !== undefined && text.length < MAX_NAME; node = stack.pop()) {
    if (node === ' ') {
      text += node;
    } else if (node.type === 'text') {
      text += node.data;
    } else if (node.tag === 'img') {
      text += ` ${node.attribute('alt') ?? ''} `;
    } else if (node.tag === 'br' || node.tag === 'wbr') {
      if (node.tag === 'br') text += ' ';
    } else if (node !== without && !UNREAD.has(node.tag) && node.attribute('aria-hidden') !== 'true') {
      const isSeparate = SEPARATE.has(node.tag);
      if (isSeparate) stack.push(' ');
      for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]!);
      if (isSeparate) stack.push(' ');
    }
  }
  return nonEmpty(text) ?? '';
}

/** Returns the name of a link: from ARIA, its text (of an area, its `alt`), or its title; '' without one. */
export function linkName(element: Element, document: Document): string {
  const text = element.tag === 'area' ? nonEmpty(element.attribute('alt')) : textOf(element);
  return ariaName(element, document) ?? (text || (nonEmpty(element.attribute('title')) ?? ''));
}

/** Returns the alternative of an image, drawing or formula: null when the author gives none, '' for decoration. */
export function alternativeOf(element: Element, document: Document): string | null {
  const name = ariaName(element, document);
  if (name !== null) return name;
  if (element.tag === 'svg') return svgTitle(element) ?? nonEmpty(element.attribute('title'));
  const alt = element.attribute(element.tag === 'math' ? 'alttext' : 'alt');
  if (alt !== null) return nonEmpty(alt) ?? (element.tag === 'math' ? null : '');
  return nonEmpty(element.attribute('title')) ?? (element.tag === 'math' ? nonEmpty(textOf(element)) : null);
}

/** Returns the `title` child of a drawing, otherwise its `desc` (svg-aam-1 §8.1). */
function svgTitle(element: Element): string | null {
  for (const tag of ['title', 'desc'])
    for (const child of element.children)
      if (child.type === 'element' && child.tag === tag) {
        const text = child.children.map((node) => (node.type === 'text' ? node.data : '')).join('');
        const name = nonEmpty(text);
        if (name !== null) return name;
      }
  return null;
}

/** Returns the name of a form control: from ARIA, its labels, its title or its placeholder. */
export function controlName(element: Element, document: Document, labels: ReadonlyMap<string, Element>): string | null {
  const name = ariaName(element, document);
  if (name !== null) return name;
  const label = (element.id === null ? undefined : labels.get(element.id)) ?? labelAround(element);
  const text = label === undefined ? '' : textOf(label, element);
  return text !== '' ? text : (nonEmpty(element.attribute('title')) ?? nonEmpty(element.attribute('placeholder')));
}

function labelAround(element: Element): Element | undefined {
  for (let e = element.parent; e !== null; e = e.parent) if (e.isHtml && e.tag === 'label') return e;
  return undefined;
}

/** Returns the labels that refer to their control by id. */
export function labelsOf(document: Document): ReadonlyMap<string, Element> {
  const labels = new Map<string, Element>();
  const stack: Element[] = [document.root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    const target = element.isHtml && element.tag === 'label' ? element.attribute('for') : null;
    if (target !== null) labels.set(target, element);
    for (const child of element.children) if (child.type === 'element') stack.push(child);
  }
  return labels;
}
