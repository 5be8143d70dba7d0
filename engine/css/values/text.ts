/**
 * Parses the values of css-text-4, css-text-decor-4, css-writing-modes-4 and css-lists-3 that are more than one
 * keyword.
 */
import type { TextStyle } from '../computed-style.ts';
import { Length } from '../length.ts';
import { type CounterStyleRef } from '../computed-values.ts';
import { ValueKind } from './component-value.ts';
import { VARIANT_TRANSFORMS } from './math-variant.ts';
import { LENGTH_PERCENTAGE, LENGTH_POSITIVE, parseInteger, parseLength, parseNumber } from './numeric.ts';
import { combine, pending, type Specified } from './specified.ts';
import { INVALID, type ValueReader } from './value-reader.ts';

export const NO_INDENT: TextStyle['textIndent'] = { length: Length.ZERO, hanging: false, eachLine: false };

/** Parses `<length-percentage> && hanging? && each-line?`. */
export function parseTextIndent(reader: ValueReader): Specified<TextStyle['textIndent']> | undefined {
  let length: Specified<Length> | undefined;
  let hanging = false;
  let eachLine = false;
  while (!reader.atEnd) {
    if (!hanging && reader.ident('hanging')) hanging = true;
    else if (!eachLine && reader.ident('each-line')) eachLine = true;
    else if (length === INVALID) {
      length = parseLength(reader, LENGTH_PERCENTAGE);
      if (length === INVALID) return INVALID;
    } else return INVALID;
  }
  return length === INVALID ? INVALID : combine([length], (resolved) => ({ length: resolved, hanging, eachLine }));
}

type TextTransform = TextStyle['textTransform'];
export const NO_TRANSFORM: TextTransform = { case: 'none', variant: null, fullWidth: false, fullSizeKana: false };
const MATH_AUTO: TextTransform = { ...NO_TRANSFORM, case: 'math-auto' };
const CASES: ReadonlySet<TextTransform['case']> = new Set(['uppercase', 'lowercase', 'capitalize'] as const);

const VARIANT_NAMES: ReadonlySet<string> = new Set(VARIANT_TRANSFORMS.keys());

export function parseTextTransform(reader: ValueReader): Specified<TextTransform> | undefined {
  if (reader.ident('none')) return NO_TRANSFORM;
  if (reader.ident('math-auto')) return MATH_AUTO;
  // Internal to the user-agent sheet, for `mi`. Inside an element with a variant, its letters take that variant.
  if (reader.ident('-internal-math-auto')) {
    return pending(({ parent }) =>
      parent.text.textTransform.variant === null ? MATH_AUTO : parent.text.textTransform,
    );
  }
  const variant = VARIANT_TRANSFORMS.get(reader.keyword(VARIANT_NAMES) ?? '');
  if (variant !== undefined) return { ...NO_TRANSFORM, variant };
  let letters: TextTransform['case'] | undefined;
  let fullWidth = false;
  let fullSizeKana = false;
  while (!reader.atEnd) {
    const found = letters === INVALID ? reader.keyword(CASES) : INVALID;
    if (found !== INVALID) letters = found;
    else if (!fullWidth && reader.ident('full-width')) fullWidth = true;
    else if (!fullSizeKana && reader.ident('full-size-kana')) fullSizeKana = true;
    else return INVALID;
  }
  return letters !== INVALID || fullWidth || fullSizeKana
    ? { case: letters ?? 'none', variant: null, fullWidth, fullSizeKana }
    : INVALID;
}

type WordSpaceTransform = TextStyle['wordSpaceTransform'];
export const NO_WORD_SPACES: WordSpaceTransform = { separator: '\u200b', phrases: false };

export function parseWordSpaceTransform(reader: ValueReader): WordSpaceTransform | undefined {
  if (reader.ident('none')) return NO_WORD_SPACES;
  const isFirst = reader.ident('auto-phrase');
  const separator = reader.ident('space') ? ' ' : reader.ident('ideographic-space') ? '\u3000' : null;
  if (separator === null) return INVALID;
  return { separator, phrases: isFirst || reader.ident('auto-phrase') };
}

/** Parses `letter-spacing` and `word-spacing`; `normal` is 0. */
export function parseSpacing(reader: ValueReader): Specified<Length> | undefined {
  return reader.ident('normal') ? Length.ZERO : parseLength(reader, LENGTH_PERCENTAGE);
}

