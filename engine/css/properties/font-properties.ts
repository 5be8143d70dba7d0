/** Longhands of css-fonts-4 and `line-height`: the group `font`. */
import { Length } from '../length.ts';
import type { ComputeContext } from '../values/compute-context.ts';
import {
  EAST_ASIAN_GROUPS,
  FONT_STYLE_NORMAL,
  type FontSizeValue,
  keywordGroups,
  keywordSize,
  LIGATURE_GROUPS,
  NUMERIC_GROUPS,
  parseAlternates,
  parseFeatureSettings,
  parseFontFamily,
  parseFontSize,
  parseFontSizeAdjust,
  parseFontStretch,
  parseFontStyle,
  parseFontWeight,
  parseLineHeight,
  parseVariationSettings,
} from '../values/font.ts';
import { resolveSpecified } from '../values/specified.ts';
import { singlePrecision } from '../values/used-font-size.ts';
import { INVALID, type Parser } from '../values/value-reader.ts';
import { type Definition, definition, keywords, Phase, table } from './definition.ts';
import type { FontStyle } from '../computed-style.ts';

const font = table('font', 'css-fonts-4');
const inline = table('font', 'css-inline-3');
const svg = table('font', 'svg2');

/** Parses sets of keywords: `normal` for none, and in some properties `none`. */
function variants(groups: readonly ReadonlySet<string>[], none = false): Parser<readonly string[]> {
  return (reader) => {
    if (reader.ident('normal')) return [];
    if (none && reader.ident('none')) return ['none'];
    return keywordGroups(reader, groups);
  };
}

/** Returns whether the monospace default size applies: the only family is the generic `monospace`. */
export function isMonospace(fontFamily: FontStyle['fontFamily']): boolean {
  return fontFamily.length === 1 && fontFamily[0]!.generic && fontFamily[0]!.name === 'monospace';
}

/** Returns a font-size in CSS px, before the monospace adjustment. */
function computeFontSize(value: FontSizeValue, context: ComputeContext): number {
  const parentSize = context.parent.font.fontSize;
  switch (value.type) {
    case 'keyword':
      return keywordSize(value.index, isMonospace(context.font.fontFamily));
    case 'relative':
      return context.parent.font.fontSizeAbsolute ? parentSize * value.ratio : legible(parentSize * value.ratio);
    case 'math':
      return parentSize * MATH_SCALE ** (context.text.mathDepth - context.parent.text.mathDepth);
    case 'length': {
      const px = Math.min(MAX_FONT_SIZE, Math.max(0, relativeToParent(value, context)));
      return value.fontRelative && !context.parent.font.fontSizeAbsolute ? legible(px) : px;
    }
  }
}

/**
 * Returns a length in CSS px, which may be relative to the parent's size. Browsers multiply in single precision, where
 * 1.5 × 14.4px can be less than 21.6px. That matters only where sizes are cut to hundredths of a pixel. Elsewhere the
 * decimal product is kept, so that its multiples stay whole.
 */
function relativeToParent(value: FontSizeValue & { type: 'length' }, context: ComputeContext): number {
  const parentSize = context.parent.font.fontSize;
  const px = resolveSpecified(value.length, context).resolvePx(parentSize);
  const single = Math.fround(parentSize);
  if (single === parentSize) return px;
  const unitFont = { ...context.unitFont, fontSize: Math.fround(context.unitFont.fontSize) };
  return singlePrecision(px, resolveSpecified(value.length, context.knowing({ unitFont })).resolvePx(single));
}

/** Applies the minimum size of browsers to sizes that the author didn't give as a length. */
const legible = (px: number): number => (px > 0 && px < 6 ? 6 : px);

/** The scale of one `math-depth` level. */
const MATH_SCALE = 0.71;

/** The limit of browsers. */
const MAX_FONT_SIZE = 10_000;

export const fontProperties: readonly Definition[] = [
  font('font-family', [{ name: 'serif', generic: true }], parseFontFamily, { phase: Phase.FontFamily }),
  definition('font', 'css-fonts-4', 'font-size', 16, parseFontSize, {
    phase: Phase.FontSize,
    quirkyLength: true,
    compute: computeFontSize,
  }),
  font('font-weight', 400, parseFontWeight),
  font('font-style', FONT_STYLE_NORMAL, parseFontStyle),
  font('font-stretch', 100, parseFontStretch, { aliases: ['font-width'] }),
  font('font-kerning', 'auto', keywords('auto', 'normal', 'none'), { aliases: ['-webkit-font-kerning'] }),
  font('font-optical-sizing', 'auto', keywords('auto', 'none')),
  font('font-size-adjust', null, parseFontSizeAdjust),
  font('font-synthesis-weight', 'auto', keywords('auto', 'none')),
  font('font-synthesis-style', 'auto', keywords('auto', 'none', 'oblique-only')),
  font('font-synthesis-small-caps', 'auto', keywords('auto', 'none')),
  font('font-synthesis-position', 'auto', keywords('auto', 'none')),
  font(
    'font-variant-caps',
    'normal',
    keywords('normal', 'small-caps', 'all-small-caps', 'petite-caps', 'all-petite-caps', 'unicase', 'titling-caps'),
  ),
  font('font-variant-ligatures', [], variants(LIGATURE_GROUPS, true)),
  font('font-variant-numeric', [], variants(NUMERIC_GROUPS)),
  font('font-variant-east-asian', [], variants(EAST_ASIAN_GROUPS)),
  font('font-variant-alternates', [], (reader) => (reader.ident('normal') ? [] : parseAlternates(reader))),
  font('font-variant-position', 'normal', keywords('normal', 'sub', 'super')),
  font('font-variant-emoji', 'normal', keywords('normal', 'text', 'emoji', 'unicode')),
  font('font-feature-settings', [], parseFeatureSettings, { aliases: ['-webkit-font-feature-settings'] }),
  font('font-variation-settings', [], parseVariationSettings),
  font('font-language-override', 'normal', (reader) => (reader.ident('normal') ? 'normal' : reader.string())),
  font('font-palette', 'normal', (reader) => {
    const name = reader.anyIdent();
    return name === INVALID ? INVALID : name.startsWith('--') ? name : name.toLowerCase();
  }),
  svg('text-rendering', 'auto', keywords('auto', 'optimizespeed', 'optimizelegibility', 'geometricprecision')),
  // Last, because its units need the metrics of the finished font.
  inline('line-height', Length.NORMAL, parseLineHeight),
];
