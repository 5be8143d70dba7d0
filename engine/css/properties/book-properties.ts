/**
 * Longhands of the vertical rhythm (css-rhythm-1, css-line-grid-1), and of marks next to the text, which are extensions
 * of this engine (docs/paged-media.md, docs/print-typography.md).
 */
import { Color } from '../color.ts';
import type { RareStyle, TextStyle } from '../computed-style.ts';
import type { ContentFit, LineStyle, PageLimit, Slack } from '../computed-values.ts';
import { Length, LengthKind } from '../length.ts';
import type { MarkPlace } from '../style-groups/text-style.ts';
import { parseLineStyle } from '../values/border.ts';
import { parseColor } from '../values/color.ts';
import {
  LENGTH_PERCENTAGE_POSITIVE,
  LENGTH_POSITIVE,
  parseInteger,
  parseLength,
  parsePercentage,
} from '../values/numeric.ts';
import { combine, type Specified } from '../values/specified.ts';
import { attempt, INVALID, type ValueReader } from '../values/value-reader.ts';
import { lengthOr } from '../values/sizing.ts';
import { type Definition, type FindLonghand, keywords, type ShorthandDefinition, table } from './definition.ts';
import { anyOrder, shorthand } from './shorthand-parsers.ts';

const rhythm = table('rare', 'css-rhythm-1');

const steps: readonly Definition[] = [
  rhythm('block-step-size', Length.NONE, lengthOr({ none: Length.NONE }, LENGTH_POSITIVE)),
  rhythm('block-step-insert', 'margin-box', keywords('margin-box', 'padding-box', 'content-box')),
  rhythm('block-step-align', 'auto', keywords('auto', 'center', 'start', 'end')),
  rhythm('block-step-round', 'up', keywords('up', 'down', 'nearest')),
];

const SIDES: ReadonlySet<MarkPlace['side']> = new Set(['start', 'end', 'left', 'right', 'inside', 'outside'] as const);

/** Parses `none | auto | [ <integer [1,∞]> || page || <side> || <length [0,∞]> ]`; `auto` is 1. */
function parseLineNumbers(reader: ValueReader): Specified<TextStyle['pagewrightLineNumbers']> | undefined {
  if (reader.ident('none')) return null;
  if (reader.ident('auto')) return { interval: 1, byPage: false, side: 'start', distance: null };
  let interval: number | null = null;
  let byPage = false;
  let side: MarkPlace['side'] | null = null;
  let distance: Specified<Length> | null = null;
  do {
    const number: Specified<number> | undefined =
      interval === null ? attempt(reader, (next) => parseInteger(next, 1)) : INVALID;
    if (typeof number === 'number') interval = number;
    else if (!byPage && reader.ident('page')) byPage = true;
    else {
      const word: MarkPlace['side'] | undefined = side === null ? reader.keyword(SIDES) : INVALID;
      const length: Specified<Length> | undefined =
        word === INVALID && distance === null ? parseLength(reader, LENGTH_POSITIVE) : INVALID;
      if (word === INVALID && length === INVALID) return INVALID;
      side = word ?? side;
      distance = length ?? distance;
    }
  } while (!reader.atEnd);
  const numbers = { interval: interval ?? 1, byPage, side: side ?? 'start' } as const;
  return combine([distance], (length: Length | null) => ({ ...numbers, distance: length === null ? null : length.px }));
}

/**
 * Parses `none | [ <length [0,∞]> && <length [0,∞]>? && <line-style>? && <color>? && <side>? ]`. The first length is the
 * thickness, the second the distance.
 */
