/**
 * Parses the parts of selectors that contain no other selectors (selectors-4 §5, §6, §9 to §15). Parsers return null
 * when a part is invalid.
 */
import { asciiLower } from '../../document/ascii.ts';
import { type TokenList, TokenType } from '../syntax/token-list.ts';
import { NEVER_MATCHING, STATE_CLASSES } from './pseudo-classes.ts';
import { type AttributeOperator, Combinator, type Test, TestKind } from './selector.ts';

/** Maps prefixes to URLs; '' is the default namespace. */
type Namespaces = ReadonlyMap<string, string>;

interface TypeSelector {
  /** null is any namespace. */
  readonly namespace: string | null;
  /** null is any type, or no type selector. */
  readonly tag: string | null;
  readonly next: number;
}

/** Returns the combinator at a token, ignoring white space (selectors-4 §15). */
export function readCombinator(tokens: TokenList, at: number): Combinator {
  if (tokens.isDelim(at, '>')) return Combinator.Child;
  if (tokens.isDelim(at, '+')) return Combinator.NextSibling;
  return tokens.isDelim(at, '~') ? Combinator.LaterSibling : Combinator.None;
}

/** Parses an optional type or universal selector with its namespace, starting at token `at`. */
export function readTypeSelector(
  tokens: TokenList,
  at: number,
  to: number,
  namespaces: Namespaces,
): TypeSelector | null {
  const isName = (i: number): boolean => i < to && (tokens.types[i] === TokenType.Ident || tokens.isDelim(i, '*'));
  const isBar = (i: number): boolean => i < to && tokens.isDelim(i, '|') && !(i + 1 < to && tokens.isDelim(i + 1, '|'));
  const tagAt = (i: number): string | null => (tokens.isDelim(i, '*') ? null : tokens.name(i));
  const otherwise = namespaces.get('') ?? null;
  if (isBar(at) && isName(at + 1)) return { namespace: '', tag: tagAt(at + 1), next: at + 2 };
  if (!isName(at)) return at < to && !isBar(at) ? { namespace: otherwise, tag: null, next: at } : null;
  if (!isBar(at + 1) || !isName(at + 2)) return { namespace: otherwise, tag: tagAt(at), next: at + 1 };
  const prefix = tagAt(at);
  const namespace = prefix === null ? null : namespaces.get(prefix);
  return namespace === undefined ? null : { namespace, tag: tagAt(at + 2), next: at + 3 };
}

/** Parses the contents of an attribute selector: tokens `from` to `end`. */
export function attributeTest(tokens: TokenList, from: number, end: number, namespaces: Namespaces): Test | null {
  let at = tokens.skipSpace(from);
  let namespace: string | null | undefined = '';
  const isBar = (i: number): boolean => tokens.isDelim(i, '|') && !tokens.isDelim(i + 1, '=');
  if (isBar(at)) at++;
  else if (isBar(at + 1)) {
    namespace = tokens.isDelim(at, '*') ? null : namespaces.get(tokens.name(at));
    if (namespace === undefined) return null;
    at += 2;
  }
  if (at >= end || tokens.types[at] !== TokenType.Ident) return null;
  const name = tokens.name(at);
  const matched = readMatch(tokens, tokens.skipSpace(at + 1), end);
  return matched && { kind: TestKind.Attribute, name, lower: asciiLower(name), namespace, ...matched };
}

interface AttributeMatch {
  readonly operator: AttributeOperator;
  readonly value: string;
  readonly flag: 'i' | 's' | 'default';
}

/** Parses an operator with its value and flag, or nothing. */
function readMatch(tokens: TokenList, from: number, end: number): AttributeMatch | null {
  if (from >= end) return { operator: 'exists', value: '', flag: 'default' };
  let at = from;
  let operator: AttributeOperator = '=';
  if (!tokens.isDelim(at, '=')) {
    const sign = tokens.text(at);
    if (sign.length !== 1 || !'~|^$*'.includes(sign) || !tokens.isDelim(at + 1, '=')) return null;
    operator = `${sign}=` as AttributeOperator;
    at++;
  }
  at = tokens.skipSpace(at + 1);
  if (at >= end) return null;
  const isString = tokens.types[at] === TokenType.String;
  if (!isString && tokens.types[at] !== TokenType.Ident) return null;
  const value = isString ? tokens.stringValue(at) : tokens.name(at);
  at = tokens.skipSpace(at + 1);
  if (at >= end) return { operator, value, flag: 'default' };
  const flag = tokens.types[at] === TokenType.Ident ? asciiLower(tokens.name(at)) : '';
  if ((flag !== 'i' && flag !== 's') || tokens.skipSpace(at + 1) < end) return null;
  return { operator, value, flag };
}

const nth = (a: number, b: number, fromEnd: boolean, ofType: boolean): Test => ({
  kind: TestKind.Nth,
  a,
  b,
  fromEnd,
  ofType,
  of: null,
});

