import type { Element } from '../../document/node.ts';
import { nextNode } from '../../document/parse.ts';
import type { Styler } from '../../style/styler.ts';

/**
 * Returns whether anything inside an element blends with its backdrop. The element then needs a group, which limits the
 * backdrop to the element.
 */
export function blendsInside(styler: Styler, root: Element): boolean {
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root))
    if (node.type === 'element' && styler.styleOf(node).rare.mixBlendMode !== 'normal') return true;
  return false;
}
