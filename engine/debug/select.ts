import { Budget, DEFAULT_LIMITS } from '../budget.ts';
import { SelectorMatcher } from '../css/selectors/matcher.ts';
import { parseSelectorList } from '../css/selectors/parse-selector.ts';
import { TokenList } from '../css/syntax/token-list.ts';
import type { Document, Element } from '../document/node.ts';
import { optionError } from '../errors.ts';

/**
 * Returns the elements that a selector matches.
 * @throws RenderError `invalid_options` if it doesn't parse.
 */
export function matchingElements(document: Document, selector: string): ReadonlySet<Element> {
  const tokens = new TokenList(selector);
  const list = parseSelectorList(tokens, 0, tokens.length, {
    namespaces: new Map(),
    parent: null,
    implied: false,
    strict: true,
  });
  if (!list) throw optionError('selector', 'must be a valid CSS selector');
  const matcher = new SelectorMatcher(document, new Budget(DEFAULT_LIMITS));
  const found = new Set<Element>();
  const visit = (element: Element): void => {
    if (list.selectors.some((complex) => matcher.matches(complex, element))) found.add(element);
    for (const child of element.children) if (child.type === 'element') visit(child);
  };
  visit(document.root);
  return found;
}
