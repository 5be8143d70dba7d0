/** Links, their targets and bookmarks, made as the boxes are painted. */
import type { Box } from '../boxes/box.ts';
import type { Element, Node } from '../document/node.ts';
import type { BoxFragment } from '../layout/fragment.ts';
import type { LU } from '../units.ts';
import type { LinkTarget } from './canvas.ts';
import { decodeFragment } from './link-targets.ts';
import type { PaintContext } from './paint-context.ts';

/** Emits what a fragment's element asks for: an annotation if it is a link, a destination if it has a name, an outline entry. */
export function paintNavigation(context: PaintContext, fragment: BoxFragment, x: LU, y: LU): void {
  const { box } = fragment;
  const { element } = box;
  if (element === null || box.pseudo !== null || context.silhouette > 0) return;
  if (element.tag === 'a' || element.tag === 'area') {
    const target = linkTarget(element, context.state.services.document.baseUrl);
    if (target && fragment.width > 0 && fragment.height > 0) {
      context.canvas.beginTag(box.index);
      context.canvas.link(x / 64, y / 64, fragment.width / 64, fragment.height / 64, target);
      context.canvas.endTag();
    }
  }
  const name = element.id ?? (element.tag === 'a' ? element.attribute('name') : null);
  if (name !== null && name !== '' && !context.state.anchored.has(element)) {
    context.state.anchored.add(element);
    if (context.state.linkTargets.has(name)) context.canvas.anchor(name, x / 64, y / 64);
  }
  const { bookmarkLevel } = fragment.style.rare;
  if (bookmarkLevel !== null && !context.state.bookmarked.has(element)) {
    context.state.bookmarked.add(element);
    const title = bookmarkTitle(box, element);
    if (title !== '')
      context.canvas.bookmark(bookmarkLevel, title, x / 64, y / 64, fragment.style.rare.bookmarkState === 'open');
  }
}

function linkTarget(element: Element, baseUrl: string | null): LinkTarget | null {
  const href = element.attribute('href')?.trim();
  if (!href) return null;
  if (href.startsWith('#')) return href.length > 1 ? { anchor: decodeFragment(href.slice(1)) } : null;
  try {
    return { url: baseUrl === null ? new URL(href).href : new URL(href, baseUrl).href };
  } catch {
    // A relative URL without a base leads nowhere on paper.
    return null;
  }
}

/** `bookmark-label`, of which `content(text)` is the initial value (css-gcpm-3 §6.2, css-content-3 §5). */
function bookmarkTitle(box: Box, element: Element): string {
  const label = box.style.rare.bookmarkLabel;
  if (label === null) return textOf(element);
  let title = '';
  for (const item of label) {
    if (item.type === 'string') title += item.value;
    else if (item.type === 'attr') title += element.attribute(item.name) ?? item.fallback;
    else if (item.type === 'content-text' && item.which === 'text') title += textOf(element);
  }
  return title.replace(/\s+/g, ' ').trim();
}

const MAX_TITLE = 500;

/** The text inside an element, white space collapsed. */
export function textOf(element: Element): string {
  let text = '';
  const stack: Node[] = [element];
  while (stack.length > 0 && text.length < MAX_TITLE * 4) {
    const node = stack.pop() as Node;
    if (node.type === 'text') text += node.data;
    else for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i]);
  }
  return text.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE);
}
