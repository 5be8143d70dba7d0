/** Grid lanes (css-grid-3): grid containers with tracks along one axis and tightly stacked items along the other. */
import type { Box } from '../../boxes/box.ts';
import { Length } from '../../css/length.ts';
import { MASONRY } from '../../css/values/grid.ts';

/** Directions and tolerance of a container's lanes. */
export interface Lanes {
  /** Whether lanes run along the inline axis, so that they are rows. */
  readonly stacksInline: boolean;
  /** Whether items are stacked from the lanes' end. */
  readonly fillReverse: boolean;
  /** Whether the last lane is filled first. */
  readonly trackReverse: boolean;
  /**
   * How much closer to the start a lane must be to be chosen before the next lane in order. Percentages refer to the
   * length of the lanes. Null if lanes are always filled in turn.
   */
  readonly tolerance: Length | null;
}

/** Returns the lanes, or null for a grid container with tracks along both axes. */
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
  // `normal` is 1em. The older keyword `masonry` predates tolerances.
  const normal = hasLanes ? Length.px(style.font.fontSize) : Length.ZERO;
  const tolerance = flowTolerance === 'normal' ? normal : flowTolerance === 'infinite' ? null : flowTolerance;
  return { stacksInline, fillReverse, trackReverse, tolerance };
}
