/** Inherited longhands of text, lists and tables: the group `text`. SVG's are in svg-properties.ts. */
import { Length } from '../length.ts';
import { Color } from '../color.ts';
import type { TextStyle } from '../style-groups/text-style.ts';
import { DependentColor, parseColor } from '../values/color.ts';
import { ValueKind } from '../values/component-value.ts';
import type { ComputeContext } from '../values/compute-context.ts';
import { parseImage, parseImageOrientation, parseImageResolution } from '../values/image.ts';
import {
  LENGTH_PERCENTAGE,
  LENGTH_POSITIVE,
  parseInteger,
  parseLength,
  LENGTH_PERCENTAGE_POSITIVE,
} from '../values/numeric.ts';
import { shadowList } from '../values/shadow.ts';
import { combine, pending, type Specified } from '../values/specified.ts';
import {
  DISC,
  keywordString,
  NO_AUTOSPACE,
  NO_INDENT,
  NO_TRANSFORM,
  NO_WORD_SPACES,
  parseBorderSpacing,
  parseEmphasisStyle,
  parseLimitChars,
  parseListStyleType,
  parseMathDepth,
  parseQuotes,
  parseSpacing,
  parseTabSize,
  parseTextAutospace,
  parseTextIndent,
  parseTextTransform,
  parseWordSpaceTransform,
  parseUnderlineOffset,
} from '../values/text.ts';
import { parseInitialLetterAlign } from '../values/box.ts';
import { attempt, INVALID, type ValueReader } from '../values/value-reader.ts';
import { type Definition, keywords, nullOr, Phase, printAliases, table } from './definition.ts';
import { keywordGroups } from '../values/font.ts';

const text = table('text', 'css-text-4');
const decoration = table('text', 'css-text-decor-4');
const writingModes = table('text', 'css-writing-modes-4');
const lists = table('text', 'css-lists-3');
const tables = table('text', 'css-tables-3');
const color = table('text', 'css-color-4');
const adjust = table('text', 'css-color-adjust-1');
const ruby = table('text', 'css-ruby-1');
const breaking = table('text', 'css-break-4');
const ui = table('text', 'css-ui-4');
const images = table('text', 'css-images-3');
const math = table('text', 'mathml-core');
const compat = table('text', 'compat');
/** The over and under values of `<text-edge>` (css-inline-3 §5.3). */
const TEXT_EDGES: readonly ReadonlySet<string>[] = [
  new Set(['text', 'cap', 'ex', 'ideographic', 'ideographic-ink']),
  new Set(['text', 'alphabetic', 'ideographic', 'ideographic-ink']),
];

const inline = table('text', 'css-inline-3');

const WRITING_MODES = {
  aliases: ['-webkit-writing-mode', '-epub-writing-mode'],
  phase: Phase.Direction,
} as const;

/** SVG 1.1 names such as `lr` and `tb`. */
const LEGACY_WRITING_MODES: Readonly<Record<string, 'horizontal-tb' | 'vertical-rl'>> = {
  lr: 'horizontal-tb',
  'lr-tb': 'horizontal-tb',
  rl: 'horizontal-tb',
  'rl-tb': 'horizontal-tb',
  tb: 'vertical-rl',
  'tb-rl': 'vertical-rl',
};
const legacyWritingModes = keywords('lr', 'lr-tb', 'rl', 'rl-tb', 'tb', 'tb-rl');
const writingMode = keywords('horizontal-tb', 'vertical-rl', 'vertical-lr', 'sideways-rl', 'sideways-lr');

const CSS_WIDE_NAMES = /^(?:initial|inherit|unset|revert|revert-layer|default)$/i;

function computeColor(value: Color, { parent }: ComputeContext): Color {
  if (value === Color.CURRENT) return parent.text.color;
  return value instanceof DependentColor ? new Color(value.r, value.g, value.b, value.a) : value;
}

/** Parses `color-scheme` (css-color-adjust-1 §2.1). */
function parseColorScheme(reader: ValueReader): readonly string[] | undefined {
  if (reader.ident('normal')) return ['normal'];
  const schemes: string[] = [];
  let only = false;
  while (!reader.atEnd) {
    const name = reader.anyIdent();
    if (name === INVALID || CSS_WIDE_NAMES.test(name)) return INVALID;
    const lower = name.toLowerCase();
    if (lower !== 'only') schemes.push(lower === 'light' || lower === 'dark' ? lower : name);
    else if (only) return INVALID;
    else only = true;
  }
  return schemes.length > 0 ? schemes : INVALID;
}

/** The keyword groups of `hanging-punctuation` (css-text-4 §8.2). */
const HANGING_GROUPS = [new Set(['first']), new Set(['force-end', 'allow-end']), new Set(['last'])];
const UNDERLINE_GROUPS = [new Set(['from-font', 'under']), new Set(['left', 'right'])];
const EMPHASIS_POSITIONS = [new Set(['over', 'under']), new Set(['right', 'left'])];

