/** SVG's presentation properties (svg2, filter-effects-1, css-masking-1). */
import { Color, Length, PaintServerReference, type SvgPaint } from '../computed-values.ts';
import { parseColor } from '../values/color.ts';
import { parseUrl } from '../values/image.ts';
import { LENGTH_PERCENTAGE, LENGTH_PERCENTAGE_POSITIVE, parseLength, parseNumber } from '../values/numeric.ts';
import { combine, combineList, type Specified } from '../values/specified.ts';
import { keywordString } from '../values/text.ts';
import { INVALID, type Parser, type ValueReader } from '../values/value-reader.ts';
import { type Definition, keywords, nullOr, table } from './definition.ts';
import { parseAlpha } from './rare-properties.ts';

const text = table('text', 'svg2');
const rare = table('rare', 'svg2');

/** <paint>: null is `none`; a server may have a fallback colour. */
function parsePaint(reader: ValueReader): Specified<SvgPaint> | undefined {
  if (reader.ident('none')) return null;
  const context = contextPaint(reader);
  if (context !== INVALID) return context as 'context-fill' | 'context-stroke';
  const url = parseUrl(reader);
  if (url === INVALID) return parseColor(reader);
  if (reader.ident('none')) return new PaintServerReference(url, null);
  const fallback = parseColor(reader);
  if (fallback === INVALID) return new PaintServerReference(url, null);
  return combine([fallback], (color: Color) => new PaintServerReference(url, color));
}
const contextPaint = keywords('context-fill', 'context-stroke');

/** In SVG a number is a length in px, in a style sheet too. */
function svgLength(negative: boolean): Parser<Specified<Length>> {
  const range = negative ? LENGTH_PERCENTAGE : LENGTH_PERCENTAGE_POSITIVE;
  return (reader) => {
    const number = parseNumber(reader, negative ? -Infinity : 0);
    return number === INVALID ? parseLength(reader, range) : combine([number], (px: number) => Length.px(px));
  };
}

function parseDashes(reader: ValueReader): Specified<readonly Length[]> | undefined {
  if (reader.ident('none')) return [];
  const parse = svgLength(false);
  const dashes: Specified<Length>[] = [];
  while (!reader.atEnd) {
    const dash = parse(reader);
    if (dash === INVALID) return INVALID;
    dashes.push(dash);
    reader.comma();
  }
  return dashes.length > 0 ? combineList(dashes) : INVALID;
}

const PAINTS = new Set(['fill', 'stroke', 'markers']);

function parsePaintOrder(reader: ValueReader): string | undefined {
  if (reader.ident('normal')) return 'normal';
  const found: string[] = [];
  for (let name = reader.keyword(PAINTS); name !== INVALID; name = reader.keyword(PAINTS)) {
    if (found.includes(name)) return INVALID;
    found.push(name);
  }
  for (const name of PAINTS) if (!found.includes(name)) found.push(name);
  return reader.position > 0 ? found.join(' ') : INVALID;
}

const marker = nullOr('none', parseUrl);
const coordinate = svgLength(true);
const radius = svgLength(false);
const autoRadius: Parser<Specified<Length>> = (reader) => (reader.ident('auto') ? Length.AUTO : radius(reader));

export const svgProperties: readonly Definition[] = [
  text('fill', Color.BLACK, parsePaint),
  text('fill-opacity', 1, parseAlpha),
  text('fill-rule', 'nonzero', keywords('nonzero', 'evenodd')),
  text('clip-rule', 'nonzero', keywords('nonzero', 'evenodd')),
  text('stroke', null, parsePaint),
  text('stroke-width', Length.px(1), svgLength(false)),
  text('stroke-opacity', 1, parseAlpha),
  text('stroke-linecap', 'butt', keywords('butt', 'round', 'square')),
  text('stroke-linejoin', 'miter', keywords('miter', 'miter-clip', 'round', 'bevel', 'arcs')),
  text('stroke-miterlimit', 4, (reader) => parseNumber(reader, 0)),
  text('stroke-dasharray', [], parseDashes),
  text('stroke-dashoffset', Length.ZERO, coordinate),
  text('text-anchor', 'start', keywords('start', 'middle', 'end')),
  text('paint-order', 'normal', parsePaintOrder),
  text('shape-rendering', 'auto', keywords('auto', 'optimizespeed', 'crispedges', 'geometricprecision')),
  text('color-interpolation', 'srgb', keywords('auto', 'srgb', 'linearrgb')),
  table('text', 'filter-effects-1')('color-interpolation-filters', 'linearrgb', keywords('auto', 'srgb', 'linearrgb')),
  text('marker-start', null, marker),
  text('marker-mid', null, marker),
  text('marker-end', null, marker),
  rare('stop-color', Color.BLACK, parseColor),
  rare('stop-opacity', 1, parseAlpha),
  table('rare', 'filter-effects-1')('flood-color', Color.BLACK, parseColor),
  table('rare', 'filter-effects-1')('flood-opacity', 1, parseAlpha),
  table('rare', 'filter-effects-1')('lighting-color', Color.WHITE, parseColor),
  rare('vector-effect', 'none', (reader) =>
    reader.ident('none')
      ? 'none'
      : keywordString(reader, [new Set(['non-scaling-stroke']), new Set(['viewport', 'screen'])]),
  ),
  rare('cx', Length.ZERO, coordinate),
  rare('cy', Length.ZERO, coordinate),
  rare('r', Length.ZERO, radius),
  rare('rx', Length.AUTO, autoRadius),
  rare('ry', Length.AUTO, autoRadius),
  rare('x', Length.ZERO, coordinate),
  rare('y', Length.ZERO, coordinate),
  // null: nothing is said, so that the attribute counts; an empty path is `none`.
  rare('d', null, (reader) => {
    if (reader.ident('none')) return '';
    const inside = reader.function('path');
    const data = inside?.string();
    return inside?.atEnd ? data : INVALID;
  }),
];
