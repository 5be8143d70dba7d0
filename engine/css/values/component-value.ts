/**
 * Parses a declaration's value into component values (css-syntax-3 §5.4.7): a tree of functions and blocks built from
 * css-tree's tokens. White space and comments are dropped; `spaceBefore` keeps what calc() needs.
 */
import { ident as cssIdent, tokenize, tokenTypes } from '../../css-tree.ts';
import { stringTokenText, urlTokenText } from '../../document/token-text.ts';

export const ValueKind = {
  Ident: 1,
  Function: 2,
  String: 3,
  Url: 4,
  Number: 5,
  Percentage: 6,
  Dimension: 7,
  Hash: 8,
  Delim: 9,
  Comma: 10,
  Parens: 11,
  Brackets: 12,
  Braces: 13,
} as const;
export type ValueKind = (typeof ValueKind)[keyof typeof ValueKind];

/** Maximum number of parts of a value. The limit bounds the time, because reading a value is never interrupted. */
const MAX_PARTS = 200_000;

/** Stops the tokenizer. Created when thrown: with open developer tools, its stack makes V8 parse the script again. */
class TooManyParts extends Error {}

/** Maximum nesting depth of functions and blocks. A deeper value is invalid. */
const MAX_NESTING = 64;

const NO_CHILDREN: readonly ComponentValue[] = [];

export class ComponentValue {
  readonly kind: ValueKind;
  /**
   * The text of an identifier, hash, string or URL as written, without escapes and quotes. For a delimiter its
   * character, for a dimension its unit and for a function its name, both in lower case.
   */
  readonly text: string;
  /** `text` in lower case. */
  readonly lower: string;
  /** The value of a number, percentage or dimension. */
  readonly value: number;
  /** Whether the number was written without `.` and exponent. */
  readonly integer: boolean;
  /** Whether the number was written with a sign. */
  readonly signed: boolean;
  /** The arguments of a function or contents of a block. */
  children: readonly ComponentValue[] = NO_CHILDREN;
  readonly spaceBefore: boolean;
  /** Offsets in the declaration's text. */
  readonly start: number;
  end: number;

  constructor(
    kind: ValueKind,
    text: string,
    lower: string,
    value: number,
    integer: boolean,
    signed: boolean,
    spaceBefore: boolean,
    start: number,
    end: number,
  ) {
    this.kind = kind;
    this.text = text;
    this.lower = lower;
    this.value = value;
    this.integer = integer;
    this.signed = signed;
    this.spaceBefore = spaceBefore;
    this.start = start;
    this.end = end;
  }

  isIdent(lower: string): boolean {
    return this.kind === ValueKind.Ident && this.lower === lower;
  }

  isFunction(name: string): boolean {
    return this.kind === ValueKind.Function && this.text === name;
  }

  isDelim(character: string): boolean {
    return this.kind === ValueKind.Delim && this.text === character;
  }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Returns the end of the number that begins at `from` (css-syntax-3 §4.3.12). */
function endOfNumber(text: string, from: number): number {
  let i = from;
  let code = text.charCodeAt(i);
  if (code === 43 || code === 45) i++;
  while (isDigit(text.charCodeAt(i))) i++;
  if (text.charCodeAt(i) === 46 && isDigit(text.charCodeAt(i + 1))) {
    i += 2;
    while (isDigit(text.charCodeAt(i))) i++;
  }
  code = text.charCodeAt(i);
  if (code === 101 || code === 69) {
    code = text.charCodeAt(i + 1);
    const exponent = code === 43 || code === 45 ? i + 2 : i + 1;
    if (isDigit(text.charCodeAt(exponent))) {
      i = exponent + 1;
      while (isDigit(text.charCodeAt(i))) i++;
    }
  }
  return i;
}

function isIntegerText(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === 46 || code === 101 || code === 69) return false;
  }
  return true;
}

