/**
 * Parses `@page` selectors and contents (css-page-3 §4, css-page-4, css-gcpm-4 §3 for :nth()). `:last` is an extension
 * of this engine.
 */
import { readAnPlusB } from '../selectors/simple-selectors.ts';
import type { PagePseudo, PageSelector } from '../rules.ts';
import { type TokenList, TokenType } from '../syntax/token-list.ts';

/** The sixteen page-margin boxes and the footnote area. */
export const PAGE_BOX_NAMES: ReadonlySet<string> = new Set([
  'top-left-corner',
  'top-left',
  'top-center',
  'top-right',
  'top-right-corner',
  'right-top',
  'right-middle',
  'right-bottom',
  'bottom-right-corner',
  'bottom-right',
  'bottom-center',
  'bottom-left',
  'bottom-left-corner',
  'left-bottom',
  'left-middle',
  'left-top',
  'footnote',
]);

/** Returns the key of a box of `@page`: its name, followed by that of the footnote area if it has one. */
export const pageBoxKey = (name: string, area: string): string => (area === '' ? name : `${name} ${area}`);

/** Returns the name of the footnote area with this key; '' is the unnamed one, and null means a margin box. */
export function footnoteAreaOf(key: string): string | null {
  if (key === 'footnote') return '';
  return key.startsWith('footnote ') ? key.slice('footnote '.length) : null;
}

/** Returns null when a selector is invalid, which drops the whole rule. */
export function parsePageSelectors(tokens: TokenList, from: number, to: number): PageSelector[] | null {
  const selectors: PageSelector[] = [];
  let start = from;
  if (tokens.skipSpace(from) >= to) return [];
  while (start <= to) {
    let end = start;
    while (end < to && tokens.types[end] !== TokenType.Comma) end = Math.min(tokens.after(end), to);
    const selector = parsePageSelector(tokens, start, end);
    if (selector === null) return null;
    selectors.push(selector);
    start = end + 1;
  }
  return selectors;
}

function parsePageSelector(tokens: TokenList, from: number, to: number): PageSelector | null {
  let at = tokens.skipSpace(from);
  let end = to;
  while (end > at && tokens.types[end - 1] === TokenType.WhiteSpace) end--;
  if (at >= end) return null;
  let name: string | null = null;
  if (tokens.types[at] === TokenType.Ident) {
    name = tokens.name(at++);
    if (name.toLowerCase() === 'auto') return null;
  }
  const pseudos: PagePseudo[] = [];
  while (at < end) {
    if (tokens.types[at] !== TokenType.Colon) return null;
    at++;
    const pseudo = parsePagePseudo(tokens, at, end);
    if (pseudo === null) return null;
    pseudos.push(pseudo);
    at = tokens.after(at);
  }
  return { name, pseudos };
}

function parsePagePseudo(tokens: TokenList, at: number, end: number): PagePseudo | null {
  if (at >= end) return null;
  const word =
    tokens.types[at] === TokenType.Ident || tokens.types[at] === TokenType.Function
      ? tokens.name(at).toLowerCase()
      : '';
  if (tokens.types[at] === TokenType.Ident) {
    return word === 'first' || word === 'last' || word === 'left' || word === 'right' || word === 'blank'
      ? { type: word }
      : null;
  }
  if (word !== 'nth') return null;
  const close = Math.min(tokens.partners[at]!, end);
  const pattern = readAnPlusB(tokens, at + 1, close);
  if (pattern === null) return null;
  const next = tokens.skipSpace(pattern.next);
  if (next >= close) return { type: 'nth', a: pattern.a, b: pattern.b, of: null };
  if (tokens.types[next] !== TokenType.Ident || tokens.name(next).toLowerCase() !== 'of') return null;
  const name = tokens.skipSpace(next + 1);
  if (tokens.types[name] !== TokenType.Ident || tokens.skipSpace(name + 1) < close) return null;
  return { type: 'nth', a: pattern.a, b: pattern.b, of: tokens.name(name) };
}

/** The properties of a page that `@page` selectors match. */
export interface PageIdentity {
  /** '' for none. */
  readonly name: string;
  /** Counted from 0. */
  readonly index: number;
  readonly first: boolean;
  readonly left: boolean;
  readonly blank: boolean;
  /** The page's number, from 1, in each page group it belongs to, by name (css-gcpm-3 §3.2). */
  readonly groups: ReadonlyMap<string, number>;
  /**
   * Names of the page groups that end with this page; '' is the document. Absent if no group ends, or if that isn't
   * known yet.
   */
  readonly ends?: ReadonlySet<string> | undefined;
}

export const NO_GROUPS: ReadonlyMap<string, number> = new Map();

export function matchesPage(selector: PageSelector, page: PageIdentity): boolean {
  if (selector.name !== null && selector.name !== page.name) return false;
  return selector.pseudos.every((pseudo) => matchesPagePseudo(pseudo, selector.name, page));
}

function matchesPagePseudo(pseudo: PagePseudo, name: string | null, page: PageIdentity): boolean {
  switch (pseudo.type) {
    case 'first':
      return page.first;
    case 'last':
      return page.ends?.has(name ?? '') === true;
    case 'left':
      return page.left;
    case 'right':
      return !page.left;
    case 'blank':
      return page.blank;
    case 'nth': {
      // For a named page, its number within the group (css-gcpm-3 §3.1).
      const group = pseudo.of ?? name;
      const number = group === null ? page.index + 1 : page.groups.get(group);
      if (number === undefined) return false;
      const steps = number - pseudo.b;
      return pseudo.a === 0 ? steps === 0 : steps % pseudo.a === 0 && steps / pseudo.a >= 0;
    }
  }
}

/**
 * Returns the specificity as one comparable number (css-page-3 §4.3): :blank, because a blank page belongs to no chapter;
 * then names, including the group's; then :first, :last and :nth(); then the others.
 */
export function pageSpecificity(selector: PageSelector): number {
  let names = selector.name === null ? 0 : 1;
  let blanks = 0;
  let firsts = 0;
  let sides = 0;
  for (const pseudo of selector.pseudos) {
    if (pseudo.type === 'blank') blanks = 1;
    if (pseudo.type === 'left' || pseudo.type === 'right') sides++;
    else firsts++;
    if (pseudo.type === 'nth' && pseudo.of !== null) names++;
  }
  return (blanks << 23) | (Math.min(names, 127) << 16) | (Math.min(firsts, 255) << 8) | Math.min(sides, 255);
}
