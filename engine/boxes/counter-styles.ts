/** Formats numbers with counter styles (css-counter-styles-3 §2, §7). */
import type { CounterStyleRule } from '../css/at-rules/counter-style.ts';
import type { CounterStyleRef } from '../css/computed-values.ts';
import { chineseNumber, ethiopicNumber } from './chinese-numbers.ts';
import { predefinedCounterStyle } from './predefined-counter-styles.ts';

/** Longer representations use the fallback, as §7 allows. */
const MAX_LENGTH = 120;
const MAX_FALLBACKS = 8;
/** Maximum length of a chain of `extends`. Longer ones end with decimal. */
const MAX_EXTENDS = 100;

/** A rule with the properties it extends filled in. */
interface ResolvedStyle {
  readonly rule: CounterStyleRule;
  /** The predefined style whose algorithm it uses; '' for an algorithm that the document defines. */
  readonly base: string;
  readonly system: string;
  readonly first: number;
  readonly symbols: readonly string[];
  readonly additive: readonly { readonly weight: number; readonly symbol: string }[];
  readonly negative: readonly [string, string];
  readonly prefix: string;
  readonly suffix: string;
  readonly range: readonly (readonly [number, number])[] | 'auto';
  readonly pad: { readonly length: number; readonly symbol: string } | null;
  readonly fallback: string;
}

export class CounterStyles {
  private readonly own: ReadonlyMap<string, CounterStyleRule>;
  private readonly resolved = new Map<string, ResolvedStyle>();

  constructor(own: ReadonlyMap<string, CounterStyleRule>) {
    this.own = own;
  }

  /** Returns the representation without prefix and suffix, for `counter()`. */
  format(value: number, style: CounterStyleRef): string {
    if (style.type === 'string') return style.value;
    if (style.type === 'symbols') return this.formatSymbols(value, style.system, style.symbols);
    return this.formatNamed(value, style.name, 0);
  }

  /** Returns the text of a marker, with prefix and suffix. */
  marker(value: number, style: CounterStyleRef): string {
    if (style.type === 'string') return style.value;
    if (style.type === 'symbols') return `${this.format(value, style)} `;
    const { prefix, suffix } = this.resolve(style.name);
    return prefix + this.formatNamed(value, style.name, 0) + suffix;
  }

  /** Returns whether the style is drawn as a shape (`disc`, `circle`, ...). */
  isShape(name: string): boolean {
    return SHAPES.has(name);
  }

  private formatNamed(value: number, name: string, depth: number): string {
    if (depth > MAX_FALLBACKS) return String(value);
    if (!this.own.has(name)) {
      const special = chineseNumber(value, name) ?? ethiopicNumber(value, name);
      if (special !== null) return special;
    }
    const style = this.resolve(name);
    if (!inRange(value, style)) return this.formatNamed(value, style.fallback, depth + 1);
    const longhand = chineseNumber(value, style.base) ?? ethiopicNumber(value, style.base);
    if (longhand !== null) return this.padded(longhand, false, style);
    const usesNegative = value < 0 && USES_NEGATIVE.has(style.system);
    const text = representation(
      usesNegative ? -value : value,
      style.system,
      style.symbols,
      style.additive,
      style.first,
    );
    if (text === null || text.length > MAX_LENGTH) return this.formatNamed(value, style.fallback, depth + 1);
    return this.padded(text, usesNegative, style);
  }

  private padded(text: string, usesNegative: boolean, { negative, pad }: ResolvedStyle): string {
    let padded = text;
    if (pad) {
      const length = graphemeCount(text) + (usesNegative ? graphemeCount(negative[0]) + graphemeCount(negative[1]) : 0);
      padded = pad.symbol.repeat(Math.max(0, Math.min(pad.length, MAX_LENGTH) - length)) + text;
    }
    return usesNegative ? negative[0] + padded + negative[1] : padded;
  }

  private formatSymbols(value: number, system: string, symbols: readonly string[]): string {
    if (!inAutoRange(value, system)) return String(value);
    const usesNegative = value < 0 && USES_NEGATIVE.has(system);
    const text = representation(usesNegative ? -value : value, system, symbols, [], 1);
    return text === null ? String(value) : usesNegative ? `-${text}` : text;
  }

  private resolve(name: string, extended = 0): ResolvedStyle {
    let style = this.resolved.get(name);
    if (!style) {
      style = this.resolveExtending(name, extended);
      this.resolved.set(name, style);
    }
    return style;
  }

