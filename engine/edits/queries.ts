import type { Budget } from '../budget.ts';
import { SelectorMatcher } from '../css/selectors/matcher.ts';
import { parseSelectorList } from '../css/selectors/parse-selector.ts';
import type { SelectorList } from '../css/selectors/selector.ts';
import { TokenList } from '../css/syntax/token-list.ts';
import type { Document, Element } from '../document/node.ts';

/** A parsed selector list. */
export type Query = SelectorList;

const CONTEXT = { namespaces: new Map<string, string>(), parent: null, implied: false, strict: true };

/** Parses a selector list (selectors-4). Returns null if it is invalid or selects pseudo-elements. */
export function parseQuery(text: string): Query | null {
  const tokens = new TokenList(text);
  const list = parseSelectorList(tokens, 0, tokens.length, CONTEXT);
  return list === null || list.selectors.some(({ pseudoElement }) => pseudoElement !== null) ? null : list;
}

/** Matches queries against one state of a document. */
export class Queries {
  private readonly matcher: SelectorMatcher;
  private readonly budget: Budget;

  constructor(document: Document, budget: Budget) {
    this.budget = budget;
    this.matcher = new SelectorMatcher(document, budget);
  }

  /** Returns the index of the first selector of the list that matches, or -1. */
  indexOf(query: Query, element: Element): number {
    this.budget.tickBy(query.selectors.length);
    return query.selectors.findIndex((selector) => this.matcher.matches(selector, element));
  }

  matches(query: Query, element: Element): boolean {
    return this.indexOf(query, element) !== -1;
  }
}
