/** Shorthands of corners (css-borders-4 §4.2, §4.4, §4.5): radii, shapes, and both together. */
import { parseCornerRadius } from '../values/border.ts';
import { type ComponentValue, ValueKind } from '../values/component-value.ts';
import { parseRadii } from '../values/shape.ts';
import { INVALID, type Parser, ValueReader } from '../values/value-reader.ts';
import type { FindLonghand, ShorthandDefinition, SpecifiedValue } from './definition.ts';
import { initialSpecified, pair, shorthand, sides } from './shorthand-parsers.ts';

const CORNERS = ['top-left', 'top-right', 'bottom-right', 'bottom-left'];
const LOGICAL_CORNERS = ['start-start', 'start-end', 'end-start', 'end-end'];

export function cornerShorthands(find: FindLonghand): readonly ShorthandDefinition[] {
  return [
    shorthand(find, 'border-radius', radiiOf(CORNERS), () => parseRadii, { aliases: ['-webkit-border-radius'] }),
    ...sideRadii(find),
    ...cornerShapes(find),
    shorthand(find, 'corner', [...radiiOf(CORNERS), ...shapesOf(CORNERS)], radiusAndShape(parseRadii, sides)),
    ...Object.entries(SIDE_CORNERS).map(([side, corners]) =>
      shorthand(find, `corner-${side}`, [...radiiOf(corners), ...shapesOf(corners)], radiusAndShape(twoCorners, pair)),
    ),
    ...[...CORNERS, ...LOGICAL_CORNERS].map((corner) =>
      shorthand(
        find,
        `corner-${corner}`,
        [...radiiOf([corner]), ...shapesOf([corner])],
        radiusAndShape(oneCorner, one),
      ),
    ),
  ];
}

/** The two corners of each side (css-borders-4 §4.2). */
const SIDE_CORNERS: Readonly<Record<string, readonly [string, string]>> = {
  top: ['top-left', 'top-right'],
  right: ['top-right', 'bottom-right'],
  bottom: ['bottom-left', 'bottom-right'],
  left: ['top-left', 'bottom-left'],
  'block-start': ['start-start', 'start-end'],
  'block-end': ['end-start', 'end-end'],
  'inline-start': ['start-start', 'end-start'],
  'inline-end': ['start-end', 'end-end'],
};

function sideRadii(find: FindLonghand): readonly ShorthandDefinition[] {
  return Object.entries(SIDE_CORNERS).map(([side, corners]) =>
    shorthand(find, `border-${side}-radius`, radiiOf(corners), () => twoCorners),
  );
}

/** Defines the shape shorthands of all corners and of the two corners of each side (css-borders-4 §4.4). */
function cornerShapes(find: FindLonghand): readonly ShorthandDefinition[] {
  const ofSides = Object.entries(SIDE_CORNERS).map(([side, corners]) =>
    shorthand(find, `corner-${side}-shape`, shapesOf(corners), pair),
  );
  return [shorthand(find, 'corner-shape', shapesOf(CORNERS), sides), ...ofSides];
}

const twoCorners: Parser<readonly SpecifiedValue[]> = (reader) => {
  const first = parseCornerRadius(reader);
  if (first === INVALID) return INVALID;
  const second = reader.slash() ? parseCornerRadius(reader) : first;
  return second === INVALID ? INVALID : [first, second];
};

const oneCorner: Parser<readonly SpecifiedValue[]> = (reader) => {
  const radius = parseCornerRadius(reader);
  return radius === INVALID ? INVALID : [radius];
};

const radiiOf = (corners: readonly string[]): string[] => corners.map((corner) => `border-${corner}-radius`);
const shapesOf = (corners: readonly string[]): string[] => corners.map((corner) => `corner-${corner}-shape`);

type Make = Parameters<typeof shorthand>[3];

const one: Make =
  ([first]) =>
  (reader) => {
    const value = first!.parse(reader);
    return value === INVALID ? INVALID : [value];
  };

const isShape = ({ kind, text }: ComponentValue): boolean =>
  kind === ValueKind.Ident || (kind === ValueKind.Function && text === 'superellipse');

/**
 * Parses `<radius> || <shape>`, whose values are never ambiguous. The longhands are the radii, followed by the same
 * number of shapes.
 */
function radiusAndShape(radii: Parser<readonly SpecifiedValue[]>, shapes: Make): Make {
  return (longhands) => {
    const count = longhands.length / 2;
    const parseShapes = shapes(longhands.slice(count));
    return (reader) => {
      const rest = reader.values.slice(reader.position);
      const isFirst = rest.length > 0 && isShape(rest[0]!);
      const cut = rest.findIndex((value) => isShape(value) !== isFirst);
      const parts = cut < 0 ? [rest, []] : [rest.slice(0, cut), rest.slice(cut)];
      const [shape, radius] = isFirst ? parts : [parts[1], parts[0]];
      const read = (
        values: readonly ComponentValue[],
        parse: Parser<readonly SpecifiedValue[]>,
        from: number,
      ): readonly SpecifiedValue[] | undefined => {
        if (values.length === 0) return longhands.slice(from, from + count).map(initialSpecified);
        const inside = new ValueReader(values, reader.context, reader.text);
        const parsed = parse(inside);
        return inside.atEnd ? parsed : INVALID;
      };
      const first = read(radius!, radii, 0);
      const second = read(shape!, parseShapes, count);
      reader.position = reader.values.length;
      return rest.length === 0 || first === INVALID || second === INVALID ? INVALID : [...first, ...second];
    };
  };
}
