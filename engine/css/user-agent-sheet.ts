import { Budget, DEFAULT_LIMITS } from '../budget.ts';
import { readText } from '../platform/host.ts';
import type { StyleSheet } from './rules.ts';
import { parseStyleSheet } from './stylesheet.ts';
import { SourceText } from './syntax/source-text.ts';

let standard: StyleSheet | null = null;
let quirks: StyleSheet | null = null;

/** Returns the user-agent style sheet. It is bundled and immutable, so it is parsed once per process. */
export function userAgentSheet(): StyleSheet {
  return (standard ??= parse('css/user-agent.css'));
}

/** Returns the additional rules for documents in quirks mode (HTML standard §15.3.12 and others). */
export function quirksSheet(): StyleSheet {
  return (quirks ??= parse('css/quirks.css'));
}

function parse(path: string): StyleSheet {
  const text = readText(path);
  const budget = new Budget({ ...DEFAULT_LIMITS, deadlineMs: Infinity });
  const content = parseStyleSheet(text, { budget, loadImport: () => null });
  return { source: new SourceText(text, 'user-agent style sheet'), media: '', content, tree: null };
}
