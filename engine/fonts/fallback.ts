/**
 * Selects the bundled fallback families for characters that no family of the style has (css-fonts-4 §5.3, "system font
 * fallback").
 */
import { scriptFamilies } from './script-families.ts';

/**
 * Families tried for every character, in this order. It starts with the sans-serif families as ranked by the font
 * configuration of Linux systems. Symbol families follow, then families with characters beyond their own script.
 */
const GENERAL: readonly string[] = [
  'noto sans',
  'dejavu sans',
  'dejavu sans mono',
  'dejavu serif',
  'noto sans symbols 2',
  'noto sans symbols',
  'noto sans math',
  'noto serif',
  'noto sans mono',
  'arimo',
  'twemoji',
  'noto sans arabic',
  'noto sans devanagari',
  'noto sans bengali',
  'noto sans thai',
  'noto sans hebrew',
];

/** The Noto families are large and only available if the caller passes them. Droid covers everything but Hangul. */
const CJK_DEFAULT = [
  'noto sans jp',
  'noto sans sc',
  'noto sans tc',
  'noto sans kr',
  'nanum gothic',
  'droid sans fallback',
];

/** Symbol blocks (first and last code point) that the core package covers partly. */
const SYMBOLS: readonly (readonly [number, number])[] = [
  [0x2190, 0x2bff],
  [0x1d400, 0x1d7ff],
  [0x1f000, 0x1faff],
];

/**
 * Returns whether a character is East Asian. These characters are shared, but their glyphs differ between languages.
 */
function isCjk(codePoint: number): boolean {
  return (
    (codePoint >= 0x2e80 && codePoint <= 0x9fff) ||
    (codePoint >= 0xac00 && codePoint <= 0xd7af) ||
    (codePoint >= 0x1100 && codePoint <= 0x11ff) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xfe10 && codePoint <= 0xfe1f) ||
    (codePoint >= 0xfe30 && codePoint <= 0xfe6f) ||
    (codePoint >= 0xff00 && codePoint <= 0xffef) ||
    (codePoint >= 0x20000 && codePoint <= 0x3ffff)
  );
}

const isHangul = (codePoint: number): boolean =>
  (codePoint >= 0xac00 && codePoint <= 0xd7ff) ||
  (codePoint >= 0x1100 && codePoint <= 0x11ff) ||
  (codePoint >= 0x3130 && codePoint <= 0x318f) ||
  (codePoint >= 0xa960 && codePoint <= 0xa97f);

/**
 * Returns the font package to install for a character that no font has. Returns null if no package has it or the
 * package is installed. `isBundled` tells whether a family's fonts are installed.
 */
export function packageWith(codePoint: number, isBundled: (family: string) => boolean): string | null {
  const missing = (name: string, family: string): string | null =>
    isBundled(family) ? null : `@pagewright/fonts-${name}`;
  if (isHangul(codePoint)) return missing('hangul', 'nanum gothic');
  if (isCjk(codePoint)) return missing('cjk', 'droid sans fallback');
  const within = ([from, to]: readonly [number, number, ...unknown[]]): boolean => codePoint >= from && codePoint <= to;
  if (SYMBOLS.some(within)) return missing('symbols', 'noto sans symbols');
  return scriptFamilies(codePoint).length > 0 ? missing('scripts', 'noto sans arabic') : null;
}

function cjkFamilies(language: string): readonly string[] {
  const lower = language.toLowerCase();
  let first = '';
  if (lower.startsWith('ja')) first = 'noto sans jp';
  else if (lower.startsWith('ko')) first = 'noto sans kr';
  else if (/^zh-(hant|tw|hk|mo)|^zh.*-hant/.test(lower)) first = 'noto sans tc';
  else if (lower.startsWith('zh')) first = 'noto sans sc';
  return first === '' ? CJK_DEFAULT : [first, ...CJK_DEFAULT.filter((name) => name !== first)];
}

/** Returns the families for a code point, best first. `emoji` requests a color glyph. */
export function fallbackFamilies(codePoint: number, language: string, emoji: boolean): readonly string[] {
  if (emoji) return ['twemoji', ...GENERAL];
  if (isCjk(codePoint)) return [...cjkFamilies(language), ...GENERAL];
  const families = scriptFamilies(codePoint);
  return families.length > 0 ? [...families, ...GENERAL] : GENERAL;
}
