import { Budget, DEFAULT_LIMITS } from '../budget.ts';
import { Diagnostics } from '../diagnostics.ts';
import { readEngineText } from '../platform/files.ts';
import type { StyleSheet } from './rules.ts';
import { parseStyleSheet } from './stylesheet.ts';
import { SourceText } from './syntax/source-text.ts';

let standard: StyleSheet | null = null;
let quirks: StyleSheet | null = null;

/** The user agent's style sheet, parsed once in a process; it is bundled and immutable. */
export function userAgentSheet(): StyleSheet {
  return (standard ??= parse('css/user-agent.css', 0));
}

/** What documents in quirks mode get on top (HTML standard §15.3.12 and others). */
export function quirksSheet(): StyleSheet {
  return (quirks ??= parse('css/quirks.css', -100_000));
}

/** Keys of its selector lists are negative, so that they differ from those of any document's. */
function parse(path: string, firstKey: number): StyleSheet {
  let key = firstKey;
  return parseStyleSheet(new SourceText(readEngineText(path), 'user-agent style sheet'), [], {
    diagnostics: new Diagnostics(),
    budget: new Budget({ ...DEFAULT_LIMITS, deadlineMs: Infinity }),
    origin: 'user-agent',
    loadImport: () => null,
    nextKey: () => --key,
  });
}
