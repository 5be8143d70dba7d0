/**
 * Finds the URLs in CSS text by its tokens: every `url()`, and the strings of `@import` and `image-set()`, wherever
 * they occur.
 */
import { url as cssUrl } from '../css-tree.ts';
import { asciiLower } from '../document/ascii.ts';
import { closingOf, isClosing, TokenList, TokenType } from './syntax/token-list.ts';

export interface StyleReference {
  readonly url: string;
  /** `string`: a data: URL in a string, which a custom property may later pass to `image-set()`. */
  readonly kind: '@import' | 'url()' | 'image-set()' | 'string';
  /** The offset in the text that was read. */
  readonly offset: number;
  /** Whether it is inside an `@font-face` rule. */
  readonly isFont: boolean;
}

/** Import statements by the index of their first token: the URL, and the token after the statement. */
type ImportStatements = ReadonlyMap<number, { readonly url: string; readonly end: number }>;

const NO_IMPORTS: ImportStatements = new Map();
const NO_REFERENCES: readonly StyleReference[] = [];

/**
 * Matches what every reference contains: a name that introduces one, or an escape that may encode a letter or hyphen of
 * such a name. Escapes of other characters don't count, because utility style sheets are full of them
 * (`.md\\:w-1\\/2`).
 */
export const MAY_REFER = /url\(|@import|data:|image-set\(|\\(?:[g-z-]|0{0,4}(?:2d|[4-7][0-9a-f]))/i;

/** Returns the references in declarations or a value. */
export function valueReferences(text: string): readonly StyleReference[] {
  return MAY_REFER.test(text) ? new ReferenceScanner(new TokenList(text), NO_IMPORTS).scan() : NO_REFERENCES;
}

/** Returns the references in a whole sheet, in order. The sheet's parser decides which statements are imports. */
export function referencesOf(tokens: TokenList, imports: ImportStatements): readonly StyleReference[] {
  return MAY_REFER.test(tokens.source) ? new ReferenceScanner(tokens, imports).scan() : NO_REFERENCES;
}

class ReferenceScanner {
  private readonly tokens: TokenList;
  private readonly imports: ImportStatements;
  private readonly found: StyleReference[] = [];
  /** Names of the open functions; '' for other brackets. */
  private readonly open: string[] = [];
  /** The end of the last `@font-face` rule seen. */
  private fontEnd = 0;

  constructor(tokens: TokenList, imports: ImportStatements) {
    this.tokens = tokens;
    this.imports = imports;
  }

  scan(): readonly StyleReference[] {
    const { tokens } = this;
    for (let i = 0; i < tokens.length; i++) {
      if (tokens.types[i] !== TokenType.AtKeyword) {
        this.token(i);
        continue;
      }
      const statement = this.imports.get(i);
      if (statement !== undefined) {
        this.add(statement.url, '@import', i);
        i = statement.end - 1;
        continue;
      }
      const name = asciiLower(tokens.name(i));
      // A namespace URL is only a name.
      if (name === 'namespace') i = this.endOfStatement(i);
      else if (name === 'font-face') this.fontEnd = this.tokens.partners[tokens.skipSpace(i + 1)] ?? 0;
    }
    return this.found;
  }

  private token(index: number): void {
    const { tokens } = this;
    switch (tokens.types[index]) {
      case TokenType.Url:
        this.add(tokens.stringValue(index).trim(), 'url()', index);
        return;
      case TokenType.Function: {
        const name = asciiLower(tokens.name(index));
        this.open.push(name);
        if (name === 'url' || name === 'src') this.urlFunction(index);
        return;
      }
      case TokenType.String:
        this.string(index);
        return;
      default:
        if (closingOf(tokens.types[index]!) !== 0) this.open.push('');
        else if (isClosing(tokens.types[index]!)) this.open.pop();
    }
  }

  private string(index: number): void {
    const { tokens } = this;
    const inside = this.open.at(-1);
    const isImage = inside === 'image-set' || inside === '-webkit-image-set';
    // The string of `url("...")` was recorded with the function.
    if (inside === 'url' || inside === 'src') return;
    if (isImage) this.add(tokens.stringValue(index), 'image-set()', index);
    else if (asciiLower(tokens.source.substr(tokens.starts[index]! + 1, 5)) === 'data:')
      this.add(tokens.stringValue(index), 'string', index);
  }

  /**
   * Records `url("...")`. Also reads the argument of a name written with escapes, which css-tree tokenizes as an
   * ordinary function.
   */
  private urlFunction(index: number): void {
    const { tokens } = this;
    const next = tokens.skipSpace(index + 1);
    if (next < tokens.length && tokens.types[next] === TokenType.String) {
      this.add(tokens.stringValue(next), 'url()', index);
      return;
    }
    if (!tokens.text(index).includes('\\')) return;
    const end = tokens.ends[index];
    const close = tokens.source.indexOf(')', end);
    const raw = tokens.source.slice(end, close === -1 ? undefined : close);
    this.add(cssUrl.decode(`url(${raw})`).trim(), 'url()', index);
  }

  /** Returns the last token of a statement, or the one before its block. */
  private endOfStatement(index: number): number {
    const { tokens } = this;
    for (let i = index + 1; i < tokens.length; i++) {
      const type = tokens.types[i];
      if (type === TokenType.Semicolon) return i;
      if (type === TokenType.LeftCurlyBracket) return i - 1;
    }
    return tokens.length;
  }

  private add(url: string, kind: StyleReference['kind'], index: number): void {
    this.found.push({ url, kind, offset: this.tokens.starts[index]!, isFont: index < this.fontEnd });
  }
}
