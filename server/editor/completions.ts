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
  var: /(--[\w-]+)\s*:/g,
};

/** Names that exist without a definition. */
const PREDEFINED: Readonly<Record<string, readonly string[]>> = {
  counter: ['page', 'pages', 'footnote'],
  counters: ['page', 'pages'],
  'target-counter': ['page', 'pages'],
};

const PAGE_BOXES = ['top-left', 'top-center', 'top-right', 'bottom-left', 'bottom-center', 'bottom-right', 'footnote'];

/** Completes CSS in a style sheet, a `style` element or a `style` attribute. */
export function completeCss(context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const text = state.doc.toString();
  const line = text.slice(Math.max(0, pos - 300), pos);
  const word = /[\w-]*$/.exec(line)![0];
  const from = pos - word.length;
  const before = line.slice(0, line.length - word.length);
  const inFunction = /([\w-]+)\(\s*(?:attr\([^()]*\)\s*,\s*)?$/.exec(before)?.[1]?.toLowerCase();
  if (inFunction !== undefined && DEFINITIONS[inFunction] !== undefined)
    return listed(from, namesFor(inFunction, text), 'variable');
  if (/@$/.test(before)) return listed(from, PAGE_BOXES, 'keyword');
  const property = /(?:^|[{;\s"'])([\w-]+)\s*:\s*[^;{}"']*$/.exec(before)?.[1]?.toLowerCase();
  if (property !== undefined) {
    const names = property === 'page' ? namesFor('page', text) : [];
    return listed(from, [...names, ...(KEYWORDS[property] ?? [])], 'keyword');
  }
  if (word === '' && !context.explicit) return null;
  return /[{;"']\s*$/.test(before) ? listed(from, Object.keys(KEYWORDS), 'property') : null;
}

function listed(from: number, names: readonly string[], type: string): CompletionResult | null {
  const options = [...new Set(names)].map((label): Completion => ({ label, type }));
  return options.length === 0 ? null : { from, options, validFor: /^[\w-]*$/ };
}

function namesFor(use: string, text: string): readonly string[] {
  const found = [...text.matchAll(DEFINITIONS[use]!)].map(([, first, second]) => first ?? second ?? '');
  return [...found.filter((name) => name !== '' && name !== 'auto'), ...(PREDEFINED[use] ?? [])];
}
