/**
 * Substitutes var(), env(), attr(), if(), inherit(), custom functions and tree-counting functions in declared values
 * (css-variables-1 §3, css-values-5 §8). Works on text and charges the budget for all growth.
 */
import type { Budget } from '../budget.ts';
import { tokenize, tokenTypes } from '../css-tree.ts';
import { mayHaveReferences } from '../css/syntax/declaration-value.ts';
import { closingOf, isClosing } from '../css/syntax/token-list.ts';
import { matchesSyntax } from '../css/at-rules/custom-property-syntax.ts';

/** Resolves references. null is the guaranteed-invalid value, or a missing attribute. */
export interface Substitutions {
  readonly variable: (name: string) => string | null;
  readonly attribute: (name: string) => string | null;
  /** Returns the value of a custom property on the parent. */
  readonly inherited: (name: string) => string | null;
  /** Returns whether a condition of if() holds with these custom properties. */
  readonly condition: (text: string, variable: (name: string) => string | null) => boolean;
  /** Returns the result of a custom function; null if it doesn't exist or returns nothing. */
  readonly call: (name: string, args: readonly string[]) => string | null;
}

/** Maximum length after substitution in characters. A longer value is invalid. */
const MAX_LENGTH = 1_000_000;
/** Maximum nesting depth of fallbacks. */
const MAX_DEPTH = 64;

