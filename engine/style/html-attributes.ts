/** Parses the microsyntaxes of presentational attributes (HTML standard §2.3). */
import { trimAscii } from '../document/ascii.ts';

/** Implements the "rules for parsing non-negative integers". Returns null on error. */
export function parseNonNegativeInteger(text: string | null): number | null {
  const match = text === null ? null : /^[\t\n\f\r ]*\+?(-?\d+)/.exec(text);
  if (match === null) return null;
  const value = Number(match[1]);
  if (value < 0 || value >= 2 ** 31) return null;
  // Normalizes negative zero.
  return value === 0 ? 0 : value;
}

/** Implements the "rules for parsing dimension values" in px or per cent. Returns null on error. */
export function parseDimension(text: string | null): { readonly value: number; readonly percent: boolean } | null {
  const match = text === null ? null : /^[\t\n\f\r ]*(\d+(?:\.\d*)?)(%?)/.exec(text);
  if (match === null) return null;
  return { value: Math.min(Number(match[1]), 1e7), percent: match[2] === '%' };
}

/** Returns a dimension as a CSS value. Returns null on error, or for zero if that isn't allowed. */
export function dimensionText(text: string | null, zeroAllowed = true): string | null {
  const dimension = parseDimension(text);
  if (dimension === null || (!zeroAllowed && dimension.value === 0)) return null;
  return dimension.percent ? `${dimension.value}%` : `${dimension.value}px`;
}

/**
 * Implements the "rules for parsing a legacy color value", returning `#rrggbb`, or null on error. `known` recognizes
 * named colors.
 */
export function parseLegacyColor(text: string | null, known: (name: string) => boolean): string | null {
  if (text === null || text === '') return null;
  let value = trimAscii(text);
  if (value.toLowerCase() === 'transparent') return null;
  if (/^[a-z]+$/i.test(value) && known(value.toLowerCase())) return value.toLowerCase();
  if (/^#[0-9a-f]{3}$/i.test(value)) return value.toLowerCase();
  value = value
    .replace(/[\u{10000}-\u{10ffff}]/gu, '00')
    .slice(0, 128)
    .replace(/^#/, '')
    .replace(/[^0-9a-f]/gi, '0');
  while (value.length === 0 || value.length % 3 !== 0) value += '0';
  let length = value.length / 3;
  let parts = [value.slice(0, length), value.slice(length, 2 * length), value.slice(2 * length)];
  if (length > 8) {
    parts = parts.map((part) => part.slice(length - 8));
    length = 8;
  }
  while (length > 2 && parts.every((part) => part.startsWith('0'))) {
    parts = parts.map((part) => part.slice(1));
    length--;
  }
  return `#${parts
    .map((part) => part.slice(0, 2).padStart(2, '0'))
    .join('')
    .toLowerCase()}`;
}

/** Implements the "rules for parsing a legacy font size", returning a CSS keyword, or null on error. */
export function parseLegacyFontSize(text: string | null): string | null {
  const match = text === null ? null : /^[\t\n\f\r ]*([+-]?)(\d+)/.exec(text);
  if (match === null) return null;
  const number = Number(match[2]);
  const size = match[1] === '+' ? 3 + number : match[1] === '-' ? 3 - number : number;
  return FONT_SIZES[Math.max(1, Math.min(7, size)) - 1]!;
}

const FONT_SIZES = ['x-small', 'small', 'medium', 'large', 'x-large', 'xx-large', 'xxx-large'];