type Autospace = TextStyle['textAutospace'];
export const NO_AUTOSPACE: Autospace = { alpha: false, numeric: false, punctuation: false, replaces: false };
/** The value `normal`. */
export const IDEOGRAPH_AUTOSPACE: Autospace = { ...NO_AUTOSPACE, alpha: true, numeric: true };

export function parseTextAutospace(reader: ValueReader): Autospace | undefined {
  if (reader.ident('no-autospace')) return NO_AUTOSPACE;
  if (reader.ident('normal') || reader.ident('auto')) return IDEOGRAPH_AUTOSPACE;
  let [alpha, numeric, punctuation, replaces] = [false, false, false, false];
  let inserts = false;
  while (!reader.atEnd) {
    if (!alpha && reader.ident('ideograph-alpha')) alpha = true;
    else if (!numeric && reader.ident('ideograph-numeric')) numeric = true;
    else if (!punctuation && reader.ident('punctuation')) punctuation = true;
    else if (!inserts && !replaces && reader.ident('insert')) inserts = true;
    else if (!inserts && !replaces && reader.ident('replace')) replaces = true;
    else break;
  }
  // Without kinds of spacing, `insert` and `replace` apply to those of `normal`.
  if (!alpha && !numeric && !punctuation) return inserts || replaces ? { ...IDEOGRAPH_AUTOSPACE, replaces } : INVALID;
  return { alpha, numeric, punctuation, replaces };
}

export function parseTabSize(reader: ValueReader): Specified<number | Length> | undefined {
  return parseNumber(reader, 0) ?? parseLength(reader, LENGTH_POSITIVE);
}

/** Parses one or two lengths, inline first. */
export function parseBorderSpacing(reader: ValueReader): Specified<TextStyle['borderSpacing']> | undefined {
  const first = parseLength(reader, LENGTH_POSITIVE);
  if (first === INVALID) return INVALID;
  const second = parseLength(reader, LENGTH_POSITIVE) ?? first;
  return combine([first, second], (x, y) => ({ inline: x.px, block: y.px }));
}

/** Parses `quotes`; `none` is empty, `auto` null. */
export function parseQuotes(reader: ValueReader): TextStyle['quotes'] | undefined {
  if (reader.ident('auto')) return null;
  if (reader.ident('none')) return [];
  const pairs: (readonly [string, string])[] = [];
  while (!reader.atEnd) {
    const open = reader.string();
    const close = reader.string();
    if (open === INVALID || close === INVALID) return INVALID;
    pairs.push([open, close]);
  }
  return pairs.length > 0 ? pairs : INVALID;
}

const SYMBOL_SYSTEMS: ReadonlySet<string> = new Set(['cyclic', 'numeric', 'alphabetic', 'symbolic', 'fixed']);

/** Parses `<counter-style>`: a name or symbols() (css-counter-styles-3 §4, §5). */
export function parseCounterStyle(reader: ValueReader): CounterStyleRef | undefined {
  const symbols = reader.function('symbols');
  if (symbols !== null) return parseSymbols(symbols);
  const name = reader.anyIdent();
  if (name === INVALID || /^(?:none|initial|inherit|unset|revert|revert-layer|default)$/i.test(name)) return INVALID;
  const lower = name.toLowerCase();
  return { type: 'name', name: PREDEFINED_STYLES.has(lower) ? lower : name };
}

function parseSymbols(reader: ValueReader): CounterStyleRef | undefined {
  const system = reader.keyword(SYMBOL_SYSTEMS) ?? 'symbolic';
  const list: string[] = [];
  for (let symbol = reader.string(); symbol !== INVALID; symbol = reader.string()) list.push(symbol);
  const least = system === 'alphabetic' || system === 'numeric' ? 2 : 1;
  return reader.atEnd && list.length >= least ? { type: 'symbols', system, symbols: list } : INVALID;
}

/** Predefined names are ASCII case-insensitive, authors' names are case-sensitive. */
const PREDEFINED_STYLES: ReadonlySet<string> = new Set(
  (
    'decimal decimal-leading-zero arabic-indic armenian upper-armenian lower-armenian bengali cambodian khmer cjk-decimal ' +
    'devanagari georgian gujarati gurmukhi hebrew kannada lao malayalam mongolian myanmar oriya persian lower-roman ' +
    'upper-roman tamil telugu thai tibetan lower-alpha lower-latin upper-alpha upper-latin lower-greek hiragana ' +
    'hiragana-iroha katakana katakana-iroha disc circle square disclosure-open disclosure-closed cjk-earthly-branch ' +
    'cjk-heavenly-stem japanese-informal japanese-formal korean-hangul-formal korean-hanja-informal korean-hanja-formal ' +
    'simp-chinese-informal simp-chinese-formal trad-chinese-informal trad-chinese-formal cjk-ideographic ethiopic-numeric ' +
    'urdu hangul hangul-consonant ethiopic-halehame ethiopic-halehame-am ethiopic-halehame-ti-er ethiopic-halehame-ti-et'
  ).split(' '),
);

