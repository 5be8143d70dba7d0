/** Values that legitimately have no effect, with the reason. */

interface Known {
  readonly values: readonly string[] | 'any';
  readonly why: string;
}

const ON_SCREENS = 'it concerns screens';
const FONTS = 'the fonts of the measurement have no such feature';
const SAME = 'the same result as the initial value';

export const CHANGES_NOTHING: Readonly<Record<string, Known>> = {
  'color-scheme': { values: ['light', 'dark', 'foo'], why: 'pages are always light' },
  cursor: { values: 'any', why: ON_SCREENS },
  resize: { values: 'any', why: ON_SCREENS },
  'will-change': { values: ['scroll-position', 'contents', 'foo'], why: ON_SCREENS },
  'background-attachment': { values: ['local'], why: 'nothing on paper scrolls' },
  'print-color-adjust': { values: ['exact'], why: 'colors are always printed' },
  'image-rendering': {
    values: ['smooth', 'high-quality'],
    why: 'the PDF viewer chooses how to smooth images',
  },
  'font-stretch': { values: 'any', why: FONTS },
  'font-optical-sizing': { values: ['none'], why: FONTS },
  'font-variant-caps': { values: ['titling-caps'], why: FONTS },
  'font-variant-east-asian': { values: 'any', why: FONTS },
  'font-variant-alternates': {
    values: ['historical-forms', 'styleset(x)', 'character-variant(x)', 'swash(x)', 'ornaments(x)', 'annotation(x)'],
    why: FONTS,
  },
  'font-variation-settings': { values: 'any', why: FONTS },
  'font-feature-settings': { values: ["'smcp' 2"], why: FONTS },
  'font-style': {
    values: ['oblique 30deg'],
    why: 'only one slant is synthesized',
  },
  'text-rendering': { values: 'any', why: 'text is always shaped in full' },
  'shape-rendering': { values: 'any', why: 'the PDF viewer smooths edges' },
  'flex-basis': { values: ['anchor-size(--a width)'], why: 'the items of the measurement have no anchor' },
  'border-shape': { values: ['circle(9px) half-border-box'], why: SAME },
  ...Object.fromEntries(
    ['align-content', 'align-items', 'align-self', 'justify-content', 'justify-items', 'justify-self'].map((name) => [
      name,
      { values: ['unsafe center'], why: SAME },
    ]),
  ),
  'font-variant-ligatures': {
    values: [
      'common-ligatures',
      'discretionary-ligatures',
      'no-discretionary-ligatures',
      'historical-ligatures',
      'no-historical-ligatures',
      'contextual',
      'no-contextual',
    ],
    why: FONTS,
  },
  'font-variant-numeric': { values: ['ordinal', 'lining-nums', 'tabular-nums', 'stacked-fractions'], why: FONTS },
  'font-language-override': { values: ["'x'"], why: FONTS },
  'text-spacing-trim': { values: 'any', why: FONTS },
  'font-palette': { values: ['--a'], why: FONTS },
  'font-kerning': { values: ['normal'], why: SAME },
  'font-synthesis-position': { values: ['none'], why: 'superscripts and subscripts are never synthesized' },
  'font-variant-emoji': { values: ['text', 'unicode'], why: SAME },
  'text-wrap-style': { values: ['stable'], why: SAME },
  'word-break': { values: ['manual'], why: SAME },
  'line-break': { values: ['normal'], why: SAME },
  'hyphenate-limit-chars': { values: ['2'], why: 'English has no hyphenation points in shorter words' },
  'hyphenate-limit-zone': { values: ['13%'], why: 'the zone of the measurement is too small to matter' },
  'ruby-merge': { values: ['auto'], why: SAME },
  'image-orientation': {
    values: ['none', '30deg'],
    why: "the image of the measurement isn't rotated, and 30deg is rounded to none",
  },
  'image-resolution': { values: ['from-image'], why: 'the image of the measurement has no resolution' },
  'text-box-edge': { values: ['text', 'ideographic', 'ideographic-ink'], why: SAME },
  'dominant-baseline': { values: ['alphabetic'], why: SAME },
  'alignment-baseline': { values: ['alphabetic'], why: SAME },
  'break-before': { values: ['avoid-page'], why: SAME },
  'mask-clip': { values: ['view-box', 'stroke-box'], why: SAME },
  'mask-origin': { values: ['stroke-box'], why: SAME },
  'column-fill': { values: ['balance-all'], why: SAME },
  'counter-reset': { values: ['foo'], why: SAME },
  appearance: { values: 'any', why: 'every value except `none` has the same look' },
  'position-try-fallbacks': { values: ['start', 'self-start'], why: SAME },
  'paint-order': { values: ['fill'], why: SAME },
  'color-interpolation-filters': { values: ['auto'], why: SAME },
};
