import { Budget, DEFAULT_LIMITS } from '../budget.ts';
import { readText } from '../platform/host.ts';
import { unpackSheet } from './packed-sheet.ts';
import { PACKED_SHEETS } from './packed-sheets.ts';
import type { SheetContent, StyleSheet } from './rules.ts';
import { parseStyleSheet } from './stylesheet.ts';
import { SourceText } from './syntax/source-text.ts';

export const STANDARD_SHEET = 'css/user-agent.css';
export const QUIRKS_SHEET = 'css/quirks.css';

let standard: StyleSheet | null = null;
let quirks: StyleSheet | null = null;

/** Returns the user-agent style sheet. It is bundled and immutable, so it is read once per process. */
export function userAgentSheet(): StyleSheet {
  return (standard ??= sheetIn(STANDARD_SHEET));
}

/** Returns the additional rules for documents in quirks mode (HTML standard §15.3.12 and others). */
export function quirksSheet(): StyleSheet {
  return (quirks ??= sheetIn(QUIRKS_SHEET));
}

function sheetIn(file: string): StyleSheet {
  const text = readText(file);
  const packed = PACKED_SHEETS[file];
  const content = packed === undefined ? parse(text) : unpackSheet(packed);
  return { source: new SourceText(text, 'user-agent style sheet'), media: '', content, tree: null };
}

function parse(text: string): SheetContent {
  const budget = new Budget({ ...DEFAULT_LIMITS, deadlineMs: Infinity });
  return parseStyleSheet(text, { budget, loadImport: () => null });
}
