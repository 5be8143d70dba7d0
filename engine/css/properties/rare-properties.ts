/** Longhands that few elements use: the group `rare`. SVG's are in svg-properties.ts. */
import type { RareStyle } from '../computed-style.ts';
import { Length } from '../length.ts';
import {
  AUTO_SIZE,
  layers,
  parseBackgroundSize,
  parseBlendMode,
  parseComposite,
  parseMaskClip,
  parseMaskMode,
  parseMaskOrigin,
  parseRepeat,
  REPEAT,
} from '../values/background.ts';
import { parseBorderImageRepeat, parseBorderImageSlice, parseBorderImageWidth } from '../values/border.ts';
import { ValueKind } from '../values/component-value.ts';
import { parseBookmarkLabel, parseContent, parseStringSet, parseTarget } from '../values/content.ts';
import { counterChanges } from '../values/counter.ts';
import { parseFilter } from '../values/filter.ts';
import {
  AUTO_LINE,
  NORMAL_LANES,
  parseAreas,
  parseAutoFlow,
  parseAutoTracks,
  parseFlowTolerance,
  parseGridLine,
  parseLanesDirection,
  parseTrackList,
  ROW_FLOW,
} from '../values/grid.ts';
import { parseImage } from '../values/image.ts';
import {
  LENGTH_PERCENTAGE_POSITIVE,
  LENGTH_POSITIVE,
  parseInteger,
  parseLength,
  parseNumberOrPercentage,
} from '../values/numeric.ts';
import { parsePosition } from '../values/position.ts';
import {
  parseBasicShape,
  parseBorderShape,
  parseClip,
  parseClipPath,
  parseShapeInside,
  parseShapeOutside,
} from '../values/shape.ts';
import { lengthOr } from '../values/sizing.ts';
import { combine, type Specified } from '../values/specified.ts';
import { parseSum } from '../values/sum.ts';
import { keywordString } from '../values/text.ts';
import { parseRotate, parseScale, parseTransform, parseTransformOrigin, parseTranslate } from '../values/transform.ts';
import { attempt, INVALID, type Parser, type ValueReader } from '../values/value-reader.ts';
import { type Definition, keywords, nullOr, printAliases, table } from './definition.ts';

const transforms = table('rare', 'css-transforms-2');
const masking = table('rare', 'css-masking-1');
const filters = table('rare', 'filter-effects-1');
const shapes = table('rare', 'css-shapes-1');
const multicol = table('rare', 'css-multicol-1');
const multicolNext = table('rare', 'css-multicol-2');
const grid = table('rare', 'css-grid-2');
const lists = table('rare', 'css-lists-3');
const content = table('rare', 'css-content-3');
const gcpm = table('rare', 'css-gcpm-3');
const contain = table('rare', 'css-contain-2');
const ui = table('rare', 'css-ui-4');

const HALF = Length.percent(50);
const CENTER = { x: HALF, y: HALF } as const;
const ZERO_PERCENT = Length.percent(0);

/** Parses a number or percentage and clamps it to 0..1. */
export const parseAlpha: Parser<Specified<number>> = (reader) => {
  const alpha = parseNumberOrPercentage(reader);
  return alpha === INVALID ? INVALID : combine([alpha], (value: number) => Math.min(1, Math.max(0, value)));
};

const effects: readonly Definition[] = [
  table('rare', 'css-color-4')('opacity', 1, parseAlpha),
  table('rare', 'compositing-2')('mix-blend-mode', 'normal', (reader) =>
    reader.ident('plus-lighter') ? 'plus-lighter' : parseBlendMode(reader),
  ),
  table('rare', 'compositing-2')('isolation', 'auto', keywords('auto', 'isolate')),
  transforms('transform', [], parseTransform, { aliases: ['-webkit-transform'] }),
  transforms('translate', null, parseTranslate),
  transforms('rotate', null, parseRotate),
  transforms('scale', null, parseScale),
  transforms('transform-origin', { x: HALF, y: HALF, z: 0 }, parseTransformOrigin, {
    aliases: ['-webkit-transform-origin'],
  }),
  transforms('transform-box', 'view-box', keywords('content-box', 'border-box', 'fill-box', 'stroke-box', 'view-box')),
  transforms('transform-style', 'flat', keywords('flat', 'preserve-3d'), { aliases: ['-webkit-transform-style'] }),
  transforms(
    'perspective',
    null,
    nullOr('none', (reader) => {
      const depth = parseLength(reader, LENGTH_POSITIVE);
      return depth === INVALID ? INVALID : combine([depth], ({ px }) => px);
    }),
    { aliases: ['-webkit-perspective'] },
  ),
  transforms('perspective-origin', CENTER, (reader) => parsePosition(reader), {
    aliases: ['-webkit-perspective-origin'],
  }),
  transforms('backface-visibility', 'visible', keywords('visible', 'hidden'), {
    aliases: ['-webkit-backface-visibility'],
  }),
  filters('filter', [], parseFilter, { aliases: ['-webkit-filter'] }),
  filters('backdrop-filter', [], parseFilter, { aliases: ['-webkit-backdrop-filter'] }),
  masking('clip-path', null, parseClipPath, { aliases: ['-webkit-clip-path'] }),
  masking('clip', null, parseClip),
  table('rare', 'css-borders-4')('border-shape', [], parseBorderShape),
  shapes('shape-outside', null, parseShapeOutside, { aliases: ['-webkit-shape-outside'] }),
  shapes('shape-margin', Length.ZERO, (reader) => parseLength(reader, LENGTH_PERCENTAGE_POSITIVE), {
    aliases: ['-webkit-shape-margin'],
  }),
  table('rare', 'svg2')('shape-inside', [], parseShapeInside),
  table('rare', 'svg2')('shape-padding', Length.ZERO, (reader) => parseLength(reader, LENGTH_POSITIVE)),
  shapes('shape-image-threshold', 0, parseAlpha, { aliases: ['-webkit-shape-image-threshold'] }),
];

