import { decodeFragment } from '../document/url.ts';
import type { Element } from '../document/node.ts';

/** The ids that links of a document lead to. */
export function collectLinkTargets(root: Element): ReadonlySet<string> {
  const targets = new Set<string>();
  const stack: Element[] = [root];
  while (stack.length > 0) {
    const element = stack.pop() as Element;
    if (element.tag === 'a' || element.tag === 'area') {
      const href = element.attribute('href')?.trim() ?? '';
      if (href.startsWith('#') && href.length > 1) targets.add(decodeFragment(href.slice(1)));
    }
    for (const child of element.children) if (child.type === 'element') stack.push(child);
  }
  return targets;
}
