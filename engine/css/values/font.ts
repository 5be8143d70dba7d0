/** Values of the font properties (css-fonts-4). */
import type { FontStyle } from '../computed-style.ts';
import { Length } from '../length.ts';
import { ValueKind } from './component-value.ts';
import {
  LENGTH_PERCENTAGE_POSITIVE,
  parseAngle,
  parseInteger,
  parseLength,
  parseNumber,
  parsePercentage,
} from './numeric.ts';
import { combine, Pending, pending, type Specified } from './specified.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

const GENERIC_FAMILIES: ReadonlySet<string> = new Set([
  'serif',
  'sans-serif',
  'cursive',
  'fantasy',
  'monospace',
  'system-ui',
  'ui-serif',
  'ui-sans-serif',
  'ui-monospace',
  'ui-rounded',
  'math',
  'emoji',
  'fangsong',
]);
const NOT_A_FAMILY: ReadonlySet<string> = new Set(['initial', 'inherit', 'unset', 'revert', 'revert-layer', 'default']);

export function parseFontFamily(reader: ValueReader): FontStyle['fontFamily'] | undefined {
  const families: { readonly name: string; readonly generic: boolean }[] = [];
  do {
    const family = familyName(reader);
    if (family === INVALID) return INVALID;
    families.push(family);
  } while (reader.comma());
  return families;
}

/** Parses one family: a string, or identifiers joined by spaces (css-fonts-4 §2.1). */
function familyName(reader: ValueReader): { readonly name: string; readonly generic: boolean } | undefined {
  const quoted = reader.string();
  if (quoted !== INVALID) return { name: quoted, generic: false };
  const generic = reader.function('generic');
  if (generic !== null) {
    const name = generic.anyIdent()?.toLowerCase();
    return name === INVALID || !generic.atEnd ? INVALID : { name, generic: true };
  }
  const first = reader.anyIdent();
  if (first === INVALID) return INVALID;
  const words = [first];
  for (let word = reader.anyIdent(); word !== INVALID; word = reader.anyIdent()) words.push(word);
  if (words.length > 1) return { name: words.join(' '), generic: false };
  const lower = first.toLowerCase();
  if (NOT_A_FAMILY.has(lower)) return INVALID;
  return GENERIC_FAMILIES.has(lower) ? { name: lower, generic: true } : { name: first, generic: false };
}

/** A specified `font-size`. Percentages refer to the parent's size. */
export type FontSizeValue =
  | { readonly type: 'keyword'; readonly index: number }
  | { readonly type: 'relative'; readonly ratio: number }
  /** `math`: scaled by the change of `math-depth` (mathml-core §3.3). */
  | { readonly type: 'math' }
  | { readonly type: 'length'; readonly length: Specified<Length>; readonly fontRelative: boolean };

const SIZE_KEYWORDS = [
  'xx-small',
  'x-small',
  'small',
  'medium',
  'large',
  'x-large',
  'xx-large',
  'xxx-large',
  '-webkit-xxx-large',
];
const SIZE_KEYWORD_SET: ReadonlySet<string> = new Set(SIZE_KEYWORDS);

/** Index of `medium`. */
export const MEDIUM = 3;

/** The sizes of the keywords in browsers: `medium` is 16 px, and 13 px for monospace. */
const KEYWORD_PX = [9, 10, 13, 16, 18, 24, 32, 48];
const MONOSPACE_KEYWORD_PX = [9, 10, 12, 13, 16, 20, 26, 39];

export const keywordSize = (index: number, monospace: boolean): number =>
  (monospace ? MONOSPACE_KEYWORD_PX : KEYWORD_PX)[index]!;

/** The ratio of the default monospace size to the normal default size. */
export const MONOSPACE_RATIO = 13 / 16;

const FONT_RELATIVE_UNIT = /^(?:em|ex|ch|cap|ic|lh)$/;

