import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import { type Document, type Element, Text } from '../document/node.ts';
import { finishDocument } from '../document/parse.ts';
import type { Book } from './epub.ts';
import type { Joined } from './join.ts';
import { createElement, setAttribute } from './tree.ts';

/** Headings have no bookmarks where the book's own contents provide them. */
const NO_HEADINGS = 'h1, h2, h3, h4, h5, h6 { bookmark-level: none }';

/**
 * Gives a joined book the bookmarks of its table of contents, and its language. Only the first entry for an element has
 * an effect.
 */
export function addBookmarks(
  { document, targets }: Joined,
  book: Book,
  budget: Budget,
  diagnostics: Diagnostics,
): Document {
  const { root, head, unrendered } = document;
  if (root.attribute('lang') === null && book.language !== '') setAttribute(root, 'lang', book.language);
  const marked = new Set<Element>();
  for (const { url, title, level } of book.entries) {
    const element = targets.get(url);
    if (element === undefined || marked.has(element)) continue;
    marked.add(element);
    const style = `bookmark-level: ${level}; bookmark-label: ${JSON.stringify(title)}`;
    setAttribute(element, 'style', `${element.attribute('style') ?? ''}; ${style}`);
  }
  if (marked.size > 0 && head !== null) {
    const style = createElement('style', {}, [new Text(NO_HEADINGS)], null, budget);
    head.children.unshift(style);
    style.parent = head;
  }
  return finishDocument(root, { quirks: 'none', unrendered }, budget, diagnostics);
}
