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

/** Maximum number of cached sheets, and their total memory in bytes. */
const MAX_SHEETS = 64;
const MAX_BYTES = 48_000_000;

/** Caches parsed sheets across renders, because a service renders the same template over and over. */
const contents = new BoundedCache<string, SheetContent>(MAX_SHEETS, MAX_BYTES);

/**
 * Reads the CSS of one document. Each text is parsed once per document, even if it is too large for the shared cache.
 */
export class StyleReader {
  private readonly budget: Budget;
  private readonly own = new Map<string, SheetContent>();
  private readonly resources: Resources | null;
  private readonly encoding: string;
  /** External sheets by the names of their resources. */
  private readonly files = new Map<string, SourceText>();

  /** `encoding`: the document's, used for external sheets that declare none. */
  constructor(budget: Budget, resources: Resources | null = null, encoding = 'utf-8') {
    this.budget = budget;
    this.resources = resources;
    this.encoding = encoding;
  }

  /** Returns the parsed content of a style sheet. */
  sheet(text: string): SheetContent {
    let content = this.own.get(text) ?? contents.get(text);
    if (content === undefined) {
      let dependsOnFiles = false;
      const loadImport = (url: string): SourceText | null => {
        dependsOnFiles ||= (this.resources?.nameOf(url) ?? null) !== null;
        return this.sheetAt(url);
      };
      content = parseStyleSheet(text, { budget: this.budget, loadImport });
      // An imported file may not have been loaded yet.
      if (dependsOnFiles) return content;
      contents.set(text, content, content.size);
    }
    this.own.set(text, content);
    return content;
  }

  /** Returns the text of the style sheet at a URL, or null when it is unavailable. */
  sheetAt(url: string): SourceText | null {
    const text = styleSheetText(url);
    if (text !== null) return new SourceText(text, 'data: style sheet');
    const { resources } = this;
    const bytes = resources?.bytes(url) ?? null;
    const name = resources?.nameOf(url) ?? null;
    if (resources === null || bytes === null || name === null) return null;
    let source = this.files.get(name);
    if (source === undefined) {
      this.budget.spendBytes(bytes.length);
      const written = decodeCss(bytes, this.encoding).text;
      source = rebasedSheet(written, resources.urlOf(name), resources.label(name));
      this.files.set(name, source);
    }
    return source;
  }

  referencesOfSheet(text: string): readonly StyleReference[] {
    return this.sheet(text).references;
  }

  /** Returns the references in declarations or a value. */
  referencesOfValue(text: string): readonly StyleReference[] {
    this.budget.tick();
    return valueReferences(text);
  }
}

/** Returns the text of a data: style sheet, or null when the URL isn't one. */
function styleSheetText(url: string): string | null {
  const data = decodeDataUrl(url);
  if (data === null) return null;
  return data.mediaType === 'text/css' || data.mediaType === 'text/plain' ? dataUrlText(data) : null;
}
