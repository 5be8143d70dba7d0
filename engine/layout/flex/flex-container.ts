/** Axes, content sizes and gaps of a flex container (css-flexbox-1 §5, §8.1). */
import type { Box } from '../../boxes/box.ts';
import type { Length } from '../../css/length.ts';
import { type LU } from '../../units.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { FlexContainer } from './flex-item.ts';

/** Returns the in-flow children in order-modified document order (§5.4). */
export function orderedChildren(box: Box): Box[] {
  const children = box.children.filter((child) => !child.isOutOfFlow);
  if (children.some((child) => child.style.box.order !== 0))
    children.sort((a, b) => a.style.box.order - b.style.box.order);
  return children;
}

/**
 * Resolves `row-gap` or `column-gap` against the content-box size of its axis. Percentages of an indefinite size are 0.
 */
function usedGap(gap: Length, basis: LU): LU {
  return gap.isLength ? Math.max(0, gap.resolve(Math.max(0, basis))) : 0;
}

/**
 * Returns the data shared by the container's items. `contentInline` and `contentBlock` are content-box sizes, or
 * INDEFINITE.
 */
export function makeFlexContainer(
  context: LayoutContext,
  box: Box,
  mode: WritingMode,
  contentInline: LU,
  contentBlock: LU,
  measure: boolean,
): FlexContainer {
  const { flexDirection, flexWrap, rowGap, columnGap } = box.style.box;
  const isColumn = flexDirection === 'column' || flexDirection === 'column-reverse';
  const inlineGap = usedGap(columnGap, contentInline);
  const blockGap = usedGap(rowGap, contentBlock);
  return {
    context,
    box,
    mode,
    isColumn,
    mainReversed: flexDirection === 'row-reverse' || flexDirection === 'column-reverse',
    crossReversed: flexWrap === 'wrap-reverse',
    wraps: flexWrap !== 'nowrap',
    contentInline,
    contentBlock,
    mainGap: isColumn ? blockGap : inlineGap,
    crossGap: isColumn ? inlineGap : blockGap,
    measure,
  };
}
