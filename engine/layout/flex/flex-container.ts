/** Axes, content sizes, gaps and trimmed margins of a flex container (css-flexbox-1 §5, §8.1, css-box-4 §3.3.2). */
import type { Box } from '../../boxes/box.ts';
import type { Length } from '../../css/length.ts';
import type { LayoutContext } from '../contract/contract.ts';
import type { WritingMode } from '../contract/geometry.ts';
import type { FlexContainer, FlexItem, Side } from './flex-item.ts';
import { INDEFINITE, type LU } from '../../units.ts';

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

const EDGES: Readonly<Record<Side, string>> = {
  inlineStart: 'inline-start',
  inlineEnd: 'inline-end',
  blockStart: 'block-start',
  blockEnd: 'block-end',
};

/** Returns the container's sides at the start and end of an axis, in the order of items or lines. */
function sidesOf(container: FlexContainer, axis: 'main' | 'cross'): [start: Side, end: Side] {
  const isBlock = container.isColumn === (axis === 'main');
  const reversed = axis === 'main' ? container.mainReversed : container.crossReversed;
  const [start, end]: [Side, Side] = isBlock ? ['blockStart', 'blockEnd'] : ['inlineStart', 'inlineEnd'];
  return reversed ? [end, start] : [start, end];
}

const trims = ({ box }: FlexContainer, side: Side): boolean => box.style.box.marginTrim.includes(EDGES[side]);

/**
 * Drops the margins at both ends of each line and collects items into lines without them (css-flexbox-1 §9.3 step 5).
 * Requires the items' main sizes. Returns the items that start lines. Returns null if no margins are trimmed there, so
 * that lines are collected as usual.
 */
export function trimMainEnds(container: FlexContainer, items: readonly FlexItem[], available: LU): number[] | null {
  const [startSide, endSide] = sidesOf(container, 'main');
  const atStart = trims(container, startSide);
  const atEnd = trims(container, endSide);
  if ((!atStart && !atEnd) || items.length === 0) return null;
  const room = container.wraps && available !== INDEFINITE ? available : Infinity;
  const starts: number[] = [];
  let used = 0;
  items.forEach((item, i) => {
    container.context.budget.tick();
    const dropped = atEnd ? item.margins[endSide] : 0;
    const outer = item.hypotheticalMainSize + item.mainMargins;
    if (i > 0 && used + container.mainGap + outer - dropped <= room) {
      used += container.mainGap + outer;
      return;
    }
    if (i > 0 && atEnd) items[i - 1]!.trim(endSide);
    used = outer - (atStart ? item.margins[startSide] : 0);
    if (atStart) item.trim(startSide);
    starts.push(i);
  });
  if (atEnd) items[items.length - 1]!.trim(endSide);
  return starts;
}

/** Drops the cross-axis margins of the items in the first and last lines. */
export function trimCrossEnds(container: FlexContainer, first: readonly FlexItem[], last: readonly FlexItem[]): void {
  const [startSide, endSide] = sidesOf(container, 'cross');
  if (trims(container, startSide)) for (const item of first) item.trim(startSide);
  if (trims(container, endSide)) for (const item of last) item.trim(endSide);
}
