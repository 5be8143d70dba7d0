import type { Element } from '../../document/node.ts';
import { nextNode } from '../../document/parse.ts';
import type { Styler } from '../../style/styler.ts';

/** Does anything inside of an element blend with what is below it? A group then keeps it from blending with more than the element. */
export function blendsInside(styler: Styler, root: Element): boolean {
  for (let node = nextNode(root, root); node !== null; node = nextNode(node, root))
    if (node.type === 'element' && styler.styleOf(node).rare.mixBlendMode !== 'normal') return true;
  return false;
}
