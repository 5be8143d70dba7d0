/** Shorthands of gap decorations (css-gaps-1 §2, §3.5, §3.6). */
import { INVALID, type Parser, type ValueReader } from '../values/value-reader.ts';
import { parseGapRules } from '../values/gap-rule.ts';
import type { FindLonghand, PropertyDefinition, ShorthandDefinition, SpecifiedValue } from './definition.ts';
import { INITIAL_RULE } from './gap-properties.ts';
import { pair, repeated, shorthand, valueOf } from './shorthand-parsers.ts';

type Make = (longhands: readonly PropertyDefinition[]) => Parser<readonly SpecifiedValue[]>;

const AXES = ['column', 'row'] as const;

/** Parses one value for all longhands. */
const same: Make = (longhands) => (reader) => {
  const value = valueOf(longhands[0]!, reader);
  return value === INVALID ? INVALID : longhands.map(() => value);
};

const gapRules: Make = () => (reader) => parseGapRules(reader, INITIAL_RULE);

/** Parses `<cap> [ / <junction> ]?`, each as one value or as start and end. */
const insets: Make = (longhands) => (reader) => {
  const caps = insetPair(longhands[0]!, reader);
  if (caps === INVALID) return INVALID;
  const junctions = reader.slash() ? insetPair(longhands[2]!, reader) : caps;
  return junctions === INVALID ? INVALID : [...caps, ...junctions];
};

function insetPair(longhand: PropertyDefinition, reader: ValueReader): readonly SpecifiedValue[] | undefined {
  const start = valueOf(longhand, reader);
  if (start === INVALID) return INVALID;
  return [start, valueOf(longhand, reader) ?? start];
}

/** The shorthands of each axis, and the shorthand that sets both axes alike. */
interface Family {
  /** The suffix after `column-rule`, `row-rule` and `rule`. */
  readonly suffix: string;
  /** The longhands of an axis, as suffixes of `column-rule` and `row-rule`. */
  readonly longhands: readonly string[];
  readonly parser: Make;
}

const FAMILIES: readonly Family[] = [
  { suffix: '', longhands: ['-width', '-style', '-color'], parser: gapRules },
  {
    suffix: '-inset',
    longhands: ['-inset-cap-start', '-inset-cap-end', '-inset-junction-start', '-inset-junction-end'],
    parser: insets,
  },
  { suffix: '-inset-cap', longhands: ['-inset-cap-start', '-inset-cap-end'], parser: pair },
  { suffix: '-inset-junction', longhands: ['-inset-junction-start', '-inset-junction-end'], parser: pair },
  { suffix: '-inset-start', longhands: ['-inset-cap-start', '-inset-junction-start'], parser: same },
  { suffix: '-inset-end', longhands: ['-inset-cap-end', '-inset-junction-end'], parser: same },
];

/** Longhands of both axes, by the suffix of their shorthand. */
const PAIRED = ['-width', '-style', '-color', '-break', '-visibility-items'];

export function gapShorthands(find: FindLonghand): readonly ShorthandDefinition[] {
  const list: ShorthandDefinition[] = [];
  for (const { suffix, longhands, parser } of FAMILIES) {
    const names = (axis: string): string[] => longhands.map((part) => `${axis}-rule${part}`);
    for (const axis of AXES) {
      const aliases = axis === 'column' && suffix === '' ? ['-webkit-column-rule'] : [];
      list.push(shorthand(find, `${axis}-rule${suffix}`, names(axis), parser, { aliases }));
    }
    const both: Make = (all) => repeated(parser(all.slice(0, longhands.length)), AXES.length);
    list.push(shorthand(find, `rule${suffix}`, AXES.flatMap(names), both));
  }
  for (const part of PAIRED)
    list.push(
      shorthand(
        find,
        `rule${part}`,
        AXES.map((axis) => `${axis}-rule${part}`),
        same,
      ),
    );
  return list;
}