const SPANS: ReadonlySet<'none' | 'all'> = new Set(['none', 'all'] as const);

const parseColumnSpan: Parser<Specified<'none' | 'all' | number>> = (reader) =>
  reader.keyword(SPANS) ?? parseInteger(reader, 1);

const masks: readonly Definition[] = [
  masking('mask-image', [null], layers(nullOr('none', parseImage)), { aliases: ['-webkit-mask-image'] }),
  masking(
    'mask-position',
    [{ x: ZERO_PERCENT, y: ZERO_PERCENT }],
    layers((reader) => parsePosition(reader, true)),
    {
      aliases: ['-webkit-mask-position'],
    },
  ),
  masking('mask-size', [AUTO_SIZE], layers(parseBackgroundSize), { aliases: ['-webkit-mask-size'] }),
  masking('mask-repeat', [REPEAT], layers(parseRepeat), { aliases: ['-webkit-mask-repeat'] }),
  masking('mask-origin', ['border-box'], layers(parseMaskOrigin), { aliases: ['-webkit-mask-origin'] }),
  masking('mask-clip', ['border-box'], layers(parseMaskClip), { aliases: ['-webkit-mask-clip'] }),
  masking('mask-mode', ['match-source'], layers(parseMaskMode)),
  masking('mask-composite', ['add'], layers(parseComposite), { aliases: ['-webkit-mask-composite'] }),
  masking('mask-type', 'luminance', keywords('luminance', 'alpha')),
  masking('mask-border-source', null, nullOr('none', parseImage), { aliases: ['-webkit-mask-box-image-source'] }),
  masking(
    'mask-border-slice',
    { values: Array(4).fill({ value: 0, percent: false }), fill: false },
    parseBorderImageSlice,
    {
      aliases: ['-webkit-mask-box-image-slice'],
    },
  ),
  masking(
    'mask-border-width',
    [Length.AUTO, Length.AUTO, Length.AUTO, Length.AUTO],
    (reader) => parseBorderImageWidth(reader, true),
    {
      aliases: ['-webkit-mask-box-image-width'],
    },
  ),
  masking('mask-border-outset', [0, 0, 0, 0], (reader) => parseBorderImageWidth(reader, false), {
    aliases: ['-webkit-mask-box-image-outset'],
  }),
  masking('mask-border-repeat', ['stretch', 'stretch'], parseBorderImageRepeat, {
    aliases: ['-webkit-mask-box-image-repeat'],
  }),
  masking('mask-border-mode', 'alpha', keywords('alpha', 'luminance')),
];

const columns: readonly Definition[] = [
  multicol(
    'column-count',
    null,
    nullOr('auto', (reader) => parseInteger(reader, 1)),
    { aliases: ['-webkit-column-count'] },
  ),
  multicol('column-width', Length.AUTO, lengthOr({ auto: Length.AUTO }, LENGTH_POSITIVE), {
    aliases: ['-webkit-column-width'],
  }),
  multicolNext('column-height', Length.AUTO, lengthOr({ auto: Length.AUTO }, LENGTH_POSITIVE)),
  multicolNext('column-wrap', 'auto', keywords('auto', 'nowrap', 'wrap')),
  multicol('column-fill', 'balance', keywords('auto', 'balance', 'balance-all')),
  multicolNext('column-span', 'none', parseColumnSpan, { aliases: ['-webkit-column-span'] }),
];

const grids: readonly Definition[] = [
  grid('grid-template-columns', null, parseTrackList),
  grid('grid-template-rows', null, parseTrackList),
  grid('grid-template-areas', null, parseAreas),
  grid('grid-auto-columns', [{ type: 'breadth', breadth: Length.AUTO }], parseAutoTracks),
  grid('grid-auto-rows', [{ type: 'breadth', breadth: Length.AUTO }], parseAutoTracks),
  grid('grid-auto-flow', ROW_FLOW, parseAutoFlow),
  table('rare', 'css-grid-3')('grid-lanes-direction', NORMAL_LANES, parseLanesDirection),
  table('rare', 'css-grid-3')('flow-tolerance', 'normal', parseFlowTolerance),
  grid('grid-row-start', AUTO_LINE, parseGridLine),
  grid('grid-row-end', AUTO_LINE, parseGridLine),
  grid('grid-column-start', AUTO_LINE, parseGridLine),
  grid('grid-column-end', AUTO_LINE, parseGridLine),
];

