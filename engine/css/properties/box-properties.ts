/** Longhands of the box model, positioning, alignment and fragmentation: the group `box`. */
import type { BoxStyle } from '../computed-style.ts';
import { Length } from '../length.ts';
import { Color } from '../color.ts';
import {
  alignment,
  LEGACY,
  parseAlignContent,
  parseAlignItems,
  parseAlignSelf,
  parseJustifyContent,
  parseJustifyItems,
  parseJustifySelf,
} from '../values/alignment.ts';
import {
  parseAspectRatio,
  parseClear,
  parseDecorationLine,
  parseDecorationThickness,
  parseFloatSide,
  parseInitialLetter,
  parsePositionKeyword,
  parseTextOverflow,
  parseVerticalAlign,
} from '../values/box.ts';
import { parseColor } from '../values/color.ts';
import { DISPLAY_INLINE, parseDisplay } from '../values/display.ts';
import {
  LENGTH_PERCENTAGE,
  LENGTH_PERCENTAGE_POSITIVE,
  LENGTH_POSITIVE,
  parseInteger,
  parseLength,
  parseNumber,
  parseNumberOrPercentage,
} from '../values/numeric.ts';
import { parsePosition } from '../values/position.ts';
import {
  lengthOr,
  parseFlexBasis,
  parseInset,
  parseMargin,
  parseMaxSize,
  parsePadding,
  parseSize,
} from '../values/sizing.ts';
import { combine, type Specified } from '../values/specified.ts';
import { INVALID, type ValueReader } from '../values/value-reader.ts';
import { type Definition, keywords, nullOr, table } from './definition.ts';
import { oldFlexboxProperties } from './old-flexbox.ts';

const box = table('box', 'css-box-4');
const sizing = table('box', 'css-sizing-4');
const position = table('box', 'css-position-3');
const align = table('box', 'css-align-3');
const pageFloat = table('box', 'css-page-floats-3');

const DEFERRALS: ReadonlySet<'none' | 'last'> = new Set(['none', 'last'] as const);
const flex = table('box', 'css-flexbox-1');
const breaking = table('box', 'css-break-4');
const overflow = table('box', 'css-overflow-4');
const inline = table('box', 'css-inline-3');
const decoration = table('box', 'css-text-decor-4');
const display = table('box', 'css-display-4');
const QUIRK = { quirkyLength: true } as const;

const breakKeywords = keywords(
  'auto',
  'avoid',
  'avoid-page',
  'avoid-column',
  'avoid-region',
  'page',
  'left',
  'right',
  'recto',
  'verso',
  'column',
  'region',
  'always',
  'all',
);
const breakInside = keywords('auto', 'avoid', 'avoid-page', 'avoid-column', 'avoid-region');

const overflowKeywords = keywords('visible', 'hidden', 'clip', 'scroll', 'auto', 'overlay');
function parseOverflow(reader: ValueReader): BoxStyle['overflowX'] | undefined {
  const keyword = overflowKeywords(reader);
  return keyword === 'overlay' ? 'auto' : keyword;
}

const clipMarginBoxes = keywords('content-box', 'padding-box', 'border-box');

