/** In quirks mode default margins at the edges of the body and of cells are none (HTML standard §15.3.10, margin collapsing quirks). */
import type { Element, Node } from '../document/node.ts';
import type { SetHint } from './presentational-hints.ts';

const WITH_DEFAULT_MARGINS: ReadonlySet<string> = new Set([
  'blockquote',
  'dir',
  'dl',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'listing',
  'menu',
  'ol',
  'p',
  'plaintext',
  'pre',
  'ul',
  'xmp',
]);

/** Does the element have margins of its own that its place may take away? */
export function hasQuirkyMargins(element: Element): boolean {
  const parent = element.parent;
  if (parent === null || !element.isHtml || !parent.isHtml || !WITH_DEFAULT_MARGINS.has(element.tag)) return false;
  return parent.tag === 'body' || parent.tag === 'td' || parent.tag === 'th';
}

/** The margins that an element with `hasQuirkyMargins` loses. */
export function marginQuirks(element: Element, set: SetHint): void {
  const { parent, tag } = element;
  const siblings = parent!.children;
  const inCell = parent!.tag !== 'body';
  const blank = element.children.every((child) => !isSubstantial(child));
  const isFirst = siblings.find(isSubstantial) === element;
  if (isFirst) {
    set('margin-block-start', '0');
    if (blank) set('margin-block-end', '0');
  }
  if (!inCell || (!blank && tag !== 'p') || siblings.findLast(isSubstantial) !== element) return;
  if (blank) set('margin-block-start', '0');
  if (tag === 'p') set('margin-block-end', '0');
}

/** An element, or text that is more than white space. */
function isSubstantial(node: Node): boolean {
  return node.type === 'element' || /[^ \t\n\f\r]/.test(node.data);
}
