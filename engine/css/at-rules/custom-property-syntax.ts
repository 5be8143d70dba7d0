/** Parses the `syntax` descriptor of `@property` (css-properties-values-api-1 §5), and matches values against it. */
import { parseColor } from '../values/color.ts';
import { ValueKind } from '../values/component-value.ts';
import {
  LENGTH,
  LENGTH_PERCENTAGE,
  parseAngle,
  parseInteger,
  parseLength,
  parseNumber,
  parsePercentage,
  parseResolution,
  parseTime,
} from '../values/numeric.ts';
import { attempt, type Parser, readValue, type ValueReader } from '../values/value-reader.ts';
import type { PropertyRule } from '../rules.ts';
import type { DeclarationText } from '../syntax/block-parser.ts';

const anyFunction: Parser<true> = (reader) => (reader.next()?.kind === ValueKind.Function ? true : undefined);
const anyUrl: Parser<true> = (reader) => {
  const value = reader.next();
  return value !== null && (value.kind === ValueKind.Url || value.isFunction('url')) ? true : undefined;
};
const CSS_WIDE = new Set(['initial', 'inherit', 'unset', 'revert', 'revert-layer', 'default']);

const TYPES: Readonly<Record<string, Parser<unknown>>> = {
  length: (reader) => parseLength(reader, LENGTH),
  'length-percentage': (reader) => parseLength(reader, LENGTH_PERCENTAGE),
  number: (reader) => parseNumber(reader),
  percentage: (reader) => parsePercentage(reader),
  integer: (reader) => parseInteger(reader),
  angle: (reader) => parseAngle(reader),
  time: parseTime,
  resolution: parseResolution,
  color: parseColor,
  image: (reader) => attempt(reader, anyUrl) ?? anyFunction(reader),
  url: anyUrl,
  string: (reader) => reader.string(),
  'transform-function': anyFunction,
  'transform-list': (reader) => {
    let count = 0;
    while (!reader.atEnd && attempt(reader, anyFunction) !== undefined) count++;
    return count > 0 ? true : undefined;
  },
  'custom-ident': (reader) => {
    const word = reader.anyIdent();
    return word !== undefined && !CSS_WIDE.has(word.toLowerCase()) ? word : undefined;
  },
};

interface SyntaxComponent {
  /** The name of a type; null for a keyword. */
  readonly type: string | null;
  readonly keyword: string;
  readonly multiplier: '' | '+' | '#';
}

function parseSyntax(syntax: string): readonly SyntaxComponent[] | '*' | null {
  if (syntax.trim() === '*') return '*';
  const components: SyntaxComponent[] = [];
  for (const part of syntax.split('|')) {
    const match = /^\s*(?:<([a-z-]+)>|([a-z_-][\w-]*))([+#]?)\s*$/i.exec(part);
    if (match === null) return null;
    const [, type, keyword, multiplier] = match;
    if (type !== undefined && !Object.hasOwn(TYPES, type)) return null;
    if (keyword !== undefined && CSS_WIDE.has(keyword.toLowerCase())) return null;
    components.push({ type: type ?? null, keyword: keyword ?? '', multiplier: multiplier as '' | '+' | '#' });
  }
  return components;
}

export const isValidSyntax = (syntax: string): boolean => parseSyntax(syntax) !== null;

/** Returns whether the entire value matches one of the syntax's alternatives. */
export function matchesSyntax(value: string, syntax: string): boolean {
  return matchingComponent(value, syntax) !== null;
}

/** Returns the alternative that the value matches; '*' accepts any value. */
export function matchingComponent(value: string, syntax: string): SyntaxComponent | '*' | null {
  const components = parseSyntax(syntax);
  if (components === '*') return '*';
  for (const component of components ?? []) {
    const reader = readValue(value);
    if (reader !== null && !reader.atEnd && matchesComponent(reader, component)) return component;
  }
  return null;
}

function matchesComponent(reader: ValueReader, component: SyntaxComponent): boolean {
  const once = (): boolean =>
    component.type === null ? reader.anyIdent() === component.keyword : TYPES[component.type]!(reader) !== undefined;
  if (component.multiplier === '') return once() && reader.atEnd;
  for (;;) {
    if (!once()) return false;
    if (reader.atEnd) return true;
    if (component.multiplier === '#' && !reader.comma()) return false;
  }
}

/** Returns null when the rule is invalid: a descriptor is missing, or the initial value doesn't match the syntax. */
export function parsePropertyRule(prelude: string, declarations: readonly DeclarationText[]): PropertyRule | null {
  if (!prelude.startsWith('--') || /\s/.test(prelude)) return null;
  let syntax: string | null = null;
  let inherits: boolean | null = null;
  let initialValue: string | null = null;
  for (const { name, value } of declarations) {
    if (name === 'syntax') {
      const text = readValue(value)?.string();
      if (text !== undefined && isValidSyntax(text)) syntax = text;
    } else if (name === 'inherits') {
      const word = value.trim().toLowerCase();
      if (word === 'true' || word === 'false') inherits = word === 'true';
    } else if (name === 'initial-value') {
      initialValue = value;
    }
  }
  if (syntax === null || inherits === null) return null;
  if (syntax.trim() !== '*' && (initialValue === null || !matchesSyntax(initialValue, syntax))) return null;
  return { kind: 'property', name: prelude, syntax, inherits, initialValue };
}
