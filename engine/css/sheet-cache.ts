import { BoundedCache } from '../bounded-cache.ts';
import type { Budget } from '../budget.ts';
import { dataUrlText, decodeDataUrl } from '../document/data-url.ts';
import type { SheetContent } from './rules.ts';
import { parseStyleSheet } from './stylesheet.ts';

/** Sheets kept, and the bytes that they take together. */
const MAX_SHEETS = 64;
const MAX_BYTES = 48_000_000;

/** A service renders the same template all day: what a sheet's text says is read once. */
const contents = new BoundedCache<string, SheetContent>(MAX_SHEETS, MAX_BYTES);

/** What a style sheet's text says. The same object for the same text, as long as it is remembered. */
export function sheetContent(text: string, budget: Budget): SheetContent {
  let content = contents.get(text);
  if (content === undefined) {
    content = parseStyleSheet(text, { budget, loadImport: styleSheetText });
    contents.set(text, content, content.size);
  }
  return content;
}

/** The text of a data: style sheet; null when it is no such thing. */
export function styleSheetText(url: string): string | null {
  const data = decodeDataUrl(url);
  if (data === null) return null;
  return data.mediaType === 'text/css' || data.mediaType === 'text/plain' ? dataUrlText(data) : null;
}