export function parseFontSize(reader: ValueReader): FontSizeValue | undefined {
  const keyword = reader.keyword(SIZE_KEYWORD_SET);
  if (keyword !== INVALID) return { type: 'keyword', index: Math.min(7, SIZE_KEYWORDS.indexOf(keyword)) };
  if (reader.ident('math')) return { type: 'math' };
  if (reader.ident('larger')) return { type: 'relative', ratio: 1.2 };
  if (reader.ident('smaller')) return { type: 'relative', ratio: 1 / 1.2 };
  const value = reader.peek();
  const length = parseLength(reader, LENGTH_PERCENTAGE_POSITIVE);
  if (length === INVALID || value === null) return INVALID;
  const fontRelative =
    value.kind === ValueKind.Percentage || (value.kind === ValueKind.Dimension && FONT_RELATIVE_UNIT.test(value.text));
  return { type: 'length', length, fontRelative };
}

const WEIGHTS: ReadonlySet<'normal' | 'bold' | 'bolder' | 'lighter'> = new Set([
  'normal',
  'bold',
  'bolder',
  'lighter',
] as const);

export function parseFontWeight(reader: ValueReader): Specified<number> | undefined {
  switch (reader.keyword(WEIGHTS)) {
    case 'normal':
      return 400;
    case 'bold':
      return 700;
    case 'bolder':
      return pending((context) => bolder(context.parent.font.fontWeight));
    case 'lighter':
      return pending((context) => lighter(context.parent.font.fontWeight));
    default:
      return parseNumber(reader, 1, 1000);
  }
}

/** The results of `bolder` and `lighter` (css-fonts-4 §2.2.1). */
const bolder = (weight: number): number => (weight < 350 ? 400 : weight < 550 ? 700 : weight < 900 ? 900 : weight);
const lighter = (weight: number): number => (weight < 100 ? weight : weight < 550 ? 100 : weight < 750 ? 400 : 700);

export const FONT_STYLE_NORMAL: FontStyle['fontStyle'] = { type: 'normal', degrees: 0 };
const ITALIC: FontStyle['fontStyle'] = { type: 'italic', degrees: 0 };
const OBLIQUE: FontStyle['fontStyle'] = { type: 'oblique', degrees: 14 };

export function parseFontStyle(reader: ValueReader): FontStyle['fontStyle'] | undefined {
  if (reader.ident('normal')) return FONT_STYLE_NORMAL;
  if (reader.ident('italic')) return ITALIC;
  if (!reader.ident('oblique')) return INVALID;
  const position = reader.position;
  const degrees = parseAngle(reader);
  if (degrees === INVALID || degrees < -90 || degrees > 90) {
    reader.position = position;
    return OBLIQUE;
  }
  return degrees === 0 ? FONT_STYLE_NORMAL : { type: 'oblique', degrees };
}

const STRETCH = new Map<string, number>([
  ['normal', 100],
  ['ultra-condensed', 50],
  ['extra-condensed', 62.5],
  ['condensed', 75],
  ['semi-condensed', 87.5],
  ['semi-expanded', 112.5],
  ['expanded', 125],
  ['extra-expanded', 150],
  ['ultra-expanded', 200],
]);
const STRETCH_NAMES: ReadonlySet<string> = new Set(STRETCH.keys());

/** Parses the keywords, as the `font` shorthand accepts them. */
export function parseFontStretchKeyword(reader: ValueReader): number | undefined {
  const name = reader.keyword(STRETCH_NAMES);
  return name === INVALID ? INVALID : STRETCH.get(name);
}

export function parseFontStretch(reader: ValueReader): number | undefined {
  return parseFontStretchKeyword(reader) ?? parsePercentage(reader, 0);
}

/** Parses a number, a length in px, or Length.NORMAL. Percentages refer to the element's own font size. */
export function parseLineHeight(reader: ValueReader): Specified<number | Length> | undefined {
  if (reader.ident('normal')) return Length.NORMAL;
  const number = parseNumber(reader, 0);
  if (number !== INVALID) return number;
  const length = parseLength(reader, LENGTH_PERCENTAGE_POSITIVE);
  if (length === INVALID) return INVALID;
  if (!(length instanceof Pending) && !length.hasPercent) return length;
  return pending((context) => {
    const resolved = length instanceof Pending ? length.resolve(context) : length;
    return resolved.hasPercent ? Length.px(resolved.resolvePx(context.font.fontSize)) : resolved;
  });
}

const TAG = /^[\x20-\x7e]{4}$/;

