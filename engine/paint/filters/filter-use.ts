/** Whether a document has filters that need pixels, asked before it is painted: what makes them must be loaded first. */
import type { Box } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import type { Element, Node } from '../../document/node.ts';
import { nextNode } from '../../document/parse.ts';
import type { Styler } from '../../style/styler.ts';
import { isVector } from '../filter.ts';

const needsPixels = (style: ComputedStyle): boolean => style.rare.filter.length > 0 && !isVector(style.rare.filter);

/** Looks at the styles of the document's boxes and of the SVG elements in them. */
export function usesPixelFilters(root: Box, styler: Styler): boolean {
  const stack: Box[] = [root];
  for (let box = stack.pop(); box; box = stack.pop()) {
    if (needsPixels(box.style)) return true;
    const { data, element } = box;
    if (data?.type === 'replaced' && data.content === 'svg' && element && filtersInside(element, styler)) return true;
    for (const child of box.children) stack.push(child);
    for (const item of box.inline?.items ?? []) if (item.box !== box) stack.push(item.box);
  }
  return false;
}

function filtersInside(svg: Element, styler: Styler): boolean {
  for (let node: Node | null = nextNode(svg, svg); node !== null; node = nextNode(node, svg)) {
    if (node.type === 'element' && needsPixels(styler.styleOf(node))) return true;
  }
  return false;
}
