/**
 * Tables of contents and lists of figures or tables: `<nav data-contents="h1, h2">` receives nested lists of links to
 * the elements that the selectors match. The position of a selector in the list is the level of its entries.
 */
import { Text, type Element, type Node } from '../document/node.ts';
import { isHtmlTag } from '../document/tree-builder.ts';
import type { EditContext } from './edit-context.ts';
import { append, copyContents, createElement, plainText } from './tree.ts';

interface Entry {
  readonly target: Element;
  readonly level: number;
}

/** Returns a function that fills the list. Everything is matched before the tree changes. */
export function planContents(context: EditContext, list: Element): () => void {
  const query = context.query(list, 'data-contents');
  const within = context.scopeOf(list, 'data-contents-within');
  if (query === null || within === null) return () => {};
  const entries: Entry[] = [];
  for (const target of context.sources) {
    if (!context.isInside(target, within)) continue;
    const level = context.queries.indexOf(query, target);
    if (level === -1) continue;
    // Many lists could otherwise collect all elements before any is filled.
    context.budget.spendAddedElement();
    entries.push({ target, level });
  }
  if (entries.length === 0) {
    context.reportEmpty(list, 'data-contents', 'matches no element with content');
    return () => {};
  }
  return () => fill(context, list, entries);
}

function fill(context: EditContext, list: Element, entries: readonly Entry[]): void {
  const { budget } = context;
  const newList = (): Element => createElement('ol', { class: 'contents-list' }, [], list.position, budget);
  const root = newList();
  const open: { readonly level: number; readonly into: Element }[] = [];
  for (const { target, level } of entries) {
    while (open.length > 0 && open[open.length - 1]!.level >= level) open.pop();
    const parent = open.at(-1);
    const item = createElement(
      'li',
      { class: 'contents-entry', 'data-level': `${level + 1}` },
      [],
      list.position,
      budget,
    );
    const link = { class: 'contents-link', href: `#${encodeURIComponent(context.ids.of(target, 'contents'))}` };
    append(item, createElement('a', link, titleOf(context, target), list.position, budget));
    if (parent === undefined) append(root, item);
    else append(listIn(parent.into, newList), item);
    open.push({ level, into: item });
  }
  append(list, root);
}

/** Returns the list inside an item, which is its second child. */
function listIn(item: Element, newList: () => Element): Element {
  const found = item.children[1];
  if (found?.type === 'element') return found;
  const list = newList();
  append(item, list);
  return list;
}

/** Returns the text of an entry: `data-contents-title`, the caption of a figure or table, or the element's own. */
function titleOf({ budget, isOmittedInCopies }: EditContext, target: Element): Node[] {
  const given = target.attribute('data-contents-title');
  if (given !== null) return [new Text(given)];
  const copied = copyContents(captionOf(target) ?? target, isOmittedInCopies, budget);
  return plainText(copied) === ''
    ? [new Text(target.attribute('alt') ?? target.attribute('aria-label') ?? '')]
    : copied;
}

function captionOf(target: Element): Element | null {
  const tag = isHtmlTag(target, 'figure') ? 'figcaption' : isHtmlTag(target, 'table') ? 'caption' : null;
  if (tag === null) return null;
  const found = target.children.find((child) => child.type === 'element' && isHtmlTag(child, tag));
  return found?.type === 'element' ? found : null;
}
