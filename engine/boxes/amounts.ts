/**
 * Decimal amounts: added without binary rounding errors, read from text, and written in the conventions of a language.
 * Amounts have up to 15 significant digits, which doubles hold exactly in their shortest decimal form.
 */
import { BoundedCache } from '../bounded-cache.ts';
import type { NumberFormat } from '../css/computed-values.ts';
import { lazily } from '../lazily.ts';

/** The last decimals of larger amounts can't be exact. */
export const MAX_AMOUNT = 1e15;

/** Returns the decimals of a number in its shortest decimal form. */
function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const [digits, exponent] = String(value).split('e');
  const point = digits!.indexOf('.');
  const decimals = point < 0 ? 0 : digits!.length - point - 1;
  return Math.max(0, decimals - Number(exponent ?? 0));
}

/** Decimals beyond these are lost. */
const MAX_DECIMALS = 100;

/** Adds two decimal numbers: 0.1 and 0.2 are 0.3. Results are clamped to ±MAX_AMOUNT. */
export function addAmounts(a: number, b: number): number {
  const sum = a + b;
  const clamped = Math.max(-MAX_AMOUNT, Math.min(MAX_AMOUNT, sum));
  if (Number.isInteger(a) && Number.isInteger(b)) return clamped;
  return Number(clamped.toFixed(Math.min(MAX_DECIMALS, Math.max(decimalsOf(a), decimalsOf(b)))));
}

/** A floating-point number as HTML attributes hold it (HTML §2.3.4.3). */
const MACHINE_NUMBER = /^[ \t\n\f\r]*([-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d{1,2})?)[ \t\n\f\r]*$/i;

/** Returns the value of a number in an attribute or a CSS string, such as `-1234.5`; null if it isn't one. */
export function machineAmount(text: string): number | null {
  const match = text.length > MAX_TEXT ? null : MACHINE_NUMBER.exec(text);
  return match === null ? null : Number(match[1]);
}

/** The longest text that can be one amount with its currency. */
const MAX_TEXT = 100;

const DIGIT = lazily(() => /\p{Nd}/u);
const DIGITS = lazily(() => /\p{Nd}/gu);
const LETTER = lazily(() => /\p{L}/u);
/** Group separators of any language, in addition to that of the text's language. */
const GROUPS = lazily(() => /[\p{Zs}\t\n\f\r'\u2019]/u);

/**
 * Reads an amount written in a language, such as `1.234,50 €` in German. Returns null if the text has digits but isn't
 * one number in that language. Text without digits is 0. A minus before or after the number, or parentheses around it,
 * make it negative.
 */
export function writtenAmount(text: string, language: string): number | null {
  if (!DIGIT().test(text)) return 0;
  if (text.length > MAX_TEXT) return null;
  const { decimal, group } = separatorsOf(language);
  const shown = text
    .replace(DIGITS(), (digit) => String(digitValue(digit)))
    .replace(/[\u2212\ufe63\uff0d\u2012-\u2014]/g, '-')
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/\u066b/g, decimal)
    .replace(/\u066c/g, ' ');
  const first = shown.search(/\d/);
  const last = shown.search(/\d[^\d]*$/);
  // `.5`, but not `Fr.5`.
  const isFraction = first > 0 && shown[first - 1] === decimal && !LETTER().test(shown[first - 2] ?? '');
  let digits = isFraction ? '0.' : '';
  /** The digits since the last group separator; negative before one. */
  let inGroup = -1;
  for (const character of shown.slice(first, last + 1)) {
    if (character >= '0' && character <= '9') {
      digits += character;
      if (inGroup >= 0) inGroup++;
    } else if (digits.includes('.')) {
      return null;
    } else if (character === decimal) {
      if (inGroup >= 0 && !isLastGroup(inGroup)) return null;
      inGroup = -1;
      digits += '.';
    } else if (character === group || GROUPS().test(character)) {
      // Indian groups have two digits, except for the last one.
      if (inGroup >= 0 && inGroup !== 2 && !isLastGroup(inGroup)) return null;
      inGroup = 0;
    } else {
      return null;
    }
  }
  if (inGroup >= 0 && !isLastGroup(inGroup)) return null;
  const around = shown.slice(0, first) + shown.slice(last + 1);
  const isNegative = around.includes('-') || (around.includes('(') && around.includes(')'));
  return isNegative ? -Number(digits) : Number(digits);
}

/** Groups have three digits, or in East Asia also four. */
const isLastGroup = (digits: number): boolean => digits === 3 || digits === 4;

const MATH_ZERO = 0x1d7ce;

/** Decimal digits come in runs of ten, in order (Unicode §4.6). */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0)!;
  if (code < 0x80) return code - 0x30;
  // The mathematical digits are the only runs next to each other.
  if (code >= MATH_ZERO && code < MATH_ZERO + 50) return (code - MATH_ZERO) % 10;
  let zero = code;
  while (code - zero < 9 && DIGIT().test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

interface Separators {
  readonly decimal: string;
  readonly group: string;
}

/** Formats and separators follow from their keys. Documents use a few languages and formats. */
const formatters = new BoundedCache<string, Intl.NumberFormat>(64, 64);
const separators = new BoundedCache<string, Separators>(64, 64);

function separatorsOf(language: string): Separators {
  const known = separators.get(language);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(localeOf(language)).formatToParts(-1234567.5);
  const part = (type: string): string => parts.find((found) => found.type === type)?.value ?? '';
  const found = { decimal: part('decimal') || '.', group: part('group') };
  separators.set(language, found, 1);
  return found;
}

/** Returns the language, or English if it is unknown. The host's language is never used. */
function localeOf(language: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Returns an amount as text in the format's locale, or else in the language of the text around it. */
export function formatAmount(value: number, format: NumberFormat, language: string): string {
  const locale = format.locale ?? language;
  const key = `${locale} ${JSON.stringify(format)}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(localeOf(locale), optionsOf(format));
    formatters.set(key, formatter, 1);
  }
  // Rounding hides errors of differences, and adding zero turns -0 into 0.
  return formatter.format(Number(value.toPrecision(15)) + 0);
}

function optionsOf(format: NumberFormat): Intl.NumberFormatOptions {
  const { currency, decimals, currencyDisplay } = format;
  const digits =
    decimals !== null
      ? { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      : currency === null
        ? { maximumFractionDigits: 20 }
        : {};
  const style: Intl.NumberFormatOptions =
    currency !== null
      ? {
          style: 'currency',
          currency,
          currencyDisplay: currencyDisplay === 'narrow' ? 'narrowSymbol' : (currencyDisplay ?? 'symbol'),
        }
      : { style: format.isPercent ? 'percent' : 'decimal' };
  return {
    ...style,
    ...digits,
    useGrouping: format.isGrouped,
    currencySign: format.isAccounting ? 'accounting' : 'standard',
  };
}
