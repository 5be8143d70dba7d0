import type { Element } from '../../document/node.ts';

/** Is an element another one's ancestor, or itself? A reference to it would never end. */
export function isAncestor(ancestor: Element, element: Element): boolean {
  for (let e: Element | null = element; e !== null; e = e.parent) if (e === ancestor) return true;
  return false;
}

/** Percent-decodes a fragment; one that is broken stands for itself. */
export function decodeUriSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