const boxModel: readonly Definition[] = [
  display('display', DISPLAY_INLINE, parseDisplay),
  box('margin-top', Length.ZERO, parseMargin, QUIRK),
  box('margin-right', Length.ZERO, parseMargin, QUIRK),
  box('margin-bottom', Length.ZERO, parseMargin, QUIRK),
  box('margin-left', Length.ZERO, parseMargin, QUIRK),
  box('margin-trim', [], parseMarginTrim),
  box('padding-top', Length.ZERO, parsePadding, QUIRK),
  box('padding-right', Length.ZERO, parsePadding, QUIRK),
  box('padding-bottom', Length.ZERO, parsePadding, QUIRK),
  box('padding-left', Length.ZERO, parsePadding, QUIRK),
  sizing('width', Length.AUTO, parseSize, QUIRK),
  sizing('height', Length.AUTO, parseSize, QUIRK),
  sizing('min-width', Length.AUTO, parseSize, QUIRK),
  sizing('min-height', Length.AUTO, parseSize, QUIRK),
  sizing('max-width', Length.NONE, parseMaxSize, QUIRK),
  sizing('max-height', Length.NONE, parseMaxSize, QUIRK),
  sizing('box-sizing', 'content-box', keywords('content-box', 'border-box'), {
    aliases: ['-webkit-box-sizing'],
  }),
  sizing('aspect-ratio', { auto: true, ratio: null }, parseAspectRatio),
  position('position', 'static', parsePositionKeyword),
  position('top', Length.AUTO, parseInset, QUIRK),
  position('right', Length.AUTO, parseInset, QUIRK),
  position('bottom', Length.AUTO, parseInset, QUIRK),
  position('left', Length.AUTO, parseInset, QUIRK),
  table('box', 'css2')(
    'z-index',
    null,
    nullOr('auto', (reader) => parseInteger(reader)),
  ),
  table('box', 'css2')('float', 'none', parseFloatSide, { field: 'computedFloat' }),
  table('box', 'css2')('clear', 'none', parseClear, { field: 'computedClear' }),
  pageFloat(
    'float-reference',
    'inline',
    keywords('inline', 'column', 'region', 'page', '-pagewright-margin', '-pagewright-spread'),
  ),
  pageFloat('float-defer', 'none', (reader) => reader.keyword(DEFERRALS) ?? parseInteger(reader)),
  pageFloat('float-offset', Length.ZERO, (reader) => parseLength(reader, LENGTH_PERCENTAGE)),
  overflow('overflow-x', 'visible', parseOverflow),
  overflow('overflow-y', 'visible', parseOverflow),
  overflow('overflow-clip-margin', { edge: 'padding-box', margin: Length.ZERO }, (reader) => {
    const before = clipMarginBoxes(reader);
    const margin = parseLength(reader, LENGTH_POSITIVE);
    const edge = before === INVALID ? clipMarginBoxes(reader) : before;
    if (edge === INVALID && margin === INVALID) return INVALID;
    return combine([margin ?? Length.ZERO], (length: Length) => ({ edge: edge ?? 'padding-box', margin: length }));
  }),
  overflow('text-overflow', 'clip', parseTextOverflow),
  overflow(
    'max-lines',
    null,
    nullOr('none', (reader) => parseInteger(reader, 1)),
  ),
  overflow('continue', 'auto', keywords('auto', 'discard', 'collapse', '-webkit-legacy')),
];

/** Parses `zoom` (css-viewport-1) into a factor. Zero is treated as one. */
function parseZoom(reader: ValueReader): Specified<number> | undefined {
  if (reader.ident('normal')) return 1;
  const factor = parseNumberOrPercentage(reader, 0);
  return factor === INVALID ? INVALID : combine([factor], (value: number) => value || 1);
}

/** Parses `margin-trim` (css-box-4 §4.1). */
function parseMarginTrim(reader: ValueReader): readonly string[] | undefined {
  if (reader.ident('none')) return [];
  const found: string[] = [];
  for (let edge = trimEdges(reader); edge !== INVALID; edge = trimEdges(reader)) {
    if (edge === 'block' || edge === 'inline') found.push(`${edge}-start`, `${edge}-end`);
    else found.push(edge);
  }
  return found.length > 0 ? found : INVALID;
}
const trimEdges = keywords('block', 'inline', 'block-start', 'block-end', 'inline-start', 'inline-end');

