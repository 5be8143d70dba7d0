/** Suggestions while typing CSS: the engine's properties and keywords, and the names that the document defines. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
// The build makes this module from the reference of CSS properties.
import { KEYWORDS } from 'css-keywords';

/** The names that a style sheet defines, by the function or property that uses them. */
const DEFINITIONS: Readonly<Record<string, RegExp>> = {
  counter: /counter-(?:reset|increment|set)\s*:\s*([\w-]+)/g,
  counters: /counter-(?:reset|increment|set)\s*:\s*([\w-]+)/g,
  'target-counter': /counter-(?:reset|increment|set)\s*:\s*([\w-]+)/g,
  string: /string-set\s*:\s*([\w-]+)/g,
  element: /running\(\s*([\w-]+)/g,
  page: /@page\s+([\w-]+)|[{;\s]page\s*:\s*([\w-]+)/g,
  var: /(?<![\w-])(--\w[\w-]*)/g,
};

/** Names that exist without a definition. */
const PREDEFINED: Readonly<Record<string, readonly string[]>> = {
  counter: ['page', 'pages', 'footnote'],
  counters: ['page', 'pages'],
  'target-counter': ['page', 'pages'],
};

const PAGE_BOXES = ['top-left', 'top-center', 'top-right', 'bottom-left', 'bottom-center', 'bottom-right', 'footnote'];
const AT_RULES = [
  'page',
  'font-face',
  'media',
  'import',
  'supports',
  'container',
  'layer',
  'counter-style',
  'property',
];
const PAGE_SELECTORS = ['first', 'left', 'right', 'blank', 'nth(2)', 'nth(odd)', 'nth(even)'];

/** The start of a page selector, up to the colon. */
const PAGE_COLON = /@page\s*[\w-]*(?::[\w-]+(?:\([^)]*\))?)*:$/;

/** How far back to search for the start of a declaration. */
const MOST_BEFORE = 300;

/** Completes CSS in a style sheet, a `style` element or a `style` attribute. */
export function completeCss(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const text = state.doc.toString();
  const line = text.slice(Math.max(0, pos - MOST_BEFORE), pos);
  const word = wordAtEnd(line);
  const from = pos - word.length;
  const before = line.slice(0, line.length - word.length);
  const inFunction = openFunction(before);
  if (DEFINITIONS[inFunction] !== undefined) return listed(from, namesFor(inFunction, text), 'variable');
  if (before.endsWith('@')) return listed(from, isInPageRule(before) ? PAGE_BOXES : AT_RULES, 'keyword');
  if (PAGE_COLON.test(before)) return listed(from, PAGE_SELECTORS, 'keyword');
  const start = Math.max(...['{', ';', '"', "'"].map((sign) => before.lastIndexOf(sign)));
  const declaration = before.slice(start + 1);
  const colon = declaration.indexOf(':');
  if (colon > 0) {
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const names = property === 'page' ? namesFor('page', text) : [];
    return listed(from, [...names, ...(KEYWORDS[property] ?? [])], 'keyword');
  }
  const startsDeclaration = start >= 0 && declaration.trim() === '' && (word !== '' || context.explicit);
  return startsDeclaration ? listed(from, Object.keys(KEYWORDS), 'property') : null;
}

const isNameCharacter = (character: string | undefined): boolean => character !== undefined && /[\w-]/.test(character);

function wordAtEnd(text: string): string {
  let start = text.length;
  while (isNameCharacter(text[start - 1])) start--;
  return text.slice(start);
}

/** Returns the name of the function that is open at the end of a text, or ''. */
function openFunction(text: string): string {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === ')') depth++;
    else if (text[at] === '(' && depth-- === 0) return wordAtEnd(text.slice(0, at)).toLowerCase();
    else if (text[at] === ';' || text[at] === '{') return '';
  }
  return '';
}

/** Returns whether the innermost open block at the end of a text belongs to a page rule. */
function isInPageRule(text: string): boolean {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === '}') depth++;
    else if (text[at] === '{' && depth-- === 0) return /@page\b[^{};]*$/.test(text.slice(0, at));
  }
  return false;
}

function listed(from: number, names: readonly string[], type: string): CompletionResult | null {
  const options = [...new Set(names)].map((label): Completion => ({ label, type }));
  return options.length === 0 ? null : { from, options, validFor: /^[\w-]*$/ };
}

function namesFor(use: string, text: string): readonly string[] {
  const found = [...text.matchAll(DEFINITIONS[use]!)].map(([, first, second]) => first ?? second ?? '');
  return [...found.filter((name) => name !== '' && name !== 'auto'), ...(PREDEFINED[use] ?? [])];
}