function numeric(kind: ValueKind, text: string, start: number, end: number, space: boolean): ComponentValue {
  const numberEnd = endOfNumber(text, start);
  const first = text.charCodeAt(start);
  let unit = '';
  if (kind === ValueKind.Dimension) {
    unit = text.slice(numberEnd, end);
    if (unit.includes('\\')) unit = cssIdent.decode(unit);
    unit = unit.toLowerCase();
  }
  const value = Number(text.slice(start, numberEnd));
  return new ComponentValue(
    kind,
    unit,
    unit,
    value,
    isIntegerText(text, start, numberEnd),
    first === 43 || first === 45,
    space,
    start,
    end,
  );
}

function named(kind: ValueKind, raw: string, space: boolean, start: number, end: number): ComponentValue {
  const text = raw.includes('\\') ? cssIdent.decode(raw) : raw;
  const lower = text.toLowerCase();
  return new ComponentValue(
    kind,
    kind === ValueKind.Function ? lower : text,
    lower,
    0,
    false,
    false,
    space,
    start,
    end,
  );
}

function literal(kind: ValueKind, text: string, space: boolean, start: number, end: number): ComponentValue {
  return new ComponentValue(kind, text, text, 0, false, false, space, start, end);
}

/** Folds css-tree's flat tokens into a tree. */
class Folder {
  private readonly source: string;
  readonly top: ComponentValue[] = [];
  private readonly open: ComponentValue[] = [];
  private readonly lists: ComponentValue[][] = [];
  private list: ComponentValue[] = this.top;
  private space = false;
  private count = 0;
  failed = false;

  constructor(source: string) {
    this.source = source;
  }

  token(type: number, start: number, end: number): void {
    if (this.failed) return;
    if (type === tokenTypes.WhiteSpace) {
      this.space = true;
      return;
    }
    if (type === tokenTypes.Comment) return;
    // Throwing is the only way to stop the tokenizer.
    if (++this.count > MAX_PARTS) throw new TooManyParts();
    const space = this.space;
    this.space = false;
    switch (type) {
      case tokenTypes.Ident:
        this.list.push(named(ValueKind.Ident, this.source.slice(start, end), space, start, end));
        return;
      case tokenTypes.Function:
        this.enter(named(ValueKind.Function, this.source.slice(start, end - 1), space, start, end));
        return;
      case tokenTypes.Hash:
        this.list.push(named(ValueKind.Hash, this.source.slice(start + 1, end), space, start, end));
        return;
      case tokenTypes.Number:
        this.list.push(numeric(ValueKind.Number, this.source, start, end, space));
        return;
      case tokenTypes.Percentage:
        this.list.push(numeric(ValueKind.Percentage, this.source, start, end, space));
        return;
      case tokenTypes.Dimension:
        this.list.push(numeric(ValueKind.Dimension, this.source, start, end, space));
        return;
      case tokenTypes.String:
        this.list.push(literal(ValueKind.String, stringTokenText(this.source.slice(start, end)), space, start, end));
        return;
      case tokenTypes.Url:
        this.list.push(literal(ValueKind.Url, urlTokenText(this.source.slice(start, end)), space, start, end));
        return;
      case tokenTypes.Comma:
        this.list.push(literal(ValueKind.Comma, ',', space, start, end));
        return;
      default:
        this.punctuation(type, space, start, end);
    }
  }

  private punctuation(type: number, space: boolean, start: number, end: number): void {
    switch (type) {
      case tokenTypes.LeftParenthesis:
        this.enter(literal(ValueKind.Parens, '(', space, start, end));
        return;
      case tokenTypes.LeftSquareBracket:
        this.enter(literal(ValueKind.Brackets, '[', space, start, end));
        return;
      case tokenTypes.LeftCurlyBracket:
        this.enter(literal(ValueKind.Braces, '{', space, start, end));
        return;
      case tokenTypes.RightParenthesis:
        this.leave(ValueKind.Parens, end);
        return;
      case tokenTypes.RightSquareBracket:
        this.leave(ValueKind.Brackets, end);
        return;
      case tokenTypes.RightCurlyBracket:
        this.leave(ValueKind.Braces, end);
        return;
      case tokenTypes.BadString:
      case tokenTypes.BadUrl:
        this.failed = true;
        return;
      case tokenTypes.Semicolon:
        // Inside brackets it is an ordinary token, for general-enclosed conditions; no property accepts it.
        if (this.open.length === 0) this.failed = true;
        else this.list.push(literal(ValueKind.Delim, ';', space, start, end));
        return;
      default:
        this.list.push(literal(ValueKind.Delim, this.source.slice(start, end), space, start, end));
    }
  }

