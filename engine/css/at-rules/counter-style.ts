/** Parses the descriptors of `@counter-style` (css-counter-styles-3 §3). Counter formatting applies them to numbers. */
import type { DeclarationText } from '../syntax/block-parser.ts';
import { initialStyle } from '../properties/registry.ts';
import { ComputeContext, type ComputeEnvironment } from '../values/compute-context.ts';
import { ValueKind } from '../values/component-value.ts';
import { parseInteger } from '../values/numeric.ts';
import { CssWide, resolveSpecified } from '../values/specified.ts';
import { readValue, type ValueReader } from '../values/value-reader.ts';

export type CounterSystem =
  | { readonly type: 'cyclic' | 'numeric' | 'alphabetic' | 'symbolic' | 'additive' }
  | { readonly type: 'fixed'; readonly first: number }
  | { readonly type: 'extends'; readonly name: string };

/**
 * A null field was not given: the default applies, or with `extends` the value of the extended style. Image symbols are
 * omitted.
 */
export interface CounterStyleRule {
  readonly name: string;
  readonly system: CounterSystem;
  readonly symbols: readonly string[];
  /** In order of descending weight. */
  readonly additiveSymbols: readonly { readonly weight: number; readonly symbol: string }[];
  readonly negative: readonly [before: string, after: string] | null;
  readonly prefix: string | null;
  readonly suffix: string | null;
  /** Inclusive; infinities are allowed. 'auto' depends on the system. */
  /** Ascending and disjoint. */
  readonly range: readonly (readonly [number, number])[] | 'auto' | null;
  readonly pad: { readonly length: number; readonly symbol: string } | null;
  readonly fallback: string | null;
}

/**
 * Descriptors belong to no element: relative units in math functions refer to the initial font, and there is no
 * viewport.
 */
const NO_METRICS = {
  ascent: 0,
  descent: 0,
  lineGap: 0,
  xHeight: 0,
  capHeight: 0,
  zeroAdvance: 0,
  zeroHeight: 0,
  icAdvance: 0,
  averageAdvance: 0,
  boundsWidth: 0,
};

const NOWHERE: ComputeEnvironment = { viewport: { width: 0, height: 0 }, metrics: () => NO_METRICS };

function integer(reader: ValueReader, minimum = -Infinity): number | undefined {
  const value = parseInteger(reader, minimum);
  if (value === undefined || typeof value === 'number') return value;
  const initial = initialStyle();
  return resolveSpecified(value, ComputeContext.of(NOWHERE, initial, initial.font));
}

const NOT_NAMES = new Set(['none', 'initial', 'inherit', 'unset', 'revert', 'revert-layer', 'default']);
const NOT_OVERRIDABLE = new Set(['decimal', 'disc', 'square', 'circle', 'disclosure-open', 'disclosure-closed']);

/** Returns the counter style name in an at-rule's prelude, or null when the name is not allowed. */
export function counterStyleName(text: string): string | null {
  const reader = readValue(text);
  const name = reader?.anyIdent();
  if (reader === null || name === undefined || !reader.atEnd) return null;
  const lower = name.toLowerCase();
  return NOT_NAMES.has(lower) || NOT_OVERRIDABLE.has(lower) ? null : name;
}

/**
 * Returns null when the rule defines no counter style, because of too few symbols for its system or an invalid
 * `extends`.
 */
export function parseCounterStyle(name: string, declarations: readonly DeclarationText[]): CounterStyleRule | null {
  let system: CounterSystem = { type: 'symbolic' };
  let symbols: readonly string[] = [];
  let additiveSymbols: CounterStyleRule['additiveSymbols'] = [];
  let negative: CounterStyleRule['negative'] = null;
  let prefix: string | null = null;
  let suffix: string | null = null;
  let range: CounterStyleRule['range'] = null;
  let pad: CounterStyleRule['pad'] = null;
  let fallback: string | null = null;
  for (const { name: descriptor, value } of declarations) {
    const reader = readValue(value);
    if (reader === null || reader.atEnd) continue;
    switch (descriptor) {
      case 'system':
        system = parseSystem(reader) ?? system;
        break;
      case 'symbols':
        symbols = parseSymbols(reader) ?? symbols;
        break;
      case 'additive-symbols':
        additiveSymbols = parseAdditiveSymbols(reader) ?? additiveSymbols;
        break;
      case 'negative': {
        const parts = parseSymbols(reader);
        if (parts !== null && parts.length <= 2) negative = [parts[0]!, parts[1] ?? ''];
        break;
      }
      case 'prefix':
        prefix = wholeSymbol(reader) ?? prefix;
        break;
      case 'suffix':
        suffix = wholeSymbol(reader) ?? suffix;
        break;
      case 'range':
        range = parseRange(reader) ?? range;
        break;
      case 'pad':
        pad = parsePad(reader) ?? pad;
        break;
      case 'fallback': {
        const other = reader.anyIdent();
        if (other !== undefined && reader.atEnd && other.toLowerCase() !== 'none') fallback = other;
        break;
      }
    }
  }
  const rule = { name, system, symbols, additiveSymbols, negative, prefix, suffix, range, pad, fallback };
  return isDefined(rule) ? rule : null;
}

