/** All shorthands: the longhands that each sets, and the parser of its value. */
import { bookShorthands } from './book-properties.ts';
import { backgroundShorthands } from './shorthands-background.ts';
import { anchorShorthands } from './anchor-properties.ts';
import { motionShorthands } from './motion-properties.ts';
import { boxShorthands } from './shorthands-box.ts';
import { gapShorthands } from './shorthands-gaps.ts';
import { gridShorthands } from './shorthands-grid.ts';
import { textShorthands } from './shorthands-text.ts';
import type { PropertyDefinition, SpecifiedValue } from './definition.ts';
import { INVALID, type Parser } from '../values/value-reader.ts';

export interface ShorthandDefinition {
  readonly name: string;
  readonly aliases: readonly string[];
  /** The longhands it sets, including reset-only ones. */
  readonly longhands: readonly PropertyDefinition[];
  /** Returns the values of `longhands`, in the same order. */
  readonly parse: Parser<readonly SpecifiedValue[]>;
  /** Whether lengths may lack a unit in quirks mode. */
  readonly quirkyLength: boolean;
}

/** Returns the longhand of a name, for the tables below. */
export type FindLonghand = (name: string) => PropertyDefinition;

/** Defines `all`, which sets everything except text direction (css-cascade-5 §3.2) and takes only CSS-wide keywords. */
function allShorthand(longhands: readonly PropertyDefinition[]): ShorthandDefinition {
  const affected = longhands.filter(
    ({ name, logical }) => logical === null && name !== 'direction' && name !== 'unicode-bidi',
  );
  return { name: 'all', aliases: [], longhands: affected, parse: () => INVALID, quirkyLength: false };
}

export function shorthandDefinitions(
  find: FindLonghand,
  longhands: readonly PropertyDefinition[],
): readonly ShorthandDefinition[] {
  return [
    allShorthand(longhands),
    ...boxShorthands(find),
    ...motionShorthands(find),
    ...anchorShorthands(find),
    ...textShorthands(find),
    ...backgroundShorthands(find),
    ...gridShorthands(find),
    ...gapShorthands(find),
    ...bookShorthands(find),
  ];
}