const generated: readonly Definition[] = [
  content('content', 'normal', parseContent),
  lists('counter-reset', [], counterChanges(true)),
  lists('counter-increment', [], counterChanges(false)),
  lists('counter-set', [], counterChanges(false)),
  table('rare', 'Pagewright')('-pagewright-sum', [], parseSum),
  gcpm('string-set', [], parseStringSet),
  content(
    'bookmark-level',
    null,
    nullOr('none', (reader) => parseInteger(reader, 1)),
    { aliases: printAliases('bookmark-level') },
  ),
  content('bookmark-label', null, parseBookmarkLabel, { aliases: printAliases('bookmark-label') }),
  content('bookmark-state', 'open', keywords('open', 'closed'), { aliases: printAliases('bookmark-state') }),
  content('bookmark-target', null, nullOr('none', parseTarget), { aliases: printAliases('bookmark-target') }),
  table('rare', 'Pagewright')('-pagewright-footnote-area', '', parseAreaName),
  gcpm('footnote-display', 'block', keywords('block', 'inline', 'compact')),
  gcpm('footnote-policy', 'auto', keywords('auto', 'line', 'block')),
];

/** Parses `auto | <custom-ident>`; `auto` is ''. */
function parseAreaName(reader: ValueReader): string | undefined {
  return reader.ident('auto') ? '' : reader.anyIdent();
}

/** Parses `none | strict | content | [[size | inline-size] || layout || style || paint]` (css-contain-2 §2). */
function parseContain(reader: ValueReader): readonly string[] | undefined {
  if (reader.ident('none')) return [];
  if (reader.ident('strict')) return ['size', 'layout', 'paint', 'style'];
  if (reader.ident('content')) return ['layout', 'paint', 'style'];
  return keywordString(reader, [
    new Set(['size', 'inline-size']),
    new Set(['layout']),
    new Set(['style']),
    new Set(['paint']),
  ])?.split(' ');
}

/** Parses a space-separated list of names; `none` is empty. */
function parseNames(reader: ValueReader): readonly string[] | undefined {
  if (reader.ident('none')) return [];
  const names: string[] = [];
  for (let value = reader.peek(); value !== null && value.kind === ValueKind.Ident; value = reader.peek()) {
    if (/^(?:and|not|or|none|auto)$/i.test(value.text)) return INVALID;
    names.push(value.text);
    reader.position++;
  }
  return names.length > 0 ? names : INVALID;
}

/**
 * Parses `auto? [none | <length>]` (css-sizing-4 §5.1). `auto` is ignored: on paper there is no last remembered size.
 */
const parseIntrinsicSize: Parser<Specified<Length>> = (reader) => {
  reader.ident('auto');
  return reader.ident('none') ? Length.NONE : parseLength(reader, LENGTH_POSITIVE);
};

function parseWillChange(reader: ValueReader): readonly string[] | undefined {
  if (reader.ident('auto')) return [];
  const names: string[] = [];
  do {
    const name = reader.anyIdent();
    if (name === INVALID) return INVALID;
    names.push(name.toLowerCase());
  } while (reader.comma());
  return names;
}

const parseObjectViewBox: Parser<Specified<RareStyle['objectViewBox']>> = (reader) => {
  if (reader.ident('none')) return null;
  const rectangle = /^(?:inset|xywh|rect)$/.test(reader.peek()?.text ?? '');
  return rectangle ? attempt(reader, parseBasicShape) : INVALID;
};

const containment: readonly Definition[] = [
  contain('contain', [], parseContain),
  table('rare', 'css-conditional-5')('container-type', 'normal', (reader) => {
    if (reader.ident('normal')) return 'normal';
    return keywordString(reader, [new Set(['size', 'inline-size']), new Set(['scroll-state']), new Set(['anchored'])]);
  }),
  table('rare', 'css-conditional-5')('container-name', [], parseNames),
  contain('content-visibility', 'visible', keywords('visible', 'auto', 'hidden')),
  table('rare', 'css-sizing-4')('contain-intrinsic-width', Length.NONE, parseIntrinsicSize),
  table('rare', 'css-sizing-4')('contain-intrinsic-height', Length.NONE, parseIntrinsicSize),
  table('rare', 'css-will-change-1')('will-change', [], parseWillChange),
  table('rare', 'css-images-5')('object-view-box', null, parseObjectViewBox),
  ui('appearance', 'none', (reader) => reader.anyIdent()?.toLowerCase(), {
    aliases: ['-webkit-appearance'],
  }),
  ui('field-sizing', 'fixed', keywords('fixed', 'content')),
  ui('resize', 'none', keywords('none', 'both', 'horizontal', 'vertical', 'block', 'inline')),
];

export const rareProperties: readonly Definition[] = [
  ...effects,
  ...masks,
  ...columns,
  ...grids,
  ...generated,
  ...containment,
];
