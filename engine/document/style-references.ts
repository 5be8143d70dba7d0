/** The URLs in CSS text, found by its tokens: every `url()`, the strings of `@import` and `image-set()`. */
import { string as cssString, tokenize, tokenTypes, url as cssUrl } from '../css-tree.ts';
import type { Budget } from '../budget.ts';
import { KNOWN_AT_RULES } from './at-rule-names.ts';
import { stringTokenText, urlTokenText } from './token-text.ts';

export interface StyleReference {
  readonly url: string;
  readonly kind: '@import' | 'url()' | 'image-set()';
  /** In the text that was read. */
  readonly offset: number;
}

/**
 * What a reference can't do without: a name that makes one, or an escape that may stand for a letter or hyphen of such a name. Utility style
 * sheets are full of escapes for other characters (`.md\\:w-1\\/2`).
 */
const MAY_REFER = /url\(|@import|image-set\(|\\(?:[g-z-]|0{0,4}(?:2d|[4-7][0-9a-f]))/i;

interface Token {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

/** In order. `sheet`: the text is a style sheet, so that @import can stand in it; else it is declarations or a value. */
export function styleReferences(text: string, sheet: boolean, budget: Budget): StyleReference[] {
  if (!MAY_REFER.test(text)) return [];
  const tokens: Token[] = [];
  tokenize(text, (type, start, end) => {
    if (type !== tokenTypes.Comment && type !== tokenTypes.WhiteSpace) tokens.push({ type, start, end });
  });
  return new StyleScanner(text, tokens, budget).scan(sheet);
}

class StyleScanner {
  private readonly text: string;
  private readonly tokens: readonly Token[];
  private readonly budget: Budget;
  private readonly found: StyleReference[] = [];
  /** Names of the open functions, '' for other brackets. */
  private readonly open: string[] = [];

  constructor(text: string, tokens: readonly Token[], budget: Budget) {
    this.text = text;
    this.tokens = tokens;
    this.budget = budget;
  }

  scan(sheet: boolean): StyleReference[] {
    let importsAllowed = sheet;
    for (let i = 0; i < this.tokens.length; i++) {
      this.budget.tick();
      const { type } = this.tokens[i];
      if (type === tokenTypes.AtKeyword) {
        const name = this.nameAt(i).slice(1);
        if (name === 'namespace') i = this.endOfStatement(i);
        else if (name === 'import' && importsAllowed && this.open.length === 0) i = this.importAt(i);
        else if (name === 'layer' && this.tokens[this.endOfStatement(i)]?.type === tokenTypes.Semicolon)
          i = this.endOfStatement(i);
        else if (KNOWN_AT_RULES.has(name)) importsAllowed = false;
        // A rule that isn't known counts as not being there.
        else if (name !== 'charset' && this.open.length === 0) i = this.unknownRule(i);
        continue;
      }
      if (this.open.length === 0 && !isNeutral(type)) importsAllowed = importsAllowed && this.isStatementEnd(i);
      this.token(i);
    }
    return this.found;
  }

  /** Strings of @charset and semicolons don't end the part of the sheet where @import may stand. */
  private isStatementEnd(index: number): boolean {
    const previous = this.tokens[index - 1];
    return previous !== undefined && previous.type === tokenTypes.AtKeyword && this.nameAt(index - 1) === '@charset';
  }

  private token(index: number): void {
    switch (this.tokens[index].type) {
      case tokenTypes.Url:
        this.add(this.urlAt(index), 'url()', index);
        return;
      case tokenTypes.Function: {
        const name = this.nameAt(index).slice(0, -1);
        this.open.push(name);
        if (name === 'url' || name === 'src') this.urlFunction(index);
        return;
      }
      case tokenTypes.String: {
        const inside = this.open.at(-1);
        if (inside === 'image-set' || inside === '-webkit-image-set')
          this.add(this.stringAt(index), 'image-set()', index);
        return;
      }
      case tokenTypes.LeftParenthesis:
      case tokenTypes.LeftSquareBracket:
      case tokenTypes.LeftCurlyBracket:
        this.open.push('');
        return;
      case tokenTypes.RightParenthesis:
      case tokenTypes.RightSquareBracket:
      case tokenTypes.RightCurlyBracket:
        this.open.pop();
        return;
    }
  }

  /** `url("...")`; or a name written with escapes, which css-tree takes for any function: its argument is read as a URL all the same. */
  private urlFunction(index: number): void {
    const next = this.tokens[index + 1];
    if (next !== undefined && next.type === tokenTypes.String) {
      this.add(this.stringAt(index + 1), 'url()', index);
      return;
    }
    const { start, end } = this.tokens[index];
    if (!this.text.slice(start, end).includes('\\')) return;
    const close = this.text.indexOf(')', end);
    const raw = this.text.slice(end, close === -1 ? undefined : close);
    this.add(cssUrl.decode(`url(${raw})`).trim(), 'url()', index);
  }

  /** The import's URL; the rest of the statement may hold more tokens, none of them URLs. Returns the last token. */
  private importAt(index: number): number {
    const next = this.tokens[index + 1];
    if (next === undefined) return index;
    if (next.type === tokenTypes.String) this.add(this.stringAt(index + 1), '@import', index);
    else if (next.type === tokenTypes.Url) this.add(this.urlAt(index + 1), '@import', index);
    else if (
      next.type === tokenTypes.Function &&
      this.nameAt(index + 1) === 'url(' &&
      this.tokens[index + 2]?.type === tokenTypes.String
    ) {
      this.add(this.stringAt(index + 2), '@import', index);
    }
    return this.endOfStatement(index);
  }

  /** Reads a statement, or a rule with its block, for its URLs. Returns the last token. */
  private unknownRule(index: number): number {
    for (let i = index + 1; i < this.tokens.length; i++) {
      this.token(i);
      const { type } = this.tokens[i];
      if (this.open.length === 0 && (type === tokenTypes.Semicolon || type === tokenTypes.RightCurlyBracket)) return i;
    }
    return this.tokens.length;
  }

  private endOfStatement(index: number): number {
    for (let i = index + 1; i < this.tokens.length; i++) {
      const { type } = this.tokens[i];
      if (type === tokenTypes.Semicolon) return i;
      if (type === tokenTypes.LeftCurlyBracket) return i - 1;
    }
    return this.tokens.length;
  }

  private add(url: string, kind: StyleReference['kind'], index: number): void {
    this.found.push({ url, kind, offset: this.tokens[index].start });
  }

  /** Lower case, escapes taken out. */
  private nameAt(index: number): string {
    const { start, end } = this.tokens[index];
    const raw = this.text.slice(start, end);
    const plain = raw.includes('\\') ? cssString.decode(raw) : raw;
    return plain.toLowerCase();
  }

  private stringAt(index: number): string {
    const { start, end } = this.tokens[index];
    return stringTokenText(this.text.slice(start, end));
  }

  private urlAt(index: number): string {
    const { start, end } = this.tokens[index];
    return urlTokenText(this.text.slice(start, end)).trim();
  }
}

const isNeutral = (type: number): boolean =>
  type === tokenTypes.Semicolon || type === tokenTypes.CDO || type === tokenTypes.CDC;
