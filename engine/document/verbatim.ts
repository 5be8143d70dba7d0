import type { Element } from './node.ts';

/** Elements whose text shows markup rather than using it. */
const VERBATIM = new Set(['script', 'style', 'template', 'pre', 'code', 'samp', 'kbd', 'textarea']);

/** Returns whether the text of an element shows markup, or isn't rendered. */
export function isVerbatim(inner: Element): boolean {
  for (let element: Element | null = inner; element !== null; element = element.parent)
    if (VERBATIM.has(element.tag)) return true;
  return false;
}