/** Pseudo-classes without arguments that have their own test. */
const PLAIN_TESTS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['first-child', nth(0, 1, false, false)],
  ['last-child', nth(0, 1, true, false)],
  ['first-of-type', nth(0, 1, false, true)],
  ['last-of-type', nth(0, 1, true, true)],
  ['only-child', { kind: TestKind.Only, ofType: false }],
  ['only-of-type', { kind: TestKind.Only, ofType: true }],
  ['root', { kind: TestKind.Root, ofType: false }],
  ['scope', { kind: TestKind.Scope, ofType: false }],
  ['empty', { kind: TestKind.Empty, ofType: false }],
  ['link', { kind: TestKind.Link, ofType: false }],
  ['any-link', { kind: TestKind.Link, ofType: false }],
  ['-webkit-any-link', { kind: TestKind.Link, ofType: false }],
  ['host', { kind: TestKind.Host, list: null }],
  ['has-slotted', { kind: TestKind.HasSlotted, list: null }],
  ['defined', { kind: TestKind.Defined, ofType: false }],
]);

/** Returns the names of the pseudo-classes that don't depend on states. */
export const plainPseudoClasses = (): Iterable<string> => PLAIN_TESTS.keys();

/** Returns the test of a pseudo-class without arguments. Those that depend on user action never match on paper. */
export function plainTest(name: string): Test | null {
  const test = PLAIN_TESTS.get(name);
  if (test !== undefined) return test;
  if (STATE_CLASSES.has(name)) return { kind: TestKind.State, name };
  return NEVER_MATCHING.has(name) ? { kind: TestKind.Never, ofType: false } : null;
}

/** Parses `:dir()` with one identifier. */
export function directionTest(tokens: TokenList, from: number, to: number): Test | null {
  const at = tokens.skipSpace(from);
  if (tokens.types[at] !== TokenType.Ident || tokens.skipSpace(at + 1) < to) return null;
  return { kind: TestKind.Dir, name: asciiLower(tokens.name(at)) };
}

/** Parses `:lang()` with strings and identifiers, which may be preceded by `*`. */
export function languageTest(tokens: TokenList, from: number, to: number): Test | null {
  const ranges: string[] = [];
  let at = tokens.skipSpace(from);
  while (at < to) {
    if (tokens.types[at] === TokenType.String) ranges.push(tokens.stringValue(at));
    else if (tokens.types[at] === TokenType.Ident) ranges.push(tokens.name(at));
    else if (tokens.isDelim(at, '*') && at + 1 < to && tokens.types[at + 1] === TokenType.Ident)
      ranges.push(`*${tokens.name(++at)}`);
    else return null;
    at = tokens.skipSpace(at + 1);
    if (at >= to) break;
    if (tokens.types[at] !== TokenType.Comma) return null;
    at = tokens.skipSpace(at + 1);
    if (at >= to) return null;
  }
  return ranges.length === 0 ? null : { kind: TestKind.Lang, ranges };
}

/** Parses the arguments of `::part()`, which are identifiers (css-shadow-parts-1 §3). */
export function readPartNames(tokens: TokenList, from: number, to: number): string[] | null {
  const names: string[] = [];
  for (let i = tokens.skipSpace(from); i < to; i = tokens.skipSpace(i + 1)) {
    if (tokens.types[i] !== TokenType.Ident) return null;
    names.push(tokens.name(i));
  }
  return names.length === 0 ? null : names;
}

/** Returns whether the name of a hash token is an identifier. Only then is it an id selector. */
export function isIdentifier(hash: string): boolean {
  const first = hash.charCodeAt(1);
  if (first >= 48 && first <= 57) return false;
  if (first !== 45) return true;
  const second = hash.charCodeAt(2);
  return !(Number.isNaN(second) || (second >= 48 && second <= 57));
}

const EVEN_ODD = /^(even|odd)$/i;
const PATTERN = /^([+-]?)(\d*)n(?:\s*([+-])\s*(\d+))?$/i;
const INTEGER = /^[+-]?\d+$/;

/** Parses the An+B notation (css-syntax-3 §6) at the beginning of a token range. `next` is the token after it. */
export function readAnPlusB(
  tokens: TokenList,
  from: number,
  to: number,
): { a: number; b: number; next: number } | null {
  const start = tokens.skipSpace(from);
  let end = start;
  // At most `+ n - 1 `: a few tokens up to `of` or the end.
  while (end < to && end < start + 8) {
    if (tokens.types[end] === TokenType.Ident && tokens.text(end).toLowerCase() === 'of') break;
    end++;
  }
  const text = tokens.textBetween(start, end);
  const parsed = parseAnPlusB(text);
  return parsed === null ? null : { ...parsed, next: end };
}

function parseAnPlusB(text: string): { a: number; b: number } | null {
  const named = EVEN_ODD.exec(text);
  if (named !== null) return named[1]!.toLowerCase() === 'even' ? { a: 2, b: 0 } : { a: 2, b: 1 };
  if (INTEGER.test(text)) return { a: 0, b: clamp(Number(text)) };
  const match = PATTERN.exec(text);
  if (match === null) return null;
  const a = match[2] === '' ? 1 : Number(match[2]);
  const b = match[4] === undefined ? 0 : Number(match[4]);
  return { a: clamp(match[1] === '-' ? -a : a), b: clamp(match[3] === '-' ? -b : b) };
}

const clamp = (n: number): number => Math.max(-0x7fffffff, Math.min(0x7fffffff, n));
