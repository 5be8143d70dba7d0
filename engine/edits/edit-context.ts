import type { Budget } from '../budget.ts';
import type { Diagnostics } from '../diagnostics.ts';
import type { Document, Element } from '../document/node.ts';
import { FILLED } from './asked-edits.ts';
import { parseQuery, Queries, type Query } from './queries.ts';
import { closest, elementsExcept, Ids } from './tree.ts';

const isFilled = (element: Element): boolean => FILLED.some((name) => element.attribute(name) !== null);

/** The shared input of all generated lists: the document before they were filled. */
export class EditContext {
  readonly document: Document;
  readonly budget: Budget;
  readonly ids: Ids;
  readonly queries: Queries;
  /** The rendered elements outside the filled ones, in document order. */
  readonly sources: readonly Element[];
  /** The rendered elements that mark terms of an index. */
  readonly marks: readonly Element[];
  /** The calls that replace endnotes. */
  readonly calls = new Set<Element>();
  private readonly diagnostics: Diagnostics;
  private readonly parsed = new Map<string, Query | null>();

  constructor(document: Document, budget: Budget, diagnostics: Diagnostics) {
    this.document = document;
    this.budget = budget;
    this.diagnostics = diagnostics;
    budget.allowAddedElements(document.root.lastDescendant + 1);
    this.ids = new Ids(document, budget);
    this.queries = new Queries(document, budget);
    const isHidden = (element: Element): boolean => element === document.head || element.attribute('hidden') !== null;
    this.sources = elementsExcept(document.root, (element) => isHidden(element) || isFilled(element), budget);
    this.marks = elementsExcept(document.root, isHidden, budget).filter(
      (element) => element.attribute('data-index-term') !== null,
    );
  }

  /** Returns the query in an attribute. Reports an invalid one and returns null. */
  query(element: Element, attribute: string): Query | null {
    const text = element.attribute(attribute) ?? '';
    let query = this.parsed.get(text);
    if (query === undefined) this.parsed.set(text, (query = parseQuery(text)));
    if (query === null) {
      const message = `${attribute}="${text}" is not a valid selector, so the list stays empty.`;
      this.diagnostics.warn('html/generated-list', message, element.position);
    }
    return query;
  }

  /** Returns the element whose contents a list covers: the nearest ancestor that an attribute selects, or the root. */
  scopeOf(list: Element, attribute: string): Element | null {
    if (list.attribute(attribute) === null) return this.document.root;
    const query = this.query(list, attribute);
    const scope = query && closest(list, (element) => this.queries.matches(query, element));
    if (query !== null && scope === null) this.reportEmpty(list, attribute, 'matches no ancestor of the list');
    return scope;
  }

  reportEmpty(list: Element, attribute: string, why: string): void {
    const message = `${attribute}="${list.attribute(attribute) ?? ''}" ${why}, so the list is empty.`;
    this.diagnostics.warn('html/generated-list', message, list.position);
  }

  report(element: Element, message: string): void {
    this.diagnostics.warn('html/generated-list', message, element.position);
  }

  /** Returns whether an element is a descendant. Indexes are those of the document before it changes. */
  isInside(element: Element, around: Element): boolean {
    return element.index > around.index && element.index <= around.lastDescendant;
  }

  /** Returns whether copies of headings omit an element: calls of endnotes, and those that the author marked. */
  readonly isOmittedInCopies = (element: Element): boolean =>
    this.calls.has(element) || element.attribute('data-contents-omit') !== null;
}
