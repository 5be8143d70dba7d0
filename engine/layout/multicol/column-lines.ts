/**
 * Multicol lines of a fixed height (css-multicol-2 §3, §3.4): rows of columns below each other, shared with spanners.
 */
import type { ComputedStyle } from '../../css/computed-style.ts';
import { LengthKind } from '../../css/length.ts';
import { INDEFINITE, type LU, luFromPx } from '../../units.ts';

export class ColumnLines {
  readonly height: LU;
  readonly gap: LU;
  /** Whether columns that overflow a line go to the next line instead of next to the others. */
  readonly wraps: boolean;
  /** Start of the current line, from the start of the container's border box. */
  private start: LU;

  constructor(height: LU, gap: LU, wraps: boolean, start: LU) {
    this.height = height;
    this.gap = gap;
    this.wraps = wraps;
    this.start = start;
  }

  /**
   * Returns the lines, or null if they are as high as their contents. `content` is the content-box block size, or
   * INDEFINITE. `start` is the start of the first line.
   */
  static of(style: ComputedStyle, content: LU, start: LU): ColumnLines | null {
    const { columnHeight, columnWrap } = style.rare;
    const wraps = columnWrap === 'wrap' || (columnWrap === 'auto' && !columnHeight.isAuto);
    const height = !columnHeight.isAuto ? luFromPx(columnHeight.px) : wraps ? content : INDEFINITE;
    if (height === INDEFINITE) return null;
    const { rowGap } = style.box;
    const gap =
      rowGap.kind === LengthKind.Normal ? luFromPx(style.font.fontSize) : rowGap.resolve(Math.max(0, content));
    return new ColumnLines(height, Math.max(0, gap), wraps, start);
  }

  /** End of the current line. */
  get end(): LU {
    return this.start + this.height;
  }

  /** Whether a position has nothing above it in its line. */
  isAtStart(position: LU): boolean {
    return position <= this.start;
  }

  /** Returns where content at a position begins: in this line, or in a later one if the position is past its end. */
  placeFor(position: LU): LU {
    const pitch = this.height + this.gap;
    if (!this.wraps || position < this.end || this.isAtStart(position) || pitch === 0) return position;
    this.start += Math.floor((position - this.start) / pitch) * pitch;
    return position < this.end || this.isAtStart(position) ? position : this.next();
  }

  /** Advances to the next line and returns its start. */
  next(): LU {
    this.start += this.height + this.gap;
    return this.start;
  }
}
