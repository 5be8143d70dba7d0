import { BoundedCache } from '../bounded-cache.ts';
import type { Budget } from '../budget.ts';
import { dataUrlText, decodeDataUrl } from '../document/data-url.ts';
import type { SheetContent } from './rules.ts';
import { type StyleReference, valueReferences } from './references.ts';
import { parseStyleSheet } from './stylesheet.ts';

/** Sheets kept, and the bytes that they take together. */
const MAX_SHEETS = 64;
const MAX_BYTES = 48_000_000;

/** A service renders the same template all day: what a sheet's text says is read once. */
const contents = new BoundedCache<string, SheetContent>(MAX_SHEETS, MAX_BYTES);

/** Reads the CSS of one document. The same text is read once, though it be too large to be remembered by others. */
export class StyleReader {
  private readonly budget: Budget;
  private readonly own = new Map<string, SheetContent>();

  constructor(budget: Budget) {
    this.budget = budget;
  }

  /** What a style sheet's text says. */
  sheet(text: string): SheetContent {
    let content = this.own.get(text) ?? contents.get(text);
    if (content === undefined) {
      content = parseStyleSheet(text, { budget: this.budget, loadImport: styleSheetText });
      contents.set(text, content, content.size);
    }
    this.own.set(text, content);
    return content;
  }

  referencesOfSheet(text: string): readonly StyleReference[] {
    return this.sheet(text).references;
  }

  /** Of declarations or a value. */
  referencesOfValue(text: string): readonly StyleReference[] {
    this.budget.tick();
    return valueReferences(text);
  }
}

/** The text of a data: style sheet; null when it is no such thing. */
export function styleSheetText(url: string): string | null {
  const data = decodeDataUrl(url);
  if (data === null) return null;
  return data.mediaType === 'text/css' || data.mediaType === 'text/plain' ? dataUrlText(data) : null;
}
