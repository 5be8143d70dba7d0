/** SVG's presentation properties (svg2, filter-effects-1, css-masking-1). */
import { Length } from '../length.ts';
import { Color } from '../color.ts';
import { PaintServerReference, type SvgPaint } from '../computed-values.ts';
import { parseColor } from '../values/color.ts';
import { parseUrl } from '../values/url.ts';
import { LENGTH_PERCENTAGE, LENGTH_PERCENTAGE_POSITIVE, parseLength, parseNumber } from '../values/numeric.ts';
import { combine, combineList, type Specified } from '../values/specified.ts';
import { keywordString } from '../values/text.ts';
import { INVALID, type Parser, type ValueReader } from '../values/value-reader.ts';
import { type Definition, keywords, nullOr, table } from './definition.ts';
import { parseAlpha } from './rare-properties.ts';

const paint = table('svgPaint', 'svg2');
const shape = table('svgShape', 'svg2');

/** Parses `<paint>`. null is `none`; a paint server may have a fallback color. */
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

/** Parses a length. In SVG a plain number is a length in px, in style sheets too. */
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
  paint('fill', Color.BLACK, parsePaint),
  paint('fill-opacity', 1, parseAlpha),
  paint('fill-rule', 'nonzero', keywords('nonzero', 'evenodd')),
  paint('clip-rule', 'nonzero', keywords('nonzero', 'evenodd')),
  paint('stroke', null, parsePaint),
  paint('stroke-width', Length.px(1), svgLength(false)),
  paint('stroke-opacity', 1, parseAlpha),
  paint('stroke-linecap', 'butt', keywords('butt', 'round', 'square')),
  paint('stroke-linejoin', 'miter', keywords('miter', 'miter-clip', 'round', 'bevel', 'arcs')),
  paint('stroke-miterlimit', 4, (reader) => parseNumber(reader, 0)),
  paint('stroke-dasharray', [], parseDashes),
  paint('stroke-dashoffset', Length.ZERO, coordinate),
  paint('text-anchor', 'start', keywords('start', 'middle', 'end')),
  paint('paint-order', 'normal', parsePaintOrder),
  paint('shape-rendering', 'auto', keywords('auto', 'optimizespeed', 'crispedges', 'geometricprecision')),
  table('svgPaint', 'filter-effects-1')(
    'color-interpolation-filters',
    'linearrgb',
    keywords('auto', 'srgb', 'linearrgb'),
  ),
  paint('marker-start', null, marker),
  paint('marker-mid', null, marker),
  paint('marker-end', null, marker),
  shape('stop-color', Color.BLACK, parseColor),
  shape('stop-opacity', 1, parseAlpha),
  table('svgShape', 'filter-effects-1')('flood-color', Color.BLACK, parseColor),
  table('svgShape', 'filter-effects-1')('flood-opacity', 1, parseAlpha),
  table('svgShape', 'filter-effects-1')('lighting-color', Color.WHITE, parseColor),
  shape('vector-effect', 'none', (reader) =>
    reader.ident('none')
      ? 'none'
      : keywordString(reader, [new Set(['non-scaling-stroke']), new Set(['viewport', 'screen'])]),
  ),
  shape('cx', Length.ZERO, coordinate),
  shape('cy', Length.ZERO, coordinate),
  shape('r', Length.ZERO, radius),
  shape('rx', Length.AUTO, autoRadius),
  shape('ry', Length.AUTO, autoRadius),
  shape('x', Length.ZERO, coordinate),
  shape('y', Length.ZERO, coordinate),
  // null means not set, so the attribute applies; an empty path is `none`.
  shape('d', null, (reader) => {
    if (reader.ident('none')) return '';
    const inside = reader.function('path');
    const data = inside?.string();
    return inside?.atEnd ? data : INVALID;
  }),
];
