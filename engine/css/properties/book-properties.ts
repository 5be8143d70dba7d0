/**
 * Longhands of the vertical rhythm (css-rhythm-1, css-line-grid-1), and of marks next to the text, which are extensions
 * of this engine (docs/paged-media.md).
 */
import { Length } from '../length.ts';
import type { TextStyle } from '../computed-style.ts';
import { LENGTH_POSITIVE, parseInteger, parseLength, parsePercentage } from '../values/numeric.ts';
import { combine } from '../values/specified.ts';
import { INVALID, type ValueReader } from '../values/value-reader.ts';
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

/** Parses `none | [ <integer [1,∞]> || page ]`; `auto` is 1. */
function parseLineNumbers(reader: ValueReader): TextStyle['pagewrightLineNumbers'] | undefined {
  if (reader.ident('none')) return null;
  if (reader.ident('auto')) return { interval: 1, byPage: false };
  const before = reader.ident('page');
  const interval = parseInteger(reader, 1);
  const byPage = before || reader.ident('page');
  if (interval === INVALID) return byPage ? { interval: 1, byPage } : INVALID;
  return typeof interval === 'number' ? { interval, byPage } : INVALID;
}

/** In per cent: text at half its size is still legible. */
const LEAST_FIT = 50;

/** Parses `none | [ shrink && <percentage [1,100]>? ]` into the smallest allowed scale, 0 to 1. */
function parseFit(reader: ValueReader): number | null | typeof INVALID {
  if (reader.ident('none')) return null;
  const before = parsePercentage(reader, 1, 100);
  if (!reader.ident('shrink')) return INVALID;
  return (before ?? parsePercentage(reader, 1, 100) ?? LEAST_FIT) / 100;
}

export const bookProperties: readonly Definition[] = [
  ...steps,
  table('text', 'pagewright')('-pagewright-line-numbers', null, parseLineNumbers),
  table('text', 'pagewright')('-pagewright-page-range', null, (reader) =>
    reader.ident('none') ? null : (reader.string() ?? INVALID),
  ),
  table('text', 'pagewright')('-pagewright-hyphenate-capitals', 'auto', keywords('auto', 'none')),
  table('text', 'pagewright')('-pagewright-optical-margin', 'none', keywords('none', 'auto')),
  table('rare', 'pagewright')('-pagewright-change-bar', null, (reader) => {
    if (reader.ident('none')) return null;
    const width = parseLength(reader, LENGTH_POSITIVE);
    return width === INVALID ? INVALID : combine([width], (length: Length) => length.px);
  }),
  table('rare', 'pagewright')('-pagewright-fit', null, parseFit),
  table('rare', 'pagewright')('-pagewright-repeat', 'auto', keywords('auto', 'only', 'none')),
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
