/** How many columns there are and where (css-multicol-1 §3.4). */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { LengthKind } from '../../css/length.ts';
import { type LU, LU_PER_PX, luFromPx } from '../../units.ts';

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
   * Inline size of an element that spans columns. NOTE: css-multicol-2 §6.1 leaves open which ones: here they are the first, and beside them stands nothing.
   */
  spanned({ rare: { columnSpan } }: ComputedStyle): LU {
    return typeof columnSpan === 'number' && columnSpan < this.count
      ? this.offset(columnSpan) - this.gap
      : this.available;
  }

  /** Inline offset of a column from the content edge; overflowing columns go on in the same rhythm. */
  offset(index: number): LU {
    // Columns that gaps leave no room for are as far apart as the gaps.
    return Math.round(index * Math.max(this.gap, (this.available + this.gap) / this.count));
  }
}

/** More columns than this are of no use to anybody. */
const MAX_COLUMNS = 10_000;

/** `available`: content-box inline size. */
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

/** css-multicol-1 §4.1: `normal` is 1em here. */
export function columnGap(style: ComputedStyle, available: LU): LU {
  const gap = style.box.columnGap;
  if (gap.kind === LengthKind.Normal) return luFromPx(style.font.fontSize);
  return Math.max(0, gap.resolve(available));
}