/** Parses `font-feature-settings` (css-fonts-4 §6.12). */
export function parseFeatureSettings(reader: ValueReader): FontStyle['fontFeatureSettings'] | undefined {
  if (reader.ident('normal')) return [];
  const settings: { readonly tag: string; readonly value: number }[] = [];
  do {
    const tag = reader.string();
    if (tag === INVALID || !TAG.test(tag)) return INVALID;
    let value = 1;
    if (reader.ident('off')) value = 0;
    else if (!reader.ident('on')) {
      const stated = parseInteger(reader, 0);
      if (typeof stated === 'number') value = stated;
    }
    settings.push({ tag, value });
  } while (reader.comma());
  return settings;
}

/** Parses `font-variation-settings` (css-fonts-4 §8.2); the last of equal tags wins. */
export function parseVariationSettings(reader: ValueReader): FontStyle['fontVariationSettings'] | undefined {
  if (reader.ident('normal')) return [];
  const settings = new Map<string, number>();
  do {
    const tag = reader.string();
    const value = parseNumber(reader);
    if (tag === INVALID || !TAG.test(tag) || typeof value !== 'number') return INVALID;
    settings.delete(tag);
    settings.set(tag, value);
  } while (reader.comma());
  return [...settings].map(([tag, value]) => ({ tag, value }));
}

const ADJUST_METRICS: ReadonlySet<string> = new Set(['ex-height', 'cap-height', 'ch-width', 'ic-width', 'ic-height']);

export function parseFontSizeAdjust(reader: ValueReader): Specified<FontStyle['fontSizeAdjust']> | undefined {
  if (reader.ident('none')) return null;
  const metric = reader.keyword(ADJUST_METRICS) ?? 'ex-height';
  if (reader.ident('from-font')) return { metric, value: 'from-font' };
  const value = parseNumber(reader, 0);
  return value === INVALID ? INVALID : combine([value], (number) => ({ metric, value: number }));
}

/** Parses keywords, at most one from each group, for properties such as `font-variant-numeric`. */
export function keywordGroups(
  reader: ValueReader,
  groups: readonly ReadonlySet<string>[],
): readonly string[] | undefined {
  const found: (string | null)[] = groups.map(() => null);
  let any = false;
  for (;;) {
    const value = reader.peek();
    if (value === null || value.kind !== ValueKind.Ident) break;
    const group = groups.findIndex((names) => names.has(value.lower));
    if (group < 0) break;
    if (found[group] !== null) return INVALID;
    found[group] = value.lower;
    reader.position++;
    any = true;
  }
  return any ? found.filter((name) => name !== null) : INVALID;
}

export const LIGATURE_GROUPS = [
  new Set(['common-ligatures', 'no-common-ligatures']),
  new Set(['discretionary-ligatures', 'no-discretionary-ligatures']),
  new Set(['historical-ligatures', 'no-historical-ligatures']),
  new Set(['contextual', 'no-contextual']),
];
export const NUMERIC_GROUPS = [
  new Set(['lining-nums', 'oldstyle-nums']),
  new Set(['proportional-nums', 'tabular-nums']),
  new Set(['diagonal-fractions', 'stacked-fractions']),
  new Set(['ordinal']),
  new Set(['slashed-zero']),
];
export const EAST_ASIAN_GROUPS = [
  new Set(['jis78', 'jis83', 'jis90', 'jis04', 'simplified', 'traditional']),
  new Set(['full-width', 'proportional-width']),
  new Set(['ruby']),
];

const ALTERNATE_FUNCTIONS: ReadonlySet<string> = new Set([
  'stylistic',
  'styleset',
  'character-variant',
  'swash',
  'ornaments',
  'annotation',
]);

/** Parses `font-variant-alternates`. Functions are kept as `styleset(name)` strings, with the names as written. */
export function parseAlternates(reader: ValueReader): readonly string[] | undefined {
  const found: string[] = [];
  for (;;) {
    const value = reader.peek();
    if (value === null) break;
    if (value.isIdent('historical-forms')) found.push('historical-forms');
    else if (value.kind === ValueKind.Function && ALTERNATE_FUNCTIONS.has(value.text)) {
      const names = reader
        .inside(value)
        .commaSeparated()
        ?.map((part) => part.anyIdent());
      if (!names || names.includes(INVALID)) return INVALID;
      found.push(`${value.text}(${names.join(', ')})`);
    } else break;
    reader.position++;
  }
  return found.length > 0 ? found : INVALID;
}