const alignmentBlock: readonly Definition[] = [
  flex('order', 0, (reader) => parseInteger(reader), { aliases: ['-webkit-order'] }),
  flex('flex-direction', 'row', keywords('row', 'row-reverse', 'column', 'column-reverse'), {
    aliases: ['-webkit-flex-direction'],
  }),
  flex('flex-wrap', 'nowrap', keywords('nowrap', 'wrap', 'wrap-reverse'), { aliases: ['-webkit-flex-wrap'] }),
  flex('flex-grow', 0, (reader) => parseNumber(reader, 0), { aliases: ['-webkit-flex-grow'] }),
  flex('flex-shrink', 1, (reader) => parseNumber(reader, 0), { aliases: ['-webkit-flex-shrink'] }),
  flex('flex-basis', Length.AUTO, parseFlexBasis, { aliases: ['-webkit-flex-basis'] }),
  align('align-content', alignment('normal'), parseAlignContent, { aliases: ['-webkit-align-content'] }),
  align('align-items', alignment('normal'), parseAlignItems, { aliases: ['-webkit-align-items'] }),
  align('align-self', alignment('auto'), parseAlignSelf, { aliases: ['-webkit-align-self'] }),
  align('justify-content', alignment('normal'), parseJustifyContent, { aliases: ['-webkit-justify-content'] }),
  align('justify-items', LEGACY, parseJustifyItems),
  align('justify-self', alignment('auto'), parseJustifySelf),
  align('row-gap', Length.NORMAL, lengthOr({ normal: Length.NORMAL }, LENGTH_PERCENTAGE_POSITIVE), {
    aliases: ['grid-row-gap'],
  }),
  align('column-gap', Length.NORMAL, lengthOr({ normal: Length.NORMAL }, LENGTH_PERCENTAGE_POSITIVE), {
    aliases: ['grid-column-gap', '-webkit-column-gap'],
  }),
];

const breakingBlock: readonly Definition[] = [
  breaking('break-before', 'auto', breakKeywords),
  breaking('break-after', 'auto', breakKeywords),
  breaking('margin-break', 'auto', keywords('auto', 'keep', 'discard')),
  breaking('break-inside', 'auto', breakInside),
  breaking('box-decoration-break', 'slice', keywords('slice', 'clone'), { aliases: ['-webkit-box-decoration-break'] }),
  // `auto` takes the parent's used value, so the property behaves like an inherited one: see finishBox.
  table('box', 'css-page-3')('page', '', (reader) => (reader.ident('auto') ? '' : reader.anyIdent())),
];

const inlineBlock: readonly Definition[] = [
  // `baseline-shift` is SVG's name for that part of the value (css-inline-3 §5.3).
  inline('vertical-align', 'baseline', parseVerticalAlign, { aliases: ['baseline-shift'] }),
  inline(
    'alignment-baseline',
    'baseline',
    keywords(
      'baseline',
      'text-bottom',
      'alphabetic',
      'ideographic',
      'middle',
      'central',
      'mathematical',
      'text-top',
      'hanging',
      'after-edge',
      'before-edge',
      'text-after-edge',
      'text-before-edge',
      'auto',
    ),
  ),
  inline('baseline-source', 'auto', keywords('auto', 'first', 'last')),
  inline('initial-letter', null, parseInitialLetter, { aliases: ['-webkit-initial-letter'] }),
  inline('text-box-trim', 'none', keywords('none', 'trim-start', 'trim-end', 'trim-both')),
  table('box', 'css-writing-modes-4')('unicode-bidi', 'normal', (reader) => {
    const keyword = keywords(
      'normal',
      'embed',
      'isolate',
      'bidi-override',
      'isolate-override',
      'plaintext',
      '-webkit-isolate',
      '-webkit-plaintext',
      '-webkit-isolate-override',
    )(reader);
    return keyword?.replace('-webkit-', '') as BoxStyle['unicodeBidi'] | undefined;
  }),
  table('box', 'css-tables-3')('table-layout', 'auto', keywords('auto', 'fixed')),
  table('box', 'css-images-3')('object-fit', 'fill', keywords('fill', 'contain', 'cover', 'none', 'scale-down')),
  table('box', 'css-images-3')('object-position', { x: Length.percent(50), y: Length.percent(50) }, (reader) =>
    parsePosition(reader),
  ),
  decoration('text-decoration-line', [], parseDecorationLine),
  decoration('text-decoration-style', 'solid', keywords('solid', 'double', 'dotted', 'dashed', 'wavy')),
  decoration('text-decoration-color', Color.CURRENT, parseColor, { aliases: ['-webkit-text-decoration-color'] }),
  decoration('text-decoration-thickness', Length.AUTO, parseDecorationThickness),
  table('box', 'css-viewport-1')('zoom', 1, parseZoom),
];

export const boxProperties: readonly Definition[] = [
  ...boxModel,
  ...alignmentBlock,
  ...breakingBlock,
  ...inlineBlock,
  ...oldFlexboxProperties,
];