function parseChangeBar(reader: ValueReader): Specified<RareStyle['pagewrightChangeBar']> | undefined {
  if (reader.ident('none')) return null;
  let width: Specified<Length> | null = null;
  let distance: Specified<Length> | null = null;
  let style: LineStyle | null = null;
  let color: Specified<Color> | null = null;
  let side: MarkPlace['side'] | null = null;
  do {
    const length: Specified<Length> | undefined =
      distance === null ? attempt(reader, (next) => parseLength(next, LENGTH_POSITIVE)) : INVALID;
    if (length !== INVALID) {
      if (width === null) width = length;
      else distance = length;
      continue;
    }
    const word: MarkPlace['side'] | undefined = side === null ? reader.keyword(SIDES) : INVALID;
    const line: LineStyle | undefined = word === INVALID && style === null ? attempt(reader, parseLineStyle) : INVALID;
    const paint: Specified<Color> | undefined =
      word === INVALID && line === INVALID && color === null ? attempt(reader, parseColor) : INVALID;
    if (word === INVALID && line === INVALID && paint === INVALID) return INVALID;
    side = word ?? side;
    style = line ?? style;
    color = paint ?? color;
  } while (!reader.atEnd);
  if (width === null) return INVALID;
  const bar = { style: style ?? 'solid', side: side ?? 'start' } as const;
  return combine([width, distance, color], (thickness: Length, gap: Length | null, ink: Color | null) => ({
    ...bar,
    width: thickness.px,
    distance: gap === null ? null : gap.px,
    color: ink === Color.CURRENT ? null : ink,
  }));
}

/** A percentage: text at half its size is still legible. */
const LEAST_FIT = 50;

/** A percentage: with less, the letters would touch. */
const LEAST_TRACKING = 90;

/** Parses `none | [ shrink && line? && tracking? && <percentage [1,100]>? ]`. Only lines can be tracked. */
function parseFit(reader: ValueReader): ContentFit | null | typeof INVALID {
  if (reader.ident('none')) return null;
  let least: number | null = null;
  const words = new Set<string>();
  while (!reader.atEnd) {
    const word = reader.keyword(FIT_WORDS);
    const share: number | undefined = word === INVALID && least === null ? parsePercentage(reader, 1, 100) : INVALID;
    if (word === INVALID ? share === INVALID : words.has(word)) return INVALID;
    if (word !== INVALID) words.add(word);
    least = share ?? least;
  }
  const isInline = words.has('line');
  const isTracking = words.has('tracking');
  if (!words.has('shrink') || (isTracking && !isInline)) return INVALID;
  return { isInline, isTracking, least: (least ?? (isTracking ? LEAST_TRACKING : LEAST_FIT)) / 100 };
}

const FIT_WORDS: ReadonlySet<string> = new Set(['shrink', 'line', 'tracking']);

const SLACK: ReadonlySet<Slack> = new Set<Slack>(['gaps', 'leading', 'size']);
/** How far each kind of slack shrinks by default, in percent. */
const MOST_SLACK: Readonly<Record<Slack, number>> = { gaps: 40, leading: 10, size: 10 };

/** Parses `none | <integer [1,∞]> [ [ gaps | leading | size ] <percentage [0,100]>? ]*`. Without words: all, in order. */
function parsePageLimit(reader: ValueReader): Specified<PageLimit | null> | undefined {
  if (reader.ident('none')) return null;
  const count = parseInteger(reader, 1);
  if (count === INVALID) return INVALID;
  const shares = new Map<Slack, number>();
  while (!reader.atEnd) {
    const kind = reader.keyword(SLACK);
    if (kind === INVALID || shares.has(kind)) return INVALID;
    shares.set(kind, attempt(reader, (rest) => parsePercentage(rest, 0, 100)) ?? MOST_SLACK[kind]);
  }
  if (shares.size === 0) for (const kind of SLACK) shares.set(kind, MOST_SLACK[kind]);
  const slack = [...shares].map(([kind, most]) => ({ kind, least: 1 - most / 100 }));
  return combine([count], (resolved: number) => ({ count: resolved, slack }));
}

/** Emptier pages don't change, because their gaps would be conspicuous. */
const MOST_EMPTY = new Length(LengthKind.Length, 0, 10);

