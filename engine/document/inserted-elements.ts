/** Elements that a caller puts beside the document's body: headers and footers, which leave the flow for the margins of pages. */
import { Parser } from 'parse5';
import type { Budget } from '../budget.ts';
import { Element, Namespace } from './node.ts';
import { isHtmlTag, TreeBuilder, type TreeMap } from './tree-builder.ts';

/** What is put into a document. */
export interface InsertedElement {
  readonly tag: string;
  /** HTML of its contents. */
  readonly html: string;
}

/** Puts elements in front of the body, before the tree is finished: no selector of the document counts on what stands there. */
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

/** What an HTML fragment holds. */
function contentsOf(html: string, budget: Budget): Element['children'] {
  const parser = new Parser<TreeMap>({ treeAdapter: new TreeBuilder(budget), scriptingEnabled: false });
  parser.tokenizer.write(`<!doctype html><body>${html}`, true);
  const root = parser.document.children.find((node): node is Element => node.type === 'element');
  const parts = root?.children.filter((node): node is Element => node.type === 'element') ?? [];
  // Style sheets stand in the head, everything else in the body.
  return parts.flatMap(({ children }) => children);
}
