import { type ComponentValue, parseComponentValues, ValueKind } from './component-value.ts';

export interface ParseContext {
  /**
   * Quirks mode: where a property allows it, lengths may lack a unit and colors their `#` (quirks.spec.whatwg.org §3).
   */
  readonly quirks: boolean;
  /** An SVG presentation attribute: numbers without a unit are px or, for angles, degrees. */
  readonly svgAttribute: boolean;
}

export const STANDARD_PARSE: ParseContext = { quirks: false, svgAttribute: false };

/** The result of a parse function when the value doesn't match. `null` is a value (`none`). */
export const INVALID = undefined;

/**
 * A cursor over component values. Parse functions advance it past what they consume. After INVALID its position is
 * unspecified.
 */
export class ValueReader {
  readonly values: readonly ComponentValue[];
  readonly context: ParseContext;
  /** The declaration's text, for values kept as written. */
  readonly text: string;
  position = 0;
  /** Whether colors may lack their `#`. Set by properties with the quirk. */
  unitlessColors = false;
  /** Whether lengths without a unit are px. Set by properties with the quirk. */
  unitless = false;

  constructor(values: readonly ComponentValue[], context: ParseContext, text: string) {
    this.values = values;
    this.context = context;
    this.text = text;
    this.unitless = context.svgAttribute;
  }

  /** Returns a reader of a function's arguments or a block's contents. */
  inside(value: ComponentValue): ValueReader {
    const reader = new ValueReader(value.children, this.context, this.text);
    reader.unitless = this.unitless;
    return reader;
  }

  get atEnd(): boolean {
    return this.position >= this.values.length;
  }

  peek(): ComponentValue | null {
    return this.position < this.values.length ? this.values[this.position]! : null;
  }

  peekAt(distance: number): ComponentValue | null {
    const at = this.position + distance;
    return at < this.values.length ? this.values[at]! : null;
  }

  next(): ComponentValue | null {
    return this.position < this.values.length ? this.values[this.position++]! : null;
  }

  /** Consumes the next value if it is this identifier. */
  ident(lower: string): boolean {
    const value = this.peek();
    if (value === null || value.kind !== ValueKind.Ident || value.lower !== lower) return false;
    this.position++;
    return true;
  }

  /** Consumes an identifier from a set and returns it in lower case. */
  keyword<K extends string>(allowed: ReadonlySet<K>): K | undefined {
    const value = this.peek();
    if (value === null || value.kind !== ValueKind.Ident || !allowed.has(value.lower as K)) return INVALID;
    this.position++;
    return value.lower as K;
  }

  /** Consumes any identifier and returns it as written. */
  anyIdent(): string | undefined {
    const value = this.peek();
    if (value === null || value.kind !== ValueKind.Ident) return INVALID;
    this.position++;
    return value.text;
  }

  string(): string | undefined {
    const value = this.peek();
    if (value === null || value.kind !== ValueKind.String) return INVALID;
    this.position++;
    return value.text;
  }

  /** Consumes a function of this name and returns a reader of its arguments. */
  function(name: string): ValueReader | null {
    const value = this.peek();
    if (value === null || value.kind !== ValueKind.Function || value.text !== name) return null;
    this.position++;
    return this.inside(value);
  }

  comma(): boolean {
    const value = this.peek();
    if (value === null || value.kind !== ValueKind.Comma) return false;
    this.position++;
    return true;
  }

  slash(): boolean {
    return this.delim('/');
  }

  delim(character: string): boolean {
    const value = this.peek();
    if (value === null || value.kind !== ValueKind.Delim || value.text !== character) return false;
    this.position++;
    return true;
  }

  /** Returns a reader for each part between commas, or null if a part is empty. */
  commaSeparated(): ValueReader[] | null {
    const parts: ValueReader[] = [];
    let from = this.position;
    for (let i = from; i <= this.values.length; i++) {
      if (i < this.values.length && this.values[i]!.kind !== ValueKind.Comma) continue;
      if (i === from) return null;
      const part = new ValueReader(this.values.slice(from, i), this.context, this.text);
      part.unitless = this.unitless;
      parts.push(part);
      from = i + 1;
    }
    this.position = this.values.length;
    return parts;
  }
}

export type Parser<T> = (reader: ValueReader) => T | undefined;

/** Returns a reader of a whole text, or null when it isn't a sequence of component values. */
export function readValue(text: string): ValueReader | null {
  const values = parseComponentValues(text);
  return values === null ? null : new ValueReader(values, STANDARD_PARSE, text);
}

/** Calls `parse` and resets the reader when it doesn't match. Used for the parts of `a || b` groups. */
export function attempt<T>(reader: ValueReader, parse: Parser<T>): T | undefined {
  const position = reader.position;
  const value = parse(reader);
  if (value === INVALID) reader.position = position;
  return value;
}
