/** Parses the descriptors of `@font-face` (css-fonts-4 §4) into the FontFaceDescriptors that the fonts stage takes. */
import type { Mutable } from '../../mutable.ts';
import type { DeclarationText } from '../syntax/block-parser.ts';
import { ValueKind } from '../values/component-value.ts';
import { parseAngle, parseNumber, parsePercentage } from '../values/numeric.ts';
import { readValue, type ValueReader } from '../values/value-reader.ts';
import type { SourcePosition } from '../../diagnostics.ts';

/** Descriptors read so far; the family may be missing, or an empty name. */
type DescriptorsRead = Mutable<Omit<FontFaceDescriptors, 'family'>> & { family: string | null };

const STRETCH_KEYWORDS: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    'ultra-condensed': 50,
    'extra-condensed': 62.5,
    condensed: 75,
    'semi-condensed': 87.5,
    normal: 100,
    'semi-expanded': 112.5,
    expanded: 125,
    'extra-expanded': 150,
    'ultra-expanded': 200,
  }),
);

/**
 * Returns null when the rule lacks a family or a source, and thus defines nothing. Ignores descriptors that don't
 * parse.
 */
export function parseFontFace(declarations: readonly DeclarationText[]): FontFaceDescriptors | null {
  const rule: DescriptorsRead = {
    family: null,
    sources: [],
    weight: null,
    stretch: null,
    style: null,
    unicodeRange: [],
    ascentOverride: null,
    descentOverride: null,
    lineGapOverride: null,
    sizeAdjust: 1,
    featureSettings: [],
    variationSettings: [],
  };
  for (const { name, value } of declarations) applyDescriptor(rule, name, value);
  const { family } = rule;
  return family === null || rule.sources.length === 0 ? null : { ...rule, family };
}

function applyDescriptor(rule: DescriptorsRead, name: string, text: string): void {
  if (name === 'unicode-range') {
    rule.unicodeRange = parseUnicodeRange(text) ?? rule.unicodeRange;
    return;
  }
  const reader = readValue(text);
  if (reader === null || reader.atEnd) return;
  switch (name) {
    case 'font-family':
      rule.family = parseFamilyName(reader) ?? rule.family;
      break;
    case 'src':
      rule.sources = parseSources(reader) ?? rule.sources;
      break;
    case 'font-weight':
      rule.weight = parseRangeOf(reader, parseWeight) ?? rule.weight;
      break;
    case 'font-stretch':
    case 'font-width':
      rule.stretch = parseRangeOf(reader, parseStretch) ?? rule.stretch;
      break;
    case 'font-style':
      rule.style = parseStyle(reader) ?? rule.style;
      break;
    case 'ascent-override':
      rule.ascentOverride = reader.ident('normal') ? null : (parseOverride(reader) ?? rule.ascentOverride);
      break;
    case 'descent-override':
      rule.descentOverride = reader.ident('normal') ? null : (parseOverride(reader) ?? rule.descentOverride);
      break;
    case 'line-gap-override':
      rule.lineGapOverride = reader.ident('normal') ? null : (parseOverride(reader) ?? rule.lineGapOverride);
      break;
    case 'size-adjust':
      rule.sizeAdjust = parseOverride(reader) ?? rule.sizeAdjust;
      break;
    case 'font-feature-settings':
      rule.featureSettings = parseSettings(reader) ?? rule.featureSettings;
      break;
    case 'font-variation-settings':
      rule.variationSettings = parseSettings(reader) ?? rule.variationSettings;
      break;
  }
}

function parseFamilyName(reader: ValueReader): string | undefined {
  const quoted = reader.string();
  if (quoted !== undefined) return reader.atEnd ? quoted : undefined;
  const words: string[] = [];
  while (!reader.atEnd) {
    const word = reader.anyIdent();
    if (word === undefined) return undefined;
    words.push(word);
  }
  return words.join(' ');
}

/** Parses a list, dropping unknown items. Returns undefined when none is left. */
function parseSources(reader: ValueReader): FontFaceSource[] | undefined {
  const sources: FontFaceSource[] = [];
  for (const part of reader.commaSeparated() ?? []) {
    const source = parseSource(part);
    if (source !== undefined) sources.push(source);
  }
  return sources.length > 0 ? sources : undefined;
}

function parseSource(reader: ValueReader): FontFaceSource | undefined {
  const value = reader.next();
  if (value === null) return undefined;
  if (value.isFunction('local')) {
    const name = parseFamilyName(reader.inside(value));
    return name !== undefined && reader.atEnd ? { type: 'local', name } : undefined;
  }
  const url =
    value.kind === ValueKind.Url ? value.text : value.isFunction('url') ? reader.inside(value).string() : undefined;
  if (url === undefined) return undefined;
  let format: string | null = null;
  const tech: string[] = [];
  while (!reader.atEnd) {
    const hint = reader.next();
    if (hint === null || hint.kind !== ValueKind.Function) return undefined;
    const words = hint.children.filter((child) => child.kind === ValueKind.String || child.kind === ValueKind.Ident);
    if (hint.text === 'format' && words.length > 0) format = words[0]!.lower.toLowerCase();
    else if (hint.text === 'tech') tech.push(...words.map((word) => word.lower));
    else return undefined;
  }
  return { type: 'url', url, format, tech };
}