export function parseListStyleType(reader: ValueReader): CounterStyleRef | null | undefined {
  if (reader.ident('none')) return null;
  const text = reader.string();
  return text === INVALID ? parseCounterStyle(reader) : { type: 'string', value: text };
}

export const DISC: CounterStyleRef = { type: 'name', name: 'disc' };

const EMPHASIS_SHAPES: ReadonlySet<string> = new Set(['dot', 'circle', 'double-circle', 'triangle', 'sesame']);
const EMPHASIS_MARKS: Readonly<Record<string, readonly [string, string]>> = {
  dot: ['\u2022', '\u25e6'],
  circle: ['\u25cf', '\u25cb'],
  'double-circle': ['\u25c9', '\u25ce'],
  triangle: ['\u25b2', '\u25b3'],
  sesame: ['\ufe45', '\ufe46'],
};

/**
 * Parses the emphasis mark (css-text-decor-4 §3.1). The default shape is a circle, in vertical text a sesame. null is
 * `none`.
 */
export function parseEmphasisStyle(reader: ValueReader): Specified<string | null> | undefined {
  if (reader.ident('none')) return null;
  const text = reader.string();
  if (text !== INVALID) return text;
  let open: boolean | null = null;
  let shape: string | undefined;
  while (!reader.atEnd) {
    const found = shape === INVALID ? reader.keyword(EMPHASIS_SHAPES) : INVALID;
    if (found !== INVALID) shape = found;
    else if (open === null && reader.ident('filled')) open = false;
    else if (open === null && reader.ident('open')) open = true;
    else break;
  }
  if (shape === INVALID && open === null) return INVALID;
  const index = open === true ? 1 : 0;
  if (shape !== INVALID) return EMPHASIS_MARKS[shape]![index];
  return pending(
    (context) => EMPHASIS_MARKS[context.text.writingMode === 'horizontal-tb' ? 'circle' : 'sesame']![index],
  );
}

const LIMIT_AUTO = 'auto';

/** Parses `hyphenate-limit-chars`: total, before, after. */
export function parseLimitChars(reader: ValueReader): readonly (number | 'auto')[] | undefined {
  const limits: (number | 'auto')[] = [];
  while (!reader.atEnd && limits.length < 3) {
    const number = parseInteger(reader, 1);
    if (typeof number === 'number') limits.push(number);
    else if (reader.ident(LIMIT_AUTO)) limits.push(LIMIT_AUTO);
    else return INVALID;
  }
  if (limits.length === 0) return INVALID;
  const before = limits[1] ?? LIMIT_AUTO;
  return [limits[0]!, before, limits[2] ?? before];
}

/** Parses keywords in any order, at most one per group, into one string in the order of `groups`. */
export function keywordString(reader: ValueReader, groups: readonly ReadonlySet<string>[]): string | undefined {
  const found: (string | null)[] = groups.map(() => null);
  while (!reader.atEnd) {
    const value = reader.peek();
    if (value === null || value.kind !== ValueKind.Ident) break;
    const index = groups.findIndex((group, i) => found[i] === null && group.has(value.lower));
    if (index < 0) break;
    found[index] = value.lower;
    reader.position++;
  }
  const words = found.filter((word) => word !== null);
  return words.length === 0 ? INVALID : words.join(' ');
}

/** Parses `text-underline-offset`: `auto`, or a length whose percentage refers to the font size. */
export function parseUnderlineOffset(reader: ValueReader): Specified<Length> | undefined {
  return reader.ident('auto') ? Length.AUTO : parseLength(reader, LENGTH_PERCENTAGE);
}

export function parseMathDepth(reader: ValueReader): Specified<number> | undefined {
  if (reader.ident('auto-add')) {
    return pending(({ parent }) => parent.text.mathDepth + (parent.text.mathStyle === 'compact' ? 1 : 0));
  }
  const add = reader.function('add');
  if (add === null) return parseInteger(reader);
  const change = parseInteger(add);
  if (typeof change !== 'number' || !add.atEnd) return INVALID;
  return pending(({ parent }) => parent.text.mathDepth + change);
}
