/**
 * Parses a TokenList into rules and declarations (css-syntax-3 §5.4), as ranges of tokens, with every form of CSS
 * nesting. Preludes and values are interpreted elsewhere.
 *
 * A block's contents are first read as a declaration, and as a rule when that fails, as specified. A declaration fails
 * at the first top-level `{`, and blocks are skipped through their partner token. So nesting never causes a second
 * pass.
 */
import { asciiLower } from '../../document/ascii.ts';
import { TokenList, TokenType } from './token-list.ts';

/** Maximum nesting depth of blocks. Deeper ones are dropped. */
const MAX_NESTING = 64;

export interface DeclarationText {
  readonly kind: 'declaration';
  /** In lower case, except for custom properties. */
  readonly name: string;
  /** As written with escapes resolved, for at-rules whose declaration names belong to the author. */
  readonly written: string;
  /** Without `!important`; comments are kept. */
  readonly value: string;
  readonly important: boolean;
  /** The offset of the name in the source. */
  readonly offset: number;
}

export interface QualifiedRule {
  readonly kind: 'qualified';
  /** Token range of the prelude. */
  readonly from: number;
  readonly to: number;
  readonly contents: readonly BlockItem[];
  readonly offset: number;
}

export interface AtRule {
  readonly kind: 'at';
  /** Lower case. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** null for a statement that ends with `;`. */
  readonly contents: readonly BlockItem[] | null;
  readonly offset: number;
}

export type BlockItem = DeclarationText | QualifiedRule | AtRule;

/** Called for everything that is dropped. */
type Complain = (message: string, offset: number) => void;

export class BlockParser {
  readonly tokens: TokenList;
  private readonly complain: Complain;
  private position = 0;

  constructor(tokens: TokenList, complain: Complain) {
    this.tokens = tokens;
    this.complain = complain;
  }

  /** Consumes a style sheet's contents (§5.4.1). */
  parseStyleSheet(): BlockItem[] {
    const items: BlockItem[] = [];
    const { tokens } = this;
    while (this.position < tokens.length) {
      switch (tokens.types[this.position]) {
        case TokenType.WhiteSpace:
        case TokenType.CDO:
        case TokenType.CDC:
          this.position++;
          break;
        case TokenType.AtKeyword:
          push(items, this.atRule(false, tokens.length, 0));
          break;
        default:
          push(items, this.qualifiedRule(false, tokens.length, 0));
      }
    }
    return items;
  }

  /** Consumes the contents of a style attribute. */
  parseDeclarations(): DeclarationText[] {
    const { tokens } = this;
    const declarations: DeclarationText[] = [];
    while (this.position < tokens.length) {
      const start = this.position;
      if (tokens.types[start] === TokenType.WhiteSpace || tokens.types[start] === TokenType.Semicolon) {
        this.position++;
        continue;
      }
      const declaration = this.declaration(tokens.length);
      if (declaration !== null) declarations.push(declaration);
      else this.skipStatement(start);
    }
    return declarations;
  }

  /** Skips to the next semicolon, treating blocks as units. */
  private skipStatement(start: number): void {
    const { tokens } = this;
    this.complain('not a declaration', tokens.starts[start]!);
    this.position = start;
    while (this.position < tokens.length && tokens.types[this.position] !== TokenType.Semicolon)
      this.position = tokens.after(this.position);
  }

  /** Consumes a block's contents up to token `end`, exclusive (§5.4.4). */
  private blockContents(end: number, depth: number): BlockItem[] {
    const items: BlockItem[] = [];
    const { tokens } = this;
    while (this.position < end) {
      switch (tokens.types[this.position]) {
        case TokenType.WhiteSpace:
        case TokenType.Semicolon:
          this.position++;
          break;
        case TokenType.AtKeyword:
          push(items, this.atRule(true, end, depth));
          break;
        default: {
          const start = this.position;
          const declaration = this.declaration(end);
          if (declaration !== null) {
            items.push(declaration);
            break;
          }
          this.position = start;
          push(items, this.qualifiedRule(true, end, depth));
        }
      }
    }
    return items;
  }

  /** Consumes an at-rule (§5.4.2). */
  private atRule(nested: boolean, end: number, depth: number): AtRule | null {
    const { tokens } = this;
    tokens.budget?.tick();
    const at = this.position++;
    const name = asciiLower(tokens.name(at));
    const from = this.position;
    while (this.position < end) {
      const type = tokens.types[this.position];
      if (type === TokenType.Semicolon || type === TokenType.LeftCurlyBracket) break;
      if (nested && type === TokenType.RightCurlyBracket) break;
      this.position = tokens.after(this.position);
    }
    const to = Math.min(this.position, end);
    const offset = tokens.starts[at]!;
    if (to < end && tokens.types[to] === TokenType.LeftCurlyBracket) {
      const contents = this.block(end, depth);
      return contents === null ? null : { kind: 'at', name, from, to, contents, offset };
    }
    this.position = to < end && tokens.types[to] === TokenType.Semicolon ? to + 1 : to;
    return { kind: 'at', name, from, to, contents: null, offset };
  }