  private extendsItself(name: string): boolean {
    let next = name;
    for (let i = 0; i < MAX_EXTENDS; i++) {
      const system: CounterStyleRule['system'] | undefined = this.own.get(next)?.system;
      if (system?.type !== 'extends') return false;
      next = system.name;
      if (next === name) return true;
    }
    return false;
  }

  private resolveExtending(name: string, extended: number): ResolvedStyle {
    const rule =
      this.own.get(name) ?? predefinedCounterStyle(name) ?? (predefinedCounterStyle('decimal') as CounterStyleRule);
    const { system } = rule;
    if (system.type !== 'extends') {
      return {
        rule,
        base: this.own.has(name) ? '' : name,
        system: system.type,
        first: system.type === 'fixed' ? system.first : 1,
        symbols: rule.symbols,
        additive: rule.additiveSymbols,
        negative: rule.negative ?? ['-', ''],
        prefix: rule.prefix ?? '',
        suffix: rule.suffix ?? '. ',
        range: rule.range ?? 'auto',
        pad: rule.pad,
        fallback: rule.fallback ?? 'decimal',
      };
    }
    // The members of a cycle of extensions extend decimal (§3.1.7).
    const ends = extended >= MAX_EXTENDS || this.extendsItself(name);
    const base = this.resolve(ends ? 'decimal' : system.name, extended + 1);
    return {
      ...base,
      rule,
      negative: rule.negative ?? base.negative,
      prefix: rule.prefix ?? base.prefix,
      suffix: rule.suffix ?? base.suffix,
      range: rule.range ?? base.range,
      pad: rule.pad ?? base.pad,
      fallback: rule.fallback ?? base.fallback,
    };
  }
}

const SHAPES = new Set(['disc', 'circle', 'square', 'disclosure-open', 'disclosure-closed']);
const USES_NEGATIVE = new Set(['symbolic', 'alphabetic', 'numeric', 'additive']);

function inRange(value: number, { range, system }: ResolvedStyle): boolean {
  if (range === 'auto') return inAutoRange(value, system);
  let low = 0;
  let high = range.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (range[middle]![0] <= value) low = middle;
    else high = middle - 1;
  }
  return value >= range[low]![0] && value <= range[low]![1];
}

function inAutoRange(value: number, system: string): boolean {
  if (system === 'alphabetic' || system === 'symbolic') return value >= 1;
  if (system === 'additive') return value >= 0;
  return true;
}

/** Returns a number from 1 in the symbols of an alphabetic system: a, b, …, z, aa (css-counter-styles-3 §3.1.4). */
export function alphabeticText(value: number, symbols: readonly string[]): string {
  const n = symbols.length;
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / n)) text = symbols[(rest - 1) % n] + text;
  return text;
}

function representation(
  value: number,
  system: string,
  symbols: readonly string[],
  additive: ResolvedStyle['additive'],
  first: number,
): string | null {
  const n = symbols.length;
  switch (system) {
    case 'cyclic':
      return n === 0 ? null : symbols[(((value - 1) % n) + n) % n]!;
    case 'fixed':
      return symbols[value - first] ?? null;
    case 'symbolic': {
      const times = Math.ceil(value / n);
      return n === 0 || value < 1 || times > MAX_LENGTH ? null : symbols[(value - 1) % n]!.repeat(times);
    }
    case 'alphabetic':
      return n < 2 || value < 1 ? null : alphabeticText(value, symbols);
    case 'numeric': {
      if (n < 2) return null;
      if (value === 0) return symbols[0]!;
      let text = '';
      for (let rest = value; rest > 0; rest = Math.floor(rest / n)) text = symbols[rest % n] + text;
      return text;
    }
    default:
      return additiveText(value, additive);
  }
}

function additiveText(value: number, additive: ResolvedStyle['additive']): string | null {
  if (value === 0) return additive.find(({ weight }) => weight === 0)?.symbol ?? null;
  let rest = value;
  let text = '';
  for (const { weight, symbol } of additive) {
    if (weight === 0 || weight > rest) continue;
    const times = Math.floor(rest / weight);
    if (times * symbol.length > MAX_LENGTH) return null;
    text += symbol.repeat(times);
    rest -= times * weight;
  }
  return rest === 0 ? text : null;
}

function graphemeCount(text: string): number {
  let count = 0;
  for (const character of text) if (!/\p{M}/u.test(character)) count++;
  return count;
}
