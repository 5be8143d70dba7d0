/** Shorthands of boxes: margins, borders, alignment, flex, columns, overflow, breaks, containers. */
import { alignment } from '../values/alignment.ts';
import { Length } from '../length.ts';
import { parseNumber } from '../values/numeric.ts';
import { attempt, INVALID, type Parser, type ValueReader } from '../values/value-reader.ts';
import type { FindLonghand, PropertyDefinition, ShorthandDefinition, SpecifiedValue } from './definition.ts';
import { anyOrder, initialSpecified, pair, repeated, shorthand, sides, valueOf } from './shorthand-parsers.ts';
import { SIDES, sidesOf } from './logical-properties.ts';
import { cornerShorthands } from './shorthands-corners.ts';

const AXES = ['block', 'inline'] as const;
const PARTS = ['width', 'style', 'color'] as const;
const QUIRK = { quirkyLength: true } as const;

const axisNames = (pattern: string, axis: string): string[] =>
  ['start', 'end'].map((edge) => pattern.replace('*', `${axis}-${edge}`));

function margins(find: FindLonghand): readonly ShorthandDefinition[] {
  const list = [
    shorthand(find, 'margin', sidesOf('margin-*'), sides, QUIRK),
    shorthand(find, 'padding', sidesOf('padding-*'), sides, QUIRK),
    shorthand(find, 'inset', [...SIDES], sides),
  ];
  for (const axis of AXES) {
    list.push(
      shorthand(find, `margin-${axis}`, axisNames('margin-*', axis), pair),
      shorthand(find, `padding-${axis}`, axisNames('padding-*', axis), pair),
      shorthand(find, `inset-${axis}`, axisNames('inset-*', axis), pair),
    );
  }
  return list;
}

const IMAGE_PARTS = ['source', 'slice', 'width', 'outset', 'repeat'] as const;

/** Parses `border`: one line for all sides. Resets the border image. */
function borderLine(longhands: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  const line = repeated(anyOrder(longhands.slice(0, 3)), 4);
  const images = longhands.slice(12).map(initialSpecified);
  return (reader) => {
    const values = line(reader);
    return values === INVALID ? INVALID : [...values, ...images];
  };
}

/** Parses `<source> || <slice> [/ <width>? [/ <outset>]?]? || <repeat>`, and the mode of a mask border. */
function borderImage(longhands: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  const [source, slice, width, outset, repeat, mode] = longhands;
  return (reader) => {
    const values: SpecifiedValue[] = longhands.map(() => INVALID);
    while (!reader.atEnd) {
      if (values[1] === INVALID && (values[1] = valueOf(slice!, reader)) !== INVALID) {
        if (reader.slash()) {
          values[2] = valueOf(width!, reader);
          const second = reader.slash();
          if (!second && values[2] === INVALID) return INVALID;
          if (second && (values[3] = valueOf(outset!, reader)) === INVALID) return INVALID;
        }
        continue;
      }
      if (values[0] === INVALID && (values[0] = valueOf(source!, reader)) !== INVALID) continue;
      if (values[4] === INVALID && (values[4] = valueOf(repeat!, reader)) !== INVALID) continue;
      if (mode !== undefined && values[5] === INVALID && (values[5] = valueOf(mode, reader)) !== INVALID) continue;
      return INVALID;
    }
    return values.map((value, i) => (value === INVALID ? initialSpecified(longhands[i]!) : value));
  };
}

function borders(find: FindLonghand): readonly ShorthandDefinition[] {
  const images = IMAGE_PARTS.map((part) => `border-image-${part}`);
  const all = SIDES.flatMap((side) => PARTS.map((part) => `border-${side}-${part}`));
  const list = [
    shorthand(find, 'border', [...all, ...images], borderLine),
    shorthand(find, 'border-image', images, borderImage, { aliases: ['-webkit-border-image'] }),
    ...cornerShorthands(find),
    shorthand(find, 'outline', ['outline-style', 'outline-width', 'outline-color'], anyOrder),
    shorthand(
      find,
      'mask-border',
      [...IMAGE_PARTS, 'mode'].map((part) => `mask-border-${part}`),
      borderImage,
      { aliases: ['-webkit-mask-box-image'] },
    ),
  ];
  for (const part of PARTS) {
    list.push(shorthand(find, `border-${part}`, sidesOf(`border-*-${part}`), sides, part === 'width' ? QUIRK : {}));
  }
  for (const side of SIDES) {
    list.push(
      shorthand(
        find,
        `border-${side}`,
        PARTS.map((part) => `border-${side}-${part}`),
        anyOrder,
      ),
    );
  }
  return [...list, ...logicalBorders(find)];
}

