import type { Element } from '../../document/node.ts';

/** Returns whether an element is another one's ancestor, or the same element. A reference to it would be circular. */
export function isAncestor(ancestor: Element, element: Element): boolean {
  for (let e: Element | null = element; e !== null; e = e.parent) if (e === ancestor) return true;
  return false;
}

/** Percent-decodes a fragment. Returns an invalid one unchanged. */
export function decodeUriSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
