/**
 * Inserts the caller's elements next to the document's body: headers and footers, which move from the flow to the page
 * margins.
 */
import { Parser } from 'parse5';
import type { Budget } from '../budget.ts';
import { Element, Namespace } from './node.ts';
import { isHtmlTag, TreeBuilder, type TreeMap } from './tree-builder.ts';

/** An element to insert into a document. */
export interface InsertedElement {
  readonly tag: string;
  /** The HTML of its contents. */
  readonly html: string;
}

/**
 * Inserts elements before the body and before the tree is finished. No selector of the document can expect anything
 * there.
 */
export function insertElements(root: Element, inserted: readonly InsertedElement[], budget: Budget): void {
  if (inserted.length === 0) return;
  const at = root.children.findIndex((child) => child.type === 'element' && isHtmlTag(child, 'body'));
  const elements = inserted.map(({ tag, html }) => {
    const element = new Element(tag, Namespace.Html, [], null, null, []);
    element.children.push(...contentsOf(html, budget));
    return element;
  });
  root.children.splice(at === -1 ? root.children.length : at, 0, ...elements);
}

/** Returns the contents of an HTML fragment. */
function contentsOf(html: string, budget: Budget): Element['children'] {
  const parser = new Parser<TreeMap>({ treeAdapter: new TreeBuilder(budget), scriptingEnabled: false });
  parser.tokenizer.write(`<!doctype html><body>${html}`, true);
  const root = parser.document.children.find((node): node is Element => node.type === 'element');
  const parts = root?.children.filter((node): node is Element => node.type === 'element') ?? [];
  // The parser puts style sheets into the head and everything else into the body.
  return parts.flatMap(({ children }) => children);
}