interface FlatToken {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the text with all references replaced; null if it is invalid at computed-value time. */
export function substitute(text: string, values: Substitutions, budget: Budget): string | null {
  if (!mayHaveReferences(text)) return text;
  const tokens: FlatToken[] = [];
  tokenize(text, (type, start, end) => {
    tokens.push({ type, start, end });
  });
  const result = new Substituter(text, tokens, values, budget).run(0, tokens.length, 0);
  if (result !== null) budget.spendSubstitution(result.length);
  return result;
}

/**
 * Replaces sibling-index() and sibling-count() with integers. Custom properties keep them, because elements that use
 * the property count their own siblings.
 */
export function substituteSiblings(
  text: string,
  counts: () => { readonly index: number; readonly count: number },
): string {
  if (!/sibling-(?:index|count)\(/i.test(text)) return text;
  let result = '';
  let inFunction = false;
  tokenize(text, (type, start, end) => {
    const written = text.slice(start, end);
    if (inFunction) {
      inFunction = type !== tokenTypes.RightParenthesis;
      return;
    }
    const name = type === tokenTypes.Function ? written.toLowerCase() : '';
    inFunction = name === 'sibling-index(' || name === 'sibling-count(';
    if (inFunction) result += name === 'sibling-index(' ? counts().index : counts().count;
    else result += written;
  });
  return result;
}

/** Returns the names of all custom properties that a value refers to, including those in fallbacks and conditions. */
export function referencedVariables(text: string): string[] {
  const names: string[] = [];
  let inVar = false;
  tokenize(text, (type, start, end) => {
    if (type === tokenTypes.Function) inVar = /^(?:var|style)\($/i.test(text.slice(start, end));
    else if (type === tokenTypes.Ident && inVar) {
      names.push(text.slice(start, end));
      inVar = false;
    } else if (type !== tokenTypes.WhiteSpace && type !== tokenTypes.Comment) inVar = false;
  });
  return names;
}

const SUBSTITUTED: ReadonlySet<string> = new Set(['var(', 'env(', 'attr(', 'if(', 'inherit(']);

class Substituter {
  private readonly text: string;
  private readonly tokens: readonly FlatToken[];
  private readonly values: Substitutions;
  private readonly budget: Budget;

  constructor(text: string, tokens: readonly FlatToken[], values: Substitutions, budget: Budget) {
    this.text = text;
    this.tokens = tokens;
    this.values = values;
    this.budget = budget;
  }

  run(from: number, to: number, depth: number): string | null {
    if (depth > MAX_DEPTH) return null;
    let result = '';
    // The last piece of the result. PERF: looking at the end of the result would copy it each time.
    let last = '';
    for (let i = from; i < to; i++) {
      this.budget.tick();
      const token = this.tokens[i]!;
      const written = this.text.slice(token.start, token.end);
      const name = token.type === tokenTypes.Function ? written.toLowerCase() : '';
      if (!SUBSTITUTED.has(name) && !name.startsWith('--')) {
        result += written;
        last = written;
        continue;
      }
      const end = this.closing(i, to);
      const replaced = this.replacement(written, name, i + 1, end, depth);
      if (replaced === null || result.length + replaced.length > MAX_LENGTH) return null;
      // A comment keeps adjacent text from merging into one token.
      result += joins(last, replaced) ? `/**/${replaced}` : replaced;
      if (replaced !== '') last = replaced;
      const next = this.tokens[end + 1];
      if (next !== undefined && end + 1 < to && joins(replaced, this.text.slice(next.start, next.start + 1))) {
        result += '/**/';
        last = '/**/';
      }
      i = end;
    }
    return result;
  }

  private replacement(written: string, name: string, from: number, to: number, depth: number): string | null {
    if (name === 'if(') return this.conditional(from, to, depth);
    if (name.startsWith('--')) return this.customCall(unescaped(written.slice(0, -1)), from, to, depth);
    return this.reference(name, from, to, depth);
  }

  /** Calls `--name(<argument>, ...)`. An argument in braces may contain commas (css-values-5 §8.6). */
  private customCall(name: string, from: number, to: number, depth: number): string | null {
    const args: string[] = [];
    const isEmpty = this.skipSpace(from, to) >= to;
    for (let at = from; !isEmpty && at <= to;) {
      const end = this.next(tokenTypes.Comma, at, to);
      const value = this.run(at, end, depth + 1);
      if (value === null) return null;
      const trimmed = value.trim();
      args.push(trimmed.startsWith('{') && trimmed.endsWith('}') ? trimmed.slice(1, -1).trim() : trimmed);
      at = end + 1;
    }
    return this.values.call(name, args);
  }

  /**
   * Evaluates `if(<condition>: <value>; ... else: <value>)`: the first branch whose condition holds. Without one the
   * value is invalid.
   */
  private conditional(from: number, to: number, depth: number): string | null {
    for (let at = from; at < to;) {
      const end = this.next(tokenTypes.Semicolon, at, to);
      const colon = this.next(tokenTypes.Colon, at, end);
      if (colon >= end) return null;
      const condition = this.run(at, colon, depth + 1);
      if (condition === null) return null;
      if (this.values.condition(condition, this.values.variable)) return this.fallback(colon + 1, end, depth);
      at = end + 1;
    }
    return null;
  }

  /** Returns the next token of a type outside brackets, or `to`. */
  private next(type: number, from: number, to: number): number {
    for (let i = from; i < to; i++) {
      if (this.tokens[i]!.type === type) return i;
      if (closingOf(this.tokens[i]!.type) !== 0) i = this.closing(i, to);
    }
    return to;
  }

  private closing(open: number, to: number): number {
    let depth = 0;
    for (let i = open; i < to; i++) {
      const { type } = this.tokens[i]!;
      if (closingOf(type) !== 0) depth++;
      else if (isClosing(type) && --depth === 0) return i;
    }
    return to;
  }

  private reference(kind: string, from: number, to: number, depth: number): string | null {
    let at = this.skipSpace(from, to);
    if (at >= to || this.tokens[at]!.type !== tokenTypes.Ident) return null;
    const name = this.text.slice(this.tokens[at]!.start, this.tokens[at]!.end);
    at = this.skipSpace(at + 1, to);
    if (kind === 'attr(') return this.attribute(name, at, to, depth);
    const afterName = at;
    if (kind === 'env(') while (at < to && this.tokens[at]!.type === tokenTypes.Number) at = this.skipSpace(at + 1, to);
    const hasFallback = at < to && this.tokens[at]!.type === tokenTypes.Comma;
    if (at < to && !hasFallback) return null;
    if (kind !== 'env(' && !name.startsWith('--')) return null;
    const isEnvironment = kind === 'env(' && at === afterName;
    const value = isEnvironment ? environmentVariable(unescaped(name)) : this.variable(kind, unescaped(name));
    if (value !== null) return value;
    return hasFallback ? this.fallback(at + 1, to, depth) : null;
  }

  private variable(kind: string, name: string): string | null {
    if (kind === 'env(') return null;
    return kind === 'var(' ? this.values.variable(name) : this.values.inherited(name);
  }

  /** Substitutes `attr(name type? , fallback?)`: the attribute as a string or of the given type. */
  private attribute(name: string, from: number, to: number, depth: number): string | null {
    let comma = from;
    let level = 0;
    for (; comma < to; comma++) {
      const { type } = this.tokens[comma]!;
      if (type === tokenTypes.Function || type === tokenTypes.LeftParenthesis) level++;
      else if (type === tokenTypes.RightParenthesis) level--;
      else if (type === tokenTypes.Comma && level === 0) break;
    }
    const type = from < comma ? this.text.slice(this.tokens[from]!.start, this.tokens[comma - 1]!.end).trim() : '';
    const written = this.values.attribute(unescaped(name));
    const value = written === null ? null : attributeValue(written, type);
    if (value !== null) return value;
    if (comma < to) return this.fallback(comma + 1, to, depth);
    return type === '' || type === 'raw-string' ? '""' : null;
  }

  private fallback(from: number, to: number, depth: number): string | null {
    return this.run(this.skipSpace(from, to), to, depth + 1);
  }

  private skipSpace(from: number, to: number): number {
    let at = from;
    while (at < to && (this.tokens[at]!.type === tokenTypes.WhiteSpace || this.tokens[at]!.type === tokenTypes.Comment))
      at++;
    return at;
  }
}

const INSETS = /^(?:safe-area(?:-max)?|keyboard)-inset-(?:top|right|bottom|left|width|height)$/;

/**
 * Returns an environment variable (css-env-1 §2). Nothing obscures the edges of a sheet, so the insets are zero, and no
 * indexed variables exist.
 */
function environmentVariable(name: string): string | null {
  if (name === 'preferred-text-scale') return '1';
  return INSETS.test(name) ? '0px' : null;
}

const unescaped = (name: string): string =>
  name.includes('\\')
    ? name.replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, hex: string | undefined, c: string) =>
        hex === undefined ? c : codePoint(parseInt(hex, 16)),
      )
    : name;

const codePoint = (code: number): string =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : '\ufffd';

const WORD_END = /[\w\-.%#@\u0080-\uffff]$/;
const WORD_START = /^[\w\-.%(\u0080-\uffff]/;

const joins = (before: string, after: string): boolean => WORD_END.test(before) && WORD_START.test(after);

/** Returns an attribute's value as the type of `attr()` requires; null if it doesn't match. */
function attributeValue(value: string, type: string): string | null {
  if (type === '' || type === 'raw-string' || type === 'string') return cssString(value);
  const trimmed = value.trim();
  const number = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
  if (type === 'number' || type === 'integer') return number.test(trimmed) ? trimmed : null;
  if (type === '%' || /^[a-z]+$/i.test(type)) return number.test(trimmed) ? trimmed + type : null;
  const syntax = /^type\(([^]*)\)$/i.exec(type);
  if (syntax === null || !matchesSyntax(trimmed, syntax[1]!.trim())) return null;
  // A reference in an attribute is not substituted, and a URL is not loaded.
  return mayHaveReferences(trimmed) || /url\(|src\(|image-set\(|[;{}!]/i.test(trimmed) ? null : trimmed;
}

function cssString(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&').replace(/[\n\r\f\0]/g, (c) => `\\${c.charCodeAt(0).toString(16)} `)}"`;
}