function isDefined({ system, symbols, additiveSymbols }: CounterStyleRule): boolean {
  switch (system.type) {
    case 'cyclic':
    case 'symbolic':
    case 'fixed':
      return symbols.length >= 1;
    case 'numeric':
    case 'alphabetic':
      return symbols.length >= 2;
    case 'additive':
      return additiveSymbols.length >= 1;
    case 'extends':
      return symbols.length === 0 && additiveSymbols.length === 0;
  }
}

function parseSystem(reader: ValueReader): CounterSystem | null {
  const keyword = reader.anyIdent()?.toLowerCase();
  switch (keyword) {
    case 'cyclic':
    case 'numeric':
    case 'alphabetic':
    case 'symbolic':
    case 'additive':
      return reader.atEnd ? { type: keyword } : null;
    case 'fixed': {
      const first = reader.atEnd ? 1 : integer(reader);
      return typeof first === 'number' && reader.atEnd ? { type: 'fixed', first } : null;
    }
    case 'extends': {
      const name = reader.anyIdent();
      return name !== undefined && reader.atEnd ? { type: 'extends', name } : null;
    }
    default:
      return null;
  }
}

/** Parses `<symbol>`: a string or an identifier. Images become empty symbols. */
function parseSymbol(reader: ValueReader): string | null {
  const value = reader.next();
  if (value === null) return null;
  if (value.kind === ValueKind.Ident)
    return CssWide.named(value.lower) === null && value.lower !== 'default' ? value.text : null;
  if (value.kind === ValueKind.String) return value.text;
  return value.kind === ValueKind.Url || value.kind === ValueKind.Function ? '' : null;
}

function wholeSymbol(reader: ValueReader): string | null {
  const symbol = parseSymbol(reader);
  return reader.atEnd ? symbol : null;
}

function parseSymbols(reader: ValueReader): string[] | null {
  const symbols: string[] = [];
  while (!reader.atEnd) {
    const symbol = parseSymbol(reader);
    if (symbol === null) return null;
    symbols.push(symbol);
  }
  return symbols.length > 0 ? symbols : null;
}

function parseAdditiveSymbols(reader: ValueReader): { weight: number; symbol: string }[] | null {
  const tuples: { weight: number; symbol: string }[] = [];
  for (const part of reader.commaSeparated() ?? []) {
    const tuple = parseWeighted(part);
    const previous = tuples.at(-1);
    if (tuple === null || (previous !== undefined && previous.weight <= tuple.weight)) return null;
    tuples.push(tuple);
  }
  return tuples.length > 0 ? tuples : null;
}

/** Parses `<integer [0,∞]> && <symbol>`. */
function parseWeighted(reader: ValueReader): { weight: number; symbol: string } | null {
  const first = integer(reader, 0);
  if (typeof first === 'number') {
    const symbol = wholeSymbol(reader);
    return symbol === null ? null : { weight: first, symbol };
  }
  const symbol = parseSymbol(reader);
  const weight = integer(reader, 0);
  return symbol !== null && typeof weight === 'number' && reader.atEnd ? { weight, symbol } : null;
}

function parsePad(reader: ValueReader): CounterStyleRule['pad'] {
  const parsed = parseWeighted(reader);
  return parsed === null ? null : { length: parsed.weight, symbol: parsed.symbol };
}

function parseRange(reader: ValueReader): CounterStyleRule['range'] {
  if (reader.ident('auto')) return reader.atEnd ? 'auto' : null;
  const ranges: [number, number][] = [];
  for (const part of reader.commaSeparated() ?? []) {
    const low = part.ident('infinite') ? -Infinity : integer(part);
    const high = part.ident('infinite') ? Infinity : integer(part);
    if (typeof low !== 'number' || typeof high !== 'number' || !part.atEnd || low > high) return null;
    ranges.push([low, high]);
  }
  return ranges.length > 0 ? united(ranges) : null;
}

/** Merges overlapping ranges into ascending, disjoint ones. */
function united(ranges: [number, number][]): [number, number][] {
  const sorted = ranges.toSorted((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
  const found: [number, number][] = [];
  for (const [low, high] of sorted) {
    const last = found.at(-1);
    if (last !== undefined && low <= last[1]) last[1] = Math.max(last[1], high);
    else found.push([low, high]);
  }
  return found;
}