function parseRangeOf(
  reader: ValueReader,
  parse: (reader: ValueReader) => number | undefined,
): [number, number] | undefined {
  if (reader.ident('auto')) return undefined;
  const from = parse(reader);
  if (from === undefined) return undefined;
  const to = reader.atEnd ? from : parse(reader);
  if (to === undefined || !reader.atEnd) return undefined;
  return from <= to ? [from, to] : [to, from];
}

function parseWeight(reader: ValueReader): number | undefined {
  if (reader.ident('normal')) return 400;
  if (reader.ident('bold')) return 700;
  const weight = parseNumber(reader, 1, 1000);
  return typeof weight === 'number' ? weight : undefined;
}

function parseStretch(reader: ValueReader): number | undefined {
  const percent = parsePercentage(reader, 0);
  if (percent !== undefined) return percent;
  const keyword = reader.anyIdent()?.toLowerCase();
  return keyword === undefined ? undefined : STRETCH_KEYWORDS.get(keyword);
}

function parseStyle(reader: ValueReader): FontFaceDescriptors['style'] | undefined {
  const type = reader.anyIdent()?.toLowerCase();
  if ((type === 'normal' || type === 'italic') && reader.atEnd) return { type, degrees: [0, 0] };
  if (type !== 'oblique') return undefined;
  if (reader.atEnd) return { type, degrees: [14, 14] };
  const degrees = parseRangeOf(reader, (r) => parseAngle(r));
  return degrees === undefined ? undefined : { type, degrees };
}

function parseOverride(reader: ValueReader): number | undefined {
  const percent = parsePercentage(reader, 0);
  return percent !== undefined && reader.atEnd ? percent / 100 : undefined;
}

/** Parses `"tag" value?` pairs; the value may be `on` or `off`. */
function parseSettings(reader: ValueReader): { tag: string; value: number }[] | undefined {
  if (reader.ident('normal')) return [];
  const settings: { tag: string; value: number }[] = [];
  for (const part of reader.commaSeparated() ?? []) {
    const tag = part.string();
    if (tag === undefined || !/^[\x20-\x7e]{4}$/.test(tag)) return undefined;
    const value = part.atEnd || part.ident('on') ? 1 : part.ident('off') ? 0 : parseNumber(part);
    if (typeof value !== 'number' || !part.atEnd) return undefined;
    settings.push({ tag, value });
  }
  return settings;
}

const RANGE = /^u\+([0-9a-f]{0,6})(\?{0,6})(?:-([0-9a-f]{1,6}))?$/i;
const MAX = 0x10ffff;

/** Parses `unicode-range` (css-syntax-3 §7) into inclusive ranges. Returns null when it is invalid. */
function parseUnicodeRange(text: string): readonly (readonly [number, number])[] | null {
  const ranges: [number, number][] = [];
  for (const part of text.replace(/\/\*[^]*?\*\//g, '').split(',')) {
    const match = RANGE.exec(part.trim());
    if (match === null) return null;
    const [, digits, wildcards, last] = match;
    if (
      digits!.length + wildcards!.length === 0 ||
      digits!.length + wildcards!.length > 6 ||
      (wildcards !== '' && last !== undefined)
    )
      return null;
    const from = parseInt(digits + '0'.repeat(wildcards!.length), 16);
    const to = last === undefined ? parseInt(digits + 'f'.repeat(wildcards!.length), 16) : parseInt(last, 16);
    if (from > to || from > MAX || (last !== undefined && to > MAX)) return null;
    ranges.push([from, Math.min(to, MAX)]);
  }
  return ranges;
}

export type FontFaceSource =
  /** `url()`. `format` is the lower-case keyword or string of the hint (`woff2`, `truetype`, ...), or null. */
  | { readonly type: 'url'; readonly url: string; readonly format: string | null; readonly tech: readonly string[] }
  | { readonly type: 'local'; readonly name: string };

/** The descriptors of a rule, independent of its position. */
export interface FontFaceDescriptors {
  readonly family: string;
  /**
   * In order; the first that works is used. Sources with an unknown format() or tech() may be included: the fonts stage
   * skips them.
   */
  readonly sources: readonly FontFaceSource[];
  /** From and to, equal for a single value; null is `auto`. */
  readonly weight: readonly [number, number] | null;
  /** Per cent. */
  readonly stretch: readonly [number, number] | null;
  readonly style: {
    readonly type: 'normal' | 'italic' | 'oblique';
    readonly degrees: readonly [number, number];
  } | null;
  /** Inclusive ranges; empty covers everything. */
  readonly unicodeRange: readonly (readonly [number, number])[];
  /** Fractions of the font size; null is `normal`. */
  readonly ascentOverride: number | null;
  readonly descentOverride: number | null;
  readonly lineGapOverride: number | null;
  /** A factor: 1 is `100%`. */
  readonly sizeAdjust: number;
  readonly featureSettings: readonly { readonly tag: string; readonly value: number }[];
  readonly variationSettings: readonly { readonly tag: string; readonly value: number }[];
}

export interface FontFaceRule extends FontFaceDescriptors {
  readonly position: SourcePosition | null;
}
