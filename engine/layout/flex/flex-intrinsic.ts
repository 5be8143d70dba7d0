/**
 * Intrinsic inline sizes of flex containers (css-flexbox-1 §9.9), as browsers compute them. A row adds up the
 * contributions of its items. A column is as wide as its widest item. Wrapped columns of definite height add up.
 */
import { orderedChildren } from '../sizing/box-facts.ts';
import type { Box } from '../../boxes/box.ts';
import type { Length } from '../../css/length.ts';
import { INDEFINITE, type LU, MAX_LU } from '../../units.ts';
import { isCompressible } from '../replaced/replaced-size.ts';
import { edgesAgainst, writingModeOf } from '../sizing/box-edges.ts';
import { clampSize } from '../sizing/box-model.ts';
import { intrinsicContribution } from '../sizing/intrinsic-contribution.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import { makeFlexContainer, trimCrossEnds, trimMainEnds } from './flex-container.ts';
import { type FlexContainer, FlexItem } from './flex-item.ts';
import { solveFlexLines } from './solve-flex-lines.ts';
import { blockSizeOf, maxBlockSizeOf, toBorderBox } from '../sizing/sizing-properties.ts';

/** Returns the intrinsic sizes. `known` is the content-box block size if known before layout. */
export function intrinsicFlex(context: LayoutContext, box: Box, known: LU): IntrinsicSizes {
  const mode = writingModeOf(box.style);
  const edges = edgesAgainst(box.style, mode, 0);
  const definite = (length: Length): LU =>
    length.isLength && !length.hasPercent
      ? Math.max(0, toBorderBox(box.style, length.resolve(0), edges.block) - edges.block)
      : INDEFINITE;
  const contentBlock = known !== INDEFINITE ? known : definite(blockSizeOf(box.style, mode));
  const container = makeFlexContainer(context, box, mode, INDEFINITE, contentBlock, true);
  const items = orderedChildren(box).map((child) => new FlexItem(container, child));
  const most = contentBlock !== INDEFINITE ? contentBlock : definite(maxBlockSizeOf(box.style, mode));
  const sizes = !container.isColumn
    ? rowSizes(
        container,
        items.filter((item) => !item.isCollapsed),
      )
    : container.wraps && most !== INDEFINITE
      ? wrappedColumns(container, items, most)
      : columnSizes(container, items);
  return {
    minContent: sizes.minContent + edges.inline,
    maxContent: Math.max(sizes.minContent, sizes.maxContent) + edges.inline,
  };
}

/** §9.9.1: contributions, limited by the flex base size of items that can't grow or shrink. */
function rowSizes(container: FlexContainer, items: readonly FlexItem[]): IntrinsicSizes {
  let min = 0;
  let max = 0;
  trimMainEnds(container, items, INDEFINITE);
  for (const item of items) {
    container.context.budget.tick();
    const sizes = mainContribution(container, item);
    min = container.wraps ? Math.max(min, sizes.minContent) : min + sizes.minContent;
    max += sizes.maxContent;
  }
  const gaps = container.mainGap * Math.max(0, items.length - 1);
  // A single item's contribution may be negative, but their sum can't.
  return { minContent: Math.max(0, min + (container.wraps ? 0 : gaps)), maxContent: Math.max(0, max + gaps) };
}

/** §9.9.3: returns an item's main size contribution, including margins. */
function mainContribution(container: FlexContainer, item: FlexItem): IntrinsicSizes {
  item.determineMainSizes();
  const transferred = item.mainProperty.isAuto ? item.transferredFromCross() : INDEFINITE;
  const own =
    transferred !== INDEFINITE
      ? { minContent: transferred, maxContent: transferred }
      : intrinsicContribution(
          container.context,
          item.box,
          container.mode,
          container.contentBlock,
          item.definiteContentBlock(),
        );
  const outer = (size: LU, min: LU): LU => clampSize(size, min, item.maxMainSize) + item.mainMargins;
  const limited = (size: LU): LU => {
    const most = item.grow === 0 ? Math.min(size, item.flexBaseSize) : size;
    return item.shrink === 0 ? Math.max(most, item.flexBaseSize) : most;
  };
  // For min-content, a content-based flex base size is the min-content size itself. Lines of wrapping containers fit
  // one item.
  const least = item.hasDefiniteBasis && !container.wraps ? limited(own.minContent) : own.minContent;
  // css-sizing-3 §5.2.2: compressible percentage sizes have no automatic minimum here either.
  const floor = item.hasAutomaticMinimum && isCompressible(item.box, item.mode) ? item.mainEdges : item.minMainSize;
  return { minContent: outer(least, floor), maxContent: outer(limited(own.maxContent), item.minMainSize) };
}

function crossContribution(container: FlexContainer, item: FlexItem): IntrinsicSizes {
  container.context.budget.tick();
  const { minContent, maxContent } = intrinsicContribution(
    container.context,
    item.box,
    container.mode,
    container.contentBlock,
  );
  return {
    minContent: Math.max(0, minContent + item.crossMargins),
    maxContent: Math.max(0, maxContent + item.crossMargins),
  };
}

function columnSizes(container: FlexContainer, items: readonly FlexItem[]): IntrinsicSizes {
  if (!container.wraps) trimCrossEnds(container, items, items);
  let minContent = 0;
  let maxContent = 0;
  for (const item of items) {
    const sizes = crossContribution(container, item);
    minContent = Math.max(minContent, sizes.minContent);
    maxContent = Math.max(maxContent, sizes.maxContent);
  }
  return { minContent, maxContent };
}

/** Returns the sizes of columns limited to the block size `most`, each as wide as its widest item. */
function wrappedColumns(container: FlexContainer, items: readonly FlexItem[], most: LU): IntrinsicSizes {
  for (const item of items) item.determineMainSizes();
  let minContent = 0;
  let maxContent = container.crossGap * -1;
  const starts = trimMainEnds(container, items, most);
  for (const { start, end } of solveFlexLines(items, {
    availableMain: most,
    wraps: true,
    gap: container.mainGap,
    budget: container.context.budget,
    starts,
  })) {
    const line = columnSizes(container, items.slice(start, end));
    minContent = Math.max(minContent, line.minContent);
    maxContent += line.maxContent + container.crossGap;
  }
  return { minContent, maxContent: Math.min(MAX_LU, Math.max(0, maxContent)) };
}
