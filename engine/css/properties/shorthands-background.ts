/** The shorthands `background`, `background-position` and `mask`: lists of layers. */
import {
  AUTO_SIZE,
  parseBackgroundSize,
  parseClip,
  parseComposite,
  parseMaskClip,
  parseMaskMode,
  parseRepeat,
  REPEAT,
} from '../values/background.ts';
import { Length } from '../length.ts';
import { Color } from '../color.ts';
import { parseColor } from '../values/color.ts';
import { parseImage } from '../values/image.ts';
import { parsePosition, parsePositionParts } from '../values/position.ts';
import { combineList, type Specified } from '../values/specified.ts';
import { attempt, INVALID, type Parser, type ValueReader } from '../values/value-reader.ts';
import {
  type FindLonghand,
  keywords,
  type PropertyDefinition,
  type ShorthandDefinition,
  type SpecifiedValue,
} from './definition.ts';
import { initialSpecified, shorthand } from './shorthand-parsers.ts';

const START = Length.percent(0);
const attachment = keywords('scroll', 'fixed', 'local');
const imageOrNone: Parser<SpecifiedValue> = (reader) => (reader.ident('none') ? null : parseImage(reader));

const BACKGROUND = ['image', 'position-x', 'position-y', 'size', 'repeat', 'attachment', 'origin', 'clip'].map(
  (part) => `background-${part}`,
);

/**
 * The values of one layer in the order of BACKGROUND. The color is separate because only the last layer may have one.
 */
interface Layer {
  readonly values: readonly SpecifiedValue[];
  readonly color: Specified<Color> | undefined;
}

function backgroundLayer(reader: ValueReader): Layer | undefined {
  const values: SpecifiedValue[] = BACKGROUND.map(() => INVALID);
  let color: Specified<Color> | undefined;
  let boxes = 0;
  while (!reader.atEnd) {
    if (values[0] === INVALID && (values[0] = attempt(reader, imageOrNone)) !== INVALID) continue;
    if (values[1] === INVALID) {
      const position = attempt(reader, (from) => parsePositionParts(from, true));
      if (position !== INVALID) {
        values[1] = position.x;
        values[2] = position.y;
        if (reader.slash() && (values[3] = parseBackgroundSize(reader)) === INVALID) return INVALID;
        continue;
      }
    }
    if (values[4] === INVALID && (values[4] = attempt(reader, parseRepeat)) !== INVALID) continue;
    if (values[5] === INVALID && (values[5] = attachment(reader)) !== INVALID) continue;
    const box = boxes < 2 ? attempt(reader, parseClip) : INVALID;
    if (box !== INVALID) {
      // A single box sets both origin and clip. Of two, the first is the origin. `text` and `border-area` only set the
      // clip.
      const clipOnly = box === 'text' || box === 'border-area';
      if (boxes === 0 && !clipOnly) values[6] = box;
      values[7] = box;
      boxes++;
      continue;
    }
    if (color !== INVALID || (color = parseColor(reader)) === INVALID) return INVALID;
  }
  const defaults: readonly SpecifiedValue[] = [
    null,
    START,
    START,
    AUTO_SIZE,
    REPEAT,
    'scroll',
    'padding-box',
    'border-box',
  ];
  return { values: values.map((value, i) => (value === INVALID ? defaults[i] : value)), color };
}

/** Transposes rows of specified values into columns, each combined into one specified list. */
function transpose(rows: readonly (readonly SpecifiedValue[])[], count: number): SpecifiedValue[] {
  return Array.from({ length: count }, (_, column) => combineList(rows.map((row) => row[column])));
}

function backgroundParser(longhands: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  const blend = initialSpecified(longhands[BACKGROUND.length + 1]!);
  return (reader) => {
    const parts = reader.commaSeparated();
    if (parts === null || parts.length === 0) return INVALID;
    const rows: (readonly SpecifiedValue[])[] = [];
    let color: Specified<Color> = Color.TRANSPARENT;
    for (let i = 0; i < parts.length; i++) {
      const layer = backgroundLayer(parts[i]!);
      if (layer === INVALID || (layer.color !== INVALID && i < parts.length - 1)) return INVALID;
      rows.push(layer.values);
      color = layer.color ?? Color.TRANSPARENT;
    }
    return [...transpose(rows, BACKGROUND.length), color, blend];
  };
}

/** Parses `background-position`, which sets x and y. */
function positionParser(): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    const rows: SpecifiedValue[][] = [];
    do {
      const position = parsePositionParts(reader, true);
      if (position === INVALID) return INVALID;
      rows.push([position.x, position.y]);
    } while (reader.comma());
    return transpose(rows, 2);
  };
}

const MASK = ['image', 'position', 'size', 'repeat', 'origin', 'clip', 'composite', 'mode'].map(
  (part) => `mask-${part}`,
);
const MASK_BORDER = ['source', 'slice', 'width', 'outset', 'repeat', 'mode'].map((part) => `mask-border-${part}`);

function maskLayer(reader: ValueReader): readonly SpecifiedValue[] | undefined {
  const values: SpecifiedValue[] = MASK.map(() => INVALID);
  let boxes = 0;
  while (!reader.atEnd) {
    if (values[0] === INVALID && (values[0] = attempt(reader, imageOrNone)) !== INVALID) continue;
    if (values[1] === INVALID && (values[1] = attempt(reader, (from) => parsePosition(from, true))) !== INVALID) {
      if (reader.slash() && (values[2] = parseBackgroundSize(reader)) === INVALID) return INVALID;
      continue;
    }
    if (values[3] === INVALID && (values[3] = attempt(reader, parseRepeat)) !== INVALID) continue;
    if (values[6] === INVALID && (values[6] = parseComposite(reader)) !== INVALID) continue;
    if (values[7] === INVALID && (values[7] = parseMaskMode(reader)) !== INVALID) continue;
    const box = boxes < 2 ? attempt(reader, parseMaskClip) : INVALID;
    if (box === INVALID) return INVALID;
    if (boxes === 0 && box !== 'no-clip' && box !== 'text') values[4] = box;
    values[5] = box;
    boxes++;
  }
  const defaults: readonly SpecifiedValue[] = [
    null,
    { x: START, y: START },
    AUTO_SIZE,
    REPEAT,
    'border-box',
    'border-box',
    'add',
    'match-source',
  ];
  return values.map((value, i) => (value === INVALID ? defaults[i] : value));
}

function maskParser(longhands: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  const resets = longhands.slice(MASK.length).map(initialSpecified);
  return (reader) => {
    const rows: (readonly SpecifiedValue[])[] = [];
    const parts = reader.commaSeparated();
    if (parts === null || parts.length === 0) return INVALID;
    for (const part of parts) {
      const layer = maskLayer(part);
      if (layer === INVALID) return INVALID;
      rows.push(layer);
    }
    return [...transpose(rows, MASK.length), ...resets];
  };
}

export function backgroundShorthands(find: FindLonghand): readonly ShorthandDefinition[] {
  return [
    shorthand(find, 'background', [...BACKGROUND, 'background-color', 'background-blend-mode'], backgroundParser),
    shorthand(find, 'background-position', ['background-position-x', 'background-position-y'], positionParser, {
      quirkyLength: true,
    }),
    shorthand(find, 'mask', [...MASK, ...MASK_BORDER], maskParser, { aliases: ['-webkit-mask'] }),
  ];
}