/**
 * Parses `text-align`. `match-parent` is resolved against the parent's direction (css-text-4 §7.3).
 *
 * Two values are internal to the user-agent sheet. `-internal-center` centers header cells unless the parent's
 * alignment was set (HTML standard §15.3.8). `-internal-table` is for tables, which ignore `align` of their ancestors.
 */
function parseTextAlign(reader: ValueReader): Specified<TextStyle['computedTextAlign']> | undefined {
  const before = reader.string();
  const keyword = attempt(reader, parseAlignKeyword);
  const character = before ?? reader.string();
  if (character === INVALID) return keyword;
  if (character === '' || character.length > MAX_ALIGN_STRING) return INVALID;
  // css-text-4 §7.2: numbers run from left to right in all scripts.
  return combine([keyword ?? 'right'], (align: TextStyle['textAlign']) => ({ keyword: align, character }));
}

/** Maximum length in letters of a string at which the cells of a column align. */
const MAX_ALIGN_STRING = 20;

function parseAlignKeyword(reader: ValueReader): Specified<TextStyle['textAlign']> | undefined {
  const keyword = textAlign(reader);
  if (keyword === '-internal-center') {
    return pending(({ parent }) => (parent.text.textAlign === 'start' ? ('center' as const) : parent.text.textAlign));
  }
  if (keyword === '-internal-table') {
    return pending(({ parent }) =>
      parent.text.textAlign.startsWith('-webkit-') ? ('start' as const) : parent.text.textAlign,
    );
  }
  if (keyword !== 'match-parent' && keyword !== '-webkit-match-parent') return keyword;
  return pending(({ parent, isRoot }) => {
    const align = parent.text.textAlign;
    // The root has no parent direction to resolve against.
    if (isRoot) return 'start' as const;
    if (align !== 'start' && align !== 'end') return align;
    return (align === 'start') === (parent.text.direction === 'ltr') ? 'left' : 'right';
  });
}
const textAlign = keywords(
  'start',
  'end',
  'left',
  'right',
  'center',
  'justify',
  'match-parent',
  'justify-all',
  '-webkit-left',
  '-webkit-right',
  '-webkit-center',
  '-webkit-match-parent',
  '-internal-center',
  '-internal-table',
);

/** Keeps the keyword. Cursor image URLs have no effect on paper. */
function parseCursor(reader: ValueReader): string | undefined {
  while (reader.peek() !== null && reader.peek()?.kind !== ValueKind.Ident) {
    if (parseImage(reader) === INVALID) return INVALID;
    while (reader.peek()?.kind === ValueKind.Number) reader.next();
    if (!reader.comma()) return INVALID;
  }
  return reader.anyIdent()?.toLowerCase();
}

const textBlock: readonly Definition[] = [
  text('text-align', 'start', parseTextAlign, { field: 'computedTextAlign' }),
  text(
    'text-align-last',
    'auto',
    keywords('auto', 'start', 'end', 'left', 'right', 'center', 'justify', 'match-parent'),
    { aliases: ['-epub-text-align-last'] },
  ),
  text('text-justify', 'auto', (reader) => {
    const value = keywords(
      'auto',
      'none',
      'inter-word',
      'inter-character',
      'distribute',
      '-pagewright-kashida',
    )(reader);
    return value === 'distribute' ? 'inter-character' : value;
  }),
  text('text-indent', NO_INDENT, parseTextIndent, { quirkyLength: true }),
  text('text-transform', NO_TRANSFORM, parseTextTransform, { aliases: ['-epub-text-transform'] }),
  text('word-space-transform', NO_WORD_SPACES, parseWordSpaceTransform),
  text(
    'white-space-collapse',
    'collapse',
    keywords('collapse', 'preserve', 'preserve-breaks', 'preserve-spaces', 'break-spaces', 'discard'),
  ),
  text('text-wrap-mode', 'wrap', keywords('wrap', 'nowrap')),
  text('text-wrap-style', 'auto', keywords('auto', 'balance', 'stable', 'pretty', 'avoid-orphans')),
  text('word-break', 'normal', keywords('normal', 'break-all', 'keep-all', 'break-word', 'auto-phrase', 'manual'), {
    aliases: ['-epub-word-break'],
  }),
  text('overflow-wrap', 'normal', keywords('normal', 'break-word', 'anywhere'), { aliases: ['word-wrap'] }),
  text('line-break', 'auto', keywords('auto', 'loose', 'normal', 'strict', 'anywhere'), {
    aliases: ['-webkit-line-break', '-epub-line-break'],
  }),
  text('hyphens', 'manual', keywords('none', 'manual', 'auto'), {
    aliases: ['-webkit-hyphens', '-epub-hyphens', ...printAliases('hyphens')],
  }),
  text('hyphenate-character', null, (reader) => (reader.ident('auto') ? null : reader.string()), {
    aliases: ['-webkit-hyphenate-character', ...printAliases('hyphenate-character')],
  }),
  text('hyphenate-limit-chars', ['auto', 'auto', 'auto'], parseLimitChars),
  text(
    'hyphenate-limit-lines',
    null,
    nullOr('no-limit', (reader) => parseInteger(reader, 0)),
  ),
  text('hyphenate-limit-last', 'none', keywords('none', 'always', 'column', 'page', 'spread')),
  text('hyphenate-limit-zone', Length.ZERO, (reader) => parseLength(reader, LENGTH_PERCENTAGE_POSITIVE)),
  text('hanging-punctuation', [], (reader) => (reader.ident('none') ? [] : keywordGroups(reader, HANGING_GROUPS))),
  // DEVIATION: the initial value in css-text-4 is `normal`, but no browser adds spacing unless the author requests it.
  text('text-autospace', NO_AUTOSPACE, parseTextAutospace),
  text('text-spacing-trim', 'normal', (reader) => {
    const value = keywords('normal', 'space-all', 'space-first', 'trim-start', 'trim-both', 'trim-all', 'auto')(reader);
    return value === 'auto' ? 'normal' : value;
  }),
  text('letter-spacing', Length.ZERO, parseSpacing, { quirkyLength: true }),
  text('word-spacing', Length.ZERO, parseSpacing, { quirkyLength: true }),
  text('tab-size', 8, parseTabSize),
];

