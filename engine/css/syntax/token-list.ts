/**
 * The css-tree tokens of a text in flat arrays, without comments. Every bracket knows its partner, so the block parser
 * skips a block in one step. It reads each token only a few times, however deep the nesting.
 */
import { ident, tokenize, tokenTypes } from '../../css-tree.ts';
import type { Budget } from '../../budget.ts';
import { stringTokenText, urlTokenText } from '../../document/token-text.ts';

export { tokenTypes as TokenType };

/** Average number of characters per token. */
const CHARACTERS_A_TOKEN = 4;

/** Number of tokens read between two budget checks, and what they cost. */
const TOKENS_A_LOOK = 64;
const TICKS_A_LOOK = 8;

export class TokenList {
  readonly source: string;
  /** Charged for the tokens read; null when the text is short or built in. */
  readonly budget: Budget | null;
  /** The number of tokens. The arrays may be longer. */
  length = 0;
  types: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  /** For an opening bracket or function, the index of its closing token (or `length`); -1 for other tokens. */
  partners: Int32Array;

  constructor(source: string, budget: Budget | null = null) {
    this.source = source;
    this.budget = budget;
    const capacity = Math.ceil(source.length / CHARACTERS_A_TOKEN) + 4;
    this.types = new Uint8Array(capacity);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
    this.partners = new Int32Array(capacity);
    const open: number[] = [];
    tokenize(source, (type, start, end) => {
      if (type === tokenTypes.Comment) return;
      const index = this.length;
      // White space on both sides of a comment is one token, as if the comment didn't exist.
      if (type === tokenTypes.WhiteSpace && index > 0 && this.types[index - 1] === type) {
        this.ends[index - 1] = end;
        return;
      }
      if (index % TOKENS_A_LOOK === 0) budget?.tickBy(TICKS_A_LOOK);
      this.push(type, start, end);
      const closing = closingOf(type);
      if (closing !== 0) open.push(index);
      else if (open.length > 0 && closingOf(this.types[open[open.length - 1]!]!) === type) {
        // Only the innermost open bracket can be closed. Any other closing bracket is an ordinary token (css-syntax-3
        // §5.4.8).
        this.partners[open.pop()!] = index;
      }
    });
    for (const index of open) this.partners[index] = this.length;
  }

  private push(type: number, start: number, end: number): void {
    const index = this.length++;
    if (index === this.types.length) this.grow();
    this.types[index] = type;
    this.starts[index] = start;
    this.ends[index] = end;
    this.partners[index] = -1;
  }

  private grow(): void {
    const capacity = this.types.length * 2;
    const types = new Uint8Array(capacity);
    types.set(this.types);
    this.types = types;
    this.starts = longer(this.starts, capacity);
    this.ends = longer(this.ends, capacity);
    this.partners = longer(this.partners, capacity);
  }

  /** Returns the token's text as written. */
  text(index: number): string {
    return this.source.slice(this.starts[index], this.ends[index]);
  }

  /** Returns the text of tokens `[from, to)`, without surrounding white space. */
  textBetween(from: number, to: number): string {
    let first = from;
    let last = to - 1;
    // Trims white-space tokens, not characters: a broken string ends with its newline, and an identifier may end with
    // an escaped space.
    while (first <= last && this.types[first] === tokenTypes.WhiteSpace) first++;
    while (last >= first && this.types[last] === tokenTypes.WhiteSpace) last--;
    return first > last ? '' : this.source.slice(this.starts[first], this.ends[last]);
  }

  isDelim(index: number, character: string): boolean {
    return (
      this.types[index] === tokenTypes.Delim && this.source.charCodeAt(this.starts[index]!) === character.charCodeAt(0)
    );
  }

  /** Returns the first token at or after `index` that isn't white space. */
  skipSpace(index: number): number {
    return this.types[index] === tokenTypes.WhiteSpace ? index + 1 : index;
  }

  /** Returns the token after `index`, or after its whole block when it opens one. */
  after(index: number): number {
    const partner = this.partners[index];
    return partner === -1 ? index + 1 : partner! + 1;
  }

  /**
   * Returns the text of an identifier, function name, at-keyword or hash, without punctuation and escapes, case
   * preserved.
   */
  name(index: number): string {
    const type = this.types[index];
    const start = this.starts[index]! + (type === tokenTypes.Hash || type === tokenTypes.AtKeyword ? 1 : 0);
    const end = this.ends[index]! - (type === tokenTypes.Function ? 1 : 0);
    const raw = this.source.slice(start, end);
    return raw.includes('\\') || raw.includes('\0') ? ident.decode(raw.replaceAll('\0', '\uFFFD')) : raw;
  }

  /** Returns the value of a string or url token. */
  stringValue(index: number): string {
    const raw = this.text(index);
    return this.types[index] === tokenTypes.String ? stringTokenText(raw) : urlTokenText(raw);
  }
}

function longer(array: Int32Array, capacity: number): Int32Array {
  const result = new Int32Array(capacity);
  result.set(array);
  return result;
}

/** Returns the type of the token that closes an opening bracket or function, or 0 for other tokens. */
export function closingOf(type: number): number {
  switch (type) {
    case tokenTypes.Function:
    case tokenTypes.LeftParenthesis:
      return tokenTypes.RightParenthesis;
    case tokenTypes.LeftSquareBracket:
      return tokenTypes.RightSquareBracket;
    case tokenTypes.LeftCurlyBracket:
      return tokenTypes.RightCurlyBracket;
    default:
      return 0;
  }
}

/** Returns whether a token is a closing bracket. */
export const isClosing = (type: number): boolean =>
  type === tokenTypes.RightParenthesis ||
  type === tokenTypes.RightCurlyBracket ||
  type === tokenTypes.RightSquareBracket;
