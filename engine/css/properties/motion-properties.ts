/** Motion paths (motion-1): the `offset-*` longhands and their shorthand. */
import { Length } from '../length.ts';
import { parseOffsetPath, parseOffsetPosition, parseOffsetRotate } from '../values/motion.ts';
import { LENGTH_PERCENTAGE, parseLength } from '../values/numeric.ts';
import { parsePosition } from '../values/position.ts';
import { INVALID, type Parser } from '../values/value-reader.ts';
import {
  type Definition,
  type FindLonghand,
  nullOr,
  type PropertyDefinition,
  type ShorthandDefinition,
  type SpecifiedValue,
  table,
} from './definition.ts';
import { initialSpecified, shorthand, takeOne, valueOf } from './shorthand-parsers.ts';

const motion = table('rare', 'motion-1');

export const motionProperties: readonly Definition[] = [
  motion('offset-position', 'normal', parseOffsetPosition),
  motion('offset-path', null, parseOffsetPath),
  motion('offset-distance', Length.ZERO, (reader) => parseLength(reader, LENGTH_PERCENTAGE)),
  motion('offset-rotate', { followsPath: true, degrees: 0 }, parseOffsetRotate),
  motion(
    'offset-anchor',
    null,
    nullOr('auto', (reader) => parsePosition(reader)),
  ),
];

/** Parses `[<position>? [<path> [<distance> || <rotate>]?]?]! [/ <anchor>]?` (motion-1 §3.6). */
function offsetParser(longhands: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  const [position, path, distance, rotate, anchor] = longhands;
  return (reader) => {
    const values: SpecifiedValue[] = longhands.map(() => INVALID);
    values[0] = valueOf(position!, reader);
    values[1] = valueOf(path!, reader);
    if (values[0] === INVALID && values[1] === INVALID) return INVALID;
    if (values[1] !== INVALID) {
      const rest: SpecifiedValue[] = [INVALID, INVALID];
      while (takeOne([distance!, rotate!], rest, reader) >= 0);
      [values[2], values[3]] = rest;
    }
    if (reader.slash() && (values[4] = valueOf(anchor!, reader)) === INVALID) return INVALID;
    return values.map((value, i) => (value === INVALID ? initialSpecified(longhands[i]!) : value));
  };
}

export function motionShorthands(find: FindLonghand): readonly ShorthandDefinition[] {
  return [
    shorthand(
      find,
      'offset',
      motionProperties.map(({ name }) => name),
      offsetParser,
    ),
  ];
}