const writing: readonly Definition[] = [
  color('color', Color.BLACK, parseColor, {
    phase: Phase.Color,
    compute: computeColor,
  }),
  adjust('color-scheme', ['normal'], parseColorScheme, { phase: Phase.Direction }),
  adjust('print-color-adjust', 'economy', keywords('economy', 'exact'), {
    aliases: ['-webkit-print-color-adjust', 'color-adjust'],
  }),
  writingModes('direction', 'ltr', keywords('ltr', 'rtl'), { phase: Phase.Direction }),
  writingModes(
    'writing-mode',
    'horizontal-tb',
    (reader) => {
      const legacy = legacyWritingModes(reader);
      return legacy === INVALID ? writingMode(reader) : LEGACY_WRITING_MODES[legacy];
    },
    WRITING_MODES,
  ),
  writingModes(
    'text-orientation',
    'mixed',
    (reader) => (reader.ident('sideways-right') ? 'sideways' : keywords('mixed', 'upright', 'sideways')(reader)),
    { aliases: ['-webkit-text-orientation', '-epub-text-orientation'], phase: Phase.Direction },
  ),
  writingModes(
    'text-combine-upright',
    'none',
    (reader) => {
      const keyword = keywords('none', 'all', 'horizontal')(reader);
      if (keyword !== INVALID) return keyword === 'horizontal' ? 'all' : keyword;
      if (!reader.ident('digits')) return INVALID;
      const digits = parseInteger(reader, 2, 4) ?? 2;
      return typeof digits === 'number' ? `digits ${digits}` : INVALID;
    },
    { aliases: ['-webkit-text-combine', '-epub-text-combine'] },
  ),
];

const decorations: readonly Definition[] = [
  decoration('text-shadow', [], shadowList(false)),
  decoration('text-emphasis-style', null, parseEmphasisStyle, {
    aliases: ['-webkit-text-emphasis-style', '-epub-text-emphasis-style'],
  }),
  decoration('text-emphasis-color', Color.CURRENT, parseColor, {
    aliases: ['-webkit-text-emphasis-color', '-epub-text-emphasis-color'],
  }),
  decoration(
    'text-emphasis-position',
    'over right',
    (reader) => {
      const words = keywordString(reader, EMPHASIS_POSITIONS);
      if (words === INVALID || (!words.startsWith('over') && !words.startsWith('under'))) return INVALID;
      return words.includes(' ') ? words : `${words} right`;
    },
    { aliases: ['-webkit-text-emphasis-position'] },
  ),
  decoration(
    'text-underline-position',
    [],
    (reader) => (reader.ident('auto') ? [] : keywordGroups(reader, UNDERLINE_GROUPS)),
    {
      aliases: ['-webkit-text-underline-position', '-epub-text-underline-position'],
    },
  ),
  decoration('text-underline-offset', Length.AUTO, parseUnderlineOffset),
  decoration('text-decoration-skip-ink', 'auto', keywords('auto', 'none', 'all')),
  compat('-webkit-text-security', 'none', keywords('none', 'disc', 'circle', 'square'), { field: 'textSecurity' }),
  compat('-webkit-text-stroke-width', 0, (reader) => {
    const keyword = keywords('thin', 'medium', 'thick')(reader);
    if (keyword !== INVALID) return keyword === 'thin' ? 1 : keyword === 'medium' ? 3 : 5;
    const width = parseLength(reader, LENGTH_POSITIVE);
    return width === INVALID ? INVALID : combine([width], (length) => length.px);
  }),
  compat('-webkit-text-stroke-color', Color.CURRENT, parseColor),
  compat('-webkit-text-fill-color', Color.CURRENT, parseColor),
];

