/**
 * Checks `<declaration-value>` (css-syntax-3 §8.2): what a custom property, or a value with var(), may contain before
 * substitution.
 */
import { TokenList, TokenType } from './token-list.ts';

/** Maximum nesting depth of blocks. */
const MAX_NESTING = 64;

/**
 * Functions replaced with other text before a value is parsed: the arbitrary substitution functions (css-values-5 §8)
 * and the tree-counting ones (§9.3). The latter yield integers that are valid wherever a number is.
 */
const SUBSTITUTION_FUNCTIONS: ReadonlySet<string> = new Set([
  'var',
  'env',
  'attr',
  'if',
  'inherit',
  'sibling-index',
  'sibling-count',
  'random',
  'random-item',
]);

/** Returns whether a lower-case name is such a function, or a custom function (css-mixins-1 §3). */
export const isSubstitutionFunction = (name: string): boolean =>
  SUBSTITUTION_FUNCTIONS.has(name) || name.startsWith('--');

const REFERENCES = new RegExp(`(?:${[...SUBSTITUTION_FUNCTIONS].join('|')})\\(`, 'i');

/** A quick check that may return true for a value without references. */
export const mayHaveReferences = (text: string): boolean =>
  REFERENCES.test(text) || (text.includes('--') && text.includes('('));

/** Returns whether the text calls a substitution function, not only contains its letters. */
export function hasReferences(text: string): boolean {
  if (!mayHaveReferences(text)) return false;
  const tokens = new TokenList(text);
  for (let i = 0; i < tokens.length; i++) if (isReference(tokens, i)) return true;
  return false;
}

function isReference(tokens: TokenList, index: number): boolean {
  if (tokens.types[index] !== TokenType.Function) return false;
  return isSubstitutionFunction(functionName(tokens, index));
}

function functionName(tokens: TokenList, index: number): string {
  return tokens.text(index).slice(0, -1).toLowerCase();
}

/**
 * Returns whether the text has no broken string or URL, no stray closing bracket and no top-level `!` or `;`, and every
 * var() is well-formed.
 */
export function isDeclarationValue(text: string): boolean {
  if (!/[!;"'()[\]{}\\\n]/.test(text)) return true;
  const tokens = new TokenList(text);
  return isValidRange(tokens, 0, tokens.length, true, 0);
}

function isValidRange(tokens: TokenList, from: number, to: number, top: boolean, depth: number): boolean {
  if (depth > MAX_NESTING) return false;
  for (let i = from; i < to; i = tokens.after(i)) {
    switch (tokens.types[i]) {
      case TokenType.BadString:
      case TokenType.BadUrl:
      case TokenType.RightParenthesis:
      case TokenType.RightSquareBracket:
      case TokenType.RightCurlyBracket:
        return false;
      case TokenType.Semicolon:
        if (top) return false;
        break;
      case TokenType.Delim:
        if (top && tokens.isDelim(i, '!')) return false;
        break;
      case TokenType.Function:
      case TokenType.LeftParenthesis:
      case TokenType.LeftSquareBracket:
      case TokenType.LeftCurlyBracket: {
        const end = Math.min(tokens.partners[i]!, to);
        if (
          isReference(tokens, i)
            ? !isValidReference(tokens, i, end, depth)
            : !isValidRange(tokens, i + 1, end, false, depth + 1)
        )
          return false;
        break;
      }
    }
  }
  return true;
}

/**
 * Checks `var( <custom-property-name> [ , <declaration-value>? ]? )`. env() and attr() take more before their comma,
 * and if() has its own grammar.
 */
function isValidReference(tokens: TokenList, open: number, end: number, depth: number): boolean {
  const kind = functionName(tokens, open);
  let at = tokens.skipSpace(open + 1);
  if (kind === 'if' || kind.startsWith('random') || kind.startsWith('--'))
    return isValidRange(tokens, at, end, false, depth + 1);
  if (kind === 'sibling-index' || kind === 'sibling-count') return at >= end;
  if (at >= end || tokens.types[at] !== TokenType.Ident) return false;
  const name = tokens.name(at);
  at = tokens.skipSpace(at + 1);
  if (kind === 'var' || kind === 'inherit') {
    if (!name.startsWith('--') || name.length === 2) return false;
    if (at < end && tokens.types[at] !== TokenType.Comma) return false;
  }
  while (at < end && tokens.types[at] !== TokenType.Comma) at = tokens.after(at);
  return at >= end || isValidRange(tokens, at + 1, end, true, depth + 1);
}