/** Parses `none | [ blocks || lines || <length-percentage [0,∞]> ]`. */
function parseVerticalFill(reader: ValueReader): Specified<RareStyle['pagewrightVerticalFill']> | undefined {
  if (reader.ident('none')) return null;
  let blocks = false;
  let lines = false;
  let most: Specified<Length> | null = null;
  do {
    if (!blocks && reader.ident('blocks')) blocks = true;
    else if (!lines && reader.ident('lines')) lines = true;
    else {
      const length: Specified<Length> | undefined =
        most === null ? parseLength(reader, LENGTH_PERCENTAGE_POSITIVE) : INVALID;
      if (length === INVALID) return INVALID;
      most = length;
    }
  } while (!reader.atEnd);
  const parts = { blocks: blocks || !lines, lines };
  return combine([most ?? MOST_EMPTY], (length: Length) => ({ ...parts, most: length }));
}

/** Names that `flow-into` and `flow-from` don't accept (css-regions-1 §3.1). */
const NO_FLOW_NAMES = keywords('none', 'inherit', 'default', 'auto', 'initial');

const FLOW_PARTS = keywords('element', 'content');

/** Parses the name of a flow. */
function parseFlowName(reader: ValueReader): string | typeof INVALID {
  return attempt(reader, NO_FLOW_NAMES) === INVALID ? (reader.anyIdent() ?? INVALID) : INVALID;
}

/** Parses `none | <ident> [ element | content ]?`. */
function parseFlowInto(reader: ValueReader): RareStyle['flowInto'] | typeof INVALID {
  if (reader.ident('none')) return null;
  const name = parseFlowName(reader);
  if (name === INVALID) return INVALID;
  const part = reader.atEnd ? 'element' : FLOW_PARTS(reader);
  return part === INVALID ? INVALID : { name, part };
}

const regions = table('rare', 'css-regions-1');

export const bookProperties: readonly Definition[] = [
  regions('flow-into', null, parseFlowInto),
  regions('flow-from', null, (reader) => (reader.ident('none') ? null : parseFlowName(reader))),
  regions('region-fragment', 'auto', keywords('auto', 'break')),
  ...steps,
  table('text', 'pagewright')('-pagewright-line-numbers', null, parseLineNumbers),
  table('text', 'pagewright')('-pagewright-page-range', null, (reader) =>
    reader.ident('none') ? null : (reader.string() ?? INVALID),
  ),
  table('text', 'pagewright')('-pagewright-hyphenate-capitals', 'auto', keywords('auto', 'none')),
  table('text', 'pagewright')('-pagewright-optical-margin', 'none', keywords('none', 'auto')),
  table('rare', 'pagewright')('-pagewright-change-bar', null, parseChangeBar),
  table('rare', 'pagewright')('-pagewright-fit', null, parseFit),
  table('rare', 'pagewright')('-pagewright-pages', null, parsePageLimit),
  table('rare', 'pagewright')('-pagewright-repeat', 'auto', keywords('auto', 'all', 'only', 'none')),
  table('rare', 'pagewright')(
    '-pagewright-break-room',
    Length.ZERO,
    lengthOr({ none: Length.ZERO }, LENGTH_PERCENTAGE_POSITIVE),
  ),
  table('rare', 'pagewright')('-pagewright-vertical-fill', null, parseVerticalFill),
  table('box', 'css-exclusions-1')(
    'wrap-flow',
    'auto',
    keywords('auto', 'both', 'start', 'end', 'minimum', 'maximum', 'clear'),
  ),
  table('box', 'css-exclusions-1')('wrap-through', 'wrap', keywords('wrap', 'none')),
  table('rare', 'css-line-grid-1')('line-grid', 'match-parent', keywords('match-parent', 'create')),
];

export function bookShorthands(find: FindLonghand): readonly ShorthandDefinition[] {
  return [
    shorthand(
      find,
      'block-step',
      steps.map(({ name }) => name),
      anyOrder,
    ),
  ];
}
