/**
 * Number and positions of columns (css-multicol-1 §3.4), the space that the container's own sizes leave for them, and
 * the container's content sizes.
 */
import { type Box, BoxKind } from '../../boxes/box.ts';
import type { ComputedStyle } from '../../css/computed-style.ts';
import { LengthKind } from '../../css/length.ts';
import { SpaceFlag } from '../contract/constraint-space.ts';
import type { IntrinsicSizes, LayoutContext } from '../contract/contract.ts';
import { intrinsicSpanners } from '../fragmentation/column-spanners.ts';
import { MORE_CONTENT } from '../fragmentation/end-fragment.ts';
import type { FragmentBuilder } from '../fragments/fragment-builder.ts';
import { edgesAgainst, writingModeOf } from '../sizing/box-edges.ts';
import { blockLimits, definiteBlockSize } from '../sizing/box-model.ts';
import { INDEFINITE, type LU, LU_PER_PX, luFromPx } from '../../units.ts';

export class ColumnGeometry {
  readonly count: number;
  readonly width: LU;
  readonly gap: LU;
  private readonly available: LU;

  constructor(count: number, gap: LU, available: LU) {
    this.count = count;
    this.gap = gap;
    this.available = available;
    this.width = Math.max(0, Math.floor((available + gap) / count) - gap);
  }

  /**
   * Returns the inline size of a spanner. NOTE: css-multicol-2 §6.1 doesn't define which columns are spanned. Here
   * these are the first ones, with no content next to the spanner.
   */
  spanned({ rare: { columnSpan } }: ComputedStyle): LU {
    return typeof columnSpan === 'number' && columnSpan < this.count
      ? this.offset(columnSpan) - this.gap
      : this.available;
  }

  /** Returns the inline offset of a column from the content edge. Overflowing columns continue at the same interval. */
  offset(index: number): LU {
    // If gaps leave no space for columns, the columns are as far apart as the gaps.
    return Math.round(index * Math.max(this.gap, (this.available + this.gap) / this.count));
  }
}

/** Limit on the number of columns, far beyond any useful value. */
const MAX_COLUMNS = 10_000;

/** Returns the column geometry. `available` is the content-box inline size. */
export function columnGeometry(style: ComputedStyle, available: LU): ColumnGeometry {
  const { columnCount, columnWidth } = style.rare;
  const gap = columnGap(style, available);
  let count = columnCount ?? 1;
  if (columnWidth.isLength) {
    const width = Math.max(LU_PER_PX, columnWidth.resolve(available));
    const fitting = Math.max(1, Math.floor((available + gap) / Math.max(1, width + gap)));
    count = columnCount === null ? fitting : Math.min(columnCount, fitting);
  }
  return new ColumnGeometry(Math.min(MAX_COLUMNS, Math.max(1, count)), gap, available);
}

/** Returns the used gap, where `normal` is 1em (css-multicol-1 §4.1). */
function columnGap(style: ComputedStyle, available: LU): LU {
  const gap = style.box.columnGap;
  if (gap.kind === LengthKind.Normal) return luFromPx(style.font.fontSize);
  return Math.max(0, gap.resolve(available));
}

/** Returns the border-box block size that doesn't depend on the contents, or INDEFINITE, and the maximum block size. */
export function ownLimits(builder: FragmentBuilder): [definite: LU, most: LU] {
  const { box, space } = builder;
  const { fixedBlock } = space;
  // css2 §17.5.3: sizes of a table cell are minimums.
  if (box.kind === BoxKind.TableCell) return [fixedBlock, fixedBlock === INDEFINITE ? MORE_CONTENT : fixedBlock];
  // A content-based size is recomputed if breaks may enlarge it.
  const definite = space.has(SpaceFlag.FixedBlockIsMinimum)
    ? INDEFINITE
    : space.hasFixedBlock
      ? fixedBlock
      : definiteBlockSize(box, space, builder.edges, builder.inlineSize);
  return [definite, definite === INDEFINITE ? blockLimits(box, space, builder.edges, INDEFINITE).max : definite];
}

/** Returns the part of the content box in earlier fragments. */
export function consumedContent({ token, edges, consumedBlockSize, isStartCut }: FragmentBuilder): LU {
  if (token === null) return 0;
  return Math.max(0, consumedBlockSize - (isStartCut ? edges.blockStart : edges.block * (token.sequence + 1)));
}

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
