/** Properties that the HTML standard derives from an element's context, such as language and directionality. */
import { type Document, type Element, Namespace } from './node.ts';
import { splitOnWhitespace } from './tree-builder.ts';
import { lazily } from '../lazily.ts';

/**
 * Returns the language (BCP 47, '' if unknown; HTML §3.2.6.1): the nearest `lang` or `xml:lang`, otherwise the
 * document's.
 */
export function elementLanguage(element: Element, document: Document): string {
  for (let e: Element | null = element; e !== null; e = e.parent) {
    const own = ownLanguage(e);
    if (own !== null) return own;
  }
  return document.language;
}

export const ownLanguage = (element: Element): string | null =>
  element.attributes.length === 0 ? null : (element.attribute('xml:lang') ?? element.attribute('lang'));

const AUTO_INPUT_TYPES = new Set([
  'hidden',
  'text',
  'search',
  'tel',
  'url',
  'email',
  'password',
  'submit',
  'reset',
  'button',
]);

/** Returns whether the directionality of an element is right-to-left (HTML §3.2.6.4). */
export function isRightToLeft(element: Element): boolean {
  for (let e: Element | null = element; e !== null; e = e.parent) {
    const own = ownDirection(e);
    if (own !== null) return own === 'rtl';
  }
  return false;
}

/** null is inherited. */
function ownDirection(element: Element): 'ltr' | 'rtl' | null {
  if (!element.isHtml) return null;
  const attribute = element.attribute('dir')?.toLowerCase() ?? null;
  if (attribute === 'ltr' || attribute === 'rtl') return attribute;
  if (attribute === 'auto') return autoDirection(element) ?? 'ltr';
  if (element.tag === 'bdi') return autoDirection(element) ?? 'ltr';
  if (element.tag === 'input' && element.attribute('type')?.toLowerCase() === 'tel') return 'ltr';
  return null;
}

function autoDirection(element: Element): 'ltr' | 'rtl' | null {
  if (element.tag === 'input' || element.tag === 'textarea') {
    if (element.tag === 'input' && !AUTO_INPUT_TYPES.has(element.attribute('type')?.toLowerCase() ?? 'text'))
      return null;
    const value = element.tag === 'input' ? (element.attribute('value') ?? '') : null;
    if (value !== null) return strongDirection(value);
  }
  return contentDirection(element);
}

/** Returns the direction of the first strong character, ignoring parts with their own direction. */
function contentDirection(element: Element): 'ltr' | 'rtl' | null {
  const pending = [...element.children].reverse();
  while (pending.length > 0) {
    const node = pending.pop();
    if (node === undefined) break;
    if (node.type === 'text') {
      const direction = strongDirection(node.data);
      if (direction !== null) return direction;
      continue;
    }
    const skipped = node.tag === 'bdi' || node.tag === 'script' || node.tag === 'style' || node.tag === 'textarea';
    if (skipped || node.attribute('dir') !== null) continue;
    for (let i = node.children.length - 1; i >= 0; i--) pending.push(node.children[i]!);
  }
  return null;
}

const STRONG = lazily(() => /\p{L}/u);
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const DIGIT_OR_MARK = lazily(() => /[\p{N}\p{M}\p{So}]/u);

function strongDirection(text: string): 'ltr' | 'rtl' | null {
  for (const character of text) {
    if (DIGIT_OR_MARK().test(character)) continue;
    if (RIGHT_TO_LEFT.test(character)) return 'rtl';
    if (STRONG().test(character)) return 'ltr';
  }
  return null;
}

/** Returns whether it is a `style` element of HTML or SVG whose text is CSS. */
export function isStyleElement(element: Element): boolean {
  if (element.tag !== 'style') return false;
  if (element.namespace !== Namespace.Html && element.namespace !== Namespace.Svg) return false;
  const type = element.attribute('type');
  return type === null || type === '' || type.trim().toLowerCase() === 'text/css';
}

/** Returns whether `rel` contains `stylesheet` and not `alternate`, the type is CSS, and the link isn't disabled. */
export function isStyleSheetLink(element: Element): boolean {
  const rel = splitOnWhitespace((element.attribute('rel') ?? '').toLowerCase());
  if (!rel.includes('stylesheet') || rel.includes('alternate') || element.attribute('disabled') !== null) return false;
  const type = element.attribute('type')?.trim().toLowerCase() ?? '';
  return type === '' || type.split(';')[0]!.trim() === 'text/css';
}

/** Returns the first element with an id in document order, or null. */
export function elementById(document: Document, id: string): Element | null {
  let ids = idsByDocument.get(document);
  if (!ids) {
    ids = new Map();
    const stack: Element[] = [document.root];
    for (let element = stack.pop(); element; element = stack.pop()) {
      if (element.id !== null && !ids.has(element.id)) ids.set(element.id, element);
      for (let i = element.children.length - 1; i >= 0; i--) {
        const child = element.children[i]!;
        if (child.type === 'element') stack.push(child);
      }
    }
    idsByDocument.set(document, ids);
  }
  return ids.get(id) ?? null;
}

/** Indexes ids once per document, which works because documents are immutable. */
const idsByDocument = new WeakMap<Document, Map<string, Element>>();
