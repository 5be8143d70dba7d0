/** Longhands of the vertical rhythm (css-rhythm-1, css-line-grid-1), in the group `rare`. */
import { Length } from '../computed-values.ts';
import { LENGTH_POSITIVE } from '../values/numeric.ts';
import { lengthOr } from '../values/sizing.ts';
import { type Definition, keywords, table } from './definition.ts';
import { anyOrder, shorthand } from './shorthand-parsers.ts';
import type { FindLonghand, ShorthandDefinition } from './shorthands.ts';

const rhythm = table('rare', 'css-rhythm-1');

const steps: readonly Definition[] = [
  rhythm('block-step-size', Length.NONE, lengthOr({ none: Length.NONE }, LENGTH_POSITIVE)),
  rhythm('block-step-insert', 'margin-box', keywords('margin-box', 'padding-box', 'content-box')),
  rhythm('block-step-align', 'auto', keywords('auto', 'center', 'start', 'end')),
  rhythm('block-step-round', 'up', keywords('up', 'down', 'nearest')),
];

export const bookProperties: readonly Definition[] = [
  ...steps,
  table('rare', 'css-line-grid-1')('line-grid', 'match-parent', keywords('match-parent', 'create')),
];

export function bookShorthands(find: FindLonghand): readonly ShorthandDefinition[] {
  return [
    shorthand(
      find,
      'block-step',
      steps.map(({ name }) => name),
      anyOrder,
    ),
  ];
}