function logicalBorders(find: FindLonghand): readonly ShorthandDefinition[] {
  const list: ShorthandDefinition[] = [];
  for (const axis of AXES) {
    const legacy = axis === 'inline' ? ['start', 'end'] : ['before', 'after'];
    ['start', 'end'].forEach((edge, i) => {
      const names = PARTS.map((part) => `border-${axis}-${edge}-${part}`);
      list.push(
        shorthand(find, `border-${axis}-${edge}`, names, anyOrder, { aliases: [`-webkit-border-${legacy[i]}`] }),
      );
    });
    const both = ['start', 'end'].flatMap((edge) => PARTS.map((part) => `border-${axis}-${edge}-${part}`));
    list.push(shorthand(find, `border-${axis}`, both, (longhands) => repeated(anyOrder(longhands.slice(0, 3)), 2)));
    for (const part of PARTS)
      list.push(shorthand(find, `border-${axis}-${part}`, axisNames(`border-*-${part}`, axis), pair));
  }
  return list;
}

/** Parses `flex` (css-flexbox-1 §7.1). */
function flexParser([, , basis]: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    if (reader.ident('none')) return [0, 0, Length.AUTO];
    let numbers: readonly SpecifiedValue[] | undefined;
    let base: SpecifiedValue;
    while (!reader.atEnd) {
      const found = numbers === INVALID ? growAndShrink(reader) : INVALID;
      if (found !== INVALID) {
        numbers = found;
        continue;
      }
      if (base !== INVALID) return INVALID;
      base = valueOf(basis!, reader);
      if (base === INVALID) return INVALID;
    }
    if (numbers === INVALID && base === INVALID) return INVALID;
    const [grow, shrink] = numbers ?? [1, 1];
    return [grow, shrink, base === INVALID ? Length.percent(0) : base];
  };
}

function growAndShrink(reader: ValueReader): readonly SpecifiedValue[] | undefined {
  const grow = attempt(reader, (from) => parseNumber(from, 0));
  if (grow === INVALID) return INVALID;
  return [grow, attempt(reader, (from) => parseNumber(from, 0)) ?? 1];
}

/**
 * Parses `place-*`. `place-content: last baseline` has no counterpart on the other axis, where it becomes `start`
 * (css-align-3 §4.3).
 */
function placeParser([align, justify]: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    const start = reader.position;
    const first = valueOf(align!, reader);
    if (first === INVALID) return INVALID;
    if (!reader.atEnd) {
      const second = valueOf(justify!, reader);
      return second === INVALID ? INVALID : [first, second];
    }
    reader.position = start;
    const same = valueOf(justify!, reader);
    return [first, same !== INVALID && reader.atEnd ? same : toEnd(reader, alignment('start'))];
  };
}

function toEnd<T>(reader: ValueReader, value: T): T {
  reader.position = reader.values.length;
  return value;
}

function alignments(find: FindLonghand): readonly ShorthandDefinition[] {
  return [
    shorthand(find, 'gap', ['row-gap', 'column-gap'], pair, { aliases: ['grid-gap'] }),
    shorthand(find, 'place-content', ['align-content', 'justify-content'], placeParser),
    shorthand(find, 'place-items', ['align-items', 'justify-items'], placeParser),
    shorthand(find, 'place-self', ['align-self', 'justify-self'], placeParser),
    shorthand(find, 'flex', ['flex-grow', 'flex-shrink', 'flex-basis'], flexParser, { aliases: ['-webkit-flex'] }),
    shorthand(find, 'flex-flow', ['flex-direction', 'flex-wrap'], anyOrder, { aliases: ['-webkit-flex-flow'] }),
  ];
}

