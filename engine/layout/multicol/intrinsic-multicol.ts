/** Min- and max-content sizes of multicol containers. */
import type { Box } from '../../boxes/box.ts';
import { INDEFINITE, type LU, luFromPx } from '../../units.ts';
import { edgesAgainst, writingModeOf } from '../sizing/box-edges.ts';
import { intrinsicSpanners } from '../fragmentation/column-spanners.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import { columnGap } from './column-geometry.ts';

/** Content size of a size-contained container. */
export const NO_CONTENT: IntrinsicSizes = { minContent: 0, maxContent: 0 };

/**
 * Returns the intrinsic sizes of adjacent columns, inverting css-multicol-1 §3.4. `content` holds the content-box sizes
 * of the flow. As in browsers, max-content gives each requested column the space for all content on one line. The
 * specification would take all allowed breaks.
 */
export function intrinsicMulticol(
  context: LayoutContext,
  box: Box,
  content: IntrinsicSizes,
  contentBlock: LU,
): IntrinsicSizes {
  const { style } = box;
  const mode = writingModeOf(style);
  const edges = edgesAgainst(style, mode, 0);
  const { columnCount, columnWidth } = style.rare;
  const gap = columnGap(style, 0);
  const width = columnWidth.isLength ? luFromPx(columnWidth.px) : INDEFINITE;
  const count = Math.min(columnCount ?? 1, 10_000);
  // A column may be narrower than its column-width if the container is.
  const minColumn = width === INDEFINITE ? content.minContent : Math.min(width, content.minContent);
  const min = columnCount !== null && width === INDEFINITE ? minColumn * count + gap * (count - 1) : minColumn;
  const maxColumn = width === INDEFINITE ? content.maxContent : Math.max(width, content.maxContent);
  const max = maxColumn * count + gap * (count - 1);
  const spanners = content === NO_CONTENT ? content : intrinsicSpanners(context, box, contentBlock);
  const minContent = Math.max(min, spanners.minContent);
  return {
    minContent: minContent + edges.inline,
    maxContent: Math.max(minContent, max, spanners.maxContent) + edges.inline,
  };
}
