/**
 * Longhands of borders and outlines: the group `border`. Computed widths have separate fields, from which finishBorder
 * derives the used ones.
 */
import { Length } from '../length.ts';
import { Color } from '../color.ts';
import type { CornerRadius } from '../computed-values.ts';
import {
  NO_RADIUS,
  parseBorderImageRepeat,
  parseBorderImageSlice,
  parseBorderImageWidth,
  parseCornerRadius,
  parseLineStyle,
  parseLineWidth,
  parseCornerShape,
  ROUND_CORNER,
} from '../values/border.ts';
import { parseColor } from '../values/color.ts';
import { parseImage } from '../values/image.ts';
import { LENGTH, parseLength } from '../values/numeric.ts';
import { combine } from '../values/specified.ts';
import { INVALID } from '../values/value-reader.ts';
import { type Definition, definition, keywords, nullOr, table } from './definition.ts';

const border = table('border', 'css-backgrounds-3');
const ui = table('border', 'css-ui-4');

const SPEC = 'css-backgrounds-3';
const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const;

const parseOutlineStyle = keywords(
  'none',
  'auto',
  'dotted',
  'dashed',
  'solid',
  'double',
  'groove',
  'ridge',
  'inset',
  'outset',
);

/** The computed initial width `medium` in CSS px, which applies to every line style. */
const MEDIUM = 3;

const capitalized = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const sides: readonly Definition[] = SIDES.flatMap((side) => [
  definition('border', SPEC, `border-${side}-style`, 'none', parseLineStyle),
  definition('border', SPEC, `border-${side}-width`, MEDIUM, parseLineWidth, {
    field: `computedBorder${capitalized(side)}Width`,
    quirkyLength: true,
  }),
  definition('border', SPEC, `border-${side}-color`, Color.CURRENT, parseColor),
]);

const corners: readonly Definition[] = CORNERS.map((corner) =>
  definition('border', SPEC, `border-${corner}-radius`, NO_RADIUS satisfies CornerRadius, parseCornerRadius, {
    aliases: [`-webkit-border-${corner}-radius`],
  }),
);

const cornerShapes: readonly Definition[] = CORNERS.map((corner) =>
  definition('border', 'css-borders-4', `corner-${corner}-shape`, ROUND_CORNER, parseCornerShape),
);

export const borderProperties: readonly Definition[] = [
  ...sides,
  ...corners,
  ...cornerShapes,
  border('border-image-source', null, nullOr('none', parseImage)),
  border(
    'border-image-slice',
    { values: Array(4).fill({ value: 100, percent: true }), fill: false },
    parseBorderImageSlice,
  ),
  border('border-image-width', [1, 1, 1, 1], (reader) => parseBorderImageWidth(reader, true)),
  border('border-image-outset', [0, 0, 0, 0], (reader) => parseBorderImageWidth(reader, false)),
  border('border-image-repeat', ['stretch', 'stretch'], parseBorderImageRepeat),
  definition('border', 'css-ui-4', 'outline-width', MEDIUM, parseLineWidth, { field: 'computedOutlineWidth' }),
  ui('outline-style', 'none', parseOutlineStyle),
  ui('outline-color', Color.CURRENT, (reader) =>
    reader.ident('auto') || reader.ident('invert') ? Color.CURRENT : parseColor(reader),
  ),
  ui('outline-offset', 0, (reader) => {
    const offset = parseLength(reader, LENGTH);
    return offset === INVALID ? INVALID : combine([offset], (length: Length) => length.px);
  }),
];