  /** Consumes a qualified rule (§5.4.3). */
  private qualifiedRule(nested: boolean, end: number, depth: number): QualifiedRule | null {
    const { tokens } = this;
    tokens.budget?.tick();
    const from = this.position;
    while (this.position < end) {
      const type = tokens.types[this.position];
      if (type === TokenType.LeftCurlyBracket) {
        const to = this.position;
        const contents = this.block(end, depth);
        if (contents === null || this.looksLikeCustomProperty(from, to)) return null;
        return { kind: 'qualified', from, to, contents, offset: tokens.starts[from]! };
      }
      if (nested && type === TokenType.Semicolon) break;
      this.position = tokens.after(this.position);
    }
    this.position = Math.min(this.position, end);
    this.complain('neither a declaration nor a rule', tokens.starts[from]!);
    return null;
  }

  /** Returns the contents of the block that begins at the current `{`, or null when it is nested too deeply. */
  private block(end: number, depth: number): BlockItem[] | null {
    const open = this.position;
    const close = Math.min(this.tokens.partners[open]!, end);
    let contents: BlockItem[] | null = null;
    if (depth < MAX_NESTING) {
      this.position = open + 1;
      contents = this.blockContents(close, depth + 1);
    } else {
      this.complain('blocks nested too deeply', this.tokens.starts[open]!);
    }
    this.position = close + 1;
    return contents;
  }

  private looksLikeCustomProperty(from: number, to: number): boolean {
    const { tokens } = this;
    const name = tokens.skipSpace(from);
    if (name >= to || tokens.types[name] !== TokenType.Ident || !tokens.text(name).startsWith('--')) return false;
    const colon = tokens.skipSpace(name + 1);
    return colon < to && tokens.types[colon] === TokenType.Colon;
  }

  /** Consumes a declaration (§5.4.5). Returns null when the tokens must be read as a rule instead. */
  private declaration(end: number): DeclarationText | null {
    const { tokens } = this;
    tokens.budget?.tick();
    const start = this.position;
    if (tokens.types[start] !== TokenType.Ident) return null;
    const colon = tokens.skipSpace(start + 1);
    if (colon >= end || tokens.types[colon] !== TokenType.Colon) return null;
    const raw = tokens.name(start);
    const custom = raw.startsWith('--');
    const from = colon + 1;
    const to = this.valueEnd(from, end, custom);
    if (to === -1) return null;
    this.position = to < end && tokens.types[to] === TokenType.Semicolon ? to + 1 : to;
    const importantAt = this.importantAt(from, to);
    const value = tokens.textBetween(from, importantAt === -1 ? to : importantAt);
    return {
      kind: 'declaration',
      name: custom ? raw : asciiLower(raw),
      written: raw,
      value,
      important: importantAt !== -1,
      offset: tokens.starts[start]!,
    };
  }

  /**
   * Returns where the value ends: at its `;` or the block's end. Returns -1 when a `{}` block appears among other
   * tokens, which makes it no declaration.
   */
  private valueEnd(from: number, end: number, custom: boolean): number {
    const { tokens } = this;
    let position = from;
    let blocks = 0;
    let others = 0;
    while (position < end) {
      const type = tokens.types[position];
      if (type === TokenType.Semicolon) break;
      if (type === TokenType.LeftCurlyBracket) blocks++;
      else if (type !== TokenType.WhiteSpace) others++;
      if (!custom && blocks > 0 && (others > 0 || blocks > 1)) return -1;
      position = tokens.after(position);
    }
    return Math.min(position, end);
  }

  /** Returns the index of the `!` of a trailing `!important`, or -1. */
  private importantAt(from: number, to: number): number {
    const { tokens } = this;
    let word = to - 1;
    if (word > from && tokens.types[word] === TokenType.WhiteSpace) word--;
    if (word <= from || tokens.types[word] !== TokenType.Ident || tokens.name(word).toLowerCase() !== 'important')
      return -1;
    let mark = word - 1;
    if (mark > from && tokens.types[mark] === TokenType.WhiteSpace) mark--;
    return mark >= from && tokens.isDelim(mark, '!') ? mark : -1;
  }
}

function push<T>(items: T[], item: T | null): void {
  if (item !== null) items.push(item);
}
