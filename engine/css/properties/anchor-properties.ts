/**
 * Longhands of anchor positioning (css-anchor-position-1), and `position-try`, the shorthand for boxes that don't fit.
 */
import type { TryOrder } from '../computed-values.ts';
import {
  dashedIdent,
  dashedIdents,
  parseFallbacks,
  parsePositionArea,
  parsePositionVisibility,
} from '../values/anchor.ts';
import { INVALID, type Parser } from '../values/value-reader.ts';
import {
  type Definition,
  type FindLonghand,
  keywords,
  type PropertyDefinition,
  type ShorthandDefinition,
  type SpecifiedValue,
  table,
} from './definition.ts';
import { initialSpecified, shorthand, valueOf } from './shorthand-parsers.ts';

const anchor = table('rare', 'css-anchor-position-1');

const parseTryOrder: Parser<TryOrder> = keywords(
  'normal',
  'most-width',
  'most-height',
  'most-block-size',
  'most-inline-size',
);
const noDefaultAnchor = keywords('normal', 'none', 'auto');

export const anchorProperties: readonly Definition[] = [
  anchor('anchor-name', [], (reader) => (reader.ident('none') ? [] : dashedIdents(reader))),
  anchor('anchor-scope', [], (reader) =>
    reader.ident('none') ? [] : reader.ident('all') ? 'all' : dashedIdents(reader),
  ),
  anchor('position-anchor', null, (reader) => (noDefaultAnchor(reader) === INVALID ? dashedIdent(reader) : null)),
  anchor('position-area', null, parsePositionArea),
  anchor('position-try-order', 'normal', parseTryOrder),
  anchor('position-try-fallbacks', [], parseFallbacks),
  anchor('position-visibility', ['anchors-visible'], parsePositionVisibility),
];

/** Parses `<'position-try-order'>? <'position-try-fallbacks'>`. */
function tryParser([order, fallbacks]: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    const first = valueOf(order!, reader);
    const list = valueOf(fallbacks!, reader);
    return list === INVALID ? INVALID : [first === INVALID ? initialSpecified(order!) : first, list];
  };
}

export function anchorShorthands(find: FindLonghand): readonly ShorthandDefinition[] {
  return [shorthand(find, 'position-try', ['position-try-order', 'position-try-fallbacks'], tryParser)];
}