  private enter(value: ComponentValue): void {
    if (this.open.length >= MAX_NESTING) {
      this.failed = true;
      return;
    }
    this.list.push(value);
    this.open.push(value);
    this.lists.push(this.list);
    this.list = [];
    value.children = this.list;
  }

  private leave(kind: ValueKind, end: number): void {
    const value = this.open.pop();
    const list = this.lists.pop();
    const expected = value?.kind === ValueKind.Function ? ValueKind.Parens : value?.kind;
    if (!value || !list || expected !== kind) {
      this.failed = true;
      return;
    }
    value.end = end;
    this.list = list;
  }

  /** Closes open functions and blocks at the end of the text (css-syntax-3 §5.4.8). */
  finish(): void {
    for (const value of this.open) value.end = this.source.length;
  }
}

/**
 * Parses a single identifier, hash, or number with a plain unit without the tokenizer. PERF: these are three quarters
 * of all declarations.
 */
function singleValue(text: string): ComponentValue | null {
  const length = text.length;
  if (length === 0 || length > 32) return null;
  const first = text.charCodeAt(0);
  let i = 0;
  if (isDigit(first) || first === 46 || first === 45) {
    i = endOfNumber(text, 0);
    const lastOfNumber = text.charCodeAt(i - 1);
    if (i > 0 && isDigit(lastOfNumber)) {
      if (i === length) return numeric(ValueKind.Number, text, 0, length, false);
      if (i === length - 1 && text.charCodeAt(i) === 37) return numeric(ValueKind.Percentage, text, 0, length, false);
      return isLetters(text, i) ? numeric(ValueKind.Dimension, text, 0, length, false) : null;
    }
    if (first !== 45) return null;
  }
  if (first === 35) {
    for (i = 1; i < length; i++) {
      const code = text.charCodeAt(i) | 32;
      if (!(isDigit(text.charCodeAt(i)) || (code >= 97 && code <= 122))) return null;
    }
    return length > 1 ? named(ValueKind.Hash, text.slice(1), false, 0, length) : null;
  }
  for (i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    const letter = code | 32;
    if (!((letter >= 97 && letter <= 122) || (code === 45 && i !== length - 1))) return null;
  }
  return named(ValueKind.Ident, text, false, 0, length);
}

function isLetters(text: string, from: number): boolean {
  for (let i = from; i < text.length; i++) {
    const letter = text.charCodeAt(i) | 32;
    if (letter < 97 || letter > 122) return false;
  }
  return true;
}

/**
 * `url(` written with escapes is also a URL (css-syntax-3 §4.3.4), but css-tree's tokenizer only checks the letters.
 */
const ESCAPED_URL = /(?<![\w\\-])(?:\\0{0,4}[57]5\s?|\\?u)(?:\\0{0,4}[57]2\s?|\\?r)(?:\\0{0,4}[46]c\s?|\\?l)\(/gi;

/**
 * Parses a declaration's value. Returns null when it contains a token that no property allows, or is nested too deeply.
 */
export function parseComponentValues(source: string): readonly ComponentValue[] | null {
  const text = source.includes('\\') ? source.replace(ESCAPED_URL, 'url(') : source;
  const single = singleValue(text);
  if (single !== null) return [single];
  const folder = new Folder(text);
  try {
    tokenize(text, (type, start, end) => folder.token(type, start, end));
  } catch (error) {
    if (error instanceof TooManyParts) return null;
    throw error;
  }
  folder.finish();
  return folder.failed ? null : folder.top;
}
