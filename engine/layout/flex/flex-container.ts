/** The container's side of flex layout: axes, content sizes and gaps (css-flexbox-1 §5, §8.1). */
import type { Box } from '../../boxes/box.ts';
import type { Length } from '../../css/length.ts';
import { type LU } from '../../units.ts';
import type { LayoutContext } from '../contract.ts';
import type { WritingMode } from '../geometry.ts';
import type { FlexContainer } from './flex-item.ts';

/** Children in order-modified document order (§5.4); positioned ones apart. */
export function orderedChildren(box: Box): Box[] {
  const children = box.children.filter((child) => !child.isOutOfFlow);
  if (children.some((child) => child.style.box.order !== 0))
    children.sort((a, b) => a.style.box.order - b.style.box.order);
  return children;
}

/** `row-gap` or `column-gap` against the content box size of its axis; a percentage of nothing definite is 0. */
function usedGap(gap: Length, basis: LU): LU {
  return gap.isLength ? Math.max(0, gap.resolve(Math.max(0, basis))) : 0;
}

/** `contentInline`, `contentBlock`: content-box sizes, INDEFINITE where they aren't definite. */
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