const listsAndTables: readonly Definition[] = [
  lists('list-style-type', DISC, parseListStyleType),
  lists('list-style-position', 'outside', keywords('inside', 'outside')),
  lists('list-style-image', null, nullOr('none', parseImage)),
  table('text', 'css-content-3')('quotes', null, parseQuotes),
  breaking('orphans', 2, (reader) => parseInteger(reader, 1)),
  breaking('widows', 2, (reader) => parseInteger(reader, 1)),
  tables('border-collapse', 'separate', keywords('separate', 'collapse')),
  tables('border-spacing', { inline: 0, block: 0 }, parseBorderSpacing, { quirkyLength: true }),
  tables('caption-side', 'top', keywords('top', 'bottom'), { aliases: ['-epub-caption-side'] }),
  tables('empty-cells', 'show', keywords('show', 'hide')),
  table('text', 'css-display-3')('visibility', 'visible', keywords('visible', 'hidden', 'collapse')),
  ruby(
    'ruby-position',
    'alternate',
    (reader) => {
      const legacy = keywords('before', 'after')(reader);
      if (legacy !== INVALID) return legacy === 'before' ? 'over' : 'under';
      return keywordString(reader, [new Set(['alternate']), new Set(['over', 'under', 'inter-character'])]);
    },
    { aliases: ['-webkit-ruby-position', '-epub-ruby-position'] },
  ),
  ruby('ruby-align', 'space-around', keywords('start', 'center', 'space-between', 'space-around')),
  ruby('ruby-merge', 'separate', keywords('separate', 'merge', 'auto')),
  ruby('ruby-overhang', 'auto', keywords('auto', 'none', 'spaces')),
];

const rest: readonly Definition[] = [
  images(
    'image-rendering',
    'auto',
    keywords(
      'auto',
      'smooth',
      'high-quality',
      'pixelated',
      'crisp-edges',
      '-webkit-optimize-contrast',
      'optimizespeed',
      'optimizequality',
    ),
  ),
  images('image-orientation', 'from-image', parseImageOrientation),
  table('text', 'css-images-4')('image-resolution', { fromImage: false, dppx: 1 }, parseImageResolution, {
    aliases: printAliases('image-resolution'),
  }),
  ui('accent-color', null, nullOr('auto', parseColor)),
  ui('cursor', 'auto', parseCursor),
  table('text', 'css-overflow-4')('block-ellipsis', null, (reader) => {
    if (reader.ident('no-ellipsis')) return null;
    if (reader.ident('auto')) return 'auto';
    const text = reader.string();
    return text === INVALID ? INVALID : { string: text };
  }),
  inline('initial-letter-align', { borderBox: false, points: 'alphabetic' }, parseInitialLetterAlign),
  inline('initial-letter-wrap', 'none', (reader) => {
    const keyword = keywords('none', 'first', 'all', 'grid')(reader);
    return keyword === INVALID ? parseLength(reader, LENGTH_PERCENTAGE) : keyword;
  }),
  table('text', 'css-rhythm-1')('line-height-step', Length.ZERO, (reader) => parseLength(reader, LENGTH_POSITIVE)),
  table('text', 'css-line-grid-1')('line-snap', 'none', keywords('none', 'baseline', 'contain')),
  math('math-depth', 0, parseMathDepth, { phase: Phase.FontFamily }),
  math('math-style', 'normal', keywords('normal', 'compact')),
  math('math-shift', 'normal', keywords('normal', 'compact')),
  inline('text-box-edge', 'auto', (reader) => (reader.ident('auto') ? 'auto' : keywordString(reader, TEXT_EDGES))),
  inline('line-fit-edge', 'leading', (reader) =>
    reader.ident('leading') ? 'leading' : keywordString(reader, TEXT_EDGES),
  ),
  inline(
    'dominant-baseline',
    'auto',
    keywords(
      'auto',
      'text-bottom',
      'alphabetic',
      'ideographic',
      'middle',
      'central',
      'mathematical',
      'hanging',
      'text-top',
      'text-after-edge',
      'text-before-edge',
      'use-script',
      'no-change',
      'reset-size',
    ),
  ),
];

export const textProperties: readonly Definition[] = [
  ...writing,
  ...textBlock,
  ...decorations,
  ...listsAndTables,
  ...rest,
];
