import { BoundedCache } from '../bounded-cache.ts';
import type { Budget } from '../budget.ts';
import { dataUrlText, decodeDataUrl } from '../document/data-url.ts';
import { decodeCss } from '../document/encoding.ts';
import type { Resources } from '../document/resources.ts';
import { rebasedSheet } from './rebase-urls.ts';
import type { SheetContent } from './rules.ts';
import { type StyleReference, valueReferences } from './references.ts';
import { parseStyleSheet } from './stylesheet.ts';
import { SourceText } from './syntax/source-text.ts';

/** Sheets kept, and the bytes that they take together. */
const MAX_SHEETS = 64;
const MAX_BYTES = 48_000_000;

/** A service renders the same template all day: what a sheet's text says is read once. */
const contents = new BoundedCache<string, SheetContent>(MAX_SHEETS, MAX_BYTES);

/** Reads the CSS of one document. The same text is read once, though it be too large to be remembered by others. */
export class StyleReader {
  private readonly budget: Budget;
  private readonly own = new Map<string, SheetContent>();
  private readonly resources: Resources | null;
  private readonly encoding: string;
  /** Sheets that lie beside the document, by the names of their resources. */
  private readonly files = new Map<string, SourceText>();

  /** `encoding`: the document's, for sheets beside it that don't say theirs. */
  constructor(budget: Budget, resources: Resources | null = null, encoding = 'utf-8') {
    this.budget = budget;
    this.resources = resources;
    this.encoding = encoding;
  }

  /** What a style sheet's text says. */
  sheet(text: string): SheetContent {
    let content = this.own.get(text) ?? contents.get(text);
    if (content === undefined) {
      let dependsOnFiles = false;
      const loadImport = (url: string): SourceText | null => {
        dependsOnFiles ||= (this.resources?.nameOf(url) ?? null) !== null;
        return this.sheetAt(url);
      };
      content = parseStyleSheet(text, { budget: this.budget, loadImport });
      // What it imports may not have come yet.
      if (dependsOnFiles) return content;
      contents.set(text, content, content.size);
    }
    this.own.set(text, content);
    return content;
  }

  /** The text of the style sheet that a URL leads to; null when it can't be had. */
  sheetAt(url: string): SourceText | null {
    const text = styleSheetText(url);
    if (text !== null) return new SourceText(text, 'data: style sheet');
    const { resources } = this;
    const bytes = resources?.bytes(url) ?? null;
    const name = resources?.nameOf(url) ?? null;
    if (resources === null || bytes === null || name === null) return null;
    let source = this.files.get(name);
    if (source === undefined) {
      const written = decodeCss(bytes, this.encoding).text;
      source = rebasedSheet(written, resources.urlOf(name), resources.label(name));
      this.files.set(name, source);
    }
    return source;
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
function styleSheetText(url: string): string | null {
  const data = decodeDataUrl(url);
  if (data === null) return null;
  return data.mediaType === 'text/css' || data.mediaType === 'text/plain' ? dataUrlText(data) : null;
}
