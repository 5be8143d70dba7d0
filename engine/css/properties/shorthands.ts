/** All shorthands: the longhands that each sets, and the parser of its value. */
import { bookShorthands } from './book-properties.ts';
import { backgroundShorthands } from './shorthands-background.ts';
import { anchorShorthands } from './anchor-properties.ts';
import { motionShorthands } from './motion-properties.ts';
import { boxShorthands } from './shorthands-box.ts';
import { gapShorthands } from './shorthands-gaps.ts';
import { gridShorthands } from './shorthands-grid.ts';
import { textShorthands } from './shorthands-text.ts';
import type { FindLonghand, PropertyDefinition, ShorthandDefinition } from './definition.ts';
import { INVALID } from '../values/value-reader.ts';

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