/** Parses `<width> || <count> [ / <height> ]?`. One `auto` may stand for either of the first two. */
function columnsParser([width, count, height]: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    let columnWidth: SpecifiedValue;
    let columnCount: SpecifiedValue;
    let autos = 0;
    let columnHeight: SpecifiedValue = height!.initial;
    while (!reader.atEnd) {
      if (reader.slash()) {
        columnHeight = valueOf(height!, reader);
        if (columnHeight === INVALID) return INVALID;
        break;
      }
      if (reader.ident('auto')) autos++;
      else if (columnCount === INVALID && (columnCount = valueOf(count!, reader)) !== INVALID) continue;
      else if (columnWidth === INVALID && (columnWidth = valueOf(width!, reader)) !== INVALID) continue;
      else return INVALID;
    }
    const parts = autos + (columnWidth === INVALID ? 0 : 1) + (columnCount === INVALID ? 0 : 1);
    if (parts === 0 || parts > 2) return INVALID;
    return [
      columnWidth === INVALID ? width!.initial : columnWidth,
      columnCount === INVALID ? count!.initial : columnCount,
      columnHeight,
    ];
  };
}

/** Parses CSS 2's `page-break-*`, where `always` is `page` (css-break-4 §3.4). */
function pageBreak(allowed: readonly string[]): () => Parser<readonly SpecifiedValue[]> {
  const set: ReadonlySet<string> = new Set(allowed);
  return () => (reader) => {
    const keyword = reader.keyword(set);
    return keyword === INVALID ? INVALID : [keyword === 'always' ? 'page' : keyword];
  };
}

/** Parses `-webkit-column-break-*`, where `always` is `column`. */
function columnBreak(reader: ValueReader): readonly SpecifiedValue[] | undefined {
  const keyword = reader.keyword(COLUMN_BREAKS);
  return keyword === INVALID
    ? INVALID
    : [keyword === 'always' ? 'column' : keyword === 'avoid' ? 'avoid-column' : keyword];
}
const COLUMN_BREAKS: ReadonlySet<string> = new Set(['auto', 'always', 'avoid']);

const BREAKS = ['auto', 'always', 'avoid', 'left', 'right'];

function containers([name, type]: readonly PropertyDefinition[]): Parser<readonly SpecifiedValue[]> {
  return (reader) => {
    const names = valueOf(name!, reader);
    if (names === INVALID) return INVALID;
    if (!reader.slash()) return [names, initialSpecified(type!)];
    const kind = valueOf(type!, reader);
    return kind === INVALID ? INVALID : [names, kind];
  };
}

function flows(find: FindLonghand): readonly ShorthandDefinition[] {
  return [
    shorthand(find, 'overflow', ['overflow-x', 'overflow-y'], pair),
    shorthand(find, 'columns', ['column-width', 'column-count', 'column-height'], columnsParser, {
      aliases: ['-webkit-columns'],
    }),
    shorthand(find, 'page-break-before', ['break-before'], pageBreak(BREAKS)),
    shorthand(find, 'page-break-after', ['break-after'], pageBreak(BREAKS)),
    shorthand(find, 'page-break-inside', ['break-inside'], pageBreak(['auto', 'avoid'])),
    shorthand(find, '-webkit-column-break-before', ['break-before'], () => columnBreak),
    shorthand(find, '-webkit-column-break-after', ['break-after'], () => columnBreak),
    shorthand(find, '-webkit-column-break-inside', ['break-inside'], () => columnBreak),
    shorthand(find, 'container', ['container-name', 'container-type'], containers),
    shorthand(find, 'contain-intrinsic-size', ['contain-intrinsic-width', 'contain-intrinsic-height'], pair),
  ];
}

export function boxShorthands(find: FindLonghand): readonly ShorthandDefinition[] {
  return [...margins(find), ...borders(find), ...alignments(find), ...flows(find)];
}
