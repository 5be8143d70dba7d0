/** All shorthands: which longhands each sets, and how its value is read. */
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
  /** What it sets, reset-only longhands too. */
  readonly longhands: readonly PropertyDefinition[];
  /** The values of `longhands`, in their order. */
  readonly parse: Parser<readonly SpecifiedValue[]>;
  /** Lengths may lack their unit in quirks mode. */
  readonly quirkyLength: boolean;
}

/** How the tables below ask for longhands. */
export type FindLonghand = (name: string) => PropertyDefinition;

/** `all` sets everything but text direction (css-cascade-5 §3.2); it takes only the CSS-wide keywords. */
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
