/** Grid lanes (css-grid-3): grid containers with tracks along one axis, along the other of which items are stacked as close as they can be. */
import type { Box } from '../../boxes/box.ts';
import { Length } from '../../css/length.ts';
import { MASONRY } from '../../css/values/grid.ts';

/** How a container's lanes run. */
export interface Lanes {
  /** Along the inline axis: the lanes are rows. */
  readonly stacksInline: boolean;
  /** Items are stacked from the lanes' end. */
  readonly fillReverse: boolean;
  /** The last lane comes first. */
  readonly trackReverse: boolean;
  /** How much nearer to the start a lane must be to be taken before its turn; percentages are of the lanes' length. null: no lane ever is. */
  readonly tolerance: Length | null;
}

/** null: a grid container with tracks along both axes. */
export function lanesOf(box: Box): Lanes | null {
  const { style } = box;
  const { gridTemplateColumns, gridTemplateRows, gridLanesDirection, flowTolerance } = style.rare;
  const { axis, fillReverse, trackReverse } = gridLanesDirection;
  const hasLanes = style.box.display.inside === 'grid-lanes';
  let stacksInline: boolean;
  if (hasLanes)
    stacksInline = axis === 'normal' ? gridTemplateColumns === null && gridTemplateRows !== null : axis === 'row';
  else if (gridTemplateRows === MASONRY) stacksInline = false;
  else if (gridTemplateColumns === MASONRY) stacksInline = true;
  else return null;
  // `normal` is 1em; the keyword `masonry` is older than tolerances.
  const normal = hasLanes ? Length.px(style.font.fontSize) : Length.ZERO;
  const tolerance = flowTolerance === 'normal' ? normal : flowTolerance === 'infinite' ? null : flowTolerance;
  return { stacksInline, fillReverse, trackReverse, tolerance };
}
